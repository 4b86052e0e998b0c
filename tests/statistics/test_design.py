from __future__ import annotations

import itertools

import numpy as np
import pytest

from analyzer.statistics import (
    BlockTally,
    HandicapModel,
    favourites,
    fit_test,
    handicap_worth,
    next_round,
    predicted,
    unfairness_of,
)
from analyzer.statistics.worth import softmax
from tests.statistics.synthetic import assert_rate

BASE = (6, 7, 9)
VECTORS = [
    v for v in itertools.product(range(4, 9), range(5, 10), range(7, 12)) if v[0] <= v[1] <= v[2]
]
GAMES = 6000


def truth(rng):
    """Shares of all vectors under a model whose fair point lies somewhere on the map."""
    worth = rng.uniform(0.13, 0.23, 3)
    fair = np.array(BASE) + rng.uniform(-1.4, 1.4, 3)
    start = -worth * (fair - np.array(BASE))
    beta = np.concatenate([start[1:] - start[0], worth])
    return HandicapModel(beta, np.eye(5), np.array(BASE, dtype=float)).shares(VECTORS)


def played(rng, shares, games):
    wins = rng.multinomial(games, shares).astype(float)
    return BlockTally(games, wins, np.diag(wins))


def mapped(rng, shares, games, rounds=3):
    """Rounds of games where they tell most: the model, what was played, and the tallies."""
    tallies, model = [BlockTally.empty(3)] * len(VECTORS), None
    for _ in range(rounds):
        counts = [tally.count for tally in tallies]
        for k, n in enumerate(next_round(model, VECTORS, BASE, counts, games // rounds)):
            if n:
                tallies[k] = tallies[k] + played(rng, shares[k], n)
        known = [k for k, tally in enumerate(tallies) if tally.count >= 2]
        chosen = [tallies[k] for k in known]
        model = handicap_worth([VECTORS[k] for k in known], chosen, BASE).model
    return model, [VECTORS[k] for k in known], chosen


def test_the_fairest_is_known_as_well_with_a_third_of_the_games_of_equal_shares():
    """Equal shares: every vector is known from its own games, as a map of them measures it."""
    rng = np.random.default_rng(81)
    errors, equal, regrets, equal_regrets, inside, fits = [], [], [], [], 0, []
    trials = 25
    for _ in range(trials):
        shares = truth(rng)
        sizes = unfairness_of(shares)
        model, known, tallies = mapped(rng, shares, GAMES)
        found = favourites(model, VECTORS)
        errors.append((model.shares(VECTORS)[found.best] - shares[found.best]) ** 2)
        regrets.append(sizes[found.best] - sizes.min())
        inside += int(sizes.argmin()) in found.contenders
        fits.append(fit_test(model, known, tallies).p_value)
        each = 3 * GAMES // len(VECTORS)
        own = np.array([played(rng, p, each).mean for p in shares])
        best = int(unfairness_of(own).argmin())
        equal.append((own[best] - shares[best]) ** 2)
        equal_regrets.append(sizes[best] - sizes.min())
    assert np.mean(errors) < np.mean(equal)
    assert np.mean(regrets) < np.mean(equal_regrets)
    assert_rate(inside, trials, least=0.9)
    assert_rate(sum(p <= 0.05 for p in fits), trials, most=0.05)


def test_what_does_not_follow_the_model_does_not_fit():
    rng = np.random.default_rng(82)
    shares = truth(rng)
    shares[::2] = shares[::2, ::-1]
    tallies = [played(rng, p, 400) for p in shares]
    model = handicap_worth(VECTORS, tallies, BASE).model
    assert fit_test(model, VECTORS, tallies).p_value < 0.001


def test_the_first_round_spreads_and_the_next_ones_gather():
    rng = np.random.default_rng(83)
    shares = truth(rng)
    first = next_round(None, VECTORS, BASE, [0] * len(VECTORS), 3000)
    assert sum(first) == 3000
    model, _, _ = mapped(rng, shares, 30_000)
    later = np.array(next_round(model, VECTORS, BASE, [100] * len(VECTORS), 3000))
    sizes = unfairness_of(shares)
    assert later @ sizes / 3000 < np.array(first) @ sizes / 3000


def test_predictions_have_intervals_about_the_models_own_values():
    rng = np.random.default_rng(84)
    shares = truth(rng)
    model, _, _ = mapped(rng, shares, GAMES)
    told = predicted(model, VECTORS)
    covered = sum(
        e.covers(p)
        for v, row in zip(told, shares, strict=True)
        for e, p in zip(v.shares, row, strict=True)
    )
    assert covered > 0.6 * shares.size
    assert all(v.largest.low <= v.largest.value <= v.largest.high for v in told)
    assert softmax(np.zeros(3)) == pytest.approx([1 / 3] * 3)
