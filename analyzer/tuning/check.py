"""The final check: the start and the result against strategies that took no part, on new deals."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

import numpy as np

from analyzer.cell import Cell
from analyzer.play.pool import Pool
from analyzer.play.rows import play_rows
from analyzer.statistics import (
    BlockTally,
    Estimate,
    paired_difference,
    share_interval,
    share_unit,
)
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
    asked = product(rivals, settings.rulesets, settings.players)
    return list(pool.map(_compare, ((settings, result, *question, games) for question in asked)))


def _compare(
    settings: Settings, result: str, rival: str, ruleset: str, players: int, games: int
) -> Comparison:
    deals = max(2, -(-games // players))
    seed = _DEALS_APART + settings.seed % _DEALS_APART
    shares = [
        _win_shares(
            table_cell(settings.game, candidate, (rival,) * (players - 1), ruleset), seed, deals
        )
        for candidate in (settings.start, result)
    ]
    tally = BlockTally.of_blocks(np.column_stack(shares), share_unit(players))
    return Comparison(
        opponent=rival,
        ruleset=ruleset,
        players=players,
        start=share_interval(tally, 0),
        result=share_interval(tally, 1),
        gain=paired_difference(tally).difference,
    )


def _win_shares(cell: Cell, seed: int, deals: int) -> np.ndarray:
    """The first strategy's share of the wins of each deal."""
    rows = play_rows(cell, seed, deals * cell.players)
    is_own = rows["strategy"] == 0
    # exactly one seat of every game is its, so the wins come game by game
    wins: np.ndarray = rows["win"][is_own].astype(float).reshape(deals, cell.players).mean(axis=1)
    return wins
