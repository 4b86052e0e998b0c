"""How far a cell of a run has come while it is being played."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from analyzer.cell import Cell
from analyzer.play.parts import Part, missing_ranges
from analyzer.play.precision import is_precise, looks
from analyzer.play.worker import Piece, Task
from analyzer.tally.cell_tally import empty_tally

if TYPE_CHECKING:
    from collections.abc import Iterator

    from analyzer.statistics import BlockTally


@dataclass(slots=True)
class CellState:
    """A cell on its way to its games.

    games: how many it may have. parts: what is stored, in order. blocks: with a precision the
    tally of games [0, seen); otherwise of the games played by this process, for the display.
    stop: the number of games at which the cell was found precise enough.
    """

    index: int
    cell: Cell
    seed: int
    folder: Path
    games: int
    part_games: int
    precision: float | None
    parts: list[Part]
    blocks: BlockTally
    look_points: frozenset[int]
    seen: int = 0
    stop: int | None = None

    @property
    def end(self) -> int:
        """The number of games that the cell will have, as far as is known."""
        return self.games if self.stop is None else self.stop

    def stored_games(self) -> int:
        """Games in all parts of the cell that count."""
        return sum(max(0, min(part.last, self.end) - part.first) for part in self.parts)

    def next_part(self) -> Part | None:
        """The stored part that continues what has been seen."""
        return next((part for part in self.parts if part.first == self.seen), None)

    def add_part(self, part: Part) -> None:
        """Notes a part that has been stored."""
        self.parts.append(part)
        self.parts.sort(key=lambda p: p.first)

    def cuts(self, first: int, last: int) -> tuple[int, ...]:
        """Where the tally of games [first, last) must be cut."""
        if self.precision is None:
            return ()
        return tuple(point for point in looks(self.cell, first, last) if point < last)

    def see(self, pieces: Iterable[Piece]) -> None:
        """Adds the games after those seen to the tally and finds out whether the cell stops."""
        for piece in pieces:
            if self.stop is not None:
                return
            self.blocks += piece.blocks
            self.seen = piece.last
            if self.precision is not None and self.seen in self.look_points:
                is_enough = is_precise(self.cell, self.blocks, self.precision)
                self.stop = self.seen if is_enough else None

    def tasks(self) -> Iterator[Task]:
        """What is still to be played; ends early once the cell is found precise."""
        for first, last in missing_ranges(self.parts, self.games, self.part_games):
            if self.stop is not None:
                return
            yield Task(self.index, self.cell, self.seed, first, last, self.cuts(first, last))


def fresh_state(
    index: int,
    cell: Cell,
    seed: int,
    folder: Path,
    games: int,
    part_games: int,
    precision: float | None,
    parts: list[Part],
) -> CellState:
    """A cell of which parts may be stored and nothing has been seen."""
    points = frozenset(looks(cell, 0, games)) if precision is not None else frozenset()
    return CellState(
        index, cell, seed, folder, games, part_games, precision, parts, empty_tally(cell), points
    )
