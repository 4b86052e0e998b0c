"""What workers do: play the games of one part and hand back the finished file.

Workers write nothing themselves, so that they may run on machines that share no disk, and that
only one process ever has to care about full ones.
"""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from analyzer.cell import Cell
from analyzer.games import get_game
from analyzer.play.parts import encode_rows, part_origin
from analyzer.tally.cell_tally import tally_rows

if TYPE_CHECKING:
    from analyzer.play.parts import Rows
    from analyzer.statistics import BlockTally


@dataclass(frozen=True, slots=True)
class Task:
    """Games [first, last) of a cell; tallied in pieces that end at each of `cuts` and at last."""

    index: int
    cell: Cell
    seed: int
    first: int
    last: int
    cuts: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Piece:
    """The tally of the games since the piece before, up to game `last`."""

    last: int
    blocks: BlockTally


@dataclass(frozen=True, slots=True)
class PlayedPart:
    """A played task: the encoded rows, their tallies, and what made them."""

    task: Task
    data: bytes
    pieces: tuple[Piece, ...]
    fingerprint: str
    seconds: float


def play_part(task: Task) -> PlayedPart:
    """Plays a task. Memory depends on the number of its games only."""
    game = get_game(task.cell.game)
    started = time.monotonic()
    rows = game.play(task.cell, task.seed, task.first, task.last)
    pieces = tally_pieces(task.cell, rows, task.first, task.last, task.cuts)
    data = encode_rows(game, rows, part_origin(task.cell, task.seed, game.kernel))
    return PlayedPart(task, data, tuple(pieces), game.kernel, time.monotonic() - started)


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
