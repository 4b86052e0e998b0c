"""What a game must provide so that the value of its positions can be learned."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

import numpy as np

if TYPE_CHECKING:
    from analyzer.strategies.networks import Networks


@dataclass(frozen=True, slots=True)
class Positions:
    """Positions of some games, and how those games went out.

    features: float16 (positions, F), what a player knew. outcomes: float32 (positions,), that
    player's share of the win, or the chance of it that search found. games: int64 (positions,),
    the index of the game.
    """

    features: np.ndarray
    outcomes: np.ndarray
    games: np.ndarray

    @staticmethod
    def joined(parts: Sequence[Positions]) -> Positions:
        """The positions of all parts, in order."""
        return Positions(
            np.concatenate([part.features for part in parts]),
            np.concatenate([part.outcomes for part in parts]),
            np.concatenate([part.games for part in parts]),
        )

    def where(self, chosen: np.ndarray) -> Positions:
        """Only the positions that a boolean mask (positions,) chooses."""
        return Positions(self.features[chosen], self.outcomes[chosen], self.games[chosen])


class Learner(Protocol):
    """A game with a number of players, as the learning loop sees it.

    Networks are flat float32 arrays (see `kernels.network`). Games are numbered; a call depends
    on its arguments only, so that a run can be repeated and continued.
    """

    n_features: int
    networks: Networks
    """What networks of the game must be like to be played by."""
    learns_from_search: bool
    """Whether there are searched games."""
    references: tuple[str, ...]
    """Strategies that every network is measured against."""
    variants: tuple[str, ...]
    """Ways to play the game in which the network must know its odds: rulesets, for instance."""

    def first_games(self, seed: int, first: int, last: int) -> Positions:
        """Games [first, last) of strategies without a network, to learn the first one from."""
        ...

    def games(
        self, newest: np.ndarray, past: Sequence[np.ndarray], seed: int, first: int, last: int
    ) -> Positions:
        """Games [first, last) with noise, of the newest network among itself and others.

        Only its own positions are told; the others are past networks and other strategies.
        """
        ...

    def searched_games(self, newest: np.ndarray, seed: int, first: int, last: int) -> Positions:
        """Games [first, last) of search with the newest network: after every turn that it tried,
        the chance of a win that it found."""
        ...

    def fresh_games(
        self, network: np.ndarray, variant: str, seed: int, first: int, last: int, share: float
    ) -> Positions:
        """Games [first, last) of a variant, of the network among itself without noise.

        share: of the positions, how many are told; those of one game resemble each other.
        """
        ...

    def match(
        self, network: np.ndarray, opponent: np.ndarray | str, seed: int, first: int, last: int
    ) -> np.ndarray:
        """Deals [first, last): the network's share of the wins in each, over all seats.

        It plays alone against an opponent, network or strategy, that has all other seats.
        """
        ...
