"""How far a run is, as a value that displays can show."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from analyzer.cells import Cell
from analyzer.playing.precision import running_shares

if TYPE_CHECKING:
    from analyzer.statistics import BlockTally, Estimate


@dataclass(frozen=True, slots=True)
class Progress:
    """A moment of a run.

    games: stored so far, of `total`, which is the most there can be where a precision is asked
    for. played: by this process, in `seconds`. `blocks` sums games of the running cell.
    """

    cell_index: int
    n_cells: int
    cell: Cell
    games: int
    total: int
    played: int
    seconds: float
    blocks: BlockTally
    precision: float | None

    @property
    def games_per_second(self) -> float:
        """Speed of this process so far, storage included."""
        return self.played / self.seconds if self.seconds > 0 else 0.0

    @property
    def seconds_left(self) -> float | None:
        """How long the rest takes at this speed; None while nothing has been played."""
        speed = self.games_per_second
        return (self.total - self.games) / speed if speed else None

    def shares(self) -> list[Estimate]:
        """Win shares of the running cell by seat, then by strategy where these rotate.

        The intervals are confidence sequences: they may be looked at again and again.
        """
        return running_shares(self.cell, self.blocks, self.precision)
