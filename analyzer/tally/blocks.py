"""From the stored rows of a run to tallies over deals.

Cells of one run are read side by side, in pieces of a fixed number of deals: the sums then do not
depend on how the run was cut into parts, not even in the last digit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from analyzer.errors import UsageError
from analyzer.play.run import Run
from analyzer.statistics import BlockTally
from analyzer.tally.cell_tally import games_per_block

PIECE = 4096
"""Deals that are read at a time."""

Rows = Mapping[str, np.ndarray]
"""Columns by name, each of shape (games, seats)."""


@dataclass(frozen=True, slots=True)
class Quantity:
    """Something measured on every game.

    unit: what its numbers count; `share` for fractions of 1. values: from the rows of games, each
    column of shape (games, seats), to one number a game.
    """

    name: str
    unit: str
    columns: tuple[str, ...]
    values: Callable[[Rows], np.ndarray]


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
                part = next(self._parts)
                self._rest = {name: v.reshape(-1, self._seats) for name, v in part.items()}
            piece = {name: v[:wanted] for name, v in self._rest.items()}
            self._rest = {name: v[wanted:] for name, v in self._rest.items()}
            wanted -= len(next(iter(piece.values())))
            pieces.append(piece)
        return {name: np.concatenate([p[name] for p in pieces]) for name in pieces[0]}


def pieces(
    run: Run,
    cells: Sequence[int],
    columns: Sequence[str],
    deals: int | None = None,
    piece: int = PIECE,
) -> Iterator[list[dict[str, np.ndarray]]]:
    """Rows of several cells on the same deals: for every piece one set of columns a cell.

    deals: only so many from the first on; by default those that all cells have.
    """
    left = min(run.deals(cell) for cell in cells)
    if deals is not None:
        if deals > left:
            raise UsageError(f"{run.folder} has {left} of {deals} deals")
        left = deals
    streams = [_Stream(run, cell, columns) for cell in cells]
    while left:
        size = min(left, piece)
        yield [stream.take(size) for stream in streams]
        left -= size


def exact_wins(wins: np.ndarray) -> np.ndarray:
    """Shares of wins in double precision; the stored ones have single precision."""
    return np.asarray(1 / np.rint(1 / np.maximum(wins.astype(np.float64), 1e-9)) * (wins > 0))


def measured(rows: Rows, quantities: Sequence[Quantity]) -> np.ndarray:
    """(games, quantities)."""
    return np.column_stack([q.values(rows) for q in quantities]).astype(np.float64)


def deal_means(values: np.ndarray, games: int) -> np.ndarray:
    """Means over each deal of `games` games: from (games, k) to (deals, k)."""
    return np.asarray(values.reshape(-1, games, values.shape[1]).mean(axis=1))


def tally(
    run: Run,
    cells: Sequence[int],
    quantities: Sequence[Quantity],
    unit: int | None = None,
) -> BlockTally:
    """One tally of the quantities of the first cell, then those of the second, and so on.

    unit: in which every deal's mean is a whole number, if there is one.
    """
    columns = sorted({name for q in quantities for name in q.columns})
    total = BlockTally.empty(len(cells) * len(quantities), unit or 1)
    for piece in pieces(run, cells, columns):
        blocks = [
            deal_means(measured(rows, quantities), games_per_block(run.cells[cell]))
            for cell, rows in zip(cells, piece, strict=True)
        ]
        total += BlockTally.of_blocks(np.hstack(blocks), unit)
    return total
