"""What a network is told of a position of Reef, and that short cuts tell it the same."""

from __future__ import annotations

import numpy as np
import pytest

from analyzer.games.reef.strategies import LINE_UP, line_up_of
from kernels.jit import jit
from kernels.network import network_logit
from kernels.reef import state as S  # noqa: N812
from kernels.reef.family.choices import CHOICES_SIZE, COUNT, WORTH, choice_at
from kernels.reef.planner.turn import think_choice
from kernels.reef.policy import new_room
from kernels.reef.streams import new_streams, seed_streams
from kernels.reef.value.choice import AFTER, find_choices, network_for, top_after
from kernels.reef.value.features import BOUND, N_TABLE, SIDE_SIZE, fill_features, n_features
from kernels.reef.value.potential import potential
from kernels.reef.worlds import unseen_cards
from tests.reef.kernel.boards import points_on
from tests.reef.kernel.test_strategies import hidden_elsewhere, position


@jit
def potential_of(tops, heights, card, is_printed):
    return potential(tops, heights, card, is_printed)


def features(s: np.ndarray, me: int) -> np.ndarray:
    work = np.full(1024, 7.0, dtype=np.float32)  # whatever was there before
    fill_features(s, me, 0, unseen_cards(s, me), work)
    return work[: n_features(int(s[S.N_PLAYERS]))]


def test_potential_begins_with_what_a_card_scores_now():
    for game in range(6):
        s = position(2, game, turns=8 * game)
        tops, heights = int(s[S.TOPS]), int(s[S.HEIGHTS])
        for card in range(1, 61):
            for is_printed in (0, 1):
                now, one, two = potential_of(tops, heights, card, is_printed)
                assert now == points_on(tops, heights, card, is_printed)
                assert now <= one <= two


@pytest.mark.parametrize("n", [2, 3, 4])
def test_features_are_bounded_and_tell_positions_apart(n):
    told = np.array([features(position(n, 3, turns), 0) for turns in range(0, 30, 3)])
    assert np.isfinite(told).all()
    assert (np.abs(told) <= BOUND).all()
    assert len(np.unique(told, axis=0)) == len(told)


@pytest.mark.parametrize("n", [2, 4])
def test_features_tell_nothing_that_is_hidden(n):
    mix = np.random.default_rng(8)
    for game in range(8):
        s = position(n, game, turns=3 * game)
        for me in range(n):
            other = hidden_elsewhere(s, me, mix)
            assert not np.array_equal(s, other)
            assert (features(other, me) == features(s, me)).all()


def test_without_a_turn_left_only_points_and_cover_count():
    s = position(2, game=1, turns=12)
    s[S.LAST_ROUND] = 1
    own, rival = features(s, 0)[N_TABLE:].reshape(2, SIDE_SIZE)
    assert set(np.flatnonzero(own)) <= {0, 1, 11, 12, 13, 14}
    assert np.count_nonzero(rival) > 20
    _, rival = features(s, 1)[N_TABLE:].reshape(2, SIDE_SIZE)
    assert set(np.flatnonzero(rival)) <= {0, 1, 11, 12, 13, 14}


@pytest.mark.parametrize("placements", [1, 5])
def test_short_cuts_give_the_odds_of_the_whole_position(placements):
    strategy = LINE_UP.get(f"expert:placements={placements}")
    _, weights, networks = line_up_of([strategy])
    judged = 0
    for game in range(8):
        s = position(2, game, turns=5 * game)
        me, rng = int(s[S.SEAT]), new_streams()
        seed_streams(rng, np.uint64(1), 0, 0, 2)
        room, scratch, work = new_room()
        find_choices(s, rng, me, weights[0], networks, room, scratch, work)
        at = network_for(s, weights[0], networks)
        for k in range(int(scratch[COUNT])):
            think_choice(s, me, scratch[:CHOICES_SIZE], k, room[AFTER])
            after = room[AFTER]
            fill_features(after, me, top_after(s, after), unseen_cards(s, me), work)
            odds = network_logit(networks, at, work)
            assert scratch[choice_at(k) + WORTH] == pytest.approx(odds, abs=1e-3)
            judged += 1
    assert judged > 40
