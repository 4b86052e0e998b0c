"""What more workers bring: a model of a stored run, and its constants as measured here.

A part of n games takes a worker `worker.part + n * worker.game` seconds of its processor, and the
process that keeps the run `keeper.part + n * keeper.game`, during which no other part is kept. The
two overlap, but the model does not count on it:

    time of a part with k workers = worker / k + keeper

Start-up, the last parts, for which not all workers are needed, and cores that slow each other down
are left out. docs/scale.md says what follows from it.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from analyzer.cells import Cell
from analyzer.cli.text import text_table
from analyzer.experiment import Experiment
from analyzer.playing.memory import warm_up
from analyzer.playing.pace import MAX_PART_GAMES, measure_pace
from analyzer.playing.parts import cell_folder
from analyzer.playing.pool import Pool
from analyzer.playing.progress import Progress
from analyzer.playing.runner import run_experiment
from analyzer.playing.worker import FILE, Task, play_task
from analyzer.tally.cell_tally import whole_blocks

WORKERS = (2, 8, 64, 1000)
_SMALL = 2  # games of a part that costs little but its fixed cost
_LARGE_SECONDS = 0.05  # of playing: a part whose games are most of its cost
_WAITED = (0.1, 1.1)  # seconds of two waits, whose difference is waiting and nothing else
_SKIPPED = 20  # parts after which everything is loaded and every worker busy


@dataclass(frozen=True, slots=True)
class Cost:
    """Processor seconds for a part, whatever it holds, and for each of its games."""

    part: float
    game: float

    def of(self, games: int) -> float:
        """Seconds for a part of so many games."""
        return self.part + games * self.game


@dataclass(frozen=True, slots=True)
class Scale:
    """The constants of a cell with one backend. games: in a part that the run would cut."""

    cell: Cell
    backend: str
    games: int
    worker: Cost
    keeper: Cost

    def speed_up(self, workers: int) -> float:
        """How many times as fast as this process alone."""
        worker, keeper = self.worker.of(self.games), self.keeper.of(self.games)
        return (worker + keeper) / (worker / workers + keeper)

    def as_json(self) -> dict[str, Any]:
        """The constants and what they mean; times in seconds."""
        return {
            "players": self.cell.players,
            "ruleset": self.cell.ruleset,
            "strategies": list(self.cell.strategies),
            "backend": self.backend,
            "part_games": self.games,
            "worker": asdict(self.worker),
            "keeper": asdict(self.keeper),
            "speed_up": {str(k): self.speed_up(k) for k in WORKERS},
        }


def measure_scale(cell: Cell, backend: str, parts: int) -> Scale:
    """Plays and stores runs of small and of large parts, `parts` of each, with two workers."""
    warm_up(cell)
    pace = measure_pace(cell, 1).seconds
    small = whole_blocks(cell, _SMALL)
    large = whole_blocks(cell, max(small + 1, min(MAX_PART_GAMES, round(_LARGE_SECONDS / pace))))
    with Pool(backend, 2) as pool:
        pool.is_optional = False
        keeper = _fitted(lambda games: _keeper_seconds(cell, games, parts, pool), small, large)
    worker = _fitted(lambda games: _worker_seconds(cell, games), small, large)
    usual = whole_blocks(cell, max(1, min(MAX_PART_GAMES, round(1 / pace))))
    return Scale(cell, backend, usual, worker, keeper)


def _fitted(seconds: Callable[[int], float], small: int, large: int) -> Cost:
    """The line through two sizes of part; what noise makes negative is nothing."""
    few, many = seconds(small), seconds(large)
    game = max(0.0, (many - few) / (large - small))
    return Cost(max(0.0, few - small * game), game)


def _keeper_seconds(cell: Cell, games: int, parts: int, pool: Pool) -> float:
    """Processor time of this process, all its threads together, for a part that workers play.

    What it costs to wait for workers is left out: it is no work that others must wait for.
    """
    marks: list[tuple[float, float]] = []

    def report(_: Progress) -> None:
        marks.append((time.process_time(), time.monotonic()))

    experiment = Experiment((cell,), games * (parts + _SKIPPED), 1)
    with tempfile.TemporaryDirectory(prefix="reef-bench-") as folder:
        run_experiment(experiment, Path(folder) / "run", pool, part_games=games, report=report)
    (cpu, clock), (cpu_end, clock_end) = marks[_SKIPPED - 1], marks[-1]
    return (cpu_end - cpu - _waiting_share(pool) * (clock_end - clock)) / parts


def _waiting_share(pool: Pool) -> float:
    """Processor time of this process for each second in which all workers are busy."""
    taken = []
    for seconds in _WAITED:
        cpu, clock = time.process_time(), time.monotonic()
        list(pool.map(time.sleep, [(seconds,)] * pool.n_workers))
        taken.append((time.process_time() - cpu, time.monotonic() - clock))
    (short, short_clock), (long, long_clock) = taken
    return max(0.0, (long - short) / (long_clock - short_clock))


def _worker_seconds(cell: Cell, games: int) -> float:
    """Processor time for playing, adding up and storing a part: the median of some."""
    taken = []
    with tempfile.TemporaryDirectory(prefix="reef-bench-") as folder:
        run = Path(folder)
        cell_folder(run, 0).mkdir(parents=True)
        for k in range(9):
            started = time.process_time()
            play_task(Task(0, cell, 1, k * games, (k + 1) * games, FILE, run=run))
            taken.append(time.process_time() - started)
    return sorted(taken)[len(taken) // 2]


def scale_text(scales: list[Scale]) -> str:
    """The constants and the speed-ups as tables."""
    constants = [
        (
            _name(s),
            s.backend,
            f"{1e6 * s.worker.game:.3g}",
            f"{1e3 * s.worker.part:.2g}",
            f"{1e3 * s.keeper.part:.2g}",
            f"{1e6 * s.keeper.game:.2g}",
        )
        for s in scales
    ]
    header = ("line-up", "backend", "us a game", "ms a part", "kept: ms a part", "us a game")
    speeds = [
        (_name(s), s.backend, f"{s.games:,}", *(f"{s.speed_up(k):,.3g}" for k in WORKERS))
        for s in scales
    ]
    workers = ("line-up", "backend", "games a part", *(f"{k:,} workers" for k in WORKERS))
    return "\n\n".join(
        [
            text_table(header, constants, left=2),
            text_table(workers, speeds, left=2),
            "Processor time of a worker and of the process that keeps the run; then how many times"
            " as fast\nas one process the model of docs/scale.md says a run would be.",
        ]
    )


def _name(scale: Scale) -> str:
    return ",".join(scale.cell.strategies)
