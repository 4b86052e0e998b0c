"""Sums stored beside a run, so that a second report of many games takes seconds."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

import numpy as np

from analyzer.files import read_checked, write_checked
from analyzer.playing.parts import read_table
from analyzer.playing.run import Run
from analyzer.tally.sums import VERSION, CellSums, needed_columns

SUMS_FOLDER = "sums"

Tell = Callable[[int, int], None]
"""Called with the games summed up so far and the games to sum up."""


def run_sums(
    run: Run, tell: Tell | None = None, cells: Sequence[int] | None = None
) -> list[CellSums]:
    """The sums of cells of a run (default: all), read from beside it or computed and stored."""
    chosen = range(len(run.cells)) if cells is None else cells
    todo = sum(run.games(index) for index in chosen)
    done = 0
    found = []
    for index in chosen:
        path = _path(run, index)
        sums = _stored(run, index, path)
        if sums is None:
            sums = CellSums.empty(run.cells[index], _columns(run, index))
            for part in run.parts[index]:
                sums.add(run.part_rows(index, part, sums.columns))
                done += part.last - part.first
                if tell:
                    tell(done, todo)
            _store(path, sums)
        else:
            done += sums.games
        found.append(sums)
    return found


def _columns(run: Run, index: int) -> list[str]:
    """The needed columns that the game still has and the parts already had."""
    known = [column.name for column in run.game_of(index).columns]
    if run.parts[index]:
        stored = set(read_table(run.parts[index][0], run.origin(index)).column_names)
        known = [name for name in known if name in stored]
    return needed_columns(run.cells[index].game, known)


def _path(run: Run, index: int) -> Path:
    """Where the sums belong; the name changes with the games and with how they are summed."""
    words = [str(VERSION), run.origin(index), *(part.path.name for part in run.parts[index])]
    digest = hashlib.sha256("\n".join(words).encode()).hexdigest()[:16]
    return run.folder / SUMS_FOLDER / f"{index:05}-{digest}.sums"


def _stored(run: Run, index: int, path: Path) -> CellSums | None:
    data = read_checked(path)
    if data is None:
        return None
    with np.load(io.BytesIO(data)) as arrays:
        return CellSums.from_arrays(run.cells[index], dict(arrays))


def _store(path: Path, sums: CellSums) -> None:
    """Stores sums and removes those of earlier games; a run that may not be written stays as is."""
    file = io.BytesIO()
    np.savez_compressed(file, **sums.as_arrays())  # type: ignore[arg-type]
    with suppress(OSError):
        path.parent.mkdir(exist_ok=True)
        for old in path.parent.glob(f"{path.name[:5]}-*"):
            old.unlink()
        write_checked(path, file.getvalue())
