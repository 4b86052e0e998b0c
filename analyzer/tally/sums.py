"""Sums over the games of one cell, enough for every table of a report.

Memory does not depend on the number of games: tallies over deals, and counts of small whole
numbers. Columns that a game or an older run does not have are left out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from analyzer.cell import Cell
from analyzer.games import get_game
from analyzer.statistics import BlockTally
from analyzer.tally.cell_tally import (
    COUNTS,
    empty_tally,
    games_per_block,
    layout,
    tally_rows,
    tally_unit,
)

VERSION = 1
"""Raised whenever the same games would give other sums, so that stored ones are not used."""
N_DECIDED = 10
"""Classes of the moment in which the lead was settled."""

Rows = Mapping[str, np.ndarray]

ACTIONS = (
    "growths",
    "attacks_made",
    "attacks_suffered",
    "extra_growths",
    "corals_eaten",
    "locks",
    "space_algas",
    "flips",
    "larva_exchanges",
    "tile_exchanges",
)
"""Columns that count what a seat did; compared between winners and others where they exist."""


def needed_columns(available: Sequence[str]) -> list[str]:
    """The columns that the sums read, of those there are."""
    fixed = {"win", "score", "strategy", "turns", "winners", "ended_by", "rank", "lead_changes"}
    fixed |= {"decided_turn", "rocks", "side", "first_space", *COUNTS.values(), *ACTIONS}
    prefixes = ("fish_", "value_", "score_r")
    return [name for name in available if name in fixed or name.startswith(prefixes)]


def setup_columns(cell: Cell, available: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """Columns that name a choice of the set-up, with the names of their values."""
    return {
        column.name: column.categories
        for column in get_game(cell.game).columns
        if column.kind == "game"
        and column.categories
        and column.name != "ended_by"
        and column.name in available
    }


def compared_columns(available: Sequence[str]) -> list[str]:
    """Columns whose means are compared between winners and others."""
    fish = [name for name in available if name.startswith("fish_")]
    return fish + [name for name in ACTIONS if name in available]


def checkpoint_columns(available: Sequence[str]) -> list[str]:
    """Columns with the points after a round, in order of the rounds."""
    found = [name for name in available if name.startswith("score_r") and name[7:].isdigit()]
    return sorted(found, key=lambda name: int(name[7:]))


def comparison_layout(available: Sequence[str]) -> list[str]:
    """Names of the quantities in the tally that compares winners and others."""
    names = ["winner:seats", "other:seats"]
    for column in compared_columns(available):
        names += [f"winner:{column}", f"other:{column}"]
    for column in checkpoint_columns(available):
        names += [f"winner:{column}", f"winners:{column}", f"best:{column}", f"bests:{column}"]
    return names


@dataclass(slots=True)
class CellSums:
    """The sums of one cell; `add` takes the rows of whole deals."""

    cell: Cell
    columns: tuple[str, ...]
    tally: BlockTally
    comparison: BlockTally
    setups: dict[str, BlockTally] = field(default_factory=dict)
    counts: dict[str, np.ndarray] = field(default_factory=dict)

    @classmethod
    def empty(cls, cell: Cell, columns: Sequence[str]) -> CellSums:
        """The sums of no games, for rows with those columns."""
        size = len(comparison_layout(columns))
        blank = BlockTally.empty(size, games_per_block(cell))
        return cls(cell, tuple(columns), empty_tally(cell), blank)

    @property
    def games(self) -> int:
        """Games summed up."""
        return self.tally.count * games_per_block(self.cell)

    def add(self, rows: Rows) -> None:
        """Adds the rows of whole deals."""
        self.tally += tally_rows(self.cell, rows)
        self.comparison += self._compared(rows)
        self._add_setups(rows)
        for name, counted in _counts(self.cell.players, rows).items():
            self.counts[name] = added(self.counts.get(name), counted)

    def _blocks(self, games: np.ndarray) -> np.ndarray:
        """Means over each deal of values (games, quantities)."""
        size = games_per_block(self.cell)
        blocks: np.ndarray = games.reshape(-1, size, games.shape[1]).mean(axis=1)
        return blocks

    def _compared(self, rows: Rows) -> BlockTally:
        n = self.cell.players
        is_winner = rows["rank"].reshape(-1, n) == 1
        values = [is_winner.sum(axis=1), n - is_winner.sum(axis=1)]
        for name in compared_columns(self.columns):
            column = rows[name].reshape(-1, n)
            won = np.where(is_winner, column, 0).sum(axis=1)
            values += [won, column.sum(axis=1) - won]
        for name in checkpoint_columns(self.columns):
            column = rows[name].reshape(-1, n)
            is_alive = column[:, 0] >= 0
            has_other = is_alive & ~is_winner.all(axis=1)
            best = np.where(is_winner, -1, column).max(axis=1)
            values += [
                np.where(is_winner & is_alive[:, np.newaxis], column, 0).sum(axis=1),
                is_alive * is_winner.sum(axis=1),
                np.where(has_other, best, 0),
                has_other,
            ]
        games = np.column_stack(values).astype(np.float64)
        return BlockTally.of_blocks(self._blocks(games), games_per_block(self.cell))

    def _add_setups(self, rows: Rows) -> None:
        """Tallies seat 0's share of the wins by each value of each choice of the set-up."""
        n, size = self.cell.players, games_per_block(self.cell)
        shares = rows["win"].reshape(-1, n)[:, :1].astype(np.float64)
        shares = np.where(shares > 0, 1 / np.rint(1 / np.maximum(shares, 1e-9)), 0)
        blocks = self._blocks(shares)
        unit = tally_unit(self.cell)
        for name in setup_columns(self.cell, self.columns):
            codes = rows[name].reshape(-1, n)[::size, 0]
            for code in np.unique(codes):
                key = f"{name}:{int(code)}"
                tally = BlockTally.of_blocks(blocks[codes == code], unit)
                self.setups[key] = self.setups[key] + tally if key in self.setups else tally

    # --- storing -----------------------------------------------------------------------------

    def as_arrays(self) -> dict[str, np.ndarray]:
        """The sums as named arrays."""
        arrays = {f"count/{name}": values for name, values in self.counts.items()}
        tallies = {"tally": self.tally, "comparison": self.comparison}
        tallies |= {f"setup/{key}": tally for key, tally in self.setups.items()}
        for name, tally in tallies.items():
            arrays[f"{name}/total"] = tally.total
            arrays[f"{name}/outer"] = tally.outer
            arrays[f"{name}/size"] = np.array([tally.count, tally.unit])
        arrays["columns"] = np.array(self.columns)
        return arrays

    @classmethod
    def from_arrays(cls, cell: Cell, arrays: Mapping[str, np.ndarray]) -> CellSums:
        """The sums that `as_arrays` described."""

        def tally(name: str) -> BlockTally:
            count, unit = (int(x) for x in arrays[f"{name}/size"])
            return BlockTally(count, arrays[f"{name}/total"], arrays[f"{name}/outer"], unit)

        setups = {
            name.split("/")[1]: tally(name.removesuffix("/size"))
            for name in arrays
            if name.startswith("setup/") and name.endswith("/size")
        }
        counts = {n.split("/")[1]: v for n, v in arrays.items() if n.startswith("count/")}
        columns = tuple(str(name) for name in arrays["columns"])
        return cls(cell, columns, tally("tally"), tally("comparison"), setups, counts)


def _counts(n: int, rows: Rows) -> dict[str, np.ndarray]:
    """How often each small whole number occurred, by quantity."""
    turns = rows["turns"].reshape(-1, n)[:, 0].astype(np.int64)
    score = np.maximum(rows["score"].reshape(-1, n), 0).astype(np.int64)
    ordered = np.sort(score, axis=1)
    counts = {
        "turns": np.bincount(turns),
        "margin": np.bincount(ordered[:, -1] - ordered[:, -2]),
        **{f"score {seat}": np.bincount(score[:, seat]) for seat in range(n)},
    }
    if "decided_turn" in rows:
        decided = rows["decided_turn"].reshape(-1, n)[:, 0].astype(np.int64)
        classes = np.clip(N_DECIDED * decided // np.maximum(turns, 1), 0, N_DECIDED - 1)
        counts["decided"] = np.bincount(classes, minlength=N_DECIDED)
    if "lead_changes" in rows:
        changes = rows["lead_changes"].reshape(-1, n)[:, 0].astype(np.int64)
        counts["lead_changes"] = np.bincount(changes)
    for name in rows:
        if name.startswith("value_"):
            counts[name] = np.bincount(rows[name].reshape(-1, n)[:, 0].astype(np.int64))
    return counts


def added(old: np.ndarray | None, new: np.ndarray) -> np.ndarray:
    """The sum of two arrays of counts, the shorter one filled up with zeros."""
    if old is None:
        return new
    longer, shorter = (old, new) if len(old) >= len(new) else (new, old)
    total: np.ndarray = longer.copy()
    total[: len(shorter)] += shorter
    return total


def tally_part(sums: CellSums, name: str) -> BlockTally:
    """The part of the main tally with the quantities of one name."""
    at = layout(sums.cell)[name]
    return sums.tally.subset(range(at.start, at.stop))
