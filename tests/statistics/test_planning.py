from __future__ import annotations

import math

import numpy as np
import pytest
from statsmodels.stats.power import TTestPower

from analyzer.errors import UsageError
from analyzer.statistics import (
    BlockTally,
    blocks_for_half_width,
    blocks_needed,
    detectable_difference,
    mean_test,
    power_of,
)
from tests.statistics.synthetic import assert_rate


def test_the_textbook_number():
    # One sample, d = 0.5, power 0.8, alpha 0.05, two-sided: 34, as G*Power says.
    assert blocks_needed(0.5, 1.0) == 34


@pytest.mark.parametrize(("difference", "variance", "power"), [(1, 60, 0.8), (0.02, 0.05, 0.9)])
def test_blocks_agree_with_statsmodels(difference, variance, power):
    effect = difference / math.sqrt(variance)
    expected = TTestPower().solve_power(effect, power=power, alpha=0.05)
    blocks = blocks_needed(difference, variance, power)
    assert abs(blocks - expected) < 1.5
    assert power_of(blocks, difference, variance) == pytest.approx(power, abs=0.01)
    assert detectable_difference(blocks, variance, power) == pytest.approx(difference, rel=0.01)


def test_planned_power_is_reached():
    rng = np.random.default_rng(91)
    blocks = blocks_needed(1.0, 9.0)
    trials = 1500
    found = sum(
        mean_test(BlockTally.of_blocks(rng.normal(1, 3, blocks)), 0).p_value < 0.05
        for _ in range(trials)
    )
    assert_rate(found, trials, least=0.8, most=0.81)


def test_planned_precision_is_reached():
    blocks = blocks_for_half_width(0.005, 0.05, n_claims=4)
    z = 2.4977  # two-sided 98.75 %
    assert z * math.sqrt(0.05 / blocks) == pytest.approx(0.005, rel=1e-3)


def test_limits():
    assert detectable_difference(1, 1.0) == math.inf
    assert power_of(1, 1.0, 1.0) == 0.0
    assert power_of(5, 1.0, 0.0) == 1.0
    assert power_of(100_000, 0.01, 1.0) == pytest.approx(0.8854, abs=0.001)
    with pytest.raises(UsageError, match="cannot be seen"):
        blocks_needed(0.0, 1.0)
    with pytest.raises(UsageError, match="variance"):
        blocks_needed(1.0, math.nan)
    with pytest.raises(UsageError, match="half width"):
        blocks_for_half_width(-1.0, 1.0)
