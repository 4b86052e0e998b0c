"""Tables of the numbers that strategies are made of: each is declared once, with its place.

A strategy of the kernel is a kind, a vector of numbers and, for some kinds, a network. What a
vector holds is told by the table of its kind. A kind that reads all that another kind reads, and
more, has a table that extends the other's: what they share has one place.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

NETWORK = 0
"""The first word of every vector: where the strategy's network begins in the call's networks."""


@dataclass(frozen=True, slots=True)
class Number:
    """One number: its place in the vector, its default, what it means, and what it may be."""

    place: int
    default: float
    text: str
    low: float = -math.inf
    high: float = math.inf
    is_whole: bool = False


class Numbers:
    """The numbers of a kind by name, in the order of their places."""

    def __init__(self, extended: Numbers | None = None) -> None:
        """An empty table, or one that begins with all numbers of another."""
        self.by_name: dict[str, Number] = dict(extended.by_name) if extended else {}

    @property
    def size(self) -> int:
        """Words of a vector, the network's included."""
        return 1 + len(self.by_name)

    def add(
        self,
        name: str,
        default: float,
        text: str,
        low: float = -math.inf,
        high: float = math.inf,
    ) -> int:
        """Declare the next number; its place. Any value will do unless bounds are given."""
        place = self.size
        self.by_name[name] = Number(place, default, text, low, high)
        return place

    def add_whole(self, name: str, default: int, text: str, low: int, high: int) -> int:
        """Declare the next number, a whole one; its place."""
        place = self.size
        self.by_name[name] = Number(place, default, text, low, high, is_whole=True)
        return place
