"""Stored rows of a run become tallies over deals.

Cells of one run are read side by side, in pieces of a fixed number of deals: the sums then do not
depend on how the run was cut into parts, not even in the last digit, and memory stays bounded.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import numpy as np

from analyzer.errors import UsageError
from analyzer.game import Quantity
from analyzer.playing.run import Run
from analyzer.statistics import BlockTally
from analyzer.tally.blocks import blocks_of, by_seat, columns_of_quantities
from analyzer.tally.cell_tally import games_per_block, tally_unit
from analyzer.tally.quantities import column_quantities

PIECE = 4096
"""Deals that are read at a time."""


class _Stream:
    """Rows of one cell, handed out deal by deal."""

    def __init__(self, run: Run, cell: int, columns: Sequence[str]) -> None:
        self._parts = run.rows(cell, list(dict.fromkeys(columns)))
        self._seats = run.cells[cell].players
        self._games = games_per_block(run.cells[cell])
        self._rest: dict[str, np.ndarray] = {}

    def take(self, deals: int) -> dict[str, np.ndarray]:
        """The rows of the next deals, which must be there."""
        wanted = deals * self._games
        pieces: list[dict[str, np.ndarray]] = []
        while wanted:
            if not self._rest or not len(next(iter(self._rest.values()))):
                self._rest = by_seat(next(self._parts), self._seats)
            piece = {name: v[:wanted] for name, v in self._rest.items()}
            self._rest = {name: v[wanted:] for name, v in self._rest.items()}
            wanted -= len(next(iter(piece.values())))
            pieces.append(piece)
        return {name: np.concatenate([p[name] for p in pieces]) for name in pieces[0]}


def pieces(
    run: Run, cells: Sequence[int], columns: Sequence[str], piece: int = PIECE
) -> Iterator[list[dict[str, np.ndarray]]]:
    """Rows of several cells on the deals that all of them have: one set of columns a cell."""
    left = min(run.deals(cell) for cell in cells)
    streams = [_Stream(run, cell, columns) for cell in cells]
    while left:
        size = min(left, piece)
        yield [stream.take(size) for stream in streams]
        left -= size


def tally(
    run: Run, cells: Sequence[int], quantities: Sequence[Quantity], unit: int | None = None
) -> BlockTally:
    """One tally of the quantities of the first cell, then those of the second, and so on.

    unit: in which every deal's mean is a whole number, if there is one.
    """
    total = BlockTally.empty(len(cells) * len(quantities), unit or 1)
    for piece in pieces(run, cells, columns_of_quantities(quantities)):
        blocks = [
            blocks_of(rows, quantities, games_per_block(run.cells[cell]))
            for cell, rows in zip(cells, piece, strict=True)
        ]
        total += BlockTally.of_blocks(np.hstack(blocks), unit)
    return total


def paired_tally(
    run: Run, cells: Sequence[int], column: str = "win", by: str | None = "seat"
) -> BlockTally:
    """One tally of a column in several cells on the same deals, their values side by side.

    by: `seat` or `strategy` gives one value for each of them, None one for the whole deal. Only
    the deals that all cells have; UsageError if the cells do not share their deals.
    """
    if not run.experiment.pairing and len(cells) > 1:
        raise UsageError(f"{run.folder} was played without pairing: no deals are shared")
    unit = math.lcm(*(tally_unit(run.cells[cell]) for cell in cells))
    found = tally(run, cells, column_quantities(column, run.cells[cells[0]].players, by), unit)
    if not found.count:
        raise UsageError(f"{run.folder} has no deals of these cells yet")
    return found
