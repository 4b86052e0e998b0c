"""Reef as the learning loop sees it: positions with outcomes, matches, responses."""

from __future__ import annotations

import numpy as np
import pytest

from analyzer.games import get_learner, get_response_learner
from analyzer.games.reef.learning import ReefLearner
from kernels.reef import parameters as P  # noqa: N812


@pytest.mark.parametrize("players", [2, 4])
def test_positions_have_features_and_the_share_of_the_win(players):
    learner = get_learner("reef", players)
    told = learner.first_games(3, 0, 12)
    assert told.features.shape == (len(told.outcomes), learner.n_features)
    assert set(told.outcomes.tolist()) <= {0.0, 1.0, 0.5}
    assert set(told.games.tolist()) == set(range(12))
    again = learner.first_games(3, 0, 12)
    assert (again.features == told.features).all()


def test_only_the_learners_own_positions_are_told():
    learner, network = get_response_learner("reef", 2, "printed", "adept")
    told = learner.games(network, [], 5, 0, 10)
    everybody = learner.fresh_games(network, "printed", 5, 0, 10, 0.3)
    assert 0 < len(told.outcomes) < 0.7 * len(everybody.outcomes)


def test_a_strategy_that_cannot_be_noted_has_no_response():
    assert get_response_learner("reef", 2, "printed", "balanced") is None
    assert get_response_learner("reef", 2, "printed", "search") is None


def test_a_network_among_equals_wins_half():
    learner, network = get_response_learner("reef", 2, "free", "adept")
    shares = learner.match(network, network, 1, 0, 10)
    assert (shares == 0.5).mean() > 0.5
    assert learner.references == ("adept",)


def test_rules_vary_within_bounds():
    learner = ReefLearner(3)
    rules = learner.varied_rules(400, np.random.default_rng(2))
    assert (rules[:, P.SUPPLY] > 3).all()
    assert (rules[:, P.SUPPLY] <= 60).all()
    assert set(rules[:, P.DISPLAY]) == set(range(1, 7))
    assert (rules[:, P.HAND_LIMIT] >= 2).all()
    assert {0, 1} == set(rules[:, P.FREE_START])
    assert len(np.unique(rules, axis=0)) > 150
