"""Plays the games of one cell in chunks, in this process or in workers, the same either way."""

from __future__ import annotations

import math
import sys
import threading
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from analyzer.cell import Cell
from analyzer.errors import UsageError
from analyzer.games import get_game
from analyzer.play.pool import Pool
from analyzer.play.progress import Progress
from analyzer.tally.cell_tally import empty_tally, games_per_block, tally_rows, whole_blocks

if TYPE_CHECKING:
    import numpy as np

    from analyzer.statistics import BlockTally

CHUNK_SECONDS = 1.0  # long enough to hide the cost of a task, short enough to show progress
_PILOT_SECONDS = 0.1  # how long the speed must be measured before chunks are cut
_CHUNKS_PER_JOB = 8  # fewer would leave workers idle at the end of a short run
_PARALLEL_FROM = 2.0  # seconds of play below which starting workers takes longer than playing
_SILENT_COMPILE = 3.0  # seconds; loading compiled kernels takes less


@dataclass(frozen=True, slots=True)
class Chunk:
    """Games [first, last), played and tallied.

    `started` and `ended` are readings of this machine's monotonic clock around the playing alone.
    """

    first: int
    last: int
    blocks: BlockTally
    started: float
    ended: float


class PlayingClock:
    """Adds up the time in which at least one worker was playing: no start-up, no compilation.

    Chunks must come in the order in which they were started, as `play_chunks` yields them.
    """

    def __init__(self) -> None:
        self.seconds = 0.0
        self._until = -math.inf

    def add(self, started: float, ended: float) -> None:
        """Counts what is new of the time from `started` to `ended`."""
        self.seconds += max(0.0, ended - max(started, self._until))
        self._until = max(self._until, ended)


@dataclass(frozen=True, slots=True)
class Played:
    """The sum of all chunks that were finished; `seconds` of playing alone."""

    blocks: BlockTally
    games: int
    seconds: float
    is_interrupted: bool


def simulate(
    cell: Cell,
    seed: int,
    games: int,
    pool: Pool | None = None,
    chunk: int | None = None,
    report: Callable[[Progress], None] | None = None,
) -> Played:
    """Plays games [0, games) of a checked cell and adds them up; arguments as for `play_chunks`.

    Ctrl-C ends it early with what was finished. `report` is told how far it is.
    """
    blocks, done, clock = empty_tally(cell), 0, PlayingClock()
    is_interrupted = False
    try:
        with closing(play_chunks(cell, seed, games, pool, chunk)) as pieces:
            for piece in pieces:
                blocks, done = blocks + piece.blocks, piece.last
                clock.add(piece.started, piece.ended)
                if report is not None:
                    report(Progress(0, 1, cell, done, games, done, clock.seconds, blocks, None))
    except KeyboardInterrupt:
        is_interrupted = True
    return Played(blocks, done, clock.seconds, is_interrupted)


def warm_up(cell: Cell) -> dict[str, np.ndarray]:
    """Plays one game, so that the kernel is compiled or loaded, and returns its rows.

    Must have happened in this process before workers start, or each of them would compile. The
    compiled code is the same for all strategies; the simplest player is the quickest.
    """
    from kernels.jit import COMPILED

    def say() -> None:
        print("compiling the kernel (once, about a minute)", file=sys.stderr, flush=True)

    timer = threading.Timer(_SILENT_COMPILE, say)
    timer.daemon = True
    if COMPILED:
        timer.start()
    try:
        return _play_quick_game(cell)
    finally:
        timer.cancel()


def play_chunk(cell: Cell, seed: int, first: int, last: int) -> Chunk:
    """Plays and tallies games [first, last), whole blocks of them. Runs in workers."""
    game = get_game(cell.game)
    started = time.monotonic()
    rows = game.play(cell, seed, first, last)
    ended = time.monotonic()
    return Chunk(first, last, tally_rows(cell, rows), started, ended)


def warm_up_worker(cell: Cell) -> None:
    """Loads the compiled kernel in a worker process, before the clock runs."""
    _play_quick_game(cell)


def _play_quick_game(cell: Cell) -> dict[str, np.ndarray]:
    game = get_game(cell.game)
    quick = replace(cell, strategies=(game.defaults.baseline,) * cell.players)
    return game.play(quick, 0, 0, 1)


def play_chunks(
    cell: Cell,
    seed: int,
    games: int,
    pool: Pool | None = None,
    chunk: int | None = None,
) -> Generator[Chunk]:
    """Plays games [0, games) of a checked cell and yields the chunks in order.

    `pool`: of this machine, as its clock is read; by default this process. `chunk`: games in a
    chunk (raised to whole blocks); by default about a second's worth, measured on the first games.
    Call `warm_up` before. Stops at KeyboardInterrupt like any generator.
    """
    if games % games_per_block(cell):
        raise UsageError(f"{games} games are not whole deals of {cell.players} rotations")
    pool, done = pool or Pool(), 0
    if chunk is None:
        seconds = 0.0
        for piece in _pilot(cell, seed, games):
            yield piece
            done, seconds = piece.last, piece.ended - piece.started
            pace = seconds / (piece.last - piece.first)
        chunk = _chunk_size(pace, games - done, pool.jobs)
        if pace * (games - done) < _PARALLEL_FROM:
            pool = Pool()
    size = whole_blocks(cell, chunk)
    if games - done > size:
        # Workers load the kernel before the clock runs.
        list(pool.map(warm_up_worker, [(cell,)] * pool.jobs))
    else:
        pool = Pool()
    edges = range(done, games, size)
    yield from pool.map(play_chunk, ((cell, seed, at, min(at + size, games)) for at in edges))


def _pilot(cell: Cell, seed: int, games: int) -> Iterator[Chunk]:
    """The first games in chunks that double, until one is long enough to tell the speed."""
    first, size = 0, games_per_block(cell)
    while first < games:
        piece = play_chunk(cell, seed, first, min(first + size, games))
        yield piece
        if piece.ended - piece.started >= _PILOT_SECONDS:
            return
        first, size = piece.last, 2 * size


def _chunk_size(pace: float, games: int, jobs: int) -> int:
    """Games in a chunk at `pace` seconds a game."""
    even = math.ceil(games / (jobs * _CHUNKS_PER_JOB))
    return max(1, min(even, round(CHUNK_SECONDS / max(pace, 1e-9))))
