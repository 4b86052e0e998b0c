"""Trends over the values of a rule parameter: slopes, and whether a straight line tells it all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import isnan, nan

import numpy as np

from analyzer.statistics import (
    ALPHA,
    BlockTally,
    Budget,
    Estimate,
    linearity_test,
    mean_interval,
    mean_test,
)
from analyzer.studies.differences import DIFFERENCES, ROUNDING, Measure, difference_text, shifted
from analyzer.studies.sensitivity import SensitivitySettings, Sweep
from analyzer.wording import p_text

TRENDS, LINES, STEPS = "trends", "straight lines", "steps"
BUDGET = Budget({DIFFERENCES: 4, TRENDS: 4, LINES: 1, STEPS: 1})
"""How the families of claims share what the study may be wrong in."""


@dataclass(frozen=True, slots=True)
class Step:
    """Change of a measure from a value to the next larger one, for one unit of the parameter."""

    first: str
    last: str
    slope: Estimate

    def text(self, unit: str) -> str:
        """The change and where it is."""
        return f"{difference_text(self.slope, unit)} from {self.first} to {self.last}"


@dataclass(frozen=True, slots=True)
class Trend:
    """Change of a measure for one unit of a parameter, and Bonferroni's p-value.

    linearity_p: Holm's p-value of the test that the measure follows a straight line, NaN of two
    values, which always do. steps: between neighbouring values.
    """

    parameter: str
    name: str
    unit: str
    slope: Estimate
    adjusted_p: float
    linearity_p: float
    steps: tuple[Step, ...]
    label: str = ""

    @property
    def words(self) -> str:
        """What it is called in sentences."""
        return self.label or self.name

    @property
    def is_established(self) -> bool:
        """Whether there is a trend, all trends considered."""
        return self.adjusted_p <= ALPHA and not self.slope.covers(0.0)

    @property
    def is_linear(self) -> bool:
        """Whether nothing speaks against a straight line."""
        return isnan(self.linearity_p) or self.linearity_p > ALPHA

    def uneven_sentence(self) -> str:
        """That there is no single slope, and how far the steps differ."""
        least = min(self.steps, key=lambda step: step.slope.value)
        most = max(self.steps, key=lambda step: step.slope.value)
        return (
            f"{self.parameter} does not move {self.words} evenly ({p_text(self.linearity_p)}):"
            f" for one more by {least.text(self.unit)}, but by {most.text(self.unit)}."
        )


def trends_of(
    settings: SensitivitySettings, joint: BlockTally, measures: list[list[Measure]], budget: Budget
) -> list[Trend]:
    """Least-squares slopes over the values of every numeric parameter."""
    raw: list[tuple[Sweep, tuple[Measure, ...], BlockTally, float]] = []
    at = 1
    for sweep in settings.sweeps:
        cells = measures[at : at + len(sweep.values)]
        at += len(sweep.values)
        numbers = sweep.numbers()
        if numbers is None or len(numbers) < 2:
            continue
        centred = np.array(numbers) - np.mean(numbers)
        shares = centred / float(centred @ centred)
        for column in zip(*cells, strict=True):
            combined, constant = _weighted(joint, column, shares)
            if np.isfinite(constant) and _is_moving(joint, column, combined, constant):
                raw.append((sweep, column, combined, constant))
    each = budget.level(TRENDS, len(raw))
    each_step = budget.level(STEPS, sum(len(column) - 1 for _, column, _, _ in raw))
    straight = _linearity_p_values(joint, [(sweep, column) for sweep, column, _, _ in raw], budget)
    return [
        Trend(
            sweep.parameter,
            column[0].name,
            column[0].unit,
            shifted(mean_interval(combined, level=each), constant),
            budget.bonferroni(TRENDS, mean_test(combined, -constant).p_value, len(raw)),
            p,
            _steps(joint, sweep, column, each_step),
            column[0].label,
        )
        for (sweep, column, combined, constant), p in zip(raw, straight, strict=True)
    ]


def _weighted(
    joint: BlockTally, column: Sequence[Measure], shares: np.ndarray
) -> tuple[BlockTally, float]:
    """The tally of a weighted sum of measures, and the constant to be added to its mean."""
    weights = shares @ np.array([measure.weights for measure in column])
    return joint.combine(weights), float(shares @ [measure.constant for measure in column])


def _is_moving(
    joint: BlockTally, column: Sequence[Measure], combined: BlockTally, constant: float
) -> bool:
    """Whether a trend is more than what rounding leaves of a measure that is always the same."""
    means = [float(joint.mean @ measure.weights) + measure.constant for measure in column]
    least = ROUNDING * max(abs(mean) for mean in means)
    size = max(abs(float(combined.mean[0]) + constant), float(combined.variance[0]) ** 0.5)
    return size > least


def _linearity_p_values(
    joint: BlockTally, columns: Sequence[tuple[Sweep, tuple[Measure, ...]]], budget: Budget
) -> list[float]:
    """By trend Holm's p-value of the straight line; NaN where there are two values only."""
    found = [nan] * len(columns)
    tested = [k for k, (_, column) in enumerate(columns) if len(column) > 2]
    p_values = []
    for k in tested:
        sweep, column = columns[k]
        numbers = sweep.numbers()
        assert numbers is not None
        tally = joint.combine(np.array([measure.weights for measure in column]))
        constants = [measure.constant for measure in column]
        p_values.append(linearity_test(tally, numbers, constants).p_value)
    for k, p in zip(tested, budget.holm(LINES, p_values), strict=True):
        found[k] = p
    return found


def _steps(
    joint: BlockTally, sweep: Sweep, column: tuple[Measure, ...], level: float
) -> tuple[Step, ...]:
    """Slopes between neighbouring values, the smallest values first."""
    numbers = sweep.numbers()
    assert numbers is not None
    order = [int(k) for k in np.argsort(numbers)]
    found = []
    for a, b in pairwise(order):
        shares = np.zeros(len(column))
        shares[[a, b]] = np.array([-1.0, 1.0]) / (numbers[b] - numbers[a])
        combined, constant = _weighted(joint, column, shares)
        slope = shifted(mean_interval(combined, level=level), constant)
        found.append(Step(sweep.values[a], sweep.values[b], slope))
    return tuple(found)
