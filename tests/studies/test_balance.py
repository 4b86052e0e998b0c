"""`reef balance` finds planted handicaps and is quiet where there are none."""

from __future__ import annotations

import itertools
import re
from dataclasses import replace

import numpy as np
import pytest

from analyzer.errors import UsageError
from analyzer.games import get_game
from analyzer.playing.run import open_run
from analyzer.statistics import (
    BlockTally,
    Estimate,
    Favourites,
    HandicapModel,
    HandicapWorth,
    favourites,
    handicap_worth,
    seats_test,
    unfairness,
)
from analyzer.studies import balance as balance_module
from analyzer.studies.balance import (
    BalanceSettings,
    Level,
    balance,
    games_for_precision,
    make_sizes,
    plan,
)
from analyzer.studies.balance_results import balance_results
from analyzer.studies.balance_sentences import possible
from analyzer.studies.common import Amount, Context
from analyzer.studies.vectors import neighbourhood, printed_vector
from analyzer.tally.blocks import exact_wins
from analyzer.wording import percent, seat_name
from reports.figures import seats
from tests.statistics.synthetic import assert_rate


def toy(players=2, strategies=("idle",), **options):
    options = {"reach": 0, "parameter": "head_start", **options}
    return BalanceSettings("toycap", players, "short", strategies, **options)


def test_a_handicap_is_found_with_its_seat_and_direction(study):
    plant = (("head_start", "5,5,8,5"), ("stride", "0.1"))
    found = study(balance, toy(4, overrides=plant), games=3000)
    assert "the third player wins" in found.finding
    assert "unfair" in found.finding
    assert found.numbers["idle"]["p_value"] < 1e-6
    assert found.numbers["idle"]["verdict"] == "beyond"
    seats = found.tables["seats"].set_index("seat")
    assert seats["low"][2] > 0.25
    assert (seats["high"].drop(2) < 0.25).all()
    assert found.numbers["idle"]["largest_deviation"][0] == pytest.approx(
        abs(seats["share"] - 0.25).max()
    )


def test_scores_and_places_by_seat_are_told(study):
    plant = (("head_start", "5,8"), ("stride", "0.1"))
    means = study(balance, toy(2, overrides=plant), games=4000).tables["seat_means"]
    by = means.set_index(["quantity", "seat"])
    assert by["mean"]["score", 1] - by["mean"]["score", 0] == pytest.approx(3, abs=0.7)
    assert by["mean"]["rank", 0] > 1.5 > by["mean"]["rank", 1]
    assert (by["low"] < by["mean"]).all()


def test_equal_seats_are_called_unequal_at_the_nominal_rate(study):
    quiet, trials = toy(3), 100
    rejected = sum(
        study(balance, quiet, seed=seed, games=150).numbers["idle"]["p_value"] <= 0.05
        for seed in range(trials)
    )
    assert_rate(rejected, trials, least=0.05, most=0.05)


def test_equal_seats_of_the_real_game_are_called_unequal_at_the_nominal_rate(study, tmp_path):
    """Random players with equal tiles: no seat has an advantage that some hundred games could see.

    One study played, its games then taken as those of many.
    """
    settings, games, trials = real_game(3, "random", "6,6,6"), 250, 400
    study(balance, settings, folder=tmp_path, part_games=10**6, games=games * trials)
    wins = next(open_run(tmp_path / "printed").rows(0, ["win"]))["win"]
    rejected = 0
    for part in exact_wins(wins).reshape(trials, games, 3):
        rejected += seats_test(BlockTally.of_blocks(part)).p_value <= 0.05
    assert_rate(rejected, trials, least=0.05, most=0.05)


def real_game(players, strategy, tiles):
    plant = (("start_tiles", tiles),)
    return BalanceSettings("encounter", players, "basic", (strategy,), plant, reach=0)


@pytest.mark.parametrize("seat", range(4))
@pytest.mark.parametrize("extra", [3, -3])
def test_three_tiles_more_or_fewer_of_the_real_game_are_found(study, seat, extra):
    printed = [6, 7, 8, 9]
    printed[seat] += extra
    settings = real_game(4, "balanced", ",".join(map(str, printed)))
    found = study(balance, settings, games=800)
    assert f"the {seat_name(seat, 4)} wins" in found.finding
    assert "instead of 25 %" in found.finding
    seats = found.tables["seats"].set_index("seat")
    assert seats["low"][seat] > 0.25 if extra > 0 else seats["high"][seat] < 0.25


def level_of(wins, **options):
    tally = BlockTally.of_blocks(np.repeat(np.eye(len(wins)), wins, axis=0), 48)
    return Level("idle", tally, tally, tally, **options)


@pytest.mark.parametrize(
    ("wins", "verdict", "said"),
    [
        ([10_000] * 4, "within", ("are fair to within 0.6 percentage points", "inside the margin")),
        (
            [10_300, 9_900, 9_900, 9_900],
            "small",
            ("are fair to within 1.3 percentage points", "but too small to matter: the start"),
        ),
        (
            [1_400, 900, 850, 850],
            "beyond",
            ("unfair among idle players: the start player", "by more than the margin of 2 percent"),
        ),
        (
            [1_080, 1_080, 920, 920],
            "real",
            ("favour the start player", "whether that is more than the margin of 2 percentage"),
        ),
        (
            [860, 1_080, 1_030, 1_030],
            "real",
            ("work against the start player", "whether that is more than the margin of 2 percent"),
        ),
        ([100] * 4, "open", ("Whether steps of", "neither shown to be unfair nor to be fair")),
    ],
)
def test_the_verdict_is_what_the_intervals_say_of_the_margin(wins, verdict, said):
    found = balance_results(toy(4), (5, 5, 5, 5), [level_of(wins)])
    told = found.numbers["idle"]
    assert told["verdict"] == verdict
    assert said[0] in found.finding
    assert said[1] in "".join(found.verdicts + found.not_established)
    deviations = abs(found.tables["seats"][["low", "high"]].to_numpy() - 0.25)
    assert told["fair_within"] == found.numbers["fair_within"] == pytest.approx(deviations.max())
    assert found.numbers["differences_claimed"] == (verdict in ("small", "beyond", "real"))


def test_the_same_is_not_said_to_hold_where_less_is_established():
    far, near = [2_300, 1_700], [2_100, 1_900]
    levels = [replace(level_of(wins), strategy=name) for wins, name in ((far, "a"), (near, "b"))]
    found = balance_results(toy(2), (5, 5), levels)
    assert [found.numbers[name]["verdict"] for name in "ab"] == ["beyond", "real"]
    assert "are unfair among a players" in found.finding
    assert "among b players they favour the start player" in found.finding
    turned = balance_results(toy(2), (5, 5), levels[::-1])
    assert "; the same holds among a players" in turned.finding


def test_the_seats_table_has_the_intervals_that_decide():
    levels = [replace(level_of([2_060, 1_940]), strategy=name) for name in "abc"]
    alone = balance_results(toy(2), (5, 5), levels[:1]).tables["seats"]
    shared = balance_results(toy(2), (5, 5), levels).tables["seats"]
    width = [float((t["high"] - t["low"]).iloc[0]) for t in (alone, shared)]
    assert width[1] > 1.2 * width[0]  # 1/3 of the 5 % each: 2.39 instead of 1.96 errors


def test_a_narrower_margin_makes_the_same_deviation_matter():
    level = level_of([10_300, 9_900, 9_900, 9_900])
    found = balance_results(toy(4), (5, 5, 5, 5), [level], margin=0.001)
    assert found.numbers["idle"]["verdict"] == "beyond"


def test_an_interval_beside_the_fair_share_is_seen_to_exclude_it():
    share = Estimate(0.2546, 0.25032, 0.25903, 0.95, 62386)
    assert percent(share) == "25.5 % (25.0 to 25.9)"
    assert percent(share, 0.25) == "25.46 % (25.03 to 25.90)"


def model(advantage, log_odds):
    """A model that is sure of little; with these numbers it expects (4, 6) to be fair."""
    estimates = [[Estimate(x, -1.0, 1.0, 0.95, 9) for x in xs] for xs in (advantage, log_odds)]
    base = np.array([5.0, 5.0])
    fitted = HandicapModel(np.array([*advantage[1:], *log_odds]), 0.01 * np.eye(3), base)
    return HandicapWorth(base, *estimates, share=estimates[1], effects=np.eye(2), model=fitted)


def confirmed_level(before, after, contenders=(1, 0)):
    """A map of (5, 5), (4, 6) and (4, 5), of which (4, 6) looks fairest, and fresh games."""
    both = np.hstack([np.repeat(np.eye(2), wins, axis=0) for wins in (before, after)])
    return level_of(
        [500, 500],
        vectors=[(5, 5), (4, 6), (4, 5)],
        tallies=[BlockTally.of_blocks(np.repeat(np.eye(2), [50, 50], axis=0), 48)] * 3,
        worth=model([0.0, -0.2], [0.1, 0.1]),
        favourites=Favourites(np.array([0.4, 0.6, 0.0]), list(contenders)),
        confirmed=BlockTally.of_blocks(both, 48),
    )


@pytest.mark.parametrize(
    ("before", "after", "said", "is_claim"),
    [
        ([600, 400], [500, 500], "4-6 is fairer than the printed 5-5", True),
        ([515, 485], [500, 500], "it is not established to be fairer than 5-5", False),
        ([500, 500], [515, 485], "it did not come out fairer than 5-5", False),
        ([500, 500], [600, 400], "it did not come out fairer than 5-5", False),
    ],
)
def test_fresh_games_decide_whether_the_vector_that_looked_fairest_is(
    before, after, said, is_claim
):
    found = balance_results(toy(reach=1), (5, 5), [confirmed_level(before, after)])
    assert any(said in text for text in (found.verdicts if is_claim else found.not_established))
    assert "(5-5 may be as fair)" in "".join(found.verdicts + found.not_established)
    assert ("4-6 looks fairer" in found.finding) == ("not established" in said)
    assert ("did not stand fresh games" in found.finding) == ("did not come out" in said)


def test_who_cannot_be_the_fairest_is_no_rival():
    found = balance_results(
        toy(reach=1), (5, 5), [confirmed_level([600, 400], [500, 500], contenders=[1])]
    )
    assert found.numbers["idle"]["still_in_race"] == 1
    assert not any("may be as fair" in text for text in found.verdicts + found.not_established)
    assert found.tables["map"]["is_in_race"].tolist() == [False, True, False]


def test_the_fairest_is_found_with_too_few_games_for_the_vectors_on_their_own():
    """Three of 27 vectors are fair; a hundred games of each tell little, all of them enough."""
    rng = np.random.default_rng(9)
    vectors = list(itertools.product((4, 5, 6), repeat=3))
    shares = np.exp(0.25 * np.array(vectors))
    shares /= shares.sum(axis=1, keepdims=True)
    found = alone = 0
    for _ in range(40):
        wins = [np.repeat(np.eye(3), rng.multinomial(100, p), axis=0) for p in shares]
        tallies = [BlockTally.of_blocks(games) for games in wins]
        best = favourites(handicap_worth(vectors, tallies, (5, 5, 5)).model, vectors).best
        found += len(set(vectors[best])) == 1
        looks = [((tally.mean - 1 / 3) ** 2).sum() for tally in tallies]
        alone += len(set(vectors[int(np.argmin(looks))])) == 1
    assert found >= 36
    assert alone <= 24


def test_the_edge_of_the_map_is_said():
    found = balance_results(toy(reach=1), (5, 5), [confirmed_level([600, 400], [500, 500])])
    assert "The map ends at 4-6; --range 2 looks beyond it." in found.outlook


def test_the_fairest_vector_is_found_and_confirmed_with_fresh_games(study):
    found = study(balance, toy(2, overrides=(("stride", "0.3"),), reach=1), games=6000)
    fairest = found.numbers["idle"]["fairest"]
    assert fairest == [5, 5]
    assert found.numbers["idle"]["confirmation_p_value"] < 0.01
    assert "5-5 is fairer than 4-6." in found.finding
    table = found.tables["confirmation"]
    assert set(table["role"]) == {"printed", "fairest"}
    assert set(table["n"]) == {6000}


def test_a_vector_that_is_given_takes_the_place_of_the_printed_one(study):
    settings = toy(2, overrides=(("stride", "0.3"), ("head_start", (4, 6))), reach=1)
    found = study(balance, settings, games=4000)
    assert found.numbers["idle"]["fairest"] == [5, 5]
    assert found.settings["printed"] == [4, 6]
    assert any("5-5 is fairer than the given 4-6" in text for text in found.verdicts)
    assert set(found.tables["confirmation"]["role"]) == {"given", "fairest"}
    assert not found.tables["map"]["is_printed"].any()
    assert "5-5 fairer than 4-6" in seats._confirmed_finding(found.tables["confirmation"])


def test_the_map_covers_the_neighbourhood_and_leaves_hopeless_vectors_alone(study):
    found = study(balance, toy(2, overrides=(("stride", "0.3"),), reach=2), games=6000)
    table = found.tables["map"].set_index("handicap")
    assert set(table.index) == {
        f"{a},{b}" for a, b in itertools.product(range(2, 7), range(4, 9)) if a <= b
    }
    assert table["is_printed"].sum() == table["is_fairest"].sum() == 1
    assert table["n"].sum() < 6000 * 2.5
    assert (table["n"] == 0).any()
    assert not table["is_in_race"]["2,8"]
    assert table["unfairness"]["2,8"] > 0.3


def test_the_worth_of_a_tile_is_told_for_every_seat(study):
    found = study(balance, toy(2, overrides=(("stride", "0.1"),), reach=1), games=8000)
    worth = found.tables["worth"].set_index("seat")
    # One tile moves the difference of two scores by 0.1, whose standard deviation is 1.4.
    for seat in (0, 1):
        assert worth["low"][seat] < 0.1 / 1.4 * 0.3989 < worth["high"][seat]
    assert any("one more step of head start is worth" in text for text in found.verdicts)


def test_the_worth_of_a_tile_is_established_seat_by_seat():
    level = confirmed_level([600, 400], [500, 500])
    shares = [Estimate(0.018, 0.005, 0.032, 0.95, 9), Estimate(0.01, -0.004, 0.024, 0.95, 9)]
    level.worth = replace(level.worth, share=shares)
    found = balance_results(toy(reach=1), (5, 5), [level])
    start = "Among idle players one more step of head start is worth"
    (said,) = [text for text in found.verdicts if text.startswith(start)]
    assert said == f"{start} +1.8 percentage points (+0.5 to +3.2) to the start player."
    (said,) = [text for text in found.not_established if text.startswith(start)]
    assert said == f"{start} +1.0 percentage points (-0.4 to +2.4) to the second player."


def test_a_printed_vector_that_is_fairest_needs_no_confirmation(study):
    settings = toy(2, overrides=(("head_start", "5,5"), ("stride", "1.5")), reach=1)
    found = study(balance, settings, seed=2, games=1000)
    assert found.numbers["idle"]["confirmation_p_value"] is None
    assert "confirmation" not in found.tables
    assert any("players none of" in text for text in found.not_established)
    assert found.finding.endswith("scales looks fairer.")


def test_a_change_of_sign_with_skill_is_said(study):
    plant = (("head_start", "4,7"), ("stride", "0.2"))
    both = toy(2, ("idle", "clumsy"), overrides=plant)
    found = study(balance, both, games=2000)
    said = [text for text in found.verdicts if "turns the advantage round" in text]
    assert len(said) == 1
    assert "the start player has an advantage among clumsy players" in said[0]
    same = study(balance, toy(2, ("idle", "equal"), overrides=plant), games=2000)
    assert not any("turns the advantage" in text for text in same.verdicts)
    assert any("No seat was established to have an advantage" in t for t in same.not_established)


def test_what_is_not_established_says_how_precisely_it_is_known(study):
    found = study(balance, toy(2), games=1600)
    assert found.verdicts == []
    assert "every seat is within ± " in found.not_established[0]
    assert "needs" in found.outlook[0]


def test_the_outlook_has_every_level_and_what_the_study_would_play(study):
    found = study(balance, toy(2, ("idle", "strong"), reach=1), games=400)
    known = [text.split(" players every seat's share")[0] for text in found.outlook]
    assert known == ["Among idle and strong"]
    printed, *others = found.further
    assert printed.games > 1500
    assert {phase.name for phase in others} == {"map-1", "confirm-1", "map-2", "confirm-2"}


@pytest.mark.parametrize("players", [2, 4])
def test_the_games_in_the_outlook_are_those_that_are_planned(study, players, tmp_path):
    found = study(balance, toy(players), games=700)
    said = re.search(r"needs ([\d,]+) \(--precision ([\d.]+)\)", found.outlook[0])
    games, precision = int(said[1].replace(",", "")), float(said[2])
    sizes = make_sizes(toy(players), Amount(precision=precision), Context(tmp_path, 1), 1)
    assert [games] == sizes["levels"] == [found.further[0].games]


def test_no_deviation_is_larger_than_possible():
    wins = BlockTally.of_blocks(np.eye(4)[[0] * 9 + [1]])
    size = unfairness(wins)
    assert size.largest.high == 0.75
    assert size.rms.high == 3**0.5 / 4


def test_a_tile_is_not_worth_more_than_the_whole_share():
    assert possible(Estimate(0.2, -1.5, 1.2, 0.95, 9)) == Estimate(0.2, -1.0, 1.0, 0.95, 9)


def test_two_shares_are_one_number():
    assert games_for_precision(2, 0.005) == 38_415


def test_a_time_budget_gives_every_level_what_its_own_speed_affords(monkeypatch, tmp_path):
    """One level plays sixty times as fast as the other."""
    seconds = {"idle": 0.001, "strong": 0.06}
    monkeypatch.setattr(
        balance_module,
        "affordable_games",
        lambda _, budget, cell: int(budget / seconds[cell.strategies[0]]),
    )
    settings = toy(2, ("strong", "idle"))
    sizes = make_sizes(settings, Amount(budget=120.0), Context(tmp_path, 1), 1)
    assert sizes["levels"] == [1000, 60_000]
    assert [phase.name for phase in plan(settings, sizes, 1)] == ["printed-1", "printed-2"]


@pytest.mark.parametrize("precision", [0.02, 0.05])
def test_precision_is_reached(study, precision):
    found = study(balance, toy(4), precision=precision)
    assert found.numbers["idle"]["half_width"] <= precision


def test_vectors_rise_unless_told_and_obey_the_rules():
    cell = get_game("toycap").check(toy(2).cell(0))
    printed = printed_vector(cell, "head_start")
    assert printed == (4, 6)
    rising = neighbourhood(cell, "head_start", printed, 4, 2, any_order=False)
    assert rising[0] == printed
    assert all(a <= b and a in (0, 2, 4, 6, 8) for a, b in rising)
    assert max(b for _, b in rising) == 8  # 10 is not allowed by the rules
    loose = neighbourhood(cell, "head_start", printed, 4, 2, any_order=True)
    assert (8, 2) in loose
    assert set(rising) < set(loose)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        (toy(2, ("idle", "idle")), "named twice"),
        (toy(2, ()), "at least one strategy"),
        (toy(2, ("nobody",)), "unknown strategy"),
        (toy(2, reach=1, step=0), "step at least 1"),
        (toy(2, reach=1, step=2), "nothing to map"),
        (toy(2, parameter="pokers"), "no parameter pokers by seat"),
    ],
)
def test_impossible_questions_are_refused(study, settings, message):
    with pytest.raises(UsageError, match=message):
        study(balance, settings, games=10)
