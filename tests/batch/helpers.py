"""Small runs and ways to compare and to stop them."""

from __future__ import annotations

import hashlib
import os
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

from analyzer.cells import Cell
from analyzer.experiment import Experiment
from analyzer.playing.run import Run, open_run
from analyzer.playing.runner import run_experiment

REEF = [sys.executable, "-m", "analyzer"]
ROOT = Path(__file__).resolve().parents[2]
STARTED: list[subprocess.Popen[str]] = []
"""Commands that tests started; `conftest` ends those that a failed test left behind."""


def cell(players: int = 2, **changes: Any) -> Cell:
    values: dict[str, Any] = {
        "game": "encounter",
        "players": players,
        "ruleset": "basic",
        "strategies": ("random",) * players,
        **changes,
    }
    return Cell(**values)


def experiment(games: int = 600, *cells: Cell, **changes: Any) -> Experiment:
    return Experiment(cells or (cell(),), games, **changes)


def played(folder: Path, games: int = 600, *cells: Cell, **changes: Any) -> Run:
    """A finished run of parts of 100 games."""
    return run_experiment(experiment(games, *cells, **changes), folder, part_games=100)


def rows_digest(run: Run | Path) -> str:
    """A hash of every row of a run in order, whatever its parts."""
    opened = run if isinstance(run, Run) else open_run(run)
    columns: dict[tuple[int, str], Any] = {}
    for index in range(len(opened.cells)):
        for rows in opened.rows(index):
            for name, values in rows.items():
                columns.setdefault((index, name), hashlib.sha256()).update(values.tobytes())
    digests = [f"{key} {digest.hexdigest()}" for key, digest in sorted(columns.items())]
    return hashlib.sha256("\n".join(digests).encode()).hexdigest()


def part_names(folder: Path) -> list[str]:
    """The parts of a run that are there; what is still being written does not count."""
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("games-*.parquet"))


def start_reef(*arguments: object, cwd: Path, **options: Any) -> subprocess.Popen[str]:
    """A command in the background, in a process group of its own, as a terminal would have it."""
    process = subprocess.Popen(
        [*REEF, *map(str, arguments)],
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        **options,
    )
    STARTED.append(process)
    return process


def reef(*arguments: object, cwd: Path) -> subprocess.CompletedProcess[str]:
    """A command that is waited for."""
    process = start_reef(*arguments, cwd=cwd)
    out, err = process.communicate(timeout=300)
    return subprocess.CompletedProcess(process.args, process.returncode, out, err)


def kill_group(process: subprocess.Popen[str], number: int = signal.SIGKILL) -> None:
    """Sends a signal to a command and all of its workers, as Ctrl-C in a terminal does."""
    os.killpg(process.pid, number)


def workers_of(process: int) -> list[int]:
    """The numbers of a command's worker processes, whichever of its threads started them."""
    found = []
    for children in Path(f"/proc/{process}/task").glob("*/children"):
        with suppress(OSError):  # threads and processes come and go
            for child in children.read_text().split():
                if b"analyzer.playing.serve" in Path(f"/proc/{child}/cmdline").read_bytes():
                    found.append(int(child))
    return found
