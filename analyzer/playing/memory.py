"""Plays the games of one cell and keeps their sums alone, in memory."""

from __future__ import annotations

import math
import sys
import threading
from collections.abc import Callable, Generator, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from analyzer.cells import Cell
from analyzer.errors import UsageError
from analyzer.games import get_game
from analyzer.playing.known_games import check_kernel
from analyzer.playing.pool import Pool
from analyzer.playing.progress import Progress
from analyzer.playing.worker import PlayedTask, Task, cut_tasks, play, play_task
from analyzer.strategies.spec import parse_spec
from analyzer.tally.cell_tally import empty_tally, games_per_block

if TYPE_CHECKING:
    import numpy as np

    from analyzer.statistics import BlockTally

CHUNK_SECONDS = 1.0  # long enough to hide the cost of a task, short enough to show progress
_PILOT_SECONDS = 0.1  # how long the speed must be measured before chunks are cut
_CHUNKS_PER_JOB = 8  # fewer would leave workers idle at the end of a short run
_PARALLEL_FROM = 2.0  # seconds of play below which starting workers takes longer than playing
_SILENT_COMPILE = 3.0  # seconds; loading compiled kernels takes less


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
                blocks, done = blocks + piece.blocks, piece.task.last
                clock.add(piece.started, piece.ended)
                if report is not None:
                    report(Progress(0, 1, cell, done, games, done, clock.seconds, blocks, None))
    except KeyboardInterrupt:
        is_interrupted = True
    return Played(blocks, done, clock.seconds, is_interrupted)


def warm_up(cell: Cell) -> dict[str, np.ndarray]:
    """Plays one game, so that the kernel is compiled or loaded, and returns its rows.

    Must have happened in this process before workers start, or each of them would compile.
    """
    players = ", ".join(dict.fromkeys(parse_spec(spec).name for spec in cell.strategies))
    with compilation_told(f"{get_game(cell.game).title} for {players}"):
        return _play_quick_game(cell)


@contextmanager
def compilation_told(what: str) -> Iterator[None]:
    """Says what is going on where it takes so long that something must be being compiled."""
    from kernels.jit import COMPILED

    def say() -> None:
        print(f"compiling {what} (once, up to a minute)", file=sys.stderr, flush=True)

    timer = threading.Timer(_SILENT_COMPILE, say)
    timer.daemon = True
    if COMPILED:
        timer.start()
    try:
        yield
    finally:
        timer.cancel()


def warm_up_worker(cell: Cell) -> None:
    """Loads the compiled kernel in a worker process, before the clock runs, and checks it."""
    check_kernel(cell)


def _play_quick_game(cell: Cell) -> dict[str, np.ndarray]:
    """A game of the cell itself, after a known one, for which only its kinds are compiled.

    Where users' bots play, whose speed nobody knows, the simplest player takes their seats.
    """
    check_kernel(cell)
    game = get_game(cell.game)
    if not game.is_compiled(cell):
        cell = replace(cell, strategies=(game.defaults.baseline,) * cell.players)
    return game.play(cell, 0, 0, games_per_block(cell))


def play_chunks(
    cell: Cell, seed: int, games: int, pool: Pool | None = None, chunk: int | None = None
) -> Generator[PlayedTask]:
    """Plays games [0, games) of a checked cell and yields their tallies in order.

    `pool`: of this machine, as its clock is read; by default this process. `chunk`: games in a
    chunk (raised to whole blocks); by default about a second's worth, measured on the first games.
    Call `warm_up` before. Stops at KeyboardInterrupt like any generator.
    """
    if games % games_per_block(cell):
        raise UsageError(f"{games} games are not whole deals of {cell.players} rotations")
    pool, done = pool or Pool(), 0
    if chunk is None:
        for piece in _pilot(cell, seed, games):
            yield piece
            done = piece.task.last
            pace = (piece.ended - piece.started) / (done - piece.task.first)
        if done == games:
            return
        chunk = _chunk_size(pace, games - done, pool.jobs)
        if pace * (games - done) < _PARALLEL_FROM:
            pool = Pool()
    if games - done > chunk:
        # Workers load the kernel before the clock runs.
        list(pool.map(warm_up_worker, [(cell,)] * pool.jobs))
    else:
        pool = Pool()
    yield from play(cut_tasks(0, cell, seed, range(done, games), chunk), pool)


def _pilot(cell: Cell, seed: int, games: int) -> Iterator[PlayedTask]:
    """The first games in chunks that double, until one is long enough to tell the speed."""
    first, size = 0, games_per_block(cell)
    while first < games:
        piece = play_task(Task(0, cell, seed, first, min(first + size, games)))
        yield piece
        if piece.ended - piece.started >= _PILOT_SECONDS:
            return
        first, size = piece.task.last, 2 * size


def _chunk_size(pace: float, games: int, jobs: int) -> int:
    """Games in a chunk at `pace` seconds a game."""
    even = math.ceil(games / (jobs * _CHUNKS_PER_JOB))
    return max(1, min(even, round(CHUNK_SECONDS / max(pace, 1e-9))))
