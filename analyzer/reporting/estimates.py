"""Estimates as rows of tidy tables."""

from __future__ import annotations

import numpy as np

from analyzer.play.precision import best_at
from analyzer.statistics import (
    LEVEL,
    BlockTally,
    Estimate,
    bounded_sequences,
    goodman_intervals,
    mean_interval,
    share_interval,
    share_intervals,
    wilson_interval,
)
from analyzer.statistics.estimates import bonferroni
from analyzer.tally.cell_tally import games_per_block
from analyzer.tally.sums import CellSums, tally_part

FIXED = "95 % intervals"
TOGETHER = "95 % intervals that hold for all of them together"
SEQUENCE = "95 % confidence sequences, valid at any moment of a run, for all of them together"
STOPPED = "95 % intervals for a fixed number of games, not adjusted for where the run stopped"


def row(estimate: Estimate, value: str, games: int) -> dict[str, object]:
    """The columns of an estimate: its value under the given name, `low`, `high`, `n` (games)."""
    return {value: estimate.value, "low": estimate.low, "high": estimate.high, "n": games}


def shares_together(sums: CellSums, tally: BlockTally, level: float = LEVEL) -> list[Estimate]:
    """Shares that add up to 1, with intervals that hold together."""
    if sums.cell.rotate:
        return share_intervals(tally, level)
    return goodman_intervals(tally.total / tally.unit, level)


def single_share(sums: CellSums, tally: BlockTally, n_claims: int) -> Estimate:
    """One share over the deals of a tally, out of several whose intervals hold together."""
    level = bonferroni(LEVEL, n_claims)
    if sums.cell.rotate:
        return share_interval(tally, level=level)
    return wilson_interval(float(tally.total[0]) / tally.unit, tally.count, level)


def ratio(tally: BlockTally, above: int, below: int) -> Estimate:
    """The ratio of two summed quantities, such as points of winners and number of winners.

    Its interval is that of the mean of `above - r * below` over deals, r being the ratio: the
    linearised ratio estimator, Cochran (1977), Sampling Techniques, eq. 6.13.
    """
    if tally.total[below] <= 0:
        return Estimate(np.nan, np.nan, np.nan, LEVEL, 0)
    value = float(tally.total[above] / tally.total[below])
    weights = np.zeros(tally.k)
    weights[above], weights[below] = 1.0, -value
    residual = mean_interval(tally.combine(weights))
    half = residual.half_width / float(tally.mean[below])
    return Estimate(value, value - half, value + half, residual.level, tally.count)


def seat_estimates(
    sums: CellSums, is_open: bool, precision: float | None, level: float = LEVEL
) -> list[Estimate]:
    """Win shares by seat; of a run that looked at them while playing, confidence sequences."""
    wins = tally_part(sums, "win")
    if is_open:
        return open_shares(sums, wins, precision, level)
    return shares_together(sums, wins, level)


def open_shares(
    sums: CellSums, wins: BlockTally, precision: float | None, level: float = LEVEL
) -> list[Estimate]:
    """Confidence sequences as the run looked at them, for seats or for strategies.

    They hold together: where a cell has both, each gets half of the error that `level` allows.
    """
    cell = sums.cell
    where = {} if precision is None else {"best_at": best_at(cell.players, precision)}
    has_strategies = cell.rotate and len(set(cell.strategies)) > 1
    each = bonferroni(level, 2 if has_strategies else 1)
    return bounded_sequences(wins, 1 / cell.players, each, **where)


def games_in(sums: CellSums, tally: BlockTally) -> int:
    """Games behind a tally of some of the cell's deals."""
    return tally.count * games_per_block(sums.cell)
