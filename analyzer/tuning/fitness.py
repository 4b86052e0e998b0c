"""How good a candidate is: games against the pool, the same deals for all of a generation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np

from analyzer.cells import Cell
from analyzer.games import get_game
from analyzer.playing.pool import Pool
from analyzer.playing.worker import ROWS, PlayedTask, Task, play
from analyzer.tally.blocks import by_seat
from analyzer.tally.quantities import is_decisive
from analyzer.tuning.settings import Settings

MARGIN_SHARE = 0.1  # of a win: what a lead of MARGIN_POINTS counts besides winning
MARGIN_POINTS = 40.0


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
    candidates: Sequence[str], at: Sequence[Table], settings: Settings, pool: Pool
) -> list[float]:
    """The fitness of each candidate: its mean over the tables."""
    asked = [(candidate, table) for candidate in candidates for table in at]
    tasks = (
        Task(
            k,
            table_cell(settings.game, candidate, table.opponents, table.ruleset),
            table.seed,
            0,
            table.deals * table.players,
            ROWS,
        )
        for k, (candidate, table) in enumerate(asked)
    )
    values = [_fitness(done, settings) for done in play(tasks, pool)]
    return [float(row.mean()) for row in np.reshape(values, (len(candidates), len(at)))]


def _fitness(done: PlayedTask, settings: Settings) -> float:
    """Mean fitness of the first strategy of a cell over its games."""
    assert done.rows is not None
    n = done.task.cell.players
    rows = by_seat(done.rows, n)
    is_own = rows["strategy"] == 0
    score = rows["score"].astype(float)
    own = score[is_own]
    rival = np.where(is_own, -np.inf, score).max(axis=1)
    win = rows["win"][is_own]
    margin = np.clip((own - rival) / MARGIN_POINTS, -1, 1)
    is_idle = ~is_decisive(get_game(settings.game)).values(rows)
    return float(win.mean() + MARGIN_SHARE * margin.mean() - settings.penalty * is_idle.mean())
