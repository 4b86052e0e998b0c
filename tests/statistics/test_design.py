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
from analyzer.studies.balance import ROUNDS
from tests.statistics.synthetic import assert_rate

REACH = {2: 3, 3: 2, 4: 1}
PRINTED = {2: (6, 9), 3: (6, 7, 9), 4: (6, 7, 8, 9)}


def scales(players):
    """The rising scales around the printed one, as a map has them."""
    around = [range(t - REACH[players], t + REACH[players] + 1) for t in PRINTED[players]]
    return [v for v in itertools.product(*around) if list(v) == sorted(v)]


BASE = PRINTED[3]
VECTORS = scales(3)
GAMES = 6000


def truth(rng, players=3):
    """Shares of all vectors under a model whose fair point lies somewhere on the map."""
    base, spread = np.array(PRINTED[players], dtype=float), min(1.4, REACH[players])
    worth = rng.uniform(0.13, 0.23, players)
    fair = base + rng.uniform(-spread, spread, players)
    start = -worth * (fair - base)
    beta = np.concatenate([start[1:] - start[0], worth])
    return HandicapModel(beta, np.eye(len(beta)), base).shares(scales(players))


def played(rng, shares, games):
    wins = rng.multinomial(games, shares).astype(float)
    return BlockTally(games, wins, np.diag(wins))


def mapped(rng, shares, games):
    """Rounds of games where they tell most: the model, what was played, and the tallies."""
    players = shares.shape[1]
    vectors, base = scales(players), PRINTED[players]
    tallies, model = [BlockTally.empty(players)] * len(vectors), None
    for part in ROUNDS:
        counts = [tally.count for tally in tallies]
        for k, n in enumerate(next_round(model, vectors, base, counts, int(part * games))):
            if n:
                tallies[k] = tallies[k] + played(rng, shares[k], n)
        known = [k for k, tally in enumerate(tallies) if tally.count >= 2]
        chosen = [tallies[k] for k in known]
        model = handicap_worth([vectors[k] for k in known], chosen, base).model
    return model, [vectors[k] for k in known], chosen


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_fairest_is_known_as_well_with_a_third_of_the_games_of_equal_shares(players):
    """Equal shares: every vector is known from its own games, as a map of them measures it."""
    rng = np.random.default_rng(81)
    vectors = scales(players)
    errors, equal, regrets, equal_regrets, inside, fits = [], [], [], [], 0, []
    trials = 8
    for _ in range(trials):
        shares = truth(rng, players)
        sizes = unfairness_of(shares)
        model, known, tallies = mapped(rng, shares, GAMES)
        found = favourites(model, vectors)
        errors.append((model.shares(vectors)[found.best] - shares[found.best]) ** 2)
        regrets.append(sizes[found.best] - sizes.min())
        inside += int(sizes.argmin()) in found.contenders
        fits.append(fit_test(model, known, tallies).p_value)
        each = 3 * GAMES // len(vectors)
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
