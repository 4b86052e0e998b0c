from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyzer.errors import UsageError
from analyzer.statistics import RankingTally, plackett_luce
from analyzer.statistics.plackett_luce import ELO
from tests.statistics.synthetic import assert_rate

# Agresti, Categorical Data Analysis (2nd ed.), table 10.10: the American League East of 1987,
# row's wins over column; and his fitted Bradley-Terry log-strengths against Baltimore.
BASEBALL = [
    [0, 7, 9, 7, 7, 9, 11],
    [6, 0, 7, 5, 11, 9, 9],
    [4, 6, 0, 7, 7, 8, 12],
    [6, 8, 6, 0, 6, 7, 10],
    [6, 2, 6, 7, 0, 7, 12],
    [4, 4, 5, 6, 6, 0, 6],
    [2, 4, 1, 3, 1, 7, 0],
]
BASEBALL_STRENGTHS = [1.581, 1.436, 1.294, 1.248, 1.108, 0.684, 0.0]


def two_groups(line_ups, places, k):
    """The same games as two groups, so that nothing but the point estimate matters."""
    tally = RankingTally.of_games(line_ups, places, k)
    return [tally, tally]


def log_strengths(ratings):
    values = np.array([estimate.value for estimate in ratings.elo]) / ELO
    return values - values[-1]


def test_two_players_give_the_log_odds():
    line_ups = np.tile([0, 1], (100, 1))
    places = np.array([[1, 2]] * 75 + [[2, 1]] * 25)
    ratings = plackett_luce(two_groups(line_ups, places, 2), prior_games=1e-9)
    assert ratings.difference(1, 0).value == pytest.approx(400 * math.log10(3))


def test_baseball_gives_agrestis_strengths():
    rows = [
        (pair, count)
        for pair in itertools.permutations(range(7), 2)
        if (count := BASEBALL[pair[0]][pair[1]])
    ]
    line_ups = np.repeat([pair for pair, _ in rows], [count for _, count in rows], axis=0)
    places = np.tile([1, 2], (len(line_ups), 1))
    ratings = plackett_luce(two_groups(line_ups, places, 7), prior_games=1e-9)
    np.testing.assert_allclose(log_strengths(ratings), BASEBALL_STRENGTHS, atol=0.002)


def test_exact_frequencies_give_back_the_strengths():
    # Strengths 1, 2, 3: the six orders have these probabilities in sixtieths.
    counts = {
        (0, 1, 2): 4, (0, 2, 1): 6, (1, 0, 2): 5, (1, 2, 0): 15, (2, 0, 1): 10, (2, 1, 0): 20,
    }  # fmt: skip
    line_ups = np.repeat(list(counts), list(counts.values()), axis=0)
    places = np.tile([1, 2, 3], (60, 1))
    ratings = plackett_luce(two_groups(line_ups, places, 3), prior_games=1e-9)
    np.testing.assert_allclose(np.exp(log_strengths(ratings)) * 3, [1, 2, 3], rtol=1e-6)


def test_a_shared_place_counts_half_each_way():
    line_ups = np.tile([0, 1], (4, 1))
    shared = RankingTally.of_games(line_ups, [[1, 1], [1, 1], [1, 2], [1, 2]], 2)
    split = RankingTally.of_games(line_ups, [[1, 2], [2, 1], [1, 2], [1, 2]], 2)
    assert shared.chosen.tolist() == split.chosen.tolist()
    assert shared.sets == split.sets
    assert shared.ahead.tolist() == split.ahead.tolist() == [[0, 6], [2, 0]]


def test_seats_and_numbering_of_places_do_not_matter():
    a = RankingTally.of_games([[0, 1, 2], [2, 0, 1]], [[1, 2, 3], [3, 1, 2]], 3)
    b = RankingTally.of_games([[2, 1, 0], [0, 1, 2]], [[9, 5, 1], [0, 4, 6]], 3)
    assert a.chosen.tolist() == b.chosen.tolist()
    assert a.sets == b.sets


@given(
    st.lists(
        st.tuples(st.lists(st.integers(0, 3), min_size=4, max_size=4),
                  st.lists(st.integers(1, 4), min_size=4, max_size=4)),
        max_size=12,
    ),
    st.integers(0, 12),
)  # fmt: skip
def test_tallies_add(games, cut):
    def tally(part):
        if not part:
            return RankingTally.empty(4)
        return RankingTally.of_games([g[0] for g in part], [g[1] for g in part], 4)

    whole, parts = tally(games), tally(games[:cut]) + tally(games[cut:])
    assert whole.chosen.tolist() == parts.chosen.tolist()
    assert whole.sets == parts.sets
    assert whole.ahead.tolist() == parts.ahead.tolist()
    assert whole.games == parts.games


def finishing_orders(rng, line_ups, strengths):
    """Places drawn from Plackett-Luce: sort by exponential clocks of rate strength."""
    clocks = rng.exponential(1 / np.asarray(strengths)[line_ups])
    return clocks.argsort(axis=1).argsort(axis=1) + 1


def test_intervals_cover_the_true_ratings_of_correlated_blocks():
    rng = np.random.default_rng(71)
    strengths = np.array([1.0, 1.5, 2.0, 4.0])
    truth = np.log(strengths) * ELO
    truth -= truth.mean()
    trials, covered, differences = 120, np.zeros(4), 0
    for _ in range(trials):
        groups = []
        for _ in range(40):
            line_up = rng.permutation(4)
            # The second game of a deal copies the first one: twice the games, no news.
            places = np.repeat(finishing_orders(rng, line_up[np.newaxis], strengths), 2, axis=0)
            groups.append(RankingTally.of_games(np.tile(line_up, (2, 1)), places, 4))
        ratings = plackett_luce(groups, resamples=100)
        covered += [e.covers(t) for e, t in zip(ratings.elo, truth, strict=True)]
        differences += ratings.difference(0, 3).covers(truth[3] - truth[0])
    for hits in [*covered, differences]:
        assert_rate(hits, trials, least=0.94)


def test_millions_of_games_cost_what_their_outcomes_cost():
    rng = np.random.default_rng(72)
    strengths = np.array([1.0, 2.0, 3.0])
    line_ups = rng.integers(0, 3, (20_000, 4))
    tally = RankingTally.of_games(line_ups, finishing_orders(rng, line_ups, strengths), 3)
    assert len(tally.sets) <= 15 + 10 + 6
    million = tally
    for _ in range(6):
        million = million + million
    assert million.games == 64 * 20_000
    ratings = plackett_luce([million, million], resamples=20)
    expected = np.log(strengths / strengths[-1])
    np.testing.assert_allclose(log_strengths(ratings), expected, atol=0.06)


def test_a_strategy_that_always_wins_is_finite_with_an_open_interval():
    line_ups = np.tile([0, 1, 2], (3000, 1))
    rng = np.random.default_rng(73)
    others = rng.permuted(np.tile([2, 3], (3000, 1)), axis=1)
    places = np.column_stack([np.ones(3000, dtype=int), others])
    groups = [
        RankingTally.of_games(line_ups[i : i + 100], places[i : i + 100], 3)
        for i in range(0, 3000, 100)
    ]
    ratings = plackett_luce(groups, resamples=50)
    winner, second, third = ratings.elo
    assert 400 < winner.value < 4000
    assert winner.high == math.inf
    assert second.high < winner.low
    assert ratings.difference(2, 0).high == math.inf
    assert ratings.difference(2, 1).covers(0)
    assert third.n == 3000
    # 3,000 wins in a row are likely only above 1,000 to 1, which is 1,200 Elo. How much of what is
    # beyond that the prior games add must not be claimed.
    assert 600 < ratings.difference(2, 0).low < 1200


def test_the_same_seed_gives_the_same_intervals():
    rng = np.random.default_rng(74)
    line_ups = np.tile([0, 1], (10, 1))
    groups = [
        RankingTally.of_games(line_ups, finishing_orders(rng, line_ups, [1.0, 2.0]), 2)
        for _ in range(20)
    ]
    assert plackett_luce(groups, seed=5).elo == plackett_luce(groups, seed=5).elo


def test_nonsense_is_refused():
    with pytest.raises(UsageError, match="2 to 6"):
        RankingTally.of_games([[0] * 7], [[1] * 7], 1)
    with pytest.raises(UsageError, match="outside 0 to 1"):
        RankingTally.of_games([[0, 2]], [[1, 2]], 2)
    with pytest.raises(UsageError, match="same shape"):
        RankingTally.of_games([[0, 1]], [[1, 2, 3]], 2)
    with pytest.raises(UsageError, match="two groups"):
        plackett_luce([RankingTally.empty(2)])
    mirror = RankingTally.of_games([[0, 0]], [[1, 2]], 2)
    with pytest.raises(UsageError, match="nothing to rate"):
        plackett_luce([mirror, mirror])
    with pytest.raises(UsageError, match="numbers of strategies"):
        RankingTally.empty(2) + RankingTally.empty(3)
