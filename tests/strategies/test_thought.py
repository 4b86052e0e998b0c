"""What `search` makes of its budget."""

from __future__ import annotations

import numpy as np

from analyzer.cells import Cell
from analyzer.games.encounter.game import GAME
from analyzer.games.encounter.strategies import line_up_of
from kernels.encounter.policy import new_room
from kernels.encounter.value import numbers as V  # noqa: N812
from kernels.encounter.value.search import (
    N_SEARCH_WORDS,
    OUTER_NUMBERS,
    WIDE_CANDIDATES,
    WIDE_WIDTH,
    think_outside,
)


def numbers_of(spec: str) -> np.ndarray:
    """A strategy's numbers as the kernel has them."""
    cell = Cell("encounter", 2, "basic", (spec, spec))
    return line_up_of(GAME.line_up(cell)[:1])[1][0][: V.N_SEARCH_NUMBERS]


def found_by(spec: str) -> np.ndarray:
    """The numbers by which the turns to choose from are found."""
    _, scratch, _ = new_room()
    think_outside(numbers_of(spec), scratch)
    return scratch[OUTER_NUMBERS:N_SEARCH_WORDS].copy()


def test_a_small_budget_leaves_the_numbers_as_they_are():
    spec = "search:budget=639"
    assert (found_by(spec) == numbers_of(spec)).all()


def test_a_large_budget_chooses_from_more_turns_but_never_from_fewer_than_asked():
    found = found_by("search:budget=640:turns=64")
    assert found[V.WIDTH] == WIDE_WIDTH > numbers_of("search")[V.WIDTH]
    assert found[V.CANDIDATES] == WIDE_CANDIDATES > numbers_of("search")[V.CANDIDATES]
    assert found[V.N_TURNS] == 64
    assert found[V.BUDGET] == 640
