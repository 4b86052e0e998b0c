"""How fast cells are played on this machine and how much room they take, from a short trial."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass

from analyzer.cells import Cell
from analyzer.games import get_game
from analyzer.playing.memory import warm_up
from analyzer.playing.parts import encode_rows
from analyzer.tally.cell_tally import games_per_block, whole_blocks

PART_SECONDS = 1.0  # long enough to hide what a task costs, short enough to lose little by a kill
MAX_PART_GAMES = 50_000  # bounds the memory of a worker to some 100 MB
MERGED_GAMES = 2_000  # parts below that are put together: each has some 10 kB of fixed cost
_PARTS_PER_RUN = 16  # fewer would leave workers idle at the end of a short run
_SHORTEST_PART = 0.1  # seconds
_TRIAL_SECONDS = 0.1
_TELLING_GAMES = 500
_CELL_BYTES = 8_000  # sums, and its share of what a run and its tables are besides parts
_ROW_BYTES = 25  # of a game and seat, where a trial is too short to tell


@dataclass(frozen=True, slots=True)
class Pace:
    """Seconds and bytes for one game, on one core; bytes of a part without any game."""

    seconds: float
    bytes: float
    part_bytes: float = 0.0


_KNOWN: dict[object, Pace] = {}


def measure_pace(cell: Cell, seed: int) -> Pace:
    """The pace of a cell; those of the same players and strategies are taken as alike.

    It is measured once: what asks again, the next phase of a study for instance, need not wait.
    """
    kind = (cell.game, cell.players, tuple(sorted(cell.strategies)))
    if kind not in _KNOWN:
        _KNOWN[kind] = _measured(cell, seed)
    return _KNOWN[kind]


def _measured(cell: Cell, seed: int) -> Pace:
    """Plays batches of doubling size until one is long enough to tell the speed.

    Time is that of the processor: other programs must not make a machine look slow.
    """
    game = get_game(cell.game)
    # Also loads what would otherwise be timed.
    empty_part = len(encode_rows(game, warm_up(cell), ""))
    size = games_per_block(cell)
    while True:
        started = time.process_time()
        rows = game.play(cell, seed, 0, size)
        n_bytes = len(encode_rows(game, rows, ""))
        seconds = time.process_time() - started
        if seconds >= _TRIAL_SECONDS:
            break
        size *= 2
    # A part has its fixed cost; what a game adds to it can only be told from many of them.
    added = (n_bytes - empty_part) / size if size >= _TELLING_GAMES else _ROW_BYTES * cell.players
    return Pace(seconds / size, added, empty_part)


def room(
    cell: Cell, pace: Pace, games: int, pieces: int = 1, part_games: int | None = None
) -> float:
    """Bytes on disk of games that are divided among so many cells.

    part_games: games in a part, which is then not put together with others.
    """
    if part_games is None:
        in_part = max(part_size(cell, pace, games), MERGED_GAMES)
    else:
        in_part = max(whole_blocks(cell, part_games), games_per_block(cell))
    parts = pieces * math.ceil(games / pieces / in_part)
    return games * pace.bytes + parts * pace.part_bytes + pieces * _CELL_BYTES


def part_size(cell: Cell, pace: Pace, total_games: int) -> int:
    """Games in a part: about a second's worth, a round number of deals, bounded in memory."""
    games = min(PART_SECONDS / pace.seconds, MAX_PART_GAMES)
    games = min(games, max(total_games / _PARTS_PER_RUN, _SHORTEST_PART / pace.seconds))
    deals = max(1, int(games) // games_per_block(cell))
    return whole_blocks(cell, 1) * _round_down(deals)


def merged_size(cell: Cell, part_games: int) -> int:
    """Games up to which the parts of a slowly played cell are put together: whole parts."""
    return part_games * max(1, whole_blocks(cell, MERGED_GAMES) // part_games)


def _round_down(number: int) -> int:
    """The largest of 1, 2, 5, 10, 20, 50, ... that is not above the number."""
    power = 10 ** (len(str(number)) - 1)
    return max(step * power for step in (1, 2, 5) if step * power <= number)
