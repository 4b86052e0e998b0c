"""The one aggregation: rows become means over deals, and these become tallies, by any group.

The games of one deal are not independent of each other, so what is counted is always the mean of a
quantity over the games of a deal: a *block*. A `BlockTally` is a value that adds; `Tallies` keeps
one for every group of deals.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

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
    values = np.column_stack([q.values(rows) for q in quantities]).astype(np.float64)
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
