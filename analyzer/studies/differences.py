"""Differences between cells on the same deals, corrected for how many of them are looked at."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from analyzer.game import Quantity, Ratio
from analyzer.statistics import (
    ALPHA,
    BlockTally,
    Estimate,
    detectable_difference,
    mean_interval,
    mean_test,
    share_interval,
)
from analyzer.tally.quantities import SHARE
from analyzer.wording import p_text, percent, plus_minus, points, scaled

TOGETHER = "95 % intervals that hold for all differences together"
BASIS = "0 is outside a 95 % interval that holds for all of its kind together"


_ROUNDING = 1e-9
"""Differences below that, without any variance, are nobody's."""


@dataclass(frozen=True, slots=True)
class Measure:
    """A mean or a ratio of means of one cell, as weights of its quantities (k,) and a constant.

    The value is the weights' mean plus the constant. Of a ratio the weights are the linearised
    ones (Cochran 1977, Sampling Techniques, eq. 6.13), whose mean is zero.
    """

    name: str
    unit: str
    weights: np.ndarray
    constant: float = 0.0


@dataclass(frozen=True, slots=True)
class Difference:
    """A measure under two settings, and the second minus the first.

    The interval of `difference` holds together with all others of its family (Bonferroni), those
    of the two means stand for themselves. adjusted_p: Bonferroni's too, so that it is at most 0.05
    exactly where the interval excludes 0. variance_ratio: what the same deals left of the
    variance that different deals would have. detectable: what would have been seen with power 80 %.
    """

    name: str
    unit: str
    first: Estimate
    second: Estimate
    difference: Estimate
    adjusted_p: float
    variance_ratio: float
    detectable: float

    @property
    def is_established(self) -> bool:
        """Whether there is a difference, all comparisons considered: what the interval shows."""
        return self.adjusted_p <= ALPHA and not self.difference.covers(0.0)

    def row(self) -> dict[str, Any]:
        """The columns of a tidy table."""
        return {
            "quantity": self.name,
            "unit": self.unit,
            "first": self.first.value,
            "second": self.second.value,
            "difference": self.difference.value,
            "low": self.difference.low,
            "high": self.difference.high,
            "n": self.difference.n,
            "adjusted_p": self.adjusted_p,
            "is_established": self.is_established,
            "detectable": self.detectable,
            "variance_ratio": self.variance_ratio,
            "interval": TOGETHER,
        }

    def sentence(self, names: tuple[str, str]) -> str:
        """What differs and by how much."""
        return (
            f"{self.name}: {value_text(self.first, self.unit)} with {names[0]},"
            f" {value_text(self.second, self.unit)} with {names[1]};"
            f" difference {difference_text(self.difference, self.unit)}."
        )

    def open_sentence(self) -> str:
        """What is known although no difference is established."""
        factor, unit = (100.0, "percentage points") if self.unit == SHARE else (1.0, self.unit)
        return (
            f"{self.name}: difference {difference_text(self.difference, self.unit)}"
            f" ({p_text(self.adjusted_p)}); one of {plus_minus(self.detectable, factor)} {unit}"
            " would have been seen with power 80 %."
        )


def bonferroni_p(p: float, n_claims: int) -> float:
    """A p-value corrected as Bonferroni's intervals are; Holm's would claim more than they show."""
    return min(1.0, n_claims * p)


def value_text(estimate: Estimate, unit: str) -> str:
    """A mean in its unit, without its interval but with the digits that this supports."""
    text = percent(estimate) if unit == SHARE else scaled(estimate, 1.0, f" {unit}")
    return text.split(" (")[0]


def difference_text(estimate: Estimate, unit: str) -> str:
    """A difference in its unit, with its interval."""
    return points(estimate) if unit == SHARE else scaled(estimate, 1.0, f" {unit}", is_signed=True)


def measures_of(
    tally: BlockTally, quantities: Sequence[Quantity], ratios: Sequence[Ratio], cell: int
) -> list[Measure]:
    """All measures of one cell of a joint tally, as weights over all columns of it."""
    k = len(quantities)
    place = {quantity.name: cell * k + index for index, quantity in enumerate(quantities)}
    unit_vectors = np.eye(tally.k)
    found = [
        Measure(quantity.name, quantity.unit, unit_vectors[place[quantity.name]])
        for quantity in quantities
    ]
    for ratio in ratios:
        above, below = (unit_vectors[place[name]] for name in (ratio.above, ratio.below))
        mean = float(tally.mean @ below)
        value = float(tally.mean @ above) / mean if mean > 0 else math.nan
        weights = (above - value * below) / mean if mean > 0 else 0 * above
        found.append(Measure(ratio.name, ratio.unit, weights, value))
    return found


def shifted(estimate: Estimate, by: float) -> Estimate:
    """An estimate of a quantity plus a constant."""
    e = estimate
    return Estimate(e.value + by, e.low + by, e.high + by, e.level, e.n)


def measured_value(tally: BlockTally, measure: Measure) -> Estimate:
    """A measure with its interval; that of a share is never without width, as Student's is where
    something never happened."""
    alone = tally.combine(measure.weights)
    if measure.unit == SHARE:
        return share_interval(alone)
    return shifted(mean_interval(alone), measure.constant)


def compared(
    tally: BlockTally, pairs: Sequence[tuple[Measure, Measure]]
) -> list[Difference | None]:
    """Every pair of measures as a difference; one family, so Bonferroni over all.

    None where there is nothing to compare: neither measure ever varied, and both are equal, or a
    ratio does not exist.
    """
    made = [_raw(tally, first, second) for first, second in pairs]
    known = [raw for raw in made if raw is not None]
    each = 1 - ALPHA / max(len(known), 1)
    found: list[Difference | None] = []
    for (first, second), raw in zip(pairs, made, strict=True):
        if raw is None:
            found.append(None)
            continue
        combined, p, constant, ratio = raw
        found.append(
            Difference(
                name=first.name,
                unit=first.unit,
                first=measured_value(tally, first),
                second=measured_value(tally, second),
                difference=shifted(mean_interval(combined, level=each), constant),
                adjusted_p=bonferroni_p(p, len(known)),
                variance_ratio=ratio,
                detectable=detectable_difference(
                    combined.count, float(combined.variance[0]), alpha=1 - each
                ),
            )
        )
    return found


def _raw(
    tally: BlockTally, first: Measure, second: Measure
) -> tuple[BlockTally, float, float, float] | None:
    """The tally of the difference, its p-value, its constant and the variance ratio."""
    constant = second.constant - first.constant
    if math.isnan(constant):
        return None
    combined = tally.combine(second.weights - first.weights)
    separate = sum(float(tally.combine(m.weights).variance[0]) for m in (first, second))
    if separate <= 0 and abs(float(combined.mean[0]) + constant) < 1e-12:
        return None
    # The same games under both rules: what is left of a ratio's linearised difference is rounding.
    gap, variance = abs(float(combined.mean[0]) + constant), float(combined.variance[0])
    if gap < _ROUNDING and variance < _ROUNDING**2 * max(separate, 1.0):
        combined, constant = tally.combine(0 * first.weights), 0.0
    p = mean_test(combined, -constant).p_value
    ratio = float(combined.variance[0]) / separate if separate > 0 else math.nan
    return combined, p, constant, ratio
