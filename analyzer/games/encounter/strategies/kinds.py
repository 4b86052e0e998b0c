"""Kinds of strategy: which policy of the kernel plays, and what its numbers are called."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from kernels.encounter import kinds as kernel
from kernels.encounter.family.weights import FAMILY, NAMES
from kernels.encounter.numbers import Number, Numbers

DEFAULT_WEIGHTS: Mapping[str, float] = {name: each.default for name, each in FAMILY.by_name.items()}
WEIGHT_TEXTS: Mapping[str, str] = {name: each.text for name, each in FAMILY.by_name.items()}


@dataclass(frozen=True, slots=True)
class Kind:
    """A policy of the kernel with the table of its numbers."""

    name: str
    number: int
    table: Numbers = field(default_factory=Numbers)
    is_exact: bool = False

    @property
    def is_learned(self) -> bool:
        """Whether it judges by a network."""
        return self.number >= kernel.LEARNED

    @property
    def weights(self) -> tuple[str, ...]:
        """Names of the family's weights, if it reads them."""
        return tuple(name for name in NAMES if name in self.table.by_name)

    @property
    def parameters(self) -> Mapping[str, Number]:
        """Its further numbers by name."""
        return {name: each for name, each in self.table.by_name.items() if name not in NAMES}

    def default_numbers(self) -> dict[str, float]:
        """Every number of the kind by name, with its default."""
        return {name: each.default for name, each in self.table.by_name.items()}

    def place(self, name: str) -> int:
        """Where a number stands in the kernel's vector."""
        return self.table.by_name[name].place

    def as_read(self, name: str, value: float) -> float:
        """A number as the kernel reads it: weights of exact kinds lie on a fine grid."""
        if self.is_exact and name in NAMES:
            return round(value / kernel.WEIGHT_GRID) * kernel.WEIGHT_GRID
        return value

    def objection(self, name: str, value: float) -> str | None:
        """Why a number cannot have a value, None if it can."""
        if name not in self.table.by_name:
            return None
        each = self.table.by_name[name]
        if each.low <= value <= each.high and (not each.is_whole or value == int(value)):
            return None
        number = "whole number" if each.is_whole else "number"
        return f"is not a {number} from {each.low:g} to {each.high:g}"


KINDS: Mapping[str, Kind] = {
    each.name: Kind(each.name, each.number, each.numbers, each.is_exact) for each in kernel.KINDS
}

PYTHON = Kind("python", -1)
"""Strategies in plain Python, which no policy of the kernel plays."""


def nearest(word: str, known: Iterable[str]) -> str:
    """The end of a complaint about an unknown word: what may have been meant, or what there is."""
    known = list(known)
    near = difflib.get_close_matches(word, known, n=1)
    if near:
        return f"; did you mean {near[0]}?"
    return f"; known are {', '.join(known)}" if known else "; there are none"
