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
    HandicapWorth,
    RaceStanding,
    handicap_worth,
    seats_test,
    unfairness,
)
from analyzer.studies.balance import BalanceSettings, Level, balance, make_sizes
from analyzer.studies.balance_results import _possible, balance_results
from analyzer.studies.common import Amount, Context
from analyzer.studies.vectors import neighbourhood, printed_vector
from analyzer.tally.blocks import exact_wins
from analyzer.wording import percent
from tests.statistics.synthetic import assert_rate


def toy(players=2, strategies=("idle",), **options):
    options = {"reach": 0, "parameter": "head_start", **options}
    return BalanceSettings("toycap", players, "short", strategies, **options)


def test_a_handicap_is_found_with_its_seat_and_direction(study):
    plant = (("head_start", "5,5,8,5"), ("stride", "0.1"))
    found = study(balance, toy(4, overrides=plant), games=3000)
    assert "seat 2 wins" in found.finding
    assert "unfair" in found.finding
    assert found.numbers["idle"]["p_value"] < 1e-6
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
    said = "more" if extra > 0 else "less"
    assert f"seat {seat} " in found.finding
    assert f"{said} than the fair 25 %" in found.finding
    seats = found.tables["seats"].set_index("seat")
    assert seats["low"][seat] > 0.25 if extra > 0 else seats["high"][seat] < 0.25


def level_of(wins, **options):
    tally = BlockTally.of_blocks(np.repeat(np.eye(len(wins)), wins, axis=0), 48)
    return Level("idle", tally, tally, tally, **options)


def test_a_seat_is_named_better_only_where_its_own_interval_says_so():
    """The test of all seats may know that they differ before any interval tells which one does."""
    printed = (5, 5, 5, 5)
    blurred = balance_results(toy(4), printed, [level_of([1080, 1080, 920, 920])])
    assert blurred.numbers["idle"]["p_value"] < 0.001
    clear = "seat 0 (the start player) wins 27.0 % (25.3 to 28.8), more than the fair 25 %"
    assert clear in blurred.finding
    unclear = balance_results(toy(4), printed, [level_of([1066, 1066, 934, 934])])
    assert unclear.numbers["idle"]["p_value"] < 0.01
    assert "which no seat's interval excludes" in unclear.finding


def test_an_interval_beside_the_fair_share_is_seen_to_exclude_it():
    share = Estimate(0.2546, 0.25032, 0.25903, 0.95, 62386)
    assert percent(share) == "25.5 % (25.0 to 25.9)"
    assert percent(share, 0.25) == "25.46 % (25.03 to 25.90)"


def model(advantage, log_odds):
    """A model that is sure of nothing; with these numbers it expects (4, 6) to be fair."""
    estimates = [[Estimate(x, -1.0, 1.0, 0.95, 9) for x in xs] for xs in (advantage, log_odds)]
    return HandicapWorth(np.array([5.0, 5.0]), *estimates, share=estimates[1], effects=np.eye(2))


def confirmed_level(before, after, **options):
    """A race of (5, 5) and (4, 6) won by the latter, and fresh games of both."""
    both = np.hstack([np.repeat(np.eye(2), wins, axis=0) for wins in (before, after)])
    options.setdefault("standing", RaceStanding(1, [0.0, 0.0], [1.0, 1.0], []))
    return level_of(
        [500, 500],
        vectors=[(5, 5), (4, 6), (4, 5)],
        tallies=[BlockTally.of_blocks(np.repeat(np.eye(2), [50, 50], axis=0), 48)] * 3,
        racing=[0, 1],
        worth=model([0.0, -0.2], [0.1, 0.1]),
        confirmed=BlockTally.of_blocks(both, 48),
        **options,
    )


@pytest.mark.parametrize(
    ("before", "after", "said", "is_claim"),
    [
        ([600, 400], [500, 500], "4,6 is fairer than the printed 5,5", True),
        ([515, 485], [500, 500], "it is not established to be fairer than 5,5", False),
        ([500, 500], [515, 485], "it did not come out fairer than 5,5", False),
        ([500, 500], [600, 400], "it is less fair than 5,5", True),
    ],
)
def test_fresh_games_decide_whether_the_vector_that_looked_fairest_is(
    before, after, said, is_claim
):
    found = balance_results(toy(reach=1), (5, 5), [confirmed_level(before, after)])
    assert any(said in text for text in (found.verdicts if is_claim else found.not_established))
    assert "(5,5 could not be ruled out as fairest)" in "".join(
        found.verdicts + found.not_established
    )


def test_who_is_out_at_the_last_look_is_no_rival():
    standing = RaceStanding(1, [2.0, 0.0], [1.0, 1.0], [0])
    found = balance_results(
        toy(reach=1), (5, 5), [confirmed_level([600, 400], [500, 500], standing=standing)]
    )
    assert found.numbers["idle"]["still_in_race"] == 1
    assert not any("ruled out" in text for text in found.verdicts + found.not_established)
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
        level = level_of(
            [1, 1, 1],
            vectors=vectors,
            tallies=tallies,
            racing=list(range(27)),
            standing=RaceStanding(0, [0.0] * 27, [1.0] * 27, []),
            worth=handicap_worth(vectors, tallies, (5, 5, 5)),
        )
        found += len(set(level.fairest)) == 1
        looks = [((tally.mean - 1 / 3) ** 2).sum() for tally in tallies]
        alone += len(set(vectors[int(np.argmin(looks))])) == 1
    assert found >= 36
    assert alone <= 24


def test_the_edge_of_the_map_is_said():
    found = balance_results(toy(reach=1), (5, 5), [confirmed_level([600, 400], [500, 500])])
    assert "The map ends at 4,6; --range 2 looks beyond it." in found.outlook


def test_the_fairest_vector_is_found_and_confirmed_with_fresh_games(study):
    found = study(balance, toy(2, overrides=(("stride", "0.3"),), reach=1), games=6000)
    fairest = found.numbers["idle"]["fairest"]
    assert fairest == [5, 5]
    assert found.numbers["idle"]["confirmation_p_value"] < 0.01
    assert "5,5 is fairer" in found.finding
    table = found.tables["confirmation"]
    assert set(table["role"]) == {"printed", "fairest"}
    assert set(table["n"]) == {6000}


def test_the_map_covers_the_neighbourhood_and_ends_hopeless_vectors_early(study):
    found = study(balance, toy(2, overrides=(("stride", "0.3"),), reach=2), games=6000)
    table = found.tables["map"].set_index("handicap")
    assert set(table.index) == {
        f"{a},{b}" for a, b in itertools.product(range(2, 7), range(4, 9)) if a <= b
    }
    assert table["is_printed"].sum() == table["is_fairest"].sum() == 1
    assert table["n"]["2,8"] < table["n"]["5,5"]
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
    start = "idle: one more step of head start is worth"
    (said,) = [text for text in found.verdicts if text.startswith(start)]
    assert said == f"{start} +1.8 percentage points (+0.5 to +3.2) to seat 0."
    (said,) = [text for text in found.not_established if text.startswith(start)]
    assert said == f"{start} +1.0 percentage points (-0.4 to +2.4) to seat 1."


def test_a_printed_vector_that_is_fairest_needs_no_confirmation(study):
    settings = toy(2, overrides=(("head_start", "5,5"), ("stride", "1.5")), reach=1)
    found = study(balance, settings, games=1000)
    assert found.numbers["idle"]["confirmation_p_value"] is None
    assert "confirmation" not in found.tables
    assert any("none was found fairer" in text for text in found.not_established)


def test_a_change_of_sign_with_skill_is_said(study):
    plant = (("head_start", "4,7"), ("stride", "0.2"))
    both = toy(2, ("idle", "clumsy"), overrides=plant)
    found = study(balance, both, games=2000)
    said = [text for text in found.verdicts if "changes its sign with skill" in text]
    assert len(said) == 1
    assert "seat 1 has an advantage among idle players" in said[0]
    same = study(balance, toy(2, ("idle", "equal"), overrides=plant), games=2000)
    assert not any("changes its sign" in text for text in same.verdicts)
    assert any("No seat was established to have an advantage" in t for t in same.not_established)


def test_what_is_not_established_says_how_precisely_it_is_known(study):
    found = study(balance, toy(2), games=1600)
    assert found.verdicts == []
    assert "known to ± 2.8 percentage points" in found.not_established[0]
    assert "needs" in found.outlook[0]


def test_the_outlook_has_every_level_and_what_the_study_would_play(study):
    found = study(balance, toy(2, ("idle", "strong"), reach=1), games=400)
    assert [text.split(": every seat's share")[0] for text in found.outlook] == ["idle", "strong"]
    printed, *others = found.further
    assert printed.games > 1500
    assert {phase.name for phase in others} == {"map-1", "confirm-1", "map-2", "confirm-2"}


@pytest.mark.parametrize("players", [2, 4])
def test_the_games_in_the_outlook_are_those_that_are_planned(study, players, tmp_path):
    found = study(balance, toy(players), games=700)
    said = re.search(r"needs ([\d,]+) \(--precision ([\d.]+)\)", found.outlook[0])
    games, precision = int(said[1].replace(",", "")), float(said[2])
    sizes = make_sizes(toy(players), Amount(precision=precision), Context(tmp_path, 1), 1)
    assert games == sizes["printed"] == found.further[0].games


def test_no_deviation_is_larger_than_possible():
    wins = BlockTally.of_blocks(np.eye(4)[[0] * 9 + [1]])
    size = unfairness(wins)
    assert size.largest.high == 0.75
    assert size.rms.high == 3**0.5 / 4


def test_a_tile_is_not_worth_more_than_the_whole_share():
    assert _possible(Estimate(0.2, -1.5, 1.2, 0.95, 9)) == Estimate(0.2, -1.0, 1.0, 0.95, 9)


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
