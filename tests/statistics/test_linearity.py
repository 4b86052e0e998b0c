"""The test of a straight line over the values of a parameter."""

from __future__ import annotations

import numpy as np
import pytest

from analyzer.errors import UsageError
from analyzer.statistics import BlockTally, linearity_test
from tests.statistics.synthetic import assert_rate

VALUES = (4.0, 5.0, 7.0, 8.0)


def blocks(rng, bend=0.0, n=60):
    """A line over the values with noise that the values share and noise of their own."""
    truth = 3 * np.array(VALUES) + bend * np.array([0, 0, 0, 1])
    return truth + rng.normal(size=(n, 1)) + rng.normal(size=(n, 4)) * [0.5, 1, 1, 2]


def test_a_line_is_rejected_at_the_nominal_rate():
    rng, trials = np.random.default_rng(5), 500
    p_values = [
        linearity_test(BlockTally.of_blocks(blocks(rng)), VALUES).p_value for _ in range(trials)
    ]
    assert_rate(sum(p <= 0.05 for p in p_values), trials, least=0.05, most=0.05)


def test_a_bend_is_found_and_constants_count():
    tally = BlockTally.of_blocks(blocks(np.random.default_rng(6), bend=3.0))
    assert linearity_test(tally, VALUES).p_value < 1e-6
    assert linearity_test(tally, VALUES, [0, 0, 0, -3.0]).p_value > 0.01


def test_what_never_varies_is_exact():
    noise = np.random.default_rng(7).normal(size=(30, 1))
    straight = BlockTally.of_blocks(100 + noise + np.array(VALUES))
    assert linearity_test(straight, VALUES).p_value == 1
    bent = BlockTally.of_blocks(100 + noise + np.array([0, 0, 0, 1]))
    assert linearity_test(bent, VALUES).p_value == 2.0**-29


def test_two_values_or_too_few_blocks_reject_nothing():
    rng = np.random.default_rng(8)
    assert linearity_test(BlockTally.of_blocks(rng.normal(size=(9, 2))), (1, 5)).p_value == 1
    assert linearity_test(BlockTally.of_blocks(rng.normal(size=(2, 4))), VALUES).p_value == 1
    with pytest.raises(UsageError, match="one different value"):
        linearity_test(BlockTally.of_blocks(rng.normal(size=(9, 2))), (1, 1))
