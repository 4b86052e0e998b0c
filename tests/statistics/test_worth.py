from __future__ import annotations

import itertools

import numpy as np
import pytest

from analyzer.errors import UsageError
from analyzer.statistics import BlockTally, handicap_worth
from tests.statistics.synthetic import assert_rate, seat_blocks

BASE = np.array([6.0, 7.0, 8.0])
TILES = BASE + np.array(list(itertools.product([-1, 0, 1], repeat=3)))
ADVANTAGE = np.array([0.0, -0.1, -0.2])
WORTH = np.array([0.10, 0.14, 0.2])


def true_shares(tiles):
    weights = np.exp(ADVANTAGE + WORTH * (tiles - BASE))
    return weights / weights.sum(axis=-1, keepdims=True)


def exact_tally(shares):
    """A tally whose mean is exactly `shares`, each block deviating up or down alike."""
    swing = np.array([0.1, -0.05, -0.05])
    return BlockTally.of_blocks([shares + swing, shares - swing] * 50)


def test_exact_shares_give_back_the_model():
    model = handicap_worth(TILES, [exact_tally(true_shares(t)) for t in TILES], BASE)
    np.testing.assert_allclose([e.value for e in model.log_odds], WORTH, atol=1e-9)
    np.testing.assert_allclose([e.value for e in model.advantage], ADVANTAGE, atol=1e-9)
    tiles = np.array([[4.0, 9.0, 8.0]])
    np.testing.assert_allclose(model.model.shares(tiles)[0], true_shares(tiles[0]), atol=1e-9)


def test_effects_are_the_derivatives_of_the_shares():
    model = handicap_worth(TILES, [exact_tally(true_shares(t)) for t in TILES], BASE)
    step = 1e-5 * np.eye(3)
    numeric = (true_shares(BASE + step) - true_shares(BASE - step)) / 2e-5
    np.testing.assert_allclose(model.effects, numeric, atol=1e-8)
    np.testing.assert_allclose([e.value for e in model.share], np.diagonal(numeric), atol=1e-8)


def test_intervals_cover_with_dependent_games():
    rng = np.random.default_rng(111)
    p = true_shares(BASE)
    effect = WORTH * p * (1 - p)
    trials, worths, shares, advantages = 300, np.zeros(3), np.zeros(3), 0
    for _ in range(trials):
        tallies = [BlockTally.of_blocks(seat_blocks(rng, 60, true_shares(t), 0.6)) for t in TILES]
        model = handicap_worth(TILES, tallies, BASE)
        worths += [e.covers(w) for e, w in zip(model.log_odds, WORTH, strict=True)]
        shares += [e.covers(s) for e, s in zip(model.share, effect, strict=True)]
        advantages += model.advantage[2].covers(ADVANTAGE[2])
    for hits in [*worths, *shares, advantages]:
        assert_rate(hits, trials, least=0.945, most=0.955)


def test_the_joint_covariance_of_same_deals_narrows_the_worths():
    rng = np.random.default_rng(112)
    trials, covered, narrower = 150, 0, 0
    for _ in range(trials):
        draws = rng.random((300, 3))
        cells = [
            (np.searchsorted(np.cumsum(true_shares(t))[:-1], draws)[:, :, np.newaxis]
             == np.arange(3)).mean(axis=1)
            for t in TILES
        ]  # fmt: skip
        joint = BlockTally.of_blocks(np.concatenate(cells, axis=1))
        tallies = [BlockTally.of_blocks(cell) for cell in cells]
        paired = handicap_worth(TILES, tallies, BASE, covariance=joint.mean_covariance)
        alone = handicap_worth(TILES, tallies, BASE)
        covered += paired.log_odds[1].covers(WORTH[1])
        narrower += paired.log_odds[1].half_width < 0.7 * alone.log_odds[1].half_width
    assert_rate(covered, trials, least=0.94)
    assert narrower == trials


def test_tiles_that_do_not_vary_are_refused():
    fixed = TILES.copy()
    fixed[:, 1] = 7
    tallies = [exact_tally(true_shares(t)) for t in fixed]
    with pytest.raises(UsageError, match="vary every seat"):
        handicap_worth(fixed, tallies, BASE)
    with pytest.raises(UsageError, match="one row per tally"):
        handicap_worth(TILES[:2], tallies, BASE)
    with pytest.raises(UsageError, match="two blocks"):
        handicap_worth(TILES, [BlockTally.empty(3)] * len(TILES), BASE)
