"""The one aggregation: rows become means over deals, and these become tallies, by any group.

The games of one deal are not independent of each other, so what is counted is always the mean of a
quantity over the games of a deal: a *block*. A `BlockTally` is a value that adds; `Tallies` keeps
one for every group of deals.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from analyzer.errors import UsageError
from analyzer.game import Quantity
from analyzer.statistics import BlockTally

Rows = Mapping[str, np.ndarray]
"""Columns by name, each of shape (games, seats)."""


def by_seat(rows: Mapping[str, np.ndarray], players: int) -> dict[str, np.ndarray]:
    """Long columns, a row for every game and seat, as (games, seats)."""
    return {name: column.reshape(-1, players) for name, column in rows.items()}


def exact_wins(wins: np.ndarray) -> np.ndarray:
    """Shares of wins in double precision; the stored ones have single precision."""
    return np.asarray(1 / np.rint(1 / np.maximum(wins.astype(np.float64), 1e-9)) * (wins > 0))


def blocks_of(rows: Rows, quantities: Sequence[Quantity], games: int) -> np.ndarray:
    """Means of the quantities over each deal of `games` games: (deals, quantities)."""
    columns = [q.values(rows) for q in quantities]
    values = np.empty((len(columns[0]), len(columns)))
    for k, column in enumerate(columns):
        values[:, k] = column
    if games == 1:
        return values
    return np.asarray(values.reshape(-1, games, values.shape[1]).mean(axis=1))


def columns_of_quantities(quantities: Sequence[Quantity]) -> list[str]:
    """The columns that some quantities are made from."""
    return sorted({name for quantity in quantities for name in quantity.columns})


class Tallies(dict[Any, BlockTally]):
    """A tally for every group of deals."""

    def add(self, key: Any, blocks: np.ndarray, unit: int | None = None) -> None:
        """Adds blocks (deals, quantities) to a group."""
        new = BlockTally.of_blocks(blocks, unit)
        self[key] = self[key] + new if key in self else new

    def add_by(
        self, key: Any, codes: np.ndarray, blocks: np.ndarray, unit: int | None = None
    ) -> None:
        """Adds every block to the group (key, its code); codes (deals,)."""
        for code in np.unique(codes):
            self.add((key, int(code)), blocks[codes == code], unit)

    def add_rows(
        self, keys: Sequence[np.ndarray], deals: np.ndarray, values: Sequence[np.ndarray] = ()
    ) -> None:
        """Adds rows to the groups of their keys, tuples of whole numbers.

        All arrays are of shape (rows,). A block is what a group's rows of one deal add up to: the
        values, which are whole numbers, and last the number of rows.
        """
        if not len(deals):
            return
        rows, block = distinct([*keys, deals])
        sums = [np.bincount(block, column, len(rows)) for column in values]
        blocks = np.column_stack([*sums, np.bincount(block, minlength=len(rows))])
        groups, group = distinct([column[rows] for column in keys]) if keys else ([0], 0 * rows)
        order = np.argsort(group, kind="stable")
        ends = np.cumsum(np.bincount(group))[:-1]
        for at, own in zip(groups, np.split(blocks[order], ends), strict=True):
            self.add(tuple(int(column[rows[at]]) for column in keys), own)


def distinct(columns: Sequence[np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
    """The distinct combinations of values: a row that has each of them, and which each row has.

    columns: whole numbers, at least one of them, each of shape (rows,), rows > 0.
    """
    code, size = np.zeros(len(columns[0]), np.int64), 1
    for column in columns:
        low, high = int(column.min()), int(column.max())
        if size * (high - low + 1) >= 2**62:
            raise UsageError("too many values to group by; name fewer columns")
        code = code * (high - low + 1) + (column.astype(np.int64) - low)
        size *= high - low + 1
    if size > 8 * len(code) + 1000:
        _, rows, which = np.unique(code, return_index=True, return_inverse=True)
        return rows, which
    # Few possible codes: a table of them is much faster than sorting the rows.
    row_of = np.full(size, -1)
    row_of[code] = np.arange(len(code))
    occurs = row_of >= 0
    return row_of[occurs], (np.cumsum(occurs) - 1)[code]
