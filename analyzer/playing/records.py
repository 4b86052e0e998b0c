"""Full records of a random sample of a run's games."""

from __future__ import annotations

import os
from pathlib import Path

from analyzer.files import TEMPORARY
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


def write_records(folder: Path, run: Run, pool: Pool) -> None:
    """Writes the records of the sample, and a table that says which games they are."""
    if not run.experiment.records:
        return
    sample = sampled_games(run)
    work = []
    for cell in sorted({cell for cell, _ in sample}):
        games = [game for c, game in sample if c == cell]
        for k in range(0, len(games), _PER_TASK):
            settings = (run.cells[cell], run.experiment.seed_of(cell))
            work.append((*settings, games[k : k + _PER_TASK]))
    temporary = folder / f"{TEMPORARY}{RECORDS_NAME}"
    try:
        with open(temporary, "w", encoding="utf-8") as file:
            for lines in pool.map(record_games, work):
                file.writelines(f"{line}\n" for line in lines)
            file.flush()
            os.fsync(file.fileno())
        rows = [f"{k},{cell},{game}\n" for k, (cell, game) in enumerate(sample)]
        (folder / INDEX_NAME).write_text("".join(["record,cell,game\n", *rows]), encoding="utf-8")
        os.replace(temporary, folder / RECORDS_NAME)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
