from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyzer.errors import UsageError
from analyzer.statistics import (
    BlockScores,
    Verdict,
    duel,
    elo_of_score,
    expected_duel_blocks,
    gsprt,
    log_likelihood_ratio,
    score_of_elo,
)
from tests.statistics.synthetic import assert_rate

VALUES = np.arange(5) / 4


def pentanomial(mean):
    """Outcome frequencies of game pairs with this mean: a fixed shape, exponentially tilted."""
    low, high = -50.0, 50.0
    for _ in range(80):
        tilt = (low + high) / 2
        weights = np.array([0.05, 0.2, 0.5, 0.2, 0.05]) * np.exp(tilt * VALUES)
        weights /= weights.sum()
        low, high = (tilt, high) if weights @ VALUES < mean else (low, tilt)
    return weights


def test_two_outcomes_give_the_binomial_ratio():
    scores = BlockScores(np.array([40, 60]))
    expected = 60 * math.log(0.55 / 0.5) + 40 * math.log(0.45 / 0.5)
    assert log_likelihood_ratio(scores, 0.5, 0.55) == pytest.approx(expected)


def test_many_blocks_give_the_normal_approximation():
    scores = BlockScores(np.array([1000, 5000, 9000, 5200, 1100]))
    n, mean, variance = scores.n, scores.mean, scores.variance
    normal = n * 0.01 * (2 * mean - 0.5 - 0.51) / (2 * variance)
    assert log_likelihood_ratio(scores, 0.5, 0.51) == pytest.approx(normal, rel=0.01)


@given(st.lists(st.integers(0, 60), min_size=5, max_size=5), st.floats(0.05, 0.45))
def test_exchanging_the_players_turns_the_ratio_round(counts, margin):
    scores = BlockScores(np.array(counts))
    mirrored = BlockScores(np.array(counts[::-1]))
    ratio = log_likelihood_ratio(scores, 0.5 - margin, 0.5 + margin)
    back = log_likelihood_ratio(mirrored, 0.5 - margin, 0.5 + margin)
    assert ratio == pytest.approx(-back, abs=1e-6)


@pytest.mark.parametrize("counts", [[1, 4, 31, 8, 1], [2, 2, 28, 15, 3], [1, 3, 27, 13, 6]])
def test_a_better_a_never_speaks_for_b(counts):
    # Newton's method once stalled beside a pole on these and named B.
    scores = BlockScores(np.array(counts))
    assert scores.mean > 0.5
    assert log_likelihood_ratio(scores, 0.5, 0.45) < 0


def test_few_alike_results_do_not_decide():
    assert gsprt(BlockScores(np.array([0, 0, 0, 0, 5])), 0.5, 0.55).accepted == ""
    assert duel(BlockScores.empty(4), 0.05).verdict is Verdict.CONTINUE


def play(rng, mean, margin, fair=0.5):
    weights, scores = pentanomial(mean), BlockScores.empty(4)
    while (state := duel(scores, margin, fair)).verdict is Verdict.CONTINUE:
        scores += BlockScores(rng.multinomial(10, weights))
    return state


def test_equal_players_are_rarely_told_apart():
    rng = np.random.default_rng(61)
    states = [play(rng, 0.5, 0.06) for _ in range(250)]
    named = [s.verdict for s in states if s.verdict is not Verdict.UNDECIDED]
    assert_rate(len(named), 250, most=0.05)
    assert_rate(named.count(Verdict.A), 250, most=0.025)


def test_a_better_player_is_named():
    rng = np.random.default_rng(62)
    states = [play(rng, 0.56, 0.06) for _ in range(250)]
    verdicts = [state.verdict for state in states]
    assert_rate(verdicts.count(Verdict.A), 250, least=0.95)
    assert verdicts.count(Verdict.B) == 0
    # Wald's expectation leaves out overshoot and looks only every ten blocks.
    weights = pentanomial(0.56)
    variance = weights @ (VALUES - 0.56) ** 2
    expected = expected_duel_blocks(0.06, variance)
    assert expected < np.mean([state.n for state in states]) < 1.5 * expected


def test_the_better_of_four_is_measured_from_a_quarter():
    rng = np.random.default_rng(63)
    verdicts = [play(rng, 0.35, 0.1, fair=0.25).verdict for _ in range(60)]
    assert_rate(verdicts.count(Verdict.A), 60, least=0.95)


def test_scores_add_and_describe_themselves():
    first = BlockScores.of_blocks([0.0, 0.25, 1.0], 4)
    both = first + BlockScores.of_blocks([0.25], 4)
    assert both.counts.tolist() == [1, 2, 0, 0, 1]
    assert (both.n, both.mean) == (4, 0.375)
    assert both.variance == pytest.approx(np.var([0, 0.25, 0.25, 1], ddof=1))


def test_elo_and_score_are_inverse():
    assert score_of_elo(400) == pytest.approx(10 / 11)
    assert elo_of_score(score_of_elo(-123.0)) == pytest.approx(-123)
    assert elo_of_score(1.0) == math.inf


def test_nonsense_is_refused():
    with pytest.raises(UsageError, match="margin"):
        duel(BlockScores.empty(4), 0.3, fair=0.25)
    with pytest.raises(UsageError, match="multiple"):
        BlockScores.of_blocks([0.3], 4)
    with pytest.raises(UsageError, match="between 0 and 1"):
        BlockScores.of_blocks([1.25], 4)
    with pytest.raises(UsageError, match="units"):
        BlockScores.empty(4) + BlockScores.empty(2)
