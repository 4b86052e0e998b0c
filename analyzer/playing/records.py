"""Full records of a random sample of a run's games."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Mapping
from pathlib import Path

from analyzer.files import TEMPORARY, checksum, write_whole
from analyzer.playing.pool import Pool
from analyzer.playing.run import RECORDS_NAME, Run
from analyzer.playing.worker import record_games

INDEX_NAME = "records.csv"
_PER_TASK = 20


def sampled_games(run: Run) -> list[tuple[int, int]]:
    """The sample as (cell, game), in order: depends on the seed and the games of the run alone."""
    import numpy as np

    games = [run.games(cell) for cell in range(len(run.cells))]
    ends = np.cumsum(games)
    size = min(run.experiment.records, int(ends[-1]))
    generator = np.random.default_rng([run.experiment.seed, *games])
    chosen = np.sort(generator.choice(int(ends[-1]), size, replace=False))
    cells = np.searchsorted(ends, chosen, "right")
    starts = ends - games
    return [(int(c), int(i - starts[c])) for c, i in zip(cells, chosen, strict=True)]


def write_records(folder: Path, run: Run, pool: Pool) -> dict[str, str]:
    """Writes the records of the sample, and a table that says which games they are.

    Returns the checksums of both files; nothing where no records are asked for.
    """
    if not run.experiment.records:
        return {}
    sample = sampled_games(run)
    work = []
    for cell in sorted({cell for cell, _ in sample}):
        games = [game for c, game in sample if c == cell]
        for k in range(0, len(games), _PER_TASK):
            settings = (run.cells[cell], run.experiment.seed_of(cell))
            work.append((*settings, games[k : k + _PER_TASK]))
    temporary = folder / f"{TEMPORARY}{RECORDS_NAME}"
    try:
        with open(temporary, "wb") as file:
            for lines in pool.map(record_games, work):
                file.write("".join(f"{line}\n" for line in lines).encode())
            file.flush()
            os.fsync(file.fileno())
        rows = [f"{k},{cell},{game}\n" for k, (cell, game) in enumerate(sample)]
        index = "".join(["record,cell,game\n", *rows]).encode()
        write_whole(folder / INDEX_NAME, index)
        os.replace(temporary, folder / RECORDS_NAME)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    return {INDEX_NAME: checksum(index), RECORDS_NAME: _file_checksum(folder / RECORDS_NAME)}


def damaged_records(folder: Path, checksums: Mapping[str, str]) -> list[Path]:
    """The files with records that are not what was written."""
    paths = {folder / name: digest for name, digest in checksums.items()}
    return [path for path, digest in paths.items() if _file_checksum(path) != digest]


def _file_checksum(path: Path) -> str:
    """As `checksum` of all its bytes, of which there may be many; empty if it cannot be read."""
    try:
        with open(path, "rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()[:16]
    except OSError:
        return ""
