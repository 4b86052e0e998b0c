"""Measuring strategies, and `reef strategies`."""

from __future__ import annotations

import json

import pytest

from analyzer.games import get_game
from analyzer.games.encounter.strategies import LINE_UP, get_strategy, strategy_names
from analyzer.strategies.ladder import GROUPS, Match, Plan, measure, traits_of

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


def test_slow_strategies_play_fewer_games_and_only_in_pairs():
    plan = Plan("encounter", "basic", ("a", "b", "c", "d"), (2, 3), 4000, 1, {"d": 200})
    deals = {cell.strategies: deals for cell, deals in plan.cells(2)}
    assert deals["a", "b"] == 2000
    assert deals["a", "d"] == deals["d", "d"] == 100
    assert not any("d" in cell.strategies for cell, _ in plan.cells(3))


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


def test_measuring_with_more_jobs_gives_the_same(all_told):
    assert measure(PLAN, 2, quiet) == all_told


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
    answer = reef("strategies", "--measure", tmp_path / "m.json", *options)
    assert answer.code == 2
    assert complaint in answer.err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["nowhere/m.json", "m.txt", ""])
def test_where_the_measurements_cannot_be_written_nothing_is_played(
    reef, tmp_path, monkeypatch, name
):
    def measured_anyway(*_):
        raise AssertionError("games were played")

    monkeypatch.setattr("analyzer.strategies.ladder.measure", measured_anyway)
    answer = reef("strategies", "--measure", tmp_path / name, "--players", 2)
    assert (answer.code, answer.out) == (2, "")
    assert answer.err.startswith(f"reef: cannot write {tmp_path / name}: ")
    assert answer.err.count("\n") == 1


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
    ],
)
def test_options_of_measuring_need_it(reef, options):
    answer = reef("strategies", *options)
    assert (answer.code, answer.out) == (2, "")
    needs = f"reef: {options[0]} is about measuring; it needs --measure FILE.json\n"
    assert answer.err == needs
