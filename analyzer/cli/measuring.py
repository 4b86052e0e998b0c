"""What `reef bench` measures: playing speed, compilation and start-up."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from analyzer.cells import Cell
from analyzer.games import about
from analyzer.playing.memory import warm_up, warm_up_worker
from analyzer.playing.pool import Pool
from analyzer.playing.worker import TIME, Task, play

T = TypeVar("T")
_CHUNKS_PER_JOB = 4  # a worker that is held up for a moment leaves the others something to do
_START = ("simulate", "--games", "1", "--jobs", "1", "--json")


@dataclass(frozen=True, slots=True)
class Measured:
    """Repeated measurements of one number."""

    values: tuple[float, ...]

    @property
    def median(self) -> float:
        """The middle one: a disturbed repetition moves it little."""
        return statistics.median(self.values)

    @property
    def lowest(self) -> float:
        """The smallest of them."""
        return min(self.values)

    @property
    def highest(self) -> float:
        """The largest of them."""
        return max(self.values)


@dataclass(frozen=True, slots=True)
class Speed:
    """Speed of one line-up with `jobs` worker processes; every repetition plays `games`.

    Games per second of the clock, and per second of processor time: on a busy machine the first
    suffers, the second hardly.
    """

    cell: Cell
    jobs: int
    games: int
    games_per_s: Measured
    games_per_cpu_s: Measured


def measure_speed(cell: Cell, jobs: int, seconds: float, repetitions: int) -> Speed:
    """Plays the cell over and over, each repetition about `seconds` long, after a warm-up."""
    warm_up(cell)
    share = max(1, round(seconds * _rough_speed(cell, seconds)))  # games for each job
    chunks = jobs * min(share, _CHUNKS_PER_JOB)
    each = share * jobs // chunks
    with Pool("processes", jobs) as pool:
        # Workers load the kernel; the first batch also fills caches and wakes the cores.
        list(pool.map(warm_up_worker, [(cell,)] * 2 * jobs))
        _play(pool, cell, each, jobs)
        taken = [_timed(lambda: _play(pool, cell, each, chunks)) for _ in range(repetitions)]
    games = each * chunks
    return Speed(
        cell,
        jobs,
        games,
        games_per_s=Measured(tuple(games / clock for clock, _ in taken)),
        games_per_cpu_s=Measured(tuple(games / cpu for _, cpu in taken)),
    )


def _play(pool: Pool, cell: Cell, size: int, chunks: int) -> float:
    """Plays chunks of `size` games; seconds of processor time it took."""
    tasks = (Task(k, cell, 1, k * size, (k + 1) * size, TIME) for k in range(chunks))
    return sum(done.cpu_seconds for done in play(tasks, pool))


def _rough_speed(cell: Cell, seconds: float) -> float:
    """Games per second of this process, from a batch that takes a tenth of `seconds` or more."""
    games = 1
    while True:
        taken, _ = _timed(lambda: _play(Pool(), cell, games, 1))  # noqa: B023
        if taken >= seconds / 10:
            return games / taken
        games *= 2


def _timed(action: Callable[[], T]) -> tuple[float, T]:
    """Seconds by the clock, and the answer."""
    started = time.perf_counter()
    answer = action()
    return time.perf_counter() - started, answer


def measure_cold_start(game: str) -> float:
    """Seconds of the first game on a new machine: the whole kernel is compiled."""
    with tempfile.TemporaryDirectory(prefix="reef-bench-") as folder:
        return _start_seconds(game, {"REEF_CACHE_DIR": folder})


def measure_cached_start(game: str, repetitions: int) -> Measured:
    """Seconds from the command line to the result of one game, the kernel compiled before."""
    _start_seconds(game, {})
    return Measured(tuple(_start_seconds(game, {}) for _ in range(repetitions)))


def _start_seconds(game: str, environment: dict[str, str]) -> float:
    options = ("--game", game, "--strategies", about(game).defaults.baseline)
    command = [sys.executable, "-m", "analyzer", *_START, *options]
    seconds, _ = _timed(
        lambda: subprocess.run(
            command, env={**os.environ, **environment}, capture_output=True, check=True
        )
    )
    return seconds
