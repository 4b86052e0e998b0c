"""Plays pieces of cells: the one way in which games become rows, tallies or files.

`play` is what everything that plays many games goes through, in memory or into a folder.
"""

from __future__ import annotations

import json
import time
from collections.abc import Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from analyzer.cells import Cell
from analyzer.errors import UsageError
from analyzer.files import writing
from analyzer.games import get_game
from analyzer.playing.known_games import check_kernel
from analyzer.playing.parts import Part, cell_folder, encode_rows, part_origin, write_part
from analyzer.playing.pool import Pool
from analyzer.tally.cell_tally import games_per_block, tally_rows

if TYPE_CHECKING:
    from analyzer.playing.parts import Rows
    from analyzer.statistics import BlockTally

# What is wanted of the games of a task.
TIME = "time"  # how long they took, and nothing else
TALLY = "tally"
ROWS = "rows"
FILE = "file"  # the rows as a part of a run, and the tally


@dataclass(frozen=True, slots=True)
class Task:
    """Games [first, last) of a checked cell, whole deals of them.

    index: of the cell, for whoever asks. wanted: TIME, TALLY, ROWS or FILE. cuts: the tally comes
    in pieces that end at each of these numbers of games and at `last`. run: the folder of the run
    that the file belongs to, if the worker is to write it; otherwise its bytes come back. kernel:
    with which the games must be played, if that matters.
    """

    index: int
    cell: Cell
    seed: int
    first: int
    last: int
    wanted: str = TALLY
    cuts: tuple[int, ...] = ()
    run: Path | None = None
    kernel: str = ""

    def prepare(self) -> None:
        """Loads what is needed to play it, and checks compiled code."""
        check_kernel(self.cell)


@dataclass(frozen=True, slots=True)
class Piece:
    """The tally of the games since the piece before, up to game `last`."""

    last: int
    blocks: BlockTally


@dataclass(frozen=True, slots=True)
class PlayedTask:
    """A played task, with what was wanted of it.

    started, ended: readings of the worker's monotonic clock around the playing alone; cpu_seconds:
    what that took of a processor. part: the file, if the worker wrote it, and otherwise data: its
    bytes.
    """

    task: Task
    started: float
    ended: float
    cpu_seconds: float
    pieces: tuple[Piece, ...] = ()
    rows: Rows | None = None
    part: Part | None = None
    data: bytes | None = None

    @property
    def blocks(self) -> BlockTally:
        """The tally of all games of a task that was not cut."""
        (piece,) = self.pieces
        return piece.blocks


def play(tasks: Iterable[Task], pool: Pool | None = None) -> Generator[PlayedTask]:
    """Plays tasks and yields them in their order; by default in this process.

    Tasks are taken from the iterable as workers get free, perhaps in another thread. A worker that
    dies is replaced and its task played again. Call `warm_up` before, so that not every worker
    compiles the kernel. Close the generator to give up what is under way (`contextlib.closing`).
    """
    yield from (pool or Pool()).map(play_task, ((task,) for task in tasks))


def cut_tasks(
    index: int, cell: Cell, seed: int, games: range, size: int, wanted: str = TALLY
) -> Iterator[Task]:
    """Tasks of `size` games (raised to whole deals) for a range of games of a cell."""
    deal = games_per_block(cell)
    size = -(-size // deal) * deal
    for first in range(games.start, games.stop, size):
        yield Task(index, cell, seed, first, min(first + size, games.stop), wanted)


def play_task(task: Task) -> PlayedTask:
    """Plays a task. Memory depends on the number of its games only. Runs in workers."""
    game = get_game(task.cell.game)
    if task.kernel and game.kernel != task.kernel:
        raise UsageError(
            f"a worker plays with kernel {game.kernel}, but the run needs kernel {task.kernel}:"
            " install the same versions everywhere"
        )
    started, cpu = time.monotonic(), time.thread_time()
    rows = game.play(task.cell, task.seed, task.first, task.last)
    ended, cpu = time.monotonic(), time.thread_time() - cpu
    if task.wanted == TIME:
        return PlayedTask(task, started, ended, cpu)
    if task.wanted == ROWS:
        return PlayedTask(task, started, ended, cpu, rows=rows)
    pieces = tuple(tally_pieces(task.cell, rows, task.first, task.last, task.cuts))
    if task.wanted == TALLY:
        return PlayedTask(task, started, ended, cpu, pieces)
    data = encode_rows(game, rows, part_origin(task.cell, task.seed, game.kernel))
    if task.run is None:
        return PlayedTask(task, started, ended, cpu, pieces, data=data)
    with writing(task.run):
        part = write_part(cell_folder(task.run, task.index), task.first, task.last, data)
    return PlayedTask(task, started, ended, cpu, pieces, part=part)


def tally_pieces(cell: Cell, rows: Rows, first: int, last: int, cuts: Sequence[int]) -> list[Piece]:
    """The tallies of games [first, last), cut after each number of games in `cuts`."""
    pieces, start = [], first
    for end in [*(cut for cut in cuts if first < cut < last), last]:
        pieces.append(Piece(end, tally_rows(cell, sliced(cell, rows, start - first, end - first))))
        start = end
    return pieces


def sliced(cell: Cell, rows: Rows, start: int, end: int) -> Rows:
    """The rows of games [start, end), counted from the first game in `rows`."""
    return {name: v[start * cell.players : end * cell.players] for name, v in rows.items()}


def record_games(cell: Cell, seed: int, games: Sequence[int]) -> list[str]:
    """The full records of some games, one line of JSON each."""
    game = get_game(cell.game)
    return [json.dumps(game.record(cell, seed, index), ensure_ascii=False) for index in games]
