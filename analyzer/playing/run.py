"""A run on disk, read only: its settings, its parts, and sums over them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from analyzer.cells import Cell
from analyzer.errors import UsageError, nearest
from analyzer.experiment import Experiment
from analyzer.game import Game
from analyzer.games import get_game
from analyzer.playing.manifest import Manifest, has_manifest, read_manifest
from analyzer.playing.parts import (
    Part,
    cell_folder,
    part_bytes,
    part_origin,
    read_rows,
    stored_parts,
)
from analyzer.playing.stored_tally import read_tally
from analyzer.tally.cell_tally import empty_tally, games_per_block, tallied_columns, tally_rows
from analyzer.wording import counted

if TYPE_CHECKING:
    from analyzer.playing.parts import Rows
    from analyzer.statistics import BlockTally

RUNS_FOLDER = Path("runs")
RECORDS_NAME = "records.jsonl"


class Run:
    """A run as its folder shows it now, also while it is being played or after it was stopped.

    Of a cell only the games from the first one on without a gap count: which part is finished
    early may depend on how its games went, so parts after a gap would bias what is read.
    """

    def __init__(self, folder: Path, manifest: Manifest) -> None:
        self.folder = folder
        self.manifest = manifest
        self.parts = [self._parts_of(index) for index in range(len(self.cells))]

    @property
    def experiment(self) -> Experiment:
        """The settings."""
        return self.manifest.experiment

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The cells in order; other methods take their index."""
        return self.manifest.experiment.cells

    @property
    def is_finished(self) -> bool:
        """Whether all games that were asked for have been played."""
        return self.manifest.finished is not None

    def _parts_of(self, cell: int) -> list[Part]:
        """The parts of a cell from game 0 on without a gap."""
        limit = self.manifest.played[cell] if self.manifest.played else None
        kept: list[Part] = []
        for part in stored_parts(cell_folder(self.folder, cell)):
            if part.first != (kept[-1].last if kept else 0) or part.first == limit:
                break
            kept.append(part)
        played = kept[-1].last if kept else 0
        if limit is not None and played != limit:
            raise UsageError(
                f"{self.folder} is incomplete: cell {cell} has {played:,} of"
                f" {counted(limit, 'game')}; the command that made the run plays the others again"
            )
        return kept

    def games(self, cell: int) -> int:
        """Games of a cell that are stored."""
        return self.parts[cell][-1].last if self.parts[cell] else 0

    def total_games(self) -> int:
        """Games of all cells that are stored."""
        return sum(self.games(cell) for cell in range(len(self.cells)))

    def n_bytes(self) -> int:
        """Bytes of all parts on disk."""
        return sum(part_bytes(part) for parts in self.parts for part in parts)

    def game_of(self, cell: int) -> Game:
        """The game that a cell plays."""
        return get_game(self.cells[cell].game)

    def origin(self, cell: int) -> str:
        """What the parts of a cell must say that they were made from."""
        seed = self.experiment.seed_of(cell)
        return part_origin(self.cells[cell], seed, self.manifest.fingerprint)

    def part_rows(self, cell: int, part: Part, columns: Sequence[str] | None = None) -> Rows:
        """The rows of one part as columns of numbers; UsageError if it is damaged."""
        return read_rows(part, self.game_of(cell), self.origin(cell), columns)

    def rows(self, cell: int, columns: Sequence[str] | None = None) -> Iterator[Rows]:
        """The rows of a cell, one part at a time."""
        for part in self.parts[cell]:
            yield self.part_rows(cell, part, columns)

    def tally(self, cell: int) -> BlockTally:
        """The tally of a cell over its deals, with the quantities of `cell_tally.layout`."""
        found = read_tally(cell_folder(self.folder, cell), self.cells[cell], self.parts[cell])
        return self.recounted_tally(cell) if found is None else found

    def recounted_tally(self, cell: int) -> BlockTally:
        """The same from the rows."""
        total = empty_tally(self.cells[cell])
        for rows in self.rows(cell, tallied_columns(self.game_of(cell))):
            total += tally_rows(self.cells[cell], rows)
        return total

    def deals(self, cell: int) -> int:
        """Deals of a cell that are stored."""
        return self.games(cell) // games_per_block(self.cells[cell])

    def record(self, cell: int, game: int) -> dict[str, Any]:
        """The full record of one game of a cell."""
        seed = self.experiment.seed_of(cell)
        return self.game_of(cell).record(self.cells[cell], seed, game)


def open_run(folder: str | Path) -> Run:
    """A run by its folder, or by its name below `runs`; UsageError if there is none."""
    path = run_folder(folder)
    return Run(path, read_manifest(path))


def run_folder(folder: str | Path) -> Path:
    """The folder of a run or a study by its path, or by its name below `runs`; UsageError if there
    is none."""
    for path in (Path(folder), RUNS_FOLDER / folder):
        if path.exists():
            return path
    there = [path.name for path in RUNS_FOLDER.glob("*")]
    meant = nearest(folder, there, otherwise=" (reef runs lists them)")
    raise UsageError(f"there is no run or study {folder}{meant}")


def list_runs(folder: str | Path = RUNS_FOLDER) -> list[Path]:
    """The folders of all runs directly below a folder, by name."""
    path = Path(folder)
    if not path.is_dir():
        return []
    return sorted(child for child in path.iterdir() if has_manifest(child))
