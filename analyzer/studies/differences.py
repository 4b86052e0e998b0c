"""Differences between cells on the same deals, corrected for how many of them are looked at."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from analyzer.game import Quantity, Ratio
from analyzer.statistics import (
    ALPHA,
    LEVEL,
    MARGIN,
    BlockTally,
    Budget,
    Deviations,
    Estimate,
    Relevance,
    detectable_difference,
    judge,
    mean_interval,
    mean_test,
    share_interval,
)
from analyzer.tally.quantities import SHARE, is_win_of_seat, win_of_seat
from analyzer.wording import (
    listed,
    p_text,
    percent,
    percentage_points,
    plus_minus_up,
    points,
    round_to_interval,
    scaled,
    sentence,
    small_start,
)
from analyzer.wording.digits import narrower_side

DIFFERENCES = "differences"
"""The family of claims of all differences between cells."""
ONE_FAMILY = Budget({DIFFERENCES: 1})
ROUNDING = 1e-9
"""Differences below this part of the means are what rounding leaves of none."""
_PLAIN = 4
"""A half width in per cent that leaves whole numbers: nobody reads more of a change."""
TOGETHER = "95 % intervals that hold for all differences together"


@dataclass(frozen=True, slots=True)
class Measure:
    """A mean or a ratio of means of one cell, as weights of its quantities (k,) and a constant.

    The value is the weights' mean plus the constant. label, by_definition, is_headline: as those of
    a quantity. Of a ratio the weights are the linearised
    ones (Cochran 1977, Sampling Techniques, eq. 6.13), whose mean is zero.
    """

    name: str
    unit: str
    weights: np.ndarray
    constant: float = 0.0
    label: str = ""
    by_definition: tuple[str, ...] = ()
    is_headline: bool = False


@dataclass(frozen=True, slots=True)
class Difference:
    """A measure under two settings, and the second minus the first.

    The interval of `difference` holds together with all others of its family (Bonferroni), those of
    the two means stand for themselves. claimed: the two means with intervals that hold together
    with those of the family, where sentences claim something of them too: of the seats' wins.
    adjusted_p: Bonferroni's too, so that it is at most 0.05 exactly where the interval excludes 0.
    size: what the interval says of the margin that matters, which of a share is so many points, and
    of other means the same part of the mean. variance_ratio: what the same deals left of the
    variance that different deals would have. detectable: what would have been seen with power 80 %.
    """

    name: str
    unit: str
    first: Estimate
    second: Estimate
    difference: Estimate
    adjusted_p: float
    size: Deviations
    variance_ratio: float
    detectable: float
    label: str = ""
    by_definition: tuple[str, ...] = ()
    is_headline: bool = False
    claimed: tuple[Estimate, Estimate] | None = None

    @property
    def words(self) -> str:
        """What it is called in sentences."""
        return self.label or self.name

    def mirrored(self) -> Difference:
        """The same of what is missing to 1: the other one of two seats."""
        return replace(
            self,
            first=_turned(self.first, 1.0),
            second=_turned(self.second, 1.0),
            difference=_turned(self.difference, 0.0),
            claimed=self.claimed and (_turned(self.claimed[0], 1.0), _turned(self.claimed[1], 1.0)),
        )

    @property
    def is_small(self) -> bool:
        """Whether the difference is known to be smaller than what matters."""
        return self.size.relevance in (Relevance.WITHIN, Relevance.SMALL)

    @property
    def is_established(self) -> bool:
        """Whether there is a difference, all comparisons considered: what the interval shows."""
        return self.adjusted_p <= ALPHA and not self.difference.covers(0.0)

    def row(self, changed: Collection[str]) -> dict[str, Any]:
        """The columns of a tidy table; changed: the rule parameters that differ."""
        return {
            "quantity": self.name,
            "label": self.words,
            "unit": self.unit,
            "first": self.first.value,
            "second": self.second.value,
            "difference": self.difference.value,
            "low": self.difference.low,
            "high": self.difference.high,
            "n": self.difference.n,
            "adjusted_p": self.adjusted_p,
            "is_established": self.is_established,
            "is_by_definition": bool(set(self.by_definition) & set(changed)),
            "relevance": str(self.size.relevance),
            "within": self.size.within,
            "detectable": self.detectable,
            "variance_ratio": self.variance_ratio,
            "interval": TOGETHER,
        }

    def values(self) -> tuple[str, str]:
        """The two means in words, with the digits that their difference supports."""
        half = narrower_side(self.difference.value, self.difference.low, self.difference.high)
        return value_pair(self.first, self.second, self.unit, half)

    def sentence(self, names: tuple[str, str]) -> str:
        """What differs and by how much."""
        small = ", real but too small to matter" if self.is_small else ""
        relative = self.percent_change()
        part = f", {relative}" if relative else ""
        first, second = self.values()
        return sentence(
            f"{self.words}: {first} with {names[0]}, {second} with {names[1]};"
            f" difference {difference_text(self.difference, self.unit)}{part}{small}."
        )

    def relative_change(self) -> tuple[float, float] | None:
        """The change as a part of the first mean, and its half width; None from nothing, and of
        shares. The half width allows for both means erring together at worst."""
        if self.unit == SHARE or self.first.value <= 0:
            return None
        part = self.difference.value / self.first.value
        error = self.difference.half_width + abs(part) * self.first.half_width
        return part, error / self.first.value

    def percent_change(self) -> str:
        """`54 % more`, `20 % less`; empty where there is none."""
        found = self.relative_change()
        if found is None or not found[0]:
            return ""
        value = 100 * abs(found[0])
        part = round_to_interval(value, max(100 * found[1], _PLAIN if value >= 10 else _PLAIN / 10))
        return f"{part} % {'more' if found[0] > 0 else 'less'}"

    def within_text(self) -> str:
        """How large the difference is at most."""
        factor, unit = (100.0, "percentage points") if self.unit == SHARE else (1.0, self.unit)
        return f"{self.words} by at most {plus_minus_up(self.size.within, factor)} {unit}"

    def open_sentence(self) -> str:
        """What is known although no difference is established."""
        factor, unit = (100.0, "percentage points") if self.unit == SHARE else (1.0, self.unit)
        return (
            f"{sentence(self.words)}: difference {difference_text(self.difference, self.unit)}"
            f" ({p_text(self.adjusted_p)}); one of {plus_minus_up(self.detectable, factor)} {unit}"
            " would have been seen with a chance of 80 %."
        )


def margin_text(margin: float) -> str:
    """What matters, for reading."""
    number = f"{100 * margin:.3g}"
    return f"the margin of {percentage_points(number)} of shares and {number} % of other means"


def unchanged_sentence(differences: Sequence[Difference], margin: float) -> list[str]:
    """That some differences are not established and known to be too small to matter, if any."""
    shown = [d.within_text() for d in differences if d.size.relevance is Relevance.WITHIN]
    return [f"Unchanged within {margin_text(margin)}: {listed(shown)}."] if shown else []


def claim_lists(
    differences: Sequence[Difference],
    names: tuple[str, str],
    margin: float,
    players: int,
    prefix: str = "",
) -> tuple[list[str], list[str]]:
    """Sentences of what is established about some differences, and of what is open; of two players
    one seat's wins say all about them. prefix: of sentences that do not name what is compared."""
    mirror = win_of_seat(1, players).name if players == 2 else ""
    differences = [d for d in differences if d.name != mirror]
    found = [d.sentence(names) for d in differences if d.is_established]
    rest = [d for d in differences if not d.is_established and not d.is_small]
    unchanged = unchanged_sentence([d for d in differences if not d.is_established], margin)
    texts = [[*unchanged], [d.open_sentence() for d in rest]]
    if prefix:
        texts = [[sentence(prefix + small_start(text)) for text in mine] for mine in texts]
    return [*found, *texts[0]], texts[1]


def value_text(estimate: Estimate, unit: str) -> str:
    """A mean in its unit, without its interval but with the digits that this supports."""
    text = percent(estimate) if unit == SHARE else scaled(estimate, 1.0, f" {unit}")
    return text.split(" (")[0]


def value_pair(first: Estimate, second: Estimate, unit: str, half: float) -> tuple[str, str]:
    """Two means that are compared, both with the digits that `half`, the half width of their
    difference, supports; without any width each with its own."""
    if not 0 < half < math.inf:
        return value_text(first, unit), value_text(second, unit)
    factor, name = (100.0, "%") if unit == SHARE else (1.0, unit)
    texts = (
        f"{round_to_interval(factor * e.value, factor * half)} {name}" for e in (first, second)
    )
    return next(texts), next(texts)


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
        Measure(
            quantity.name,
            quantity.unit,
            unit_vectors[place[quantity.name]],
            0.0,
            quantity.label,
            quantity.by_definition,
            quantity.is_headline,
        )
        for quantity in quantities
    ]
    for ratio in ratios:
        above, below = (unit_vectors[place[name]] for name in (ratio.above, ratio.below))
        mean = float(tally.mean @ below)
        value = float(tally.mean @ above) / mean if mean > 0 else math.nan
        weights = (above - value * below) / mean if mean > 0 else 0 * above
        found.append(Measure(ratio.name, ratio.unit, weights, value))
    return found


def _turned(estimate: Estimate, whole: float) -> Estimate:
    e = estimate
    return Estimate(whole - e.value, whole - e.high, whole - e.low, e.level, e.n)


def shifted(estimate: Estimate, by: float) -> Estimate:
    """An estimate of a quantity plus a constant."""
    e = estimate
    return Estimate(e.value + by, e.low + by, e.high + by, e.level, e.n)


def measured_value(tally: BlockTally, measure: Measure, level: float = LEVEL) -> Estimate:
    """A measure with its interval; that of a share is never without width, as Student's is where
    something never happened."""
    alone = tally.combine(measure.weights)
    if measure.unit == SHARE:
        return share_interval(alone, level=level)
    return shifted(mean_interval(alone, level=level), measure.constant)


def compared(
    tally: BlockTally,
    pairs: Sequence[tuple[Measure, Measure]],
    margin: float = MARGIN,
    budget: Budget = ONE_FAMILY,
) -> list[Difference | None]:
    """Every pair of measures as a difference; one family, so Bonferroni over all, and over the
    seats' wins themselves, of which sentences say whether they are fair.

    margin: what matters in a share. budget: what the family `DIFFERENCES` may be wrong in.

    None where there is nothing to compare: neither measure ever varied, and both are equal, or a
    ratio does not exist.
    """
    made = [_raw(tally, first, second) for first, second in pairs]
    known = [pair for pair, raw in zip(pairs, made, strict=True) if raw is not None]
    n_claims = len(known) + _n_shares(known)
    each = budget.level(DIFFERENCES, n_claims)
    found: list[Difference | None] = []
    for (first, second), raw in zip(pairs, made, strict=True):
        if raw is None:
            found.append(None)
            continue
        combined, p, constant, ratio = raw
        means = measured_value(tally, first), measured_value(tally, second)
        gap = shifted(mean_interval(combined, level=each), constant)
        if max(abs(gap.low), abs(gap.high)) < ROUNDING * max(abs(mean.value) for mean in means):
            gap, p = Estimate(0.0, 0.0, 0.0, each, gap.n), 1.0
        found.append(
            Difference(
                name=first.name,
                unit=first.unit,
                first=means[0],
                second=means[1],
                difference=gap,
                adjusted_p=budget.bonferroni(DIFFERENCES, p, n_claims),
                size=judge([gap], margin_in(first.unit, margin, means[0].value, means[1].value)),
                variance_ratio=ratio,
                detectable=detectable_difference(
                    combined.count, float(combined.variance[0]), alpha=1 - each
                ),
                label=first.label,
                by_definition=first.by_definition,
                is_headline=first.is_headline,
                claimed=(measured_value(tally, first, each), measured_value(tally, second, each))
                if is_win_of_seat(first.name)
                else None,
            )
        )
    return found


def _n_shares(pairs: Sequence[tuple[Measure, Measure]]) -> int:
    """The different shares of seats in some pairs: each of them is a claim of its own."""
    return len({m.weights.tobytes() for pair in pairs for m in pair if is_win_of_seat(m.name)})


def margin_in(unit: str, margin: float, *means: float) -> float:
    """What matters in a unit: so many points of a share, the same part of any other mean."""
    if unit == SHARE:
        return margin
    return max(margin * max(abs(mean) for mean in means), 1e-12)


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
    if gap < ROUNDING and variance < ROUNDING**2 * max(separate, 1.0):
        combined, constant = tally.combine(0 * first.weights), 0.0
    p = mean_test(combined, -constant).p_value
    ratio = float(combined.variance[0]) / separate if separate > 0 else math.nan
    return combined, p, constant, ratio
