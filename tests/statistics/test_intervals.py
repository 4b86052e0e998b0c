from __future__ import annotations

import math

import numpy as np
import pytest
from statsmodels.stats.proportion import multinomial_proportions_confint, proportion_confint

from analyzer.errors import UsageError
from analyzer.statistics import (
    BlockTally,
    effective_games,
    goodman_intervals,
    mean_interval,
    mean_intervals,
    mean_test,
    share_interval,
    share_intervals,
    share_sequences,
    wilson_interval,
)
from tests.statistics.synthetic import assert_rate, seat_blocks


# Newcombe (1998), Statistics in Medicine 17:857-872, table I, method 3.
@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilson_gives_newcombes_published_intervals(wins, games, low, high):
    interval = wilson_interval(wins, games)
    assert (round(interval.low, 4), round(interval.high, 4)) == (low, high)


def test_wilson_takes_fractional_wins_and_agrees_with_statsmodels():
    interval = wilson_interval(10.5, 50, level=0.9)
    expected = proportion_confint(10.5, 50, alpha=0.1, method="wilson")
    assert (interval.low, interval.high) == pytest.approx(expected)


def test_wilson_without_games_knows_nothing():
    interval = wilson_interval(0, 0)
    assert math.isnan(interval.value)
    assert (interval.low, interval.high) == (0, 1)


def test_goodman_agrees_with_statsmodels():
    # The seven cells of Sison & Glaz (1995), JASA 90:366-369.
    counts = [56, 72, 73, 59, 62, 87, 58]
    intervals = goodman_intervals(counts)
    expected = multinomial_proportions_confint(counts, 0.05, "goodman")
    np.testing.assert_allclose([(i.low, i.high) for i in intervals], expected)


def test_impossible_counts_are_refused():
    with pytest.raises(UsageError, match="wins"):
        wilson_interval(11, 10)
    with pytest.raises(UsageError, match="level"):
        wilson_interval(1, 10, level=95)
    with pytest.raises(UsageError, match="add up"):
        goodman_intervals([1.2, 3.0])
    with pytest.raises(UsageError, match="outside 0 to 1"):
        share_interval(BlockTally.of_blocks([20.0, 30.0]))


def test_wilson_covers_as_often_as_it_says_and_more_with_shared_wins():
    rng = np.random.default_rng(11)
    trials = 3000
    wins = rng.binomial(200, 0.25, trials)
    assert_rate(
        sum(wilson_interval(w, 200).covers(0.25) for w in wins), trials, least=0.94, most=0.96
    )
    # Three games in ten are wins shared by two: outcomes 0, 1/2 and 1 with mean 1/4.
    shared = rng.multinomial(200, [0.6, 0.3, 0.1], trials) @ [0.0, 0.5, 1.0]
    assert_rate(sum(wilson_interval(w, 200).covers(0.25) for w in shared), trials, least=0.96)


def test_goodman_covers_all_seats_together():
    rng = np.random.default_rng(12)
    shares = [0.22, 0.24, 0.26, 0.28]
    covered = 0
    for wins in rng.multinomial(400, shares, 2000):
        intervals = goodman_intervals(wins)
        covered += all(i.covers(p) for i, p in zip(intervals, shares, strict=True))
    assert_rate(covered, 2000, least=0.95, most=0.975)


@pytest.mark.parametrize("n_blocks", [20, 150])
def test_block_intervals_cover_dependent_games_and_wilson_does_not(n_blocks):
    rng = np.random.default_rng(13)
    shares = [0.03, 0.17, 0.3, 0.5]
    trials, covered, together, naive = 1500, np.zeros(4), 0, 0
    for _ in range(trials):
        tally = BlockTally.of_blocks(seat_blocks(rng, n_blocks, shares, 0.8), 48)
        single = [share_interval(tally, seat) for seat in range(4)]
        covered += [i.covers(p) for i, p in zip(single, shares, strict=True)]
        all_four = share_intervals(tally)
        together += all(i.covers(p) for i, p in zip(all_four, shares, strict=True))
        games = 4 * n_blocks
        naive += wilson_interval(float(tally.mean[2]) * games, games).covers(shares[2])
    for hits in covered:
        assert_rate(hits, trials, least=0.95, most=0.985)
    assert_rate(together, trials, least=0.95)
    assert naive < 0.85 * trials


def test_mean_intervals_cover_scores():
    rng = np.random.default_rng(14)
    trials, single, together = 2000, 0, 0
    for _ in range(trials):
        blocks = rng.normal([40, 50], 8, (12, 2)) + rng.normal(0, 5, (12, 1))
        tally = BlockTally.of_blocks(blocks)
        single += mean_interval(tally, 1).covers(50)
        both = mean_intervals(tally)
        together += both[0].covers(40) and both[1].covers(50)
    assert_rate(single, trials, least=0.95, most=0.95)
    assert_rate(together, trials, least=0.95, most=0.97)


def test_mean_interval_is_students():
    # Student's sleep data (1908): extra hours with drug 2 over drug 1.
    extra = [1.2, 2.4, 1.3, 1.3, 0.0, 1.0, 1.8, 0.8, 4.6, 1.4]
    interval = mean_interval(BlockTally.of_blocks(extra))
    assert (round(interval.low, 4), round(interval.high, 4)) == (0.7001, 2.4599)
    assert mean_test(BlockTally.of_blocks(extra), 0).p_value == pytest.approx(0.002833, abs=1e-6)


def test_blocks_that_never_vary_are_not_trusted_blindly():
    always = BlockTally.of_blocks(np.ones(10))
    assert effective_games(always) == 10
    assert share_interval(always).low < 0.75
    assert mean_test(always, 0.5).p_value == pytest.approx(2 / 2**10)
    assert mean_test(always, 1.0).p_value == 1.0


def contains_its_share(interval):
    return 0 <= interval.low <= interval.value <= interval.high <= 1


def test_intervals_of_shares_stay_within_0_and_1_and_contain_the_share():
    """Rounding alone gave 0.9999999999999998 as the upper end of a share of 1."""
    for n in range(1, 400):
        for level in (0.9, 0.95, 0.9875, 0.999):
            for wins in (0.0, 1 / 3, n / 2, n - 1 / 3, float(n)):
                assert contains_its_share(wilson_interval(wins, n, level))
            assert all(map(contains_its_share, goodman_intervals([n, 0], level)))
    for n in range(2, 100):
        for blocks in (np.ones((n, 1)), np.zeros((n, 1)), np.eye(n)[:, :1], 1 - np.eye(n)[:, :1]):
            assert contains_its_share(share_interval(BlockTally.of_blocks(blocks)))
            assert all(map(contains_its_share, share_sequences(BlockTally.of_blocks(blocks))))


@pytest.mark.parametrize("share", [-1e-12, 1 + 1e-12])
def test_a_share_that_rounding_put_outside_comes_back(share):
    tally = BlockTally(50, np.array([50 * share]), np.array([[50 * share**2]]))
    for interval in (share_interval(tally), *share_sequences(tally)):
        assert interval.value == round(share)
        assert contains_its_share(interval)


def test_one_block_says_nothing_about_its_error():
    one = BlockTally.of_blocks([0.25])
    assert (share_interval(one).low, share_interval(one).high) == (0, 1)
    assert mean_interval(one).half_width == math.inf
    assert mean_test(one, 0.9).p_value == 1.0
