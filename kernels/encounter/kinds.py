"""The kinds of strategy that the kernel plays, and the numbers that each of them reads."""

from __future__ import annotations

from typing import NamedTuple

from kernels.encounter.family.weights import FAMILY as FAMILY_NUMBERS
from kernels.encounter.numbers import Numbers
from kernels.encounter.planner.numbers import PLANNER as PLANNER_NUMBERS
from kernels.encounter.planner.numbers import ROLLOUTS as ROLLOUTS_NUMBERS
from kernels.encounter.value.numbers import LEARNED as LEARNED_NUMBERS
from kernels.encounter.value.numbers import SEARCH as SEARCH_NUMBERS

UNIFORM = 0
FAMILY = 1
PLANNER = 2
ROLLOUTS = 3
LEARNED = 4  # from here on, kinds with a network
SEARCH = 5


class KindOfStrategy(NamedTuple):
    """A policy: its number, its name, what it reads, and whether equals must be equal."""

    number: int
    name: str
    numbers: Numbers
    is_exact: bool = False
    """Whether its weights lie on a grid on which sums are exact, in whatever order they are made:
    kinds that compare many positions meet the same one by different roads."""


KINDS = (
    KindOfStrategy(UNIFORM, "uniform", Numbers()),
    KindOfStrategy(FAMILY, "family", FAMILY_NUMBERS),
    KindOfStrategy(PLANNER, "planner", PLANNER_NUMBERS, is_exact=True),
    KindOfStrategy(ROLLOUTS, "rollouts", ROLLOUTS_NUMBERS, is_exact=True),
    KindOfStrategy(LEARNED, "learned", LEARNED_NUMBERS, is_exact=True),
    KindOfStrategy(SEARCH, "search", SEARCH_NUMBERS, is_exact=True),
)
N_NUMBERS = max(kind.numbers.size for kind in KINDS)
"""Words of the vector of any strategy."""

WEIGHT_GRID = 2.0**-20
"""Of the weights of exact kinds. A weight times a count, and a weight times a weight times a
count, are whole multiples of its square; while they stay below 2^13 no sum of them is rounded."""
