"""The final check: the start and the result against strategies that took no part, on new deals."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

import numpy as np

from analyzer.games import get_game
from analyzer.statistics import (
    BlockTally,
    Estimate,
    paired_difference,
    share_interval,
    share_unit,
)
from analyzer.tuning.fitness import table_cell
from analyzer.tuning.settings import GAME, Settings

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


def compare(settings: Settings, result: str, games: int, jobs: int) -> list[Comparison]:
    """Start and result against every held-out strategy, and the result against the start.

    games: for each opponent, ruleset and number of players, raised to whole deals.
    """
    from joblib import Parallel, delayed

    rivals = dict.fromkeys((*settings.held_out, settings.start))
    done: list[Comparison] = Parallel(n_jobs=jobs, backend="threading")(
        delayed(_compare)(settings, result, rival, ruleset, n, games)
        for rival, ruleset, n in product(rivals, settings.rulesets, settings.players)
    )
    return done


def _compare(
    settings: Settings, result: str, rival: str, ruleset: str, players: int, games: int
) -> Comparison:
    deals = max(2, -(-games // players))
    seed = _DEALS_APART + settings.seed % _DEALS_APART
    shares = [
        _win_shares(candidate, rival, players, ruleset, seed, deals)
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


def _win_shares(
    candidate: str, rival: str, players: int, ruleset: str, seed: int, deals: int
) -> np.ndarray:
    """The candidate's share of the wins of each deal."""
    cell = table_cell(candidate, (rival,) * (players - 1), ruleset)
    rows = get_game(GAME).play(cell, seed, 0, deals * players)
    is_own = rows["strategy"] == 0
    # exactly one seat of every game is the candidate's, so the wins come game by game
    wins: np.ndarray = rows["win"][is_own].astype(float).reshape(deals, players).mean(axis=1)
    return wins
