"""The strategies that ship with Reef: their order of strength, and that characters differ."""

from __future__ import annotations

import numpy as np
import pytest

from analyzer.cells import Cell
from analyzer.errors import UsageError
from analyzer.games.reef.strategies import LINE_UP, line_up_of
from kernels.reef.family import weights as family
from kernels.reef.planner import weights as planner
from kernels.reef.value import numbers as learned
from tests.reef.cells import GAME

CHARACTERS = ("hoarder", "matcher", "rusher", "spoiler", "spreader", "stacker")


def means(*line_up: str, games: int = 200) -> dict[str, float]:
    """Mean of every number at the seats of the first strategy, seats rotated."""
    cell = GAME.check(Cell("reef", len(line_up), "printed", line_up, rotate=True))
    rows = GAME.play(cell, 5, 0, games - games % len(line_up))
    return {name: float(v[rows["strategy"] == 0].mean()) for name, v in rows.items()}


def test_who_ships():
    learned = ("adept", "expert", "search")
    assert set(LINE_UP.names()) == {*CHARACTERS, "random", "balanced", "planner", *learned}


def test_places_and_defaults_are_the_kernels():
    names = ("stacker", "search", "random", "adept")
    kinds, weights, networks = line_up_of([LINE_UP.get(name) for name in names])
    assert kinds.tolist() == [1, 4, 0, 3]
    assert weights[0, family.HIGH_3] == 1.2
    assert weights[0, family.POINTS] == family.WEIGHTS["points"][0]
    assert weights[0, planner.CHOICES :].sum() == 0
    assert weights[1, learned.BUDGET] == LINE_UP.get("search").numbers["budget"]
    assert not weights[2].any()
    assert networks.size == LINE_UP.get("adept").network.size  # the two share one


@pytest.mark.parametrize("players", [2, 3, 4])
def test_balanced_beats_random(players):
    assert means("balanced", *["random"] * (players - 1))["win"] > 0.97


def test_the_planner_beats_balanced():
    assert means("planner", "balanced", games=300)["win"] > 0.57


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_expert_beats_the_planner(players):
    assert means("expert", *["planner"] * (players - 1), games=240)["win"] > 1.1 / players


def test_search_beats_the_planner():
    assert means("search:budget=40", "planner", games=20)["win"] > 0.5


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
