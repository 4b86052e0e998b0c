from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyzer.errors import UsageError
from analyzer.statistics import BlockScores, DuelTest, Verdict, elo_of_score, score_of_elo
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


@pytest.fixture
def test():
    return DuelTest(0.06)


def planned(test):
    """Looks as a study has them."""
    found, n, most = [], 100, 12 * test.expected_blocks()
    while n < most:
        found.append(n)
        n += n // 5
    return [*found, most]


def play(rng, test, mean, looks):
    weights, scores = pentanomial(mean), BlockScores.empty(4)
    for n in looks:
        scores += BlockScores(rng.multinomial(n - scores.n, weights))
        if (state := test.look(scores)).verdict is not Verdict.CONTINUE:
            break
    return state, scores


def is_consistent(state, test):
    """Whether the verdict says what the interval shows, and nothing else."""
    low, high, fair = state.score.low, state.score.high, test.fair
    return {
        Verdict.A: low > fair,
        Verdict.B: high < fair,
        Verdict.UNDECIDED: fair - test.margin < low <= fair <= high < fair + test.margin,
        Verdict.CONTINUE: low <= fair <= high,
    }[state.verdict]


@pytest.mark.parametrize("side", [1, -1])
def test_bets_make_nothing_of_a_true_score(test, side):
    """The mean of what a bet pays for one block is exactly the stake: a martingale."""
    weights = pentanomial(0.43)
    pays = np.exp(test.log_wealth(np.eye(5), 0.43, side))
    assert weights @ pays == pytest.approx(1)


@given(st.lists(st.integers(0, 400), min_size=5, max_size=5), st.floats(0.01, 0.45))
def test_exchanging_the_players_turns_the_duel_round(counts, margin):
    test = DuelTest(margin)
    state, back = (test.look(BlockScores(np.array(c))) for c in (counts, counts[::-1]))
    assert state.score.low == pytest.approx(1 - back.score.high, abs=1e-9)
    turned = {Verdict.A: Verdict.B, Verdict.B: Verdict.A}
    assert back.verdict is turned.get(state.verdict, state.verdict)


def test_few_alike_results_do_not_decide(test):
    assert test.look(BlockScores(np.array([0, 0, 0, 0, 5]))).verdict is Verdict.CONTINUE
    nothing = test.look(BlockScores.empty(4))
    assert (nothing.verdict, nothing.score.low, nothing.score.high) == (Verdict.CONTINUE, 0, 1)


def test_equal_players_are_rarely_told_apart(test):
    rng, looks = np.random.default_rng(61), planned(test)
    verdicts = [play(rng, test, 0.5, looks)[0].verdict for _ in range(200)]
    named = [v for v in verdicts if v is not Verdict.UNDECIDED]
    assert_rate(len(named), 200, most=0.05)


def test_a_better_player_is_named_in_about_the_games_expected(test):
    rng, looks = np.random.default_rng(62), planned(test)
    states = [play(rng, test, 0.56, looks)[0] for _ in range(100)]
    assert_rate(sum(s.verdict is Verdict.A for s in states), 100, least=0.975)
    assert np.mean([s.n for s in states]) < test.expected_blocks()


def test_verdict_and_interval_agree_and_the_interval_covers(test):
    rng, looks = np.random.default_rng(63), planned(test)
    truths = 0.5 + test.margin * np.linspace(0, 2, 5)
    covered = 0
    for truth in truths:
        for _ in range(30):
            state, _ = play(rng, test, truth, looks)
            assert is_consistent(state, test)
            covered += state.score.covers(truth)
    assert_rate(covered, 150, least=0.95)


def test_the_estimate_after_stopping_is_as_often_too_high_as_too_low(test):
    rng, looks = np.random.default_rng(64), planned(test)
    truth, ends = 0.55, []
    for _ in range(60):
        state, scores = play(rng, test, truth, looks)
        estimate = test.median_unbiased(scores, looks)
        assert state.score.low <= estimate <= state.score.high
        ends.append((estimate > truth, scores.mean > truth))
    above, plainly_above = np.sum(ends, axis=0)
    assert_rate(above, 60, least=0.5, most=0.5)
    assert plainly_above > above


@pytest.mark.proof
def test_a_thousand_duels_from_no_difference_to_twice_the_margin():
    test = DuelTest(0.03)
    rng, looks = np.random.default_rng(65), planned(test)
    covered = above = 0
    for k in range(1000):
        truth = 0.5 + test.margin * 2 * k / 999
        state, scores = play(rng, test, truth, looks)
        assert is_consistent(state, test)
        covered += state.score.covers(truth)
        above += test.median_unbiased(scores, looks) > truth
    print(f"covered {covered} of 1000, estimate above the truth {above} of 1000")
    assert_rate(covered, 1000, least=0.95)
    assert_rate(above, 1000, least=0.5, most=0.5)


def test_the_better_of_four_is_measured_from_a_quarter():
    test = DuelTest(0.1, fair=0.25, variance=0.05)
    rng, looks = np.random.default_rng(66), planned(test)
    verdicts = [play(rng, test, 0.35, looks)[0].verdict for _ in range(40)]
    assert_rate(verdicts.count(Verdict.A), 40, least=0.975)


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
        DuelTest(0.3, fair=0.25)
    with pytest.raises(UsageError, match="multiple"):
        BlockScores.of_blocks([0.3], 4)
    with pytest.raises(UsageError, match="between 0 and 1"):
        BlockScores.of_blocks([1.25], 4)
    with pytest.raises(UsageError, match="units"):
        BlockScores.empty(4) + BlockScores.empty(2)
