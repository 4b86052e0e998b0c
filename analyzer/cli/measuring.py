"""What `reef bench` measures: playing speed, compilation and start-up."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import Any

from analyzer.cell import Cell
from analyzer.chunks import warm_up, warm_up_worker
from analyzer.games import get_game

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
    """Games per second of one line-up with `jobs` worker processes, each repetition `games`."""

    cell: Cell
    jobs: int
    games: int
    games_per_s: Measured


def play_quietly(cell: Cell, first: int, last: int) -> None:
    """Plays games and forgets them. Runs in workers."""
    get_game(cell.game).play(cell, 1, first, last)


def measure_speed(cell: Cell, jobs: int, seconds: float, repetitions: int) -> Speed:
    """Plays the cell over and over, each repetition about `seconds` long, after a warm-up."""
    warm_up(cell)
    share = max(1, round(seconds * _rough_speed(cell, seconds)))  # games for each job
    chunks = jobs * min(share, _CHUNKS_PER_JOB)
    each = share * jobs // chunks
    with _workers(cell, jobs) as play:
        play(0, each, jobs)  # the first batch also fills caches and wakes the cores
        taken = [_timed(lambda: play(0, each, chunks)) for _ in range(repetitions)]
    games = each * chunks
    return Speed(cell, jobs, games, Measured(tuple(games / seconds for seconds in taken)))


def _rough_speed(cell: Cell, seconds: float) -> float:
    """Games per second of this process, from a batch that takes a tenth of `seconds` or more."""
    games = 1
    while True:
        taken = _timed(lambda: play_quietly(cell, 0, games))  # noqa: B023
        if taken >= seconds / 10:
            return games / taken
        games *= 2


def _timed(action: Callable[[], object]) -> float:
    started = time.perf_counter()
    action()
    return time.perf_counter() - started


Play = Callable[[int, int, int], None]
"""Plays chunks of games: index of the first game, games in a chunk, number of chunks."""


def _workers(cell: Cell, jobs: int) -> AbstractContextManager[Play]:
    """Something that plays chunks in this process or, for several jobs, in warm processes."""

    def play_here(first: int, size: int, chunks: int) -> None:
        for k in range(chunks):
            play_quietly(cell, first + k * size, first + (k + 1) * size)

    return nullcontext(play_here) if jobs == 1 else _Pool(cell, jobs)


class _Pool:
    """Worker processes that stay for all repetitions."""

    def __init__(self, cell: Cell, jobs: int) -> None:
        from joblib import Parallel

        self._cell, self._jobs = cell, jobs
        self._parallel = Parallel(n_jobs=jobs, batch_size=1, pre_dispatch="all")

    def __enter__(self) -> Play:
        from joblib import delayed

        self._parallel.__enter__()
        self._parallel(delayed(warm_up_worker)(self._cell) for _ in range(2 * self._jobs))
        return self._play

    def __exit__(self, *error: Any) -> None:
        self._parallel.__exit__(*error)

    def _play(self, first: int, size: int, chunks: int) -> None:
        from joblib import delayed

        edges = range(first, first + size * chunks, size)
        self._parallel(delayed(play_quietly)(self._cell, at, at + size) for at in edges)


def measure_cold_start() -> float:
    """Seconds of the first game on a new machine: the whole kernel is compiled."""
    with tempfile.TemporaryDirectory(prefix="reef-bench-") as folder:
        return _start_seconds({"REEF_CACHE_DIR": folder})


def measure_cached_start(repetitions: int) -> Measured:
    """Seconds from the command line to the result of one game, the kernel compiled before."""
    _start_seconds({})
    return Measured(tuple(_start_seconds({}) for _ in range(repetitions)))


def _start_seconds(environment: dict[str, str]) -> float:
    command = [sys.executable, "-m", "analyzer", *_START]
    return _timed(
        lambda: subprocess.run(
            command, env={**os.environ, **environment}, capture_output=True, check=True
        )
    )
