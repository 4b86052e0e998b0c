"""The final check: the start and the result against strategies that took no part, on new deals."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

import numpy as np

from analyzer.playing.pool import Pool
from analyzer.playing.worker import ROWS, PlayedTask, Task, play
from analyzer.statistics import BlockTally, Estimate, paired_difference, share_interval, share_unit
from analyzer.tally.cell_tally import cell_blocks
from analyzer.tally.quantities import of_place
from analyzer.tuning.fitness import table_cell
from analyzer.tuning.settings import Settings

_DEALS_APART = 2**63  # seeds of the tuning itself lie below


@dataclass(frozen=True, slots=True)
class Comparison:
    """Win shares against rivals of one strategy: of the start, of the result, and their gain."""

    opponent: str
    ruleset: str
    players: int
    start: Estimate
    result: Estimate
    gain: Estimate


def compare(settings: Settings, result: str, games: int, pool: Pool) -> list[Comparison]:
    """Start and result against every held-out strategy, and the result against the start.

    games: for each opponent, ruleset and number of players, raised to whole deals.
    """
    rivals = dict.fromkeys((*settings.held_out, settings.start))
    asked = list(product(rivals, settings.rulesets, settings.players))
    tasks = (
        _task(settings, candidate, rival, ruleset, n, games)
        for rival, ruleset, n in asked
        for candidate in (settings.start, result)
    )
    shares = [win_shares(done) for done in play(tasks, pool)]
    return [
        _comparison(rival, ruleset, n, start, found)
        for (rival, ruleset, n), start, found in zip(asked, shares[::2], shares[1::2], strict=True)
    ]


def _task(
    settings: Settings, candidate: str, rival: str, ruleset: str, players: int, games: int
) -> Task:
    deals = max(2, -(-games // players))
    cell = table_cell(settings.game, candidate, (rival,) * (players - 1), ruleset)
    return Task(0, cell, _DEALS_APART + settings.seed % _DEALS_APART, 0, deals * players, ROWS)


def win_shares(done: PlayedTask) -> np.ndarray:
    """The first strategy's share of the wins of each deal."""
    assert done.rows is not None
    return cell_blocks(done.task.cell, done.rows, [of_place("win", 0)])[:, 0]


def _comparison(
    rival: str, ruleset: str, players: int, start: np.ndarray, result: np.ndarray
) -> Comparison:
    tally = BlockTally.of_blocks(np.column_stack([start, result]), share_unit(players))
    return Comparison(
        opponent=rival,
        ruleset=ruleset,
        players=players,
        start=share_interval(tally, 0),
        result=share_interval(tally, 1),
        gain=paired_difference(tally).difference,
    )
