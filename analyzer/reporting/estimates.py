"""Estimates as rows of tidy tables."""

from __future__ import annotations

from analyzer.statistics import LEVEL, BlockTally, Estimate, mean_interval
from analyzer.statistics.choice import by_strategy
from analyzer.statistics.estimates import bonferroni
from analyzer.tally.cell_tally import games_per_block, sampling
from analyzer.tally.sums import CellSums


def row(estimate: Estimate, value: str, games: int) -> dict[str, object]:
    """The columns of an estimate: its value under the given name, `low`, `high`, `n` (games)."""
    return {value: estimate.value, "low": estimate.low, "high": estimate.high, "n": games}


def win_shares(
    sums: CellSums, wins: BlockTally, level: float, is_open: bool, precision: float | None
) -> list[Estimate]:
    """Win shares of seats or of strategies, as the run may have looked at them while playing.

    Sequences of both hold together: where a cell has both, each gets half of the error that
    `level` allows.
    """
    how = sampling(sums.cell, is_open, precision)
    names, _ = by_strategy(sums.cell.strategies)
    has_both = is_open and sums.cell.rotate and len(names) > 1
    return how.shares(wins, bonferroni(level, 2) if has_both else level)


def ratio(tally: BlockTally, above: int, below: int) -> Estimate:
    """The ratio of two summed quantities, such as points of winners and number of winners."""
    if tally.total[below] <= 0:
        return Estimate(float("nan"), float("nan"), float("nan"), LEVEL, 0)
    return mean_interval(tally.ratio(above, below))


def games_in(sums: CellSums, tally: BlockTally) -> int:
    """Games behind a tally of some of the cell's deals."""
    return tally.count * games_per_block(sums.cell)
