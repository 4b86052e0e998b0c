"""The strategies that think: how strong they are, and that they see nothing hidden."""

from __future__ import annotations

import numpy as np
import pytest

from analyzer.games.reef.strategies import LINE_UP, line_up_of
from kernels.reef import state as S  # noqa: N812
from kernels.reef.family import features
from kernels.reef.family import weights as W  # noqa: N812
from kernels.reef.planner import weights as PW  # noqa: N812
from kernels.reef.playout import play_games
from kernels.reef.policy import FAMILY, PLANNER, UNIFORM, new_room, play_turn, set_up
from kernels.reef.streams import new_streams, seed_streams
from kernels.reef.value import numbers as value
from kernels.reef.worlds import deal_world, unseen_cards
from tests.reef.kernel.boards import NO_NETWORKS, make_rules


def strategy(**changes: float) -> np.ndarray:
    """The default weights, with changes by name."""
    vector = np.zeros(64)
    for table, first in ((W.WEIGHTS, 0), (PW.WEIGHTS, PW.FIRST)):
        for k, (name, (default, _)) in enumerate(table.items()):
            vector[first + k] = changes.get(name, default)
    return vector


def win_share(kinds: tuple[int, ...], size: int, **changes: float) -> float:
    """Wins of the first strategy of a line-up, seats rotated."""
    n = len(kinds)
    weights = np.tile(strategy(**changes), (n, 1))
    games, seats = play_games(
        make_rules(n), np.array(kinds), weights, NO_NETWORKS, 2, 0, size, True
    )
    seat = -games[:, 0] % n
    ranks = seats[np.arange(size), seat, 0]
    return float(((ranks == 1) / games[:, 4]).mean())


@pytest.mark.parametrize("n", [2, 3, 4])
def test_the_family_beats_random(n):
    assert win_share((FAMILY,) + (UNIFORM,) * (n - 1), 100 * n) > 0.97


def test_the_planner_beats_the_family():
    assert win_share((PLANNER, FAMILY), 400) > 0.58


def position(n: int, game: int, turns: int) -> np.ndarray:
    """A game of the family after some turns."""
    s, rng, room = S.new_state(), new_streams(), new_room()
    kinds, weights = np.full(n, FAMILY), np.tile(strategy(), (n, 1))
    seed_streams(rng, np.uint64(77), game, 0, n)
    set_up(s, make_rules(n), n, kinds, weights, rng, *room[:2])
    for _ in range(turns):
        play_turn(s, kinds, weights, NO_NETWORKS, rng, *room)
    return s


def hidden_elsewhere(s: np.ndarray, me: int, rng: np.random.Generator) -> np.ndarray:
    """The same position for the seat, with what it cannot see exchanged at random."""
    other = s.copy()
    below = list(range(S.DECK + s[S.N_LEFT] + 1, S.DECK + 60))
    pool = s[below].tolist()
    owners = []
    for seat in range(s[S.N_PLAYERS]):
        hidden = int(s[S.HAND + seat] & s[S.START_CARDS + seat]) if seat != me else 0
        cards = [card for card in range(1, 61) if hidden >> card & 1]
        owners += [seat] * len(cards)
        pool += cards
        other[S.HAND + seat] ^= hidden
        other[S.START_CARDS + seat] ^= hidden
    mixed = rng.permutation(pool).tolist()
    for seat in owners:
        card = mixed.pop()
        other[S.HAND + seat] |= 1 << card
        other[S.START_CARDS + seat] |= 1 << card
    other[below] = mixed
    return other


def choice(s: np.ndarray, spec: str, seed: int) -> tuple[int, ...]:
    """What a strategy does: own hand, points, board afterwards."""
    n, seat = int(s[S.N_PLAYERS]), int(s[S.SEAT])
    after, rng = s.copy(), new_streams()
    seed_streams(rng, np.uint64(seed), 0, 0, n)
    play_turn(after, *line_up_of([LINE_UP.get(spec)] * n), rng, *new_room())
    return tuple(int(after[at + seat]) for at in (S.HAND, S.POINTS, S.TOPS, S.HEIGHTS))


@pytest.mark.parametrize("spec", ["balanced", "planner", "search:budget=6", "adept", "expert"])
def test_no_strategy_sees_what_is_hidden(spec):
    mix = np.random.default_rng(4)
    n_differ = 0
    for game in range(12):
        s = position(3, game, turns=3 + 2 * game)
        other = hidden_elsewhere(s, int(s[S.SEAT]), mix)
        n_differ += not np.array_equal(s, other)
        assert choice(s, spec, game) == choice(other, spec, game)
    assert n_differ == 12


def test_a_world_fits_what_was_seen():
    streams = new_streams()
    seed_streams(streams, np.uint64(3), 0, 0, 3)
    hands = set()
    for _ in range(40):
        s = position(3, game=2, turns=2)
        world = S.new_state()
        deal_world(s, 2, world, streams)
        assert unseen_cards(world, 2) == unseen_cards(s, 2)
        top = S.DECK + s[S.N_LEFT]
        assert world[top] == s[top]
        for seat in range(3):
            known = int(s[S.HAND + seat] & ~s[S.START_CARDS + seat])
            assert int(world[S.HAND + seat]) & known == known
            assert int(world[S.HAND + seat]).bit_count() == int(s[S.HAND + seat]).bit_count()
        assert world[S.HAND + 2] == s[S.HAND + 2]
        hands.add(int(world[S.HAND]))
    assert len(hands) > 10


def test_features_of_a_last_turn_are_final_points_only():
    s = position(2, game=1, turns=12)
    out = np.full(W.N_FEATURES, 7.0)
    features.fill_features(s, 0, out)
    assert out[W.POINTS] == s[S.POINTS]
    assert out[W.HAND_CARDS] == int(s[S.HAND]).bit_count()
    assert out[W.FINAL_POINTS] == 0
    s[S.LAST_ROUND] = 1
    features.fill_features(s, 0, out)
    assert out[W.HAND_CARDS] == out[W.HAND_POINTS] == out[W.DISPLAY_POINTS] == 0


def test_every_number_of_a_strategy_has_a_default_and_a_text():
    for table in (W.WEIGHTS, PW.WEIGHTS, value.WEIGHTS):
        assert all(text and np.isfinite(default) for default, text in table.values())
    assert len(W.WEIGHTS) <= PW.FIRST
