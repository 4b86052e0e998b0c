"""What a game must offer.

Everything above this line of the program (batch runs, studies, reports) knows games only through
the `Game` interface, so that a second game needs no change there.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from analyzer.cell import Cell

if TYPE_CHECKING:
    import numpy as np


@dataclass(frozen=True, slots=True)
class Column:
    """A column of the result table, which has one row for every game and seat.

    kind: `game` if all seats of a game share the value, `seat` otherwise. `categories` names the
    values of a coded column, in order. `label`: what sentences call it where its name says little.
    """

    name: str
    dtype: str
    kind: str
    description: str
    categories: tuple[str, ...] = ()
    label: str = ""


class Game(Protocol):
    """A game that can be simulated."""

    name: str
    title: str
    player_counts: tuple[int, ...]
    columns: tuple[Column, ...]
    kernel: str
    """The fingerprint of what plays the game: games of two kernels must not be mixed."""

    def check(self, cell: Cell) -> Cell:
        """The cell in canonical form; UsageError if it cannot be played."""
        ...

    def is_same(self, a: Cell, b: Cell) -> bool:
        """Whether two checked cells are the same game, however their rules are written."""
        ...

    def is_compiled(self, cell: Cell) -> bool:
        """Whether the cell is played without Python's lock: threads then need not wait."""
        ...

    def play(self, cell: Cell, seed: int, first: int, last: int) -> dict[str, np.ndarray]:
        """Games [first, last) as columns with one row for every game and seat, in order."""
        ...

    def record(self, cell: Cell, seed: int, game: int) -> dict[str, Any]:
        """The full record of one of those games."""
        ...
