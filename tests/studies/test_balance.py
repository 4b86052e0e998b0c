"""`reef balance` finds planted handicaps and is quiet where there are none."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from analyzer.errors import UsageError
from analyzer.games import get_game
from analyzer.statistics import BlockTally, Estimate, unfairness
from analyzer.studies.balance import BalanceSettings, balance
from analyzer.studies.balance_results import _possible
from analyzer.studies.vectors import neighbourhood, printed_vector


def toy(players=2, strategies=("random",), **options):
    options.setdefault("reach", 0)
    return BalanceSettings("toy", players, "basic", strategies, **options)


def test_a_handicap_is_found_with_its_seat_and_direction(study):
    plant = (("start_tiles", "5,5,8,5"), ("tile", "0.1"))
    found = study(balance, toy(4, overrides=plant), games=3000)
    assert "seat 2 wins" in found.finding
    assert "unfair" in found.finding
    assert found.numbers["random"]["p_value"] < 1e-6
    seats = found.tables["seats"].set_index("seat")
    assert seats["low"][2] > 0.25
    assert (seats["high"].drop(2) < 0.25).all()
    assert found.numbers["random"]["largest_deviation"][0] == pytest.approx(
        abs(seats["share"] - 0.25).max()
    )


def test_scores_and_places_by_seat_are_told(study):
    plant = (("start_tiles", "5,8"), ("tile", "0.1"))
    means = study(balance, toy(2, overrides=plant), games=4000).tables["seat_means"]
    by = means.set_index(["quantity", "seat"])
    assert by["mean"]["score", 1] - by["mean"]["score", 0] == pytest.approx(3, abs=0.7)
    assert by["mean"]["rank", 0] > 1.5 > by["mean"]["rank", 1]
    assert (by["low"] < by["mean"]).all()


def test_equal_seats_are_called_unequal_at_the_nominal_rate(study):
    quiet = toy(3)
    rejected = sum(
        study(balance, quiet, seed=seed, games=120).numbers["random"]["p_value"] <= 0.05
        for seed in range(80)
    )
    assert 1 <= rejected <= 10  # 4 expected; outside with probability 2 %


def test_equal_seats_of_the_real_game_are_mostly_left_in_peace(study):
    settings = BalanceSettings(
        "encounter", 2, "basic", ("random",), (("start_tiles", "6,6"),), reach=0
    )
    p_values = [
        study(balance, settings, seed=seed, games=150).numbers["random"]["p_value"]
        for seed in range(10)
    ]
    assert sum(p <= 0.05 for p in p_values) <= 2


def test_extra_tiles_of_the_real_game_are_found(study):
    plant = (("start_tiles", "12,9"),)
    settings = BalanceSettings("encounter", 2, "basic", ("balanced",), plant, reach=0)
    found = study(balance, settings, games=2500)
    assert "seat 0 (the start player) wins" in found.finding
    assert found.tables["seats"]["low"][0] > 0.5


def test_the_fairest_vector_is_found_and_confirmed_with_fresh_games(study):
    found = study(balance, toy(2, overrides=(("tile", "0.3"),), reach=1), games=6000)
    fairest = found.numbers["random"]["fairest"]
    assert fairest == [5, 5]
    assert found.numbers["random"]["confirmation_p_value"] < 0.01
    assert "5,5 is fairer" in found.finding
    table = found.tables["confirmation"]
    assert set(table["role"]) == {"printed", "fairest"}
    assert set(table["n"]) == {6000}


def test_the_map_covers_the_neighbourhood_and_ends_hopeless_vectors_early(study):
    found = study(balance, toy(2, overrides=(("tile", "0.3"),), reach=2), games=6000)
    table = found.tables["map"].set_index("start_tiles")
    assert set(table.index) == {
        f"{a},{b}" for a, b in itertools.product(range(2, 7), range(4, 9)) if a <= b
    }
    assert table["is_printed"].sum() == table["is_fairest"].sum() == 1
    assert table["n"]["2,8"] < table["n"]["5,5"]
    assert not table["is_in_race"]["2,8"]
    assert table["unfairness"]["2,8"] > 0.3


def test_the_worth_of_a_tile_is_told_for_every_seat(study):
    found = study(balance, toy(2, overrides=(("tile", "0.1"),), reach=1), games=8000)
    worth = found.tables["worth"].set_index("seat")
    # One tile moves the difference of two scores by 0.1, whose standard deviation is 1.4.
    for seat in (0, 1):
        assert worth["low"][seat] < 0.1 / 1.4 * 0.3989 < worth["high"][seat]
    assert any("one more start tile is worth" in text for text in found.verdicts)


def test_a_printed_vector_that_is_fairest_needs_no_confirmation(study):
    settings = toy(2, overrides=(("start_tiles", "5,5"), ("tile", "1.5")), reach=1)
    found = study(balance, settings, games=1000)
    assert found.numbers["random"]["confirmation_p_value"] is None
    assert "confirmation" not in found.tables
    assert any("none was found fairer" in text for text in found.not_established)


def test_a_change_of_sign_with_skill_is_said(study):
    plant = (("start_tiles", "4,7"), ("tile", "0.2"))
    both = toy(2, ("random", "clumsy"), overrides=plant)
    found = study(balance, both, games=2000)
    said = [text for text in found.verdicts if "changes its sign with skill" in text]
    assert len(said) == 1
    assert "seat 1 has an advantage among random players" in said[0]
    same = study(balance, toy(2, ("random", "equal"), overrides=plant), games=2000)
    assert not any("changes its sign" in text for text in same.verdicts)
    assert any("No seat was established to have an advantage" in t for t in same.not_established)


def test_what_is_not_established_says_how_precisely_it_is_known(study):
    found = study(balance, toy(2), games=1600)
    assert found.verdicts == []
    assert "known to ± 2.8 percentage points" in found.not_established[0]
    assert "needs" in found.outlook[0]


def test_the_outlook_has_every_level_and_what_the_study_would_play(study):
    found = study(balance, toy(2, ("random", "strong"), reach=1), games=400)
    assert [text.split(": every seat's share")[0] for text in found.outlook] == ["random", "strong"]
    printed, *others = found.further
    assert printed.games > 1500
    assert {phase.name for phase in others} == {"map-1", "confirm-1", "map-2", "confirm-2"}


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
    assert found.numbers["random"]["half_width"] <= precision


def test_vectors_rise_unless_told_and_obey_the_rules():
    cell = get_game("toy").check(toy(2).cell(0))
    printed = printed_vector(cell, "start_tiles")
    assert printed == (4, 6)
    rising = neighbourhood(cell, "start_tiles", printed, 4, 2, any_order=False)
    assert rising[0] == printed
    assert all(a <= b and a in (0, 2, 4, 6, 8) for a, b in rising)
    assert max(b for _, b in rising) == 8  # 10 is not allowed by the rules
    loose = neighbourhood(cell, "start_tiles", printed, 4, 2, any_order=True)
    assert (8, 2) in loose
    assert set(rising) < set(loose)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        (toy(2, ("random", "random")), "named twice"),
        (toy(2, ()), "at least one strategy"),
        (toy(2, ("nobody",)), "unknown strategy"),
        (toy(2, reach=1, step=0), "step at least 1"),
        (toy(2, parameter="pokers"), "no column pokers"),
    ],
)
def test_impossible_questions_are_refused(study, settings, message):
    with pytest.raises(UsageError, match=message):
        study(balance, settings, games=10)
