"""Kinds of strategy: which policy plays, and what its numbers are called."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol


class Number(Protocol):
    """A number that a policy reads: its place in the vector, its default, and what it may be."""

    @property
    def place(self) -> int:
        """Where it stands."""

    @property
    def default(self) -> float:
        """What it is where nothing is said."""

    @property
    def text(self) -> str:
        """What it means."""

    @property
    def low(self) -> float:
        """The least it may be."""

    @property
    def high(self) -> float:
        """The most it may be."""

    @property
    def is_whole(self) -> bool:
        """Whether it must be a whole number."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A policy and the numbers it reads by name.

    number: what the game's kernel calls it. weights: those of its numbers that say what a position
    is worth, and that tuning can move. is_learned: it judges by a network.
    """

    name: str
    number: int
    numbers: Mapping[str, Number] = field(default_factory=dict)
    weights: tuple[str, ...] = ()
    is_learned: bool = False

    @property
    def parameters(self) -> Mapping[str, Number]:
        """Its numbers that are no weights."""
        return {name: each for name, each in self.numbers.items() if name not in self.weights}

    def default_numbers(self) -> dict[str, float]:
        """Every number of the kind by name, with its default."""
        return {name: each.default for name, each in self.numbers.items()}

    def objection(self, name: str, value: float) -> str | None:
        """Why a number cannot have a value, None if it can."""
        if name not in self.numbers:
            return None
        each = self.numbers[name]
        if each.low <= value <= each.high and (not each.is_whole or value == int(value)):
            return None
        number = "whole number" if each.is_whole else "number"
        return f"is not a {number} from {each.low:g} to {each.high:g}"


PYTHON = Kind("python", -1)
"""Strategies in plain Python, which no policy of a kernel plays."""
