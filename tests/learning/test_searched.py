"""Games of search to learn from: every turn that it tried, and what it found after it."""

from __future__ import annotations

import numpy as np
import pytest

from analyzer.errors import UsageError
from analyzer.games import get_response_learner

GAMES = 4


@pytest.fixture(scope="module")
def played():
    learner, network = get_response_learner("encounter", 2, "basic", "expert")
    rules = np.tile(learner.vectors["basic"], (GAMES, 1))
    seats = np.zeros((GAMES, 2), dtype=np.int64)
    return learner.play([learner.searching(network)], rules, seats, 5, 0, 1.0)


def test_turns_that_were_only_tried_are_told_too(played):
    tried = ~np.isnan(played.found)
    assert tried.sum() > 2 * played.is_played[tried].sum() > 0
    assert played.found[tried].min() > -1e-6
    assert played.found[tried].max() < 1 + 1e-6
    assert len(np.unique(played.features[tried], axis=0)) > 0.9 * tried.sum()


def test_a_played_turn_is_worth_what_was_found_and_what_was_won(played):
    won = played.won[played.game, played.seat]
    tried = ~np.isnan(played.found)
    outcomes = played.outcomes()
    assert (outcomes[~tried] == won[~tried]).all()
    only_tried = tried & ~played.is_played
    assert (outcomes[only_tried] == played.found[only_tried]).all()
    both = tried & played.is_played
    low, high = np.minimum(played.found, won)[both], np.maximum(played.found, won)[both]
    assert ((outcomes[both] >= low) & (outcomes[both] <= high)).all()


def test_what_search_finds_foretells_who_wins(played):
    won = played.won[played.game, played.seat]
    sure = played.is_played & ~np.isnan(played.found) & (np.abs(played.found - 0.5) > 0.3)
    assert (won[sure] == (played.found[sure] > 0.5)).mean() > 0.7


def test_no_call_takes_long_enough_to_hold_up_an_interruption(monkeypatch):
    learner, network = get_response_learner("reef", 2, "printed", "adept")
    usual, sizes = learner.play, []

    def play(strategies, rules, *rest):
        sizes.append(len(rules))
        return usual(strategies, rules, *rest)

    monkeypatch.setattr(learner, "play", play)
    told = learner.fresh_games(network, "printed", 5, 7, 67, 0.5)
    shares = learner.match(network, "balanced", 5, 7, 67)
    assert max(sizes) <= 25
    monkeypatch.setattr("analyzer.learning.self_play._PIECE", 1000)
    whole = learner.fresh_games(network, "printed", 5, 7, 67, 0.5)
    assert (told.features == whole.features).all()
    assert (told.outcomes == whole.outcomes).all()
    assert (told.games == whole.games).all()
    assert (shares == learner.match(network, "balanced", 5, 7, 67)).all()


def test_what_search_finds_is_the_same_in_pieces(played, monkeypatch):
    learner, network = get_response_learner("encounter", 2, "basic", "expert")
    rules = np.tile(learner.vectors["basic"], (GAMES, 1))
    seats = np.zeros((GAMES, 2), dtype=np.int64)
    monkeypatch.setattr("analyzer.learning.self_play._PIECE", 3)
    cut = learner._in_pieces([learner.searching(network)], rules, seats, 5, 0, 1.0)
    assert (cut.features == played.features).all()
    assert (cut.outcomes() == played.outcomes()).all()
    assert (cut.game == played.game).all()


def test_a_game_whose_search_is_not_noted_says_so():
    learner, network = get_response_learner("reef", 2, "printed", "adept")
    with pytest.raises(UsageError, match="does not learn from search"):
        learner.searched_games(network, 1, 0, 10)
