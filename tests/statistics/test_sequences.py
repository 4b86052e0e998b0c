from __future__ import annotations

import math

import numpy as np
import pytest

from analyzer.errors import UsageError
from analyzer.statistics import (
    BlockTally,
    asymptotic_radius,
    bernstein_radius,
    bounded_sequences,
    mean_sequences,
    sequence_blocks_for_half_width,
    share_sequences,
    wilson_interval,
)
from tests.statistics.synthetic import assert_rate, seat_blocks

# Looks at a run: every block at first, then every 10, then every 50.
LOOKS = np.concatenate([np.arange(1, 50), np.arange(50, 500, 10), np.arange(500, 4001, 50)])


def running(values):
    """Mean and mean square of each path, (paths, looks), from values (paths, blocks)."""
    mean = np.cumsum(values, axis=1)[:, LOOKS - 1] / LOOKS
    square = np.cumsum(values**2, axis=1)[:, LOOKS - 1] / LOOKS
    return mean, square


@pytest.mark.parametrize("truth", [0.25, 0.1])
def test_shares_are_covered_at_every_look_where_wilson_raises_false_alarms(truth):
    rng = np.random.default_rng(51)
    paths = 400
    values = (rng.random((paths, LOOKS[-1])) < truth).astype(float)
    mean, square = running(values)
    radius = bernstein_radius(LOOKS, mean, square, centre=0.25, best_at=1000)
    assert_rate((np.abs(mean - truth) > radius).any(axis=1).sum(), paths, most=0.05)
    alarms = sum(
        any(
            not wilson_interval(round(m * n), int(n)).covers(truth)
            for m, n in zip(path, LOOKS, strict=True)
        )
        for path in mean[:100]
    )
    assert alarms > 30


def test_seats_are_covered_together_at_every_look():
    rng = np.random.default_rng(52)
    shares = np.array([0.2, 0.22, 0.28, 0.3])
    missed = 0
    for _ in range(60):
        tally, wrong = BlockTally.empty(4, 48), False
        for _ in range(40):
            tally += BlockTally.of_blocks(seat_blocks(rng, 25, shares, 0.5), 48)
            intervals = share_sequences(tally, level=0.8, best_at=500)
            wrong |= not all(i.covers(p) for i, p in zip(intervals, shares, strict=True))
        missed += wrong
    assert_rate(missed, 60, most=0.2)


def test_scores_are_covered_at_every_look():
    rng = np.random.default_rng(53)
    paths = 500
    values = rng.gamma(4.0, 5.0, (paths, LOOKS[-1]))
    mean, square = running(values)
    count = np.maximum(LOOKS - 1, 1)
    variance = (square - mean**2) * LOOKS / count
    radius = asymptotic_radius(LOOKS, variance, best_at=1000)
    assert_rate((np.abs(mean - 20) > radius).any(axis=1).sum(), paths, most=0.05)


def test_sequences_of_a_tally_are_those_of_its_sums():
    values = np.array([0.25, 0.5, 0.0, 0.75] * 50)
    interval = bounded_sequences(BlockTally.of_blocks(values, 4))[0]
    radius = float(bernstein_radius(200, values.mean(), (values**2).mean(), 0.5))
    assert interval.high == pytest.approx(min(1.0, values.mean() + radius))
    tally = BlockTally.of_blocks(values)
    radius = float(asymptotic_radius(200, values.var(ddof=1)))
    assert mean_sequences(tally)[0].half_width == pytest.approx(radius)


def test_the_price_of_looking_is_moderate_where_tuned():
    variance = 0.25 * 0.75
    radius = float(bernstein_radius(40_000, 0.25, 0.25, 0.25, best_at=40_000))
    fixed = 1.96 * math.sqrt(variance / 40_000)
    assert 1.4 * fixed < radius < 1.65 * fixed


def test_planned_blocks_reach_the_precision():
    blocks = sequence_blocks_for_half_width(0.005, 0.05, 0.25, n_claims=4)

    def radius(n):
        return float(bernstein_radius(n, 0.25, 0.05 + 0.0625, 0.25, 1 - 0.05 / 4, best_at=n))

    assert radius(blocks) <= 0.005 < radius(round(0.99 * blocks))
    with pytest.raises(UsageError, match="above 0"):
        sequence_blocks_for_half_width(0.0, 0.05, 0.25)


def test_before_there_is_anything_to_say():
    assert [(e.low, e.high) for e in share_sequences(BlockTally.empty(2))] == [(0, 1)] * 2
    assert share_sequences(BlockTally.of_blocks([[0.0, 1.0]]))[0].high == 1.0
    assert mean_sequences(BlockTally.of_blocks([3.0, 4.0]))[0].half_width == math.inf
    with pytest.raises(UsageError, match="mean_sequences"):
        bounded_sequences(BlockTally.of_blocks([3.0, 4.0]))
