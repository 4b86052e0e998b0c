"""The strategies that ship with Reef: their order of strength, and that characters differ."""

from __future__ import annotations

import numpy as np
import pytest

from analyzer.cells import Cell
from analyzer.errors import UsageError
from analyzer.games.reef.strategies import LINE_UP, line_up_of
from kernels.reef.family import weights as family
from kernels.reef.planner import weights as planner
from tests.reef.cells import GAME

CHARACTERS = ("hoarder", "matcher", "rusher", "spoiler", "spreader", "stacker")


def means(*line_up: str, games: int = 200) -> dict[str, float]:
    """Mean of every number at the seats of the first strategy, seats rotated."""
    cell = GAME.check(Cell("reef", len(line_up), "printed", line_up, rotate=True))
    rows = GAME.play(cell, 5, 0, games - games % len(line_up))
    return {name: float(v[rows["strategy"] == 0].mean()) for name, v in rows.items()}


def test_who_ships():
    assert set(LINE_UP.names()) == {*CHARACTERS, "random", "balanced", "planner", "search"}


def test_places_and_defaults_are_the_kernels():
    kinds, weights = line_up_of(
        [LINE_UP.get("stacker"), LINE_UP.get("search"), LINE_UP.get("random")]
    )
    assert kinds.tolist() == [1, 3, 0]
    assert weights[0, family.HIGH_3] == 1.2
    assert weights[0, family.POINTS] == family.WEIGHTS["points"][0]
    assert weights[0, planner.CHOICES :].sum() == 0
    assert weights[1, planner.BUDGET] == LINE_UP.get("search").numbers["budget"]
    assert not weights[2].any()


@pytest.mark.parametrize("players", [2, 3, 4])
def test_balanced_beats_random(players):
    assert means("balanced", *["random"] * (players - 1))["win"] > 0.97


def test_the_planner_beats_balanced():
    assert means("planner", "balanced", games=300)["win"] > 0.57


def test_characters_do_what_their_names_say():
    told = {name: means(name, "balanced") for name in CHARACTERS}

    def most(column: str) -> str:
        return max(told, key=lambda name: told[name][column])

    assert most("tie_fours") == "stacker"
    assert most("tie_covered") == "spreader"
    assert min(told, key=lambda name: told[name]["turns"]) == "rusher"
    assert np.ptp([each["score"] for each in told.values()]) > 10


@pytest.mark.parametrize(
    ("spec", "reason"),
    [
        ("balancd", "unknown strategy 'balancd'; did you mean balanced?"),
        ("balanced:budget=3", "strategy balanced has no budget"),
        ("search:budget=0", "budget=0 is not a whole number from 1 to 1e"),
        ("planner:next_share=2", "next_share=2 is not a number from 0 to 1"),
    ],
)
def test_impossible_specs_get_one_line(spec, reason):
    with pytest.raises(UsageError) as error:
        LINE_UP.get(spec)
    assert reason in str(error.value)
