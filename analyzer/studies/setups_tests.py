"""Whether choices of the set-up matter, by how much, and whether two of them work together."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from analyzer.game import Quantity
from analyzer.statistics import (
    ALPHA,
    BlockTally,
    Budget,
    Estimate,
    Relevance,
    benjamini_hochberg,
    detectable_by_levels_test,
    judge,
    level_deviations,
    levels_test,
    mean_interval,
    mean_test,
    widest_gap,
)
from analyzer.studies.differences import shifted
from analyzer.studies.setups import Factor, SetupSettings, SetupSums, n_wins
from analyzer.tally.quantities import SHARE

TESTS, SIZES = "tests", "sizes"
BUDGET = Budget({TESTS: 1, SIZES: 1})
"""How the families of claims share what the study may be wrong in."""
FEWEST_DEALS = 60
"""Deals of a value, or of a combination of two, below which it is not tested."""


def values_of(factors: Sequence[Factor], sums: SetupSums, index: int) -> dict[str, BlockTally]:
    """The tallies of a choice by its values, those with too few deals left out."""
    return {
        factors[index].values[code]: tally
        for (factor, code), tally in sorted(sums.by_value.items())
        if factor == index and tally.count >= FEWEST_DEALS
    }


def tests_of(
    factors: Sequence[Factor],
    targets: dict[str, list[Quantity]],
    sums: SetupSums,
    margin: float,
    budget: Budget,
) -> list[dict[str, Any]]:
    """Does a choice matter for a kind of result, and by how much? One family, corrected by Holm."""
    found: list[dict[str, Any]] = []
    for index, factor in enumerate(factors):
        tallies = values_of(factors, sums, index)
        if len(tallies) < 2:
            continue
        at = 0
        for target, quantities in targets.items():
            columns = range(at, at + len(quantities))
            at += len(quantities)
            result = levels_test([tally.subset(columns) for tally in tallies.values()])
            found.append(
                {
                    "setup_choice": factor.name,
                    "result": target,
                    "values": len(tallies),
                    "statistic": result.statistic,
                    "degrees": result.degrees,
                    "p_value": result.p_value,
                    "factor": index,
                    "columns": columns,
                    "is_share": quantities[0].unit == SHARE,
                }
            )
    adjusted = budget.holm(TESTS, [test["p_value"] for test in found])
    # A deviation for every value, and for every quantity the gap of its extremes.
    n_claims = sum((test["values"] + 1) * len(test["columns"]) for test in found)
    each = budget.level(SIZES, n_claims)
    quantities = [q for group in targets.values() for q in group]
    for test, p in zip(found, adjusted, strict=True):
        test |= {"adjusted_p": p, "is_established": p <= ALPHA, "family": n_claims}
        by_value = values_of(factors, sums, test["factor"])
        deviations = [
            level_deviations(list(by_value.values()), column, each) for column in test["columns"]
        ]
        scaled = [
            _scaled_deviation(e, quantities[column].unit, float(sums.overall.mean[column]))
            for column, found_ones in zip(test["columns"], deviations, strict=True)
            for e in found_ones
        ]
        size = judge(scaled, margin, test["is_established"])
        column = max(test["columns"], key=lambda c: _spread(by_value, c))
        gaps = {c: widest_gap(list(by_value.values()), c, each) for c in test["columns"]}
        test |= {"column": column, "gaps": gaps, "gap": gaps[column]}
        test |= {"relevance": size.relevance, "within": size.within}
        test["apart"] = [not e.covers(0.0) for e in deviations[0]]
        if not any(varies(by_value, column) for column in test["columns"]):
            test |= {"relevance": Relevance.OPEN, "within": math.inf}
    return found


def _scaled_deviation(estimate: Estimate, unit: str, mean: float) -> Estimate:
    """A deviation in points of a share, or as a part of any other mean."""
    scale = 1.0 if unit == SHARE else 1 / max(abs(mean), 1e-12)
    e = estimate
    return Estimate(scale * e.value, scale * e.low, scale * e.high, e.level, e.n)


def varies(tallies: dict[str, BlockTally], column: int) -> bool:
    """Whether a quantity was not always the same."""
    return any(float(tally.variance[column]) > 0 for tally in tallies.values())


def seen_by(
    tallies: dict[str, BlockTally], column: int, degrees: float, n_tests: int, budget: Budget
) -> float:
    """The difference between two values that the test would have seen with a chance of 80 %,
    corrected for the number of tests."""
    alpha = budget.alpha_of(TESTS) / n_tests
    return detectable_by_levels_test(list(tallies.values()), column, degrees, alpha)


def interactions_of(
    settings: SetupSettings,
    factors: Sequence[Factor],
    targets: dict[str, list[Quantity]],
    sums: SetupSums,
) -> list[dict[str, Any]]:
    """Differences of differences of wins between pairs of choices, screened."""
    quantities = [q for group in targets.values() for q in group][: n_wins(settings.cell())]
    wins = list(range(len(quantities)))
    if settings.players == 2:
        wins.remove(1)  # says the same as seat 0
    found: list[dict[str, Any]] = []
    for (a, b), tally in sums.crossed.items():
        for x, y in itertools.product(_picked(factors, sums, a), _picked(factors, sums, b)):
            for win in wins:
                contrast = _contrast(tally, (a, b), (x, y), win, factors, len(quantities))
                if contrast is None:
                    continue
                estimate, p = contrast
                found.append(
                    {
                        "first": factors[a].value_name(factors[a].values[x]),
                        "second": factors[b].value_name(factors[b].values[y]),
                        "quantity": quantities[win].name,
                        "share": estimate.value,
                        "low": estimate.low,
                        "high": estimate.high,
                        "n": estimate.n,
                        "p_value": p,
                    }
                )
    adjusted = benjamini_hochberg([row["p_value"] for row in found])
    for row, p in zip(found, adjusted, strict=True):
        row |= {"adjusted_p": float(p), "is_picked": bool(p <= ALPHA), "interval": "95 % intervals"}
    return found


def _picked(factors: Sequence[Factor], sums: SetupSums, index: int) -> list[int]:
    """The values of a choice to contrast with the others; of two values one says it all."""
    names = list(values_of(factors, sums, index))
    codes = [factors[index].values.index(name) for name in names]
    return codes[:1] if len(codes) == 2 else codes if len(codes) > 2 else []


def _contrast(
    tally: BlockTally,
    pair: tuple[int, int],
    values: tuple[int, int],
    win: int,
    factors: Sequence[Factor],
    n_quantities: int,
) -> tuple[Estimate, float] | None:
    """(with x and y) - (x only) - (y only) + (neither), linearised; None with too few deals.

    Each of the four is a ratio, wins of its deals by number of its deals.
    """
    rows, columns = (len(factors[index].values) for index in pair)
    is_x = np.repeat(np.arange(rows) == values[0], columns)
    is_y = np.tile(np.arange(columns) == values[1], rows)
    size = 1 + n_quantities
    weights, value = np.zeros(tally.k), 0.0
    for group, sign in (
        (is_x & is_y, 1),
        (is_x & ~is_y, -1),
        (~is_x & is_y, -1),
        (~is_x & ~is_y, 1),
    ):
        ones, hits = np.zeros(tally.k), np.zeros(tally.k)
        ones[0::size], hits[1 + win :: size] = group, group
        share = float(tally.mean @ ones)
        if share * tally.count < FEWEST_DEALS:
            return None
        mean = float(tally.mean @ hits) / share
        weights += sign * (hits - mean * ones) / share
        value += sign * mean
    combined = tally.combine(weights)
    return shifted(mean_interval(combined), value), mean_test(combined, -value).p_value


def _spread(tallies: dict[str, BlockTally], column: int) -> float:
    """Largest minus smallest mean, in standard deviations of a deal."""
    means = [float(tally.mean[column]) for tally in tallies.values()]
    scale = max(float(tally.variance[column]) for tally in tallies.values()) ** 0.5
    return round((max(means) - min(means)) / max(scale, 1e-12), 9)
