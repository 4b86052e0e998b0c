"""Budgets, margins, the comparison of two scales, and what tests of levels would have seen."""

from __future__ import annotations

import numpy as np
import pytest

from analyzer.errors import UsageError
from analyzer.statistics import (
    BlockTally,
    Budget,
    Estimate,
    Relevance,
    detectable_by_levels_test,
    fairness_gain,
    games_to_tell,
    judge,
    level_deviations,
    levels_test,
    power_to_tell,
    widest_gap,
)
from tests.statistics.synthetic import assert_rate

BUDGET = Budget({"seats": 2, "worth": 1, "confirmation": 1})


def test_families_share_the_budget():
    assert sum(map(BUDGET.alpha_of, BUDGET.parts)) == pytest.approx(0.05)
    assert BUDGET.level("seats", 5) == pytest.approx(1 - 0.025 / 5)
    with pytest.raises(UsageError, match="part of the budget"):
        Budget({})


def test_adjusted_p_values_are_compared_with_the_whole():
    # 0.01 of a quarter of the budget is what 0.04 is of all of it; Holm doubles the smaller of two.
    assert BUDGET.holm("worth", [0.01]) == pytest.approx([0.04])
    assert BUDGET.holm("seats", [0.01, 0.9]) == pytest.approx([0.04, 1.0])
    assert BUDGET.bonferroni("worth", 0.01, 2) == pytest.approx(0.08)


def test_a_report_without_differences_rarely_claims_any():
    rng = np.random.default_rng(71)
    p = rng.random((600, 7))
    claims = sum(
        min(
            *BUDGET.holm("seats", row[:3]),
            *BUDGET.holm("worth", row[3:6]),
            *BUDGET.holm("confirmation", row[6:]),
        )
        <= 0.05
        for row in p
    )
    assert_rate(claims, 600, least=0.04, most=0.05)


@pytest.mark.parametrize(
    ("low", "high", "relevance", "within"),
    [
        (-0.010, 0.015, Relevance.WITHIN, 0.015),
        (0.002, 0.015, Relevance.SMALL, 0.015),
        (0.021, 0.040, Relevance.BEYOND, 0.040),
        (-0.04, -0.021, Relevance.BEYOND, 0.040),
        (0.002, 0.030, Relevance.REAL, 0.030),
        (-0.03, 0.010, Relevance.OPEN, 0.030),
    ],
)
def test_margins_are_read_from_intervals(low, high, relevance, within):
    near = Estimate(0.0, -0.001, 0.001, 0.95, 1)
    found = judge([near, Estimate((low + high) / 2, low, high, 0.95, 1)], 0.02)
    assert (found.relevance, found.within) == (relevance, within)
    assert judge([near], 0.02, is_real=True).relevance is Relevance.SMALL


# --- two scales -----------------------------------------------------------------------------------


def wins(rng, shares, games):
    counts = rng.multinomial(games, shares).astype(float)
    return counts, np.diag(counts)


def two_scales(rng, first, second, games):
    """The joint tally of two scales on different deals."""
    (a, aa), (b, bb) = wins(rng, first, games), wins(rng, second, games)
    outer = np.block([[aa, np.outer(a, b) / games], [np.outer(b, a) / games, bb]])
    return BlockTally(games, np.concatenate([a, b]), outer)


def test_a_fair_scale_is_told_from_one_far_off_as_often_as_planned():
    rng = np.random.default_rng(72)
    hits = sum(
        fairness_gain(two_scales(rng, [0.423, 0.577], [0.5, 0.5], 500))[1] <= 0.05
        for _ in range(600)
    )
    planned = power_to_tell(0.077, 500, 2)
    assert planned > 0.55
    assert_rate(hits, 600, least=0.55)
    assert_rate(hits, 600, least=planned, most=planned)
    assert games_to_tell(0.077, 2, 0.6) == pytest.approx(500, rel=0.1)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ([0.5, 0.5], [0.5, 0.5]),
        ([0.46, 0.54], [0.54, 0.46]),
        ([0.40, 0.60], [0.60, 0.40]),
        ([0.30, 0.22, 0.24, 0.24], [0.30, 0.22, 0.24, 0.24]),
        ([0.30, 0.20, 0.30, 0.20], [0.25 + 0.05 * 3**0.5] + [0.25 - 0.05 / 3**0.5] * 3),
    ],
)
def test_equally_unfair_scales_are_rarely_told_apart(first, second):
    rng = np.random.default_rng(73)
    hits = sum(fairness_gain(two_scales(rng, first, second, 500))[1] <= 0.05 for _ in range(400))
    assert_rate(hits, 400, most=0.05)


def test_the_gain_and_its_bound_agree():
    rng = np.random.default_rng(74)
    for _ in range(50):
        gain, p = fairness_gain(two_scales(rng, [0.43, 0.57], [0.5, 0.5], 400))
        assert (gain.low > 0) == (p < 0.05)
    with pytest.raises(UsageError, match="two scales"):
        fairness_gain(BlockTally.empty(3))


# --- values of a choice ---------------------------------------------------------------------------


def levels(rng, means, deals, spread=0.5):
    return [BlockTally.of_blocks(rng.normal(mean, spread, deals)) for mean in means]


def test_the_detectable_difference_is_seen_with_the_power_said():
    rng = np.random.default_rng(75)
    first = levels(rng, [0.0] * 6, 200)
    seen = detectable_by_levels_test(first, 0, 5, power=0.8)
    means = [-seen / 2, seen / 2, 0, 0, 0, 0]
    hits = sum(levels_test(levels(rng, means, 200)).p_value <= 0.05 for _ in range(150))
    assert_rate(hits, 150, least=0.77, most=0.83)


def test_extremes_chosen_afterwards_have_honest_intervals():
    rng = np.random.default_rng(76)
    truths = np.array([0.0, 0.0, 0.05, 0.1])
    covered = 0
    for _ in range(200):
        tallies = levels(rng, truths, 150)
        low, high, gap = widest_gap(tallies, 0)
        covered += gap.covers(truths[high] - truths[low])
    assert_rate(covered, 200, least=0.95)


def test_deviations_are_from_the_mean_of_all_deals():
    tallies = [BlockTally.of_blocks([m, m + 2] * n) for m, n in ((0, 10), (4, 30))]
    found = level_deviations(tallies, 0)
    assert [e.value for e in found] == pytest.approx([-3.0, 1.0])
    assert found[0].half_width == pytest.approx(3 * found[1].half_width)
