"""Values of a choice of the set-up: how far each is from all, and what a test would have seen."""

from __future__ import annotations

import math
from collections.abc import Sequence

from analyzer.errors import UsageError
from analyzer.statistics.estimates import ALPHA, LEVEL, Estimate, bonferroni, check_fraction
from analyzer.statistics.paired import unpaired_difference
from analyzer.statistics.planning import POWER
from analyzer.statistics.tallies import BlockTally, merge_tallies

_HALVINGS = 60


def level_deviations(
    tallies: Sequence[BlockTally], column: int, level: float = LEVEL
) -> list[Estimate]:
    """By value of a choice, how far its mean is from the mean of all deals, with intervals of
    `level` each.

    The mean of all contains the value itself: with a share w of the deals the distance is 1 - w
    times that from the other values, whose interval is Welch's.
    """
    whole = merge_tallies(tallies)
    found = []
    for index, tally in enumerate(tallies):
        others = [other for k, other in enumerate(tallies) if k != index]
        rest = merge_tallies(others).subset([column])
        gap = unpaired_difference(rest, tally.subset([column]), level)
        part = rest.count / whole.count
        found.append(
            Estimate(part * gap.value, part * gap.low, part * gap.high, level, tally.count)
        )
    return found


def widest_gap(
    tallies: Sequence[BlockTally], column: int, level: float = LEVEL
) -> tuple[int, int, Estimate]:
    """The values with the smallest and the largest mean, and how far these are apart.

    They were chosen by looking at all of them, so the interval is one of those that hold for all
    pairs together (Bonferroni over pairs, Welch's for each).
    """
    if len(tallies) < 2:
        raise UsageError("a gap needs at least two values")
    means = [float(tally.mean[column]) for tally in tallies]
    low, high = means.index(min(means)), means.index(max(means))
    each = bonferroni(level, len(tallies) * (len(tallies) - 1) // 2)
    gap = unpaired_difference(tallies[low].subset([column]), tallies[high].subset([column]), each)
    return low, high, Estimate(gap.value, gap.low, gap.high, level, gap.n)


def noncentrality_needed(degrees: float, alpha: float = ALPHA, power: float = POWER) -> float:
    """The noncentrality with which a chi-square test of size alpha rejects with this power.

    Patnaik (1949), Biometrika 36:202-232: under an alternative the statistic follows the
    noncentral chi-square distribution.
    """
    from scipy.special import chdtri, chndtr

    check_fraction("alpha", alpha)
    check_fraction("power", power)
    critical = float(chdtri(degrees, alpha))
    low, high = 0.0, 1.0
    while 1 - float(chndtr(critical, degrees, high)) < power:
        low, high = high, 2 * high
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        is_enough = 1 - float(chndtr(critical, degrees, middle)) >= power
        low, high = (low, middle) if is_enough else (middle, high)
    return high


def detectable_by_levels_test(
    tallies: Sequence[BlockTally],
    column: int,
    degrees: float,
    alpha: float = ALPHA,
    power: float = POWER,
) -> float:
    """The difference between two values of a choice that `levels_test` shows with this power.

    degrees: of that test. The two values with the fewest deals differ by so much in one quantity,
    and all others lie between them; other quantities follow in the way that is hardest to see. The
    noncentrality is then difference² / (variance (1/n_1 + 1/n_2)): Anderson (2003), Multivariate
    Analysis, section 8.6.5.
    """
    fewest = sorted(tally.count for tally in tallies)[:2]
    degrees_within = sum(tally.count - 1 for tally in tallies)
    squares = sum((tally.count - 1) * float(tally.variance[column]) for tally in tallies)
    variance = squares / max(degrees_within, 1)
    needed = noncentrality_needed(max(degrees, 1.0), alpha, power)
    return math.sqrt(needed * variance * sum(1 / n for n in fewest))
