"""The learner of Pebbles, in plain Python: a position is a heap, as one number of many."""

from __future__ import annotations

import numpy as np

from analyzer.learning.learner import Positions
from analyzer.strategies.networks import Networks
from kernels.network import unpack_network

HEAP = 13
MOST = 3


def features_of(left: int) -> np.ndarray:
    """What a player knows after its move: how many are left."""
    return (np.arange(HEAP) == left).astype(np.float32)


def odds(network: np.ndarray, left: int) -> float:
    """The network's log odds for the player who left so many."""
    x = features_of(left)[None]
    layers = unpack_network(network)
    for k, (weights, biases) in enumerate(layers):
        x = x @ weights + biases
        x = np.maximum(x, 0) if k < len(layers) - 1 else x
    return float(x[0, 0])


def move(player: np.ndarray | str, left: int, rng: np.random.Generator, noise: float) -> int:
    """How many a player, a network or `random`, leaves of a heap."""
    choices = list(range(max(0, left - MOST), left))
    if isinstance(player, str) or rng.random() < noise:
        return int(rng.choice(choices))
    return 0 if choices[0] == 0 else max(choices, key=lambda k: odds(player, k))


def play(players: list, rng: np.random.Generator, noise: float) -> tuple[int, list[list[int]]]:
    """The winner, and the heaps that each player left."""
    left, seat, told = HEAP - 1 - int(rng.integers(0, 3)), 0, [[], []]
    while True:
        left = move(players[seat], left, rng, noise)
        if left == 0:
            return seat, told
        told[seat].append(left)
        seat = 1 - seat


class PebblesLearner:
    n_features = HEAP
    networks = Networks((2,), lambda _players: HEAP, 64)
    learns_from_search = True
    references = ("random",)
    variants = ("plain",)

    def first_games(self, seed, first, last):
        return self._told(["random", "random"], seed, first, last, 0.0)

    def games(self, newest, _past, seed, first, last):
        return self._told([newest, newest], seed, first, last, 0.3)

    def searched_games(self, _newest, seed, first, last):
        """Every heap that a player may leave, searched to the end: it wins by leaving fours."""
        left = np.random.default_rng([seed, first]).integers(1, HEAP, last - first)
        features = np.array([features_of(heap) for heap in left], dtype=np.float16)
        chances = (left % (MOST + 1) == 0).astype(np.float32)
        return Positions(features, chances, np.arange(first, last))

    def fresh_games(self, network, _variant, seed, first, last, _share):
        return self._told([network, network], seed, first, last, 0.0)

    def match(self, network, opponent, seed, first, last):
        shares = []
        for deal in range(first, last):
            rng = np.random.default_rng([seed, deal])
            won = [play([network, opponent], rng, 0)[0] == 0, play([opponent, network], rng, 0)[0]]
            shares.append(sum(won) / 2)
        return np.array(shares)

    def _told(self, players, seed, first, last, noise):
        features, outcomes, games = [], [], []
        for game in range(first, last):
            winner, told = play(players, np.random.default_rng([seed, game]), noise)
            for seat, heaps in enumerate(told):
                features += [features_of(left) for left in heaps]
                outcomes += [float(seat == winner)] * len(heaps)
                games += [game] * len(heaps)
        return Positions(
            np.array(features, dtype=np.float16),
            np.array(outcomes, dtype=np.float32),
            np.array(games, dtype=np.int64),
        )


def make_learner(_players):
    return PebblesLearner()
