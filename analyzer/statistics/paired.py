"""Differences measured on the same deals, and how much the pairing was worth."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from analyzer.statistics.estimates import LEVEL, Estimate, two_sided_t
from analyzer.statistics.intervals import mean_interval, mean_test
from analyzer.statistics.tallies import BlockTally


@dataclass(frozen=True, slots=True)
class PairedDifference:
    """Mean of the second minus mean of the first, both played on the same deals.

    `variance_ratio` is Var(difference) / (Var first + Var second): what independent deals would
    have needed in blocks is 1 / variance_ratio times as many. Below 1 pairing helped, 0.5 halves.
    """

    difference: Estimate
    p_value: float
    variance_ratio: float
    correlation: float


def paired_difference(
    tally: BlockTally, first: int = 0, second: int = 1, level: float = LEVEL
) -> PairedDifference:
    """Compare two quantities of one tally, e.g. a score under two rule sets on the same deals.

    The interval and the p-value are Student's on the differences of block means. The ratio is that
    of common random numbers: Glasserman & Yao (1992), Management Science 38:884-908, section 1.
    NaN ratio when neither quantity varies.
    """
    weights = np.zeros(tally.k)
    weights[second] += 1
    weights[first] -= 1
    differences = tally.combine(weights)
    covariance = tally.covariance
    separate = float(covariance[first, first] + covariance[second, second])
    product = float(covariance[first, first] * covariance[second, second])
    return PairedDifference(
        difference=mean_interval(differences, level=level),
        p_value=mean_test(differences, 0.0).p_value,
        variance_ratio=float(differences.variance[0]) / separate if separate > 0 else math.nan,
        correlation=float(covariance[first, second]) / math.sqrt(product)
        if product > 0
        else math.nan,
    )


def unpaired_difference(first: BlockTally, second: BlockTally, level: float = LEVEL) -> Estimate:
    """Mean of `second` minus mean of `first` (each one quantity) from independent deals.

    Welch (1947), Biometrika 34:28-35, with Satterthwaite's (1946) degrees of freedom.
    """
    value = float(second.mean[0] - first.mean[0])
    n = first.count + second.count
    if min(first.count, second.count) < 2:
        return Estimate(value, -math.inf, math.inf, level, n)
    a, b = float(first.mean_covariance[0, 0]), float(second.mean_covariance[0, 0])
    if a + b <= 0:
        return Estimate(value, value, value, level, n)
    degrees = (a + b) ** 2 / (a * a / (first.count - 1) + b * b / (second.count - 1))
    half = two_sided_t(level, degrees) * math.sqrt(a + b)
    return Estimate(value, value - half, value + half, level, n)
