"""Sums over the games of one cell, enough for every table of a report.

Memory does not depend on the number of games: tallies over deals, and counts of small whole
numbers. Columns that a game or an older run does not have are left out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from analyzer.cells import Cell
from analyzer.game import DISTRIBUTION, WINNERS, Quantity, checkpoint_rounds, setup_columns
from analyzer.games import get_game
from analyzer.statistics import BlockTally
from analyzer.tally.blocks import Rows, Tallies, blocks_of, by_seat
from analyzer.tally.cell_tally import (
    empty_tally,
    games_per_block,
    tallied_columns,
    tally_part,
    tally_rows,
    tally_unit,
)
from analyzer.tally.quantities import win_of_seat

VERSION = 2
"""Raised whenever the same games would give other sums, so that stored ones are not used."""
N_DECIDED = 10
"""Classes of the moment in which the lead was settled."""
_COURSE = ("rank", "lead_changes", "decided_turn")


def needed_columns(game_name: str, available: Sequence[str]) -> list[str]:
    """The columns that the sums read, of those there are."""
    game = get_game(game_name)
    wanted = {*tallied_columns(game), *_COURSE, *setup_columns(game)}
    wanted |= {*checkpoint_rounds(game.columns), *(c.name for c in game.columns if c.group)}
    return [name for name in available if name in wanted]


def grouped_columns(cell: Cell, available: Sequence[str], shows: str) -> list[str]:
    """The columns of all groups that are shown in one way, group by group."""
    game = get_game(cell.game)
    groups = [group.name for group in game.groups if group.shows == shows]
    return [c.name for g in groups for c in game.columns if c.group == g and c.name in available]


def checkpoints(cell: Cell, available: Sequence[str]) -> dict[str, int]:
    """Columns with the points after a round, and the rounds, in order."""
    found = checkpoint_rounds(get_game(cell.game).columns)
    return {name: after for name, after in found.items() if name in available}


def _of_winners(name: str, value: Callable[[Rows, np.ndarray], np.ndarray]) -> Quantity:
    """A quantity that needs to know which seats won."""
    return Quantity(name, "", ("rank",), lambda rows: value(rows, rows["rank"] == 1))


def _split_column(column: str) -> list[Quantity]:
    """A column added over the winners of a game, and over the others."""
    return [
        _of_winners(f"winner:{column}", lambda r, won: np.where(won, r[column], 0).sum(axis=1)),
        _of_winners(f"other:{column}", lambda r, won: np.where(won, 0, r[column]).sum(axis=1)),
    ]


def _split_checkpoint(column: str) -> list[Quantity]:
    """Points after a round of the winners and of the best other, and how many there are of both;
    games that were over by then count as none."""

    def is_alive(rows: Rows) -> np.ndarray:
        return np.asarray(rows[column][:, 0] >= 0)

    def has_other(rows: Rows, won: np.ndarray) -> np.ndarray:
        return np.asarray(is_alive(rows) & ~won.all(axis=1))

    def of_winners(rows: Rows, won: np.ndarray) -> np.ndarray:
        return np.asarray(is_alive(rows) * np.where(won, rows[column], 0).sum(axis=1))

    def of_best(rows: Rows, won: np.ndarray) -> np.ndarray:
        best = np.where(won, -1, rows[column]).max(axis=1)
        return np.where(has_other(rows, won), best, 0)

    return [
        _of_winners(f"winner:{column}", of_winners),
        _of_winners(f"winners:{column}", lambda r, won: is_alive(r) * won.sum(axis=1)),
        _of_winners(f"best:{column}", of_best),
        _of_winners(f"bests:{column}", has_other),
    ]


def comparison_quantities(cell: Cell, available: Sequence[str]) -> list[Quantity]:
    """What the tally that compares winners and others holds."""
    found = [
        _of_winners("winner:seats", lambda _, won: won.sum(axis=1)),
        _of_winners("other:seats", lambda _, won: (~won).sum(axis=1)),
    ]
    for column in grouped_columns(cell, available, WINNERS):
        found += _split_column(column)
    for column in checkpoints(cell, available):
        found += _split_checkpoint(column)
    return found


@dataclass(slots=True)
class CellSums:
    """The sums of one cell; `add` takes the rows of whole deals."""

    cell: Cell
    columns: tuple[str, ...]
    tally: BlockTally
    comparison: BlockTally
    setups: Tallies = field(default_factory=Tallies)
    counts: dict[str, np.ndarray] = field(default_factory=dict)

    @classmethod
    def empty(cls, cell: Cell, columns: Sequence[str]) -> CellSums:
        """The sums of no games, for rows with those columns."""
        size = len(comparison_quantities(cell, columns))
        blank = BlockTally.empty(size, games_per_block(cell))
        return cls(cell, tuple(columns), empty_tally(cell), blank)

    @property
    def games(self) -> int:
        """Games summed up."""
        return self.tally.count * games_per_block(self.cell)

    def part(self, name: str) -> BlockTally:
        """The quantities of one name, out of the main tally."""
        return tally_part(self.cell, self.tally, name)

    def compared(self) -> dict[str, int]:
        """Where each quantity stands in the tally that compares winners and others."""
        names = [q.name for q in comparison_quantities(self.cell, self.columns)]
        return {name: k for k, name in enumerate(names)}

    def add(self, rows: Mapping[str, np.ndarray]) -> None:
        """Adds the rows of whole deals."""
        size = games_per_block(self.cell)
        self.tally += tally_rows(self.cell, rows)
        seated = by_seat(rows, self.cell.players)
        compared = blocks_of(seated, comparison_quantities(self.cell, self.columns), size)
        self.comparison += BlockTally.of_blocks(compared, size)
        # Seat 0's share of the wins by each value of each choice of the set-up.
        wins = blocks_of(seated, [win_of_seat(0, self.cell.players)], size)
        for name in setup_columns(get_game(self.cell.game)):
            if name in self.columns:
                self.setups.add_by(name, seated[name][::size, 0], wins, tally_unit(self.cell))
        for name, counted in self._counts(seated).items():
            self.counts[name] = added(self.counts.get(name), counted)

    def _counts(self, rows: Rows) -> dict[str, np.ndarray]:
        """How often each small whole number occurred, by quantity."""
        turns = rows["turns"][:, 0].astype(np.int64)
        score = np.maximum(rows["score"], 0).astype(np.int64)
        ordered = np.sort(score, axis=1)
        counts = {
            "turns": np.bincount(turns),
            "margin": np.bincount(ordered[:, -1] - ordered[:, -2]),
            **{f"score {seat}": np.bincount(score[:, seat]) for seat in range(self.cell.players)},
        }
        if "decided_turn" in rows:
            decided = rows["decided_turn"][:, 0].astype(np.int64)
            classes = np.clip(N_DECIDED * decided // np.maximum(turns, 1), 0, N_DECIDED - 1)
            counts["decided"] = np.bincount(classes, minlength=N_DECIDED)
        if "lead_changes" in rows:
            counts["lead_changes"] = np.bincount(rows["lead_changes"][:, 0].astype(np.int64))
        for name in grouped_columns(self.cell, self.columns, DISTRIBUTION):
            counts[name] = np.bincount(rows[name][:, 0].astype(np.int64))
        return counts

    # --- storing -----------------------------------------------------------------------------

    def as_arrays(self) -> dict[str, np.ndarray]:
        """The sums as named arrays."""
        arrays = {f"count/{name}": values for name, values in self.counts.items()}
        tallies = {"tally": self.tally, "comparison": self.comparison}
        tallies |= {f"setup/{name}:{code}": tally for (name, code), tally in self.setups.items()}
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

        setups = Tallies()
        for name in arrays:
            if name.startswith("setup/") and name.endswith("/size"):
                column, _, code = name.split("/")[1].rpartition(":")
                setups[column, int(code)] = tally(name.removesuffix("/size"))
        counts = {n.split("/")[1]: v for n, v in arrays.items() if n.startswith("count/")}
        columns = tuple(str(name) for name in arrays["columns"])
        return cls(cell, columns, tally("tally"), tally("comparison"), setups, counts)


def added(old: np.ndarray | None, new: np.ndarray) -> np.ndarray:
    """The sum of two arrays of counts, the shorter one filled up with zeros."""
    if old is None:
        return new
    longer, shorter = (old, new) if len(old) >= len(new) else (new, old)
    total: np.ndarray = longer.copy()
    total[: len(shorter)] += shorter
    return total
