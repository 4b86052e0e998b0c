"""How far a cell of a run has come while it is being played.

Nothing here may cost more with every part: runs have tens of thousands of them.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right, insort
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from analyzer.cells import Cell
from analyzer.playing.parts import Part, missing_ranges
from analyzer.playing.precision import is_precise, looks
from analyzer.playing.worker import FILE, Piece, Task
from analyzer.tally.cell_tally import empty_tally, games_per_block

if TYPE_CHECKING:
    from analyzer.statistics import BlockTally


def _first(part: Part) -> int:
    return part.first


class CellState:
    """A cell on its way to its games.

    games: how many it may have. parts: what is stored, in order. stored: how many games of these
    count. blocks: the tally of games [0, seen) where a precision is asked for, and otherwise of
    whatever this process has played or found added up. stop: the number of games at which the cell
    was found precise enough.
    """

    def __init__(
        self,
        index: int,
        cell: Cell,
        seed: int,
        folder: Path,
        games: int,
        part_games: int,
        precision: float | None,
        parts: list[Part],
    ) -> None:
        self.index = index
        self.cell = cell
        self.seed = seed
        self.folder = folder
        self.games = games
        self.part_games = part_games
        self.precision = precision
        self.parts = parts
        self.blocks: BlockTally = empty_tally(cell)
        self.seen = 0
        self.stop: int | None = None
        self._looks = looks(cell, 0, games) if precision is not None else []
        self.stored = self._counted()

    @property
    def end(self) -> int:
        """The number of games that the cell will have, as far as is known."""
        return self.games if self.stop is None else self.stop

    @property
    def is_tallied(self) -> bool:
        """Whether `blocks` is the tally of all games that the cell will have."""
        return self.blocks.count * games_per_block(self.cell) == self.end

    def _counted(self) -> int:
        return sum(max(0, min(part.last, self.end) - part.first) for part in self.parts)

    def next_part(self) -> Part | None:
        """The stored part that continues what has been seen."""
        at = bisect_left(self.parts, self.seen, key=_first)
        found = self.parts[at] if at < len(self.parts) else None
        return found if found is not None and found.first == self.seen else None

    def add_part(self, part: Part) -> None:
        """Notes a part that has been stored."""
        insort(self.parts, part, key=_first)
        self.stored += max(0, min(part.last, self.end) - part.first)

    def replace_parts(self, parts: list[Part]) -> None:
        """Notes that these are now the parts that are stored."""
        self.parts = sorted(parts, key=_first)
        self.stored = self._counted()

    def cuts(self, first: int, last: int) -> tuple[int, ...]:
        """Where the tally of games [first, last) must be cut."""
        return tuple(self._looks[bisect_right(self._looks, first) : bisect_left(self._looks, last)])

    def see(self, pieces: Iterable[Piece]) -> None:
        """Adds the games after those seen to the tally and finds out whether the cell stops."""
        for piece in pieces:
            if self.stop is not None:
                return
            self.blocks += piece.blocks
            self.seen = piece.last
            if self._is_precise():
                self.stop = self.seen
                self.stored = self._counted()

    def _is_precise(self) -> bool:
        """Whether it is time to look at what has been seen, and that is enough."""
        at = bisect_left(self._looks, self.seen)
        is_look = at < len(self._looks) and self._looks[at] == self.seen
        return (
            is_look
            and self.precision is not None
            and is_precise(self.cell, self.blocks, self.precision)
        )

    def tasks(self, run: Path | None = None, kernel: str = "") -> Iterator[Task]:
        """What is still to be played, taken lazily; ends early once the cell is found precise."""
        for first, last in missing_ranges(self.parts, self.games, self.part_games):
            if self.stop is not None:
                return
            cuts = self.cuts(first, last)
            yield Task(self.index, self.cell, self.seed, first, last, FILE, cuts, run, kernel)
