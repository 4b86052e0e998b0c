"""Features of a position: what they count, and that a weighted sum of them is its worth."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from analyzer.games.encounter.judge import Position
from analyzer.games.encounter.strategies import get_strategy
from kernels.encounter.family.features import fill_features
from kernels.encounter.family.weights import FAMILY
from kernels.encounter.family.worth import position_worth
from kernels.encounter.kinds import N_NUMBERS
from tests.judge.helpers import sketch
from tests.kernel.convert import state_of
from tests.kernel.wild import rules_of_any_kind, wild_position

NOT_FEATURES = {
    "win", "draft_denial", "run_dry", "tide", "lock_firm", "whim", "step",
    *(name for name in FAMILY.by_name if name.startswith("cell_")),
}  # fmt: skip
"""Weights of what is done, not of how things stand."""


def features(position: Position, seat: int = 0) -> dict[str, float]:
    """The features of a position by name."""
    out = np.full(N_NUMBERS, np.nan)
    fill_features(state_of(position), seat, out)
    return {name: float(out[number.place]) for name, number in FAMILY.by_name.items()}


def some(position: Position, *names: str) -> list[float]:
    told = features(position)
    return [told[name] for name in names]


@settings(max_examples=60)
@given(
    rules=rules_of_any_kind(),
    seed=st.integers(0, 2**32),
    name=st.sampled_from(["balanced", "tide"]),
)
def test_a_position_is_worth_the_weighted_sum_of_its_features(rules, seed, name):
    position = wild_position(Random(seed), rules)
    vector = get_strategy(name).vector()
    for seat in range(rules.n_players):
        told = features(position, seat)
        assert {n for n, value in told.items() if np.isnan(value)} == NOT_FEATURES
        places = {n: FAMILY.by_name[n].place for n in told if n not in NOT_FEATURES}
        total = sum(vector[place] * told[n] for n, place in places.items())
        worth = position_worth(state_of(position), seat, vector)
        assert worth == pytest.approx(total, rel=1e-9, abs=1e-9)


# White is worth 3 on the star sides: it beats yellow and orange, and pink and grey beat it.
CORAL = "Bc5w0 Bd5w Be5w Bd6w Be6w"


def test_an_own_coral():
    position = sketch(CORAL, hands=["ww"], larvae=["w"])
    assert some(position, "own_edible", "own_seed", "own_threat", "own_room") == [3, 12, 0, 4]
    assert some(position, "own_next") == [6]  # two more tiles can be laid, and both eaten
    assert some(position, "rival_edible", "rival_seed", "rival_threat") == [0, 0, 0]


def test_a_coral_that_a_rival_could_attack():
    attackers = " Be4p Bf4p"
    quiet = sketch(CORAL + attackers)
    assert some(quiet, "own_threat", "own_exposed") == [0, 0]
    armed = sketch(CORAL + attackers, larvae=["", "p"], hands=["", "p"])
    # Be5 lies beside pink; of the other open tiles Bd6 and Be6 lie beside empty cells only
    assert some(armed, "own_threat") == [3]
    assert some(armed, "own_exposed")[0] > 0


def test_a_rivals_coral_seen_by_its_attacker():
    tiles = CORAL.replace("w0", "w1") + " Be4p Bf4p"
    assert some(sketch(tiles), "rival_edible", "rival_seed", "rival_threat") == [3, 12, 0]
    assert some(sketch(tiles, larvae=["p"], hands=["p"]), "rival_threat") == [3]


def test_a_coral_of_nobody():
    assert some(sketch("Bc5w Bd5w Da3y"), "free_coral") == [6]  # a single tile is none


def test_what_is_behind_the_screen():
    position = sketch(hands=["wwwwwyyg"], larvae=["wyo"], consumed=["wwwwww"])
    pairs = ("pair", "pair_excess", "loose_tile", "loose_cube")
    assert some(position, *pairs) == [6, 0, 2, 2]  # four white, two yellow; cubes of y and o
    assert some(position, "pair_value") == [0]  # all colours are worth three
    assert some(position, "consumed", "consumed_excess") == [4, 2]


def test_points_and_tempo():
    position = sketch(parrotfish=["wwy", "ggg"], eaten=[1, 2])
    assert some(position, "points_firm", "points_open", "rival_points") == [3, 6, -9]
    assert some(position, "eaten", "rival_eaten", "haste") == [1, 2, 0]
    assert some(position, "shrimp_behind", "shrimp_guarding") == [3, 0]
