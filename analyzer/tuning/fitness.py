"""How good a candidate is: games against the pool, the same deals for all of a generation."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import groupby, product

import numpy as np

from analyzer.cells import Cell
from analyzer.games import get_game
from analyzer.playing.pool import Pool
from analyzer.playing.worker import ROWS, PlayedTask, Task, cut_tasks, play
from analyzer.tally.blocks import by_seat
from analyzer.tally.quantities import is_decisive
from analyzer.tuning.settings import Settings

MARGIN_SHARE = 0.1  # of a win: what a lead of MARGIN_POINTS counts besides winning
MARGIN_POINTS = 40.0


class OutOfTime(Exception):  # noqa: N818
    """The time was over before all games were played."""


@dataclass(frozen=True, slots=True)
class Table:
    """Deals that every candidate of a generation plays against the same opponents."""

    opponents: tuple[str, ...]
    ruleset: str
    deals: int
    seed: int

    @property
    def players(self) -> int:
        """How many sit at it."""
        return len(self.opponents) + 1


def tables(settings: Settings, generation: int) -> list[Table]:
    """The tables of a generation: the pool once for each ruleset and number of players.

    Further seats are filled from the pool at random, anew in every generation.
    """
    n_tables = len(settings.rulesets) * len(settings.players) * len(settings.pool)
    rng = np.random.default_rng((settings.seed, generation))
    made = []
    for ruleset, players in product(settings.rulesets, settings.players):
        deals = max(1, round(settings.games / (n_tables * players)))
        for opponent in settings.pool:
            others = rng.choice(settings.pool, players - 2).tolist()
            made.append(Table((opponent, *others), ruleset, deals, int(rng.integers(2**63))))
    return made


def table_cell(game: str, candidate: str, opponents: Sequence[str], ruleset: str) -> Cell:
    """The cell in which a candidate takes every seat in turn."""
    line_up = (candidate, *opponents)
    return Cell(game, len(line_up), ruleset, line_up, rotate=True)


def fitness_of(
    candidates: Sequence[str],
    at: Sequence[Table],
    settings: Settings,
    pool: Pool,
    is_over: Callable[[], bool] = lambda: False,
    piece: int | None = None,
) -> list[float]:
    """The fitness of each candidate: its mean over the tables.

    OutOfTime if it is over before the last games, which is asked after every `piece` of games
    (raised to whole deals), or else after all that a candidate plays at a table.
    """
    asked = list(product(candidates, at))
    tasks = [
        task
        for k, (candidate, table) in enumerate(asked)
        for task in _tasks(k, candidate, table, settings, piece)
    ]
    with closing(play(tasks, pool)) as played:
        in_time = _in_time(played, len(tasks), is_over)
        values = [
            _fitness(list(parts), settings)
            for _, parts in groupby(in_time, key=lambda done: done.task.index)
        ]
    return [float(row.mean()) for row in np.reshape(values, (len(candidates), len(at)))]


def _tasks(
    index: int, candidate: str, table: Table, settings: Settings, piece: int | None
) -> Iterator[Task]:
    """What a candidate plays at a table."""
    cell = table_cell(settings.game, candidate, table.opponents, table.ruleset)
    games = table.deals * table.players
    return cut_tasks(index, cell, table.seed, range(games), piece or games, ROWS)


def _in_time(
    played: Iterable[PlayedTask], n_tasks: int, is_over: Callable[[], bool]
) -> Iterator[PlayedTask]:
    """Played tasks, up to the last one or until it is over."""
    for number, done in enumerate(played, start=1):
        yield done
        if number < n_tasks and is_over():
            raise OutOfTime


def _fitness(parts: Sequence[PlayedTask], settings: Settings) -> float:
    """Mean fitness of the first strategy of a cell over the games of all parts."""
    n = parts[0].task.cell.players
    rows = _joined(parts)
    by_game = by_seat(rows, n)
    is_own = by_game["strategy"] == 0
    score = by_game["score"].astype(float)
    own = score[is_own]
    rival = np.where(is_own, -np.inf, score).max(axis=1)
    win = by_game["win"][is_own]
    margin = np.clip((own - rival) / MARGIN_POINTS, -1, 1)
    is_idle = ~is_decisive(get_game(settings.game)).values(by_game)
    return float(win.mean() + MARGIN_SHARE * margin.mean() - settings.penalty * is_idle.mean())


def _joined(parts: Sequence[PlayedTask]) -> Mapping[str, np.ndarray]:
    """The rows of all parts, in order."""
    rows = [part.rows for part in parts if part.rows is not None]
    return {name: np.concatenate([each[name] for each in rows]) for name in rows[0]}
