"""Measuring strategies, and `reef strategies`."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from analyzer.errors import UsageError
from analyzer.games import get_game
from analyzer.games.encounter.strategies import LINE_UP, get_strategy, strategy_names
from analyzer.strategies.ladder import measure, traits_of
from analyzer.strategies.ladder_plan import (
    GROUPS,
    Match,
    Plan,
    check_references,
    cpu_seconds,
    slow_ones,
    usual_references,
    within,
)

PLAN = Plan(
    game="encounter",
    ruleset="basic",
    strategies=("random", "balanced", "balanced:consumed=0"),
    players=(2, 3),
    games=80,
    seed=4,
    slow={},
    matches=(Match("balanced", "random", 3, 60), Match("balanced", "balanced", 4, 80)),
)


def quiet(done: int, total: int) -> None:
    assert 0 < done <= total


@pytest.fixture(scope="module")
def all_told() -> dict:
    return measure(PLAN, 1, quiet)


@pytest.fixture(scope="module")
def told(all_told) -> dict:
    return all_told["players"]


def test_every_pair_and_every_one_among_its_like_is_played():
    cells = PLAN.cells(2)
    assert len(cells) == 3 + 3
    assert {deals for _, deals in cells} == {40}
    assert all(cell.rotate for cell, _ in cells)
    assert len(PLAN.cells(3)) == 1 + 3
    assert all(deals % GROUPS == 0 for _, deals in PLAN.cells(3))


ABCDE = ("a", "b", "c", "d", "e")
FEW = Plan("encounter", "basic", ABCDE, (2, 3, 4), 4000, 1, {"e": 200}, (), ("a", "b", "c"))
SIDES = {(name, n): (0.1 if name == "e" else 0.0005) for name in ABCDE for n in (2, 3, 4)}


@pytest.mark.parametrize(("players", "expected"), [(2, 3), (3, 3), (4, 1)])
def test_slow_strategies_play_fewer_games_with_references_only(players, expected):
    deals = {cell.strategies: deals for cell, deals in FEW.cells(players)}
    assert deals[("d",) * players] * players == pytest.approx(4000, rel=0.02)
    with_slow = [line_up for line_up in deals if "e" in line_up]
    assert ("e",) * players in with_slow
    mixed = [set(line_up) - {"e"} for line_up in with_slow if set(line_up) != {"e"}]
    assert len(mixed) == expected
    assert all(others <= {"a", "b", "c"} for others in mixed)
    assert all(abs(deals[line_up] * players - 200) < GROUPS * players for line_up in with_slow)
    fewest = {cell.strategies: n for cell, n in replace(FEW, slow={"e": 20}).cells(players)}
    assert fewest[("e",) * players] == 20 // players
    assert fewest[("e", *"abc"[: players - 1])] == GROUPS


def test_references_are_skill_levels_first_and_never_slow():
    game = get_game("encounter")
    first, second, *_ = game.defaults.levels
    names = ("random", "rusher", "tide", first, second)
    assert usual_references(game, names, ["tide"]) == (first, second, "random")
    assert usual_references(game, names, [first]) == (second, "random", "rusher")


def test_a_budget_is_kept_and_divided_by_speed():
    asked = Plan("encounter", "basic", ABCDE, (2, 3, 4), 4000, 1)
    assert slow_ones(asked, SIDES) == ["e"]
    plan = within(asked, 2000.0, SIDES, get_game("encounter"))
    assert plan.references == ("a", "b", "c")
    assert 1200 < cpu_seconds(plan.all_cells(), SIDES) <= 2000
    assert 0 < plan.slow["e"] < plan.games
    ample = within(asked, 1e7, SIDES, get_game("encounter"))
    assert (ample.games, ample.slow) == (4000, {"e": 4000})
    with pytest.raises(UsageError, match="too short: 20 deals of each line-up take"):
        within(asked, 5.0, SIDES, get_game("encounter"))


@pytest.mark.parametrize(
    ("references", "complaint"),
    [
        (("a", "b", "e"), "e is slow itself"),
        (("a", "b", "z"), "z is not measured"),
        (("a", "b"), "need 3 references for 4 players, not 2"),
    ],
)
def test_useless_references_are_refused(references, complaint):
    plan = Plan("encounter", "basic", ABCDE, (2, 4), 4000, 1, {"e": 200}, (), references)
    with pytest.raises(UsageError, match=complaint):
        check_references(plan)


def test_the_better_strategy_is_rated_higher(told):
    for players in ("2", "3"):
        about = told[players]["strategies"]
        assert about["balanced"]["rating"][0] > about["random"]["rating"][0] + 200
    duel = told["2"]["strategies"]["balanced"]["against"]["random"]
    assert duel[0] > 0.9
    assert duel[1] <= duel[0] <= duel[2]
    other = told["2"]["strategies"]["random"]["against"]["balanced"]
    assert duel[0] + other[0] == pytest.approx(1)


def test_profiles_are_means_per_seat_without_games_against_random(told):
    about = told["2"]["strategies"]
    assert "profile" not in about["random"]
    profile = about["balanced"]["profile"]
    assert set(profile) == {trait.name for trait in traits_of(get_game("encounter"))}
    assert {"score", "turns", "tie_hand", "rivals_suffered"} < set(profile)
    for value, low, high in profile.values():
        assert low <= value <= high
    assert 5 <= profile["eaten_size"][0] <= 15
    assert 0 < profile["corals_eaten"][0] <= 4


def test_measuring_with_more_jobs_gives_the_same_but_for_the_time(all_told):
    def games(told: dict) -> dict:
        return {key: value for key, value in told.items() if key != "cpu_ms"}

    assert games(measure(PLAN, 2, quiet)) == games(all_told)


def test_the_time_of_every_strategy_is_told(all_told):
    for players in ("2", "3"):
        times = all_told["cpu_ms"][players]
        assert set(times) == set(PLAN.strategies)
        assert all(0 < milliseconds < 1000 for milliseconds in times.values())


def test_a_match_tells_how_one_does_against_a_table_of_others(all_told):
    strong, equal = all_told["matches"]
    assert (strong["strategy"], strong["rival"], strong["players"]) == ("balanced", "random", 3)
    assert (strong["deals"], equal["deals"]) == (20, 20)
    assert strong["share"][0] > 0.9
    assert equal["share"][1] < 0.25 < equal["share"][2]


def test_the_command_lists_all_strategies_the_strongest_first(reef):
    answer = reef("strategies", "--json")
    assert answer.code == 0
    listed = json.loads(answer.out)
    names = [about["name"] for about in listed["strategies"]]
    assert sorted(names) == list(strategy_names())
    rated = [s for s in listed["strategies"] if "2" in s["ratings"]]
    ratings = [s["ratings"]["2"][0] for s in rated]
    assert ratings == sorted(ratings, reverse=True)
    assert rated[-1]["name"] == "random"
    assert names[: len(rated)] == [s["name"] for s in rated]
    assert listed["command"].startswith("reef strategies --measure measured.json")
    text = reef("strategies").out
    for about in listed["strategies"]:
        assert about["description"] in text
    assert listed["command"] in text


def test_what_ships_was_measured_as_it_is():
    measured = LINE_UP.measured["digests"]
    assert measured == {name: get_strategy(name).digest() for name in measured}
    assert "balanced" in measured


def test_the_command_measures_and_says_how(reef, tmp_path):
    path = tmp_path / "m.json"
    options = ["--strategies", "random,balanced", "--players", 2, "--games", 40, "--seed", 3]
    answer = reef("strategies", "--measure", path, *options)
    assert answer.code == 0, answer.err
    told = json.loads(path.read_text())
    assert told["command"] == (
        "reef strategies --measure m.json --strategies random,balanced --players 2 --ruleset basic"
        " --games 40 --seed 3"
    )
    assert told["players"]["2"]["games"] == 3 * 40
    assert "3 line-ups, 120 games: about 0 s on " in answer.err
    assert {"version", "kernel", "seed", "digests"} <= told.keys()


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        (["--strategies", "balanced", "--players", "2"], "too few to compare"),
        (["--strategies", "random,balanced", "--players", "4"], "too few to compare"),
        (["--players", "5"], "5 players are not possible; allowed: 2, 3 or 4"),
        (["--match", "search,planner=20"], "is not of the form A,B,PLAYERS=GAMES"),
        (["--slow", "search"], "'search' is not of the form STRATEGY=GAMES"),
        (["--strategies", "random,nobody"], "unknown strategy 'nobody'"),
        (["--ruleset", "none", "--players", "2"], "none"),
        (["--strategies", ""], "'' names no strategy"),
        (
            ["--strategies", "random,balanced", "--players", "2", "--slow", "search=20"],
            "--slow search: it is not measured; those are random, balanced",
        ),
    ],
)
def test_useless_input_is_refused(reef, tmp_path, options, complaint):
    assert complaint in reef("strategies", "--measure", tmp_path / "m.json", *options).refusal()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["nowhere/m.json", "m.txt", ""])
def test_where_the_measurements_cannot_be_written_nothing_is_played(
    reef, tmp_path, monkeypatch, name
):
    def measured_anyway(*_):
        raise AssertionError("games were played")

    monkeypatch.setattr("analyzer.strategies.ladder.measure", measured_anyway)
    line = reef("strategies", "--measure", tmp_path / name, "--players", 2).refusal()
    assert line.startswith(f"reef: cannot write {tmp_path / name}: ")


@pytest.mark.parametrize(
    "options",
    [
        ("--players", 9),
        ("--match", "foo"),
        ("--slow", "search=20"),
        ("--strategies", "nobody"),
        ("--ruleset", "advanced"),
        ("--games", 7),
        ("--jobs", 1),
        ("--seed", 2),
        ("--budget", "3h"),
        ("--references", "random"),
    ],
)
def test_options_of_measuring_need_it(reef, options):
    line = reef("strategies", *options).refusal()
    needs = f"reef: {options[0]} is about measuring; it needs --measure FILE.json\n"
    assert line == needs
