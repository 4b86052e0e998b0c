from __future__ import annotations

import math

import numpy as np
import pytest

from analyzer.statistics import BlockTally, paired_difference, unpaired_difference
from tests.statistics.synthetic import assert_rate


def scores(rng, n_blocks, shared=3.0, own=1.0, gain=0.3):
    """Scores under two rule sets on the same deals: Var of each = shared² + own²."""
    deal = rng.normal(40, shared, (n_blocks, 1))
    return deal + rng.normal(0, own, (n_blocks, 2)) + [0.0, gain]


def test_the_variance_ratio_is_what_the_deals_share():
    tally = BlockTally.of_blocks(scores(np.random.default_rng(21), 40_000))
    result = paired_difference(tally)
    # Var(difference) = 2 own², Var if independent = 2 (shared² + own²).
    assert result.variance_ratio == pytest.approx(1 / 10, rel=0.03)
    assert result.correlation == pytest.approx(9 / 10, rel=0.01)
    assert result.difference.value == pytest.approx(0.3, abs=0.03)


def test_paired_intervals_cover_and_find_what_unpaired_ones_miss():
    rng = np.random.default_rng(22)
    trials, covered, found, found_unpaired = 1500, 0, 0, 0
    for _ in range(trials):
        blocks = scores(rng, 100)
        result = paired_difference(BlockTally.of_blocks(blocks))
        covered += result.difference.covers(0.3)
        found += result.p_value < 0.05
        separate = unpaired_difference(*(BlockTally.of_blocks(blocks[:, i]) for i in (0, 1)))
        found_unpaired += not separate.covers(0)
    assert_rate(covered, trials, least=0.95, most=0.95)
    # Power of Student's test for 0.3 with variance 2 and 100 blocks: 0.556 (non-central t).
    assert_rate(found, trials, least=0.55, most=0.56)
    assert found_unpaired < 0.05 * trials


def test_unpaired_intervals_cover_with_unequal_variances():
    rng = np.random.default_rng(23)
    trials, covered = 2000, 0
    for _ in range(trials):
        first = BlockTally.of_blocks(rng.normal(5, 1, 30))
        second = BlockTally.of_blocks(rng.normal(6, 4, 10))
        covered += unpaired_difference(first, second).covers(1)
    assert_rate(covered, trials, least=0.95, most=0.95)


def test_order_of_the_two_decides_the_sign():
    tally = BlockTally.of_blocks([[1.0, 3.0], [2.0, 3.5], [0.0, 1.0]])
    forward, backward = paired_difference(tally, 0, 1), paired_difference(tally, 1, 0)
    assert forward.difference.value == pytest.approx(1.5)
    assert backward.difference.value == pytest.approx(-1.5)
    assert backward.difference.low == pytest.approx(-forward.difference.high)


def test_nothing_varies_no_ratio():
    assert math.isnan(paired_difference(BlockTally.of_blocks(np.ones((5, 2)))).variance_ratio)
