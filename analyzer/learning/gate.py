"""Whether a new network may take the place of the one before: by matches against a pool."""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from analyzer.learning.learner import Learner

BEFORE = "before"
PAST = "past networks"
LEAST_SHARE = 0.96  # of a fair share of wins against the network before, to take its place
_NOISE = 2.0  # standard errors by which less may be won against the rest of the pool
_PAST = 3  # networks before that one: the last ones, which share the deals of one match


@dataclass(frozen=True, slots=True)
class Gate:
    """The matches of a round, on the same deals for the new network and the one before.

    networks: accepted so far, newest last; there are none in the first round of a run that starts
    from nothing, whose network is measured against the references only, and accepted.
    """

    learner: Learner
    networks: Sequence[np.ndarray]
    seed: int
    deals: int

    def won(self, network: np.ndarray) -> dict[str, np.ndarray]:
        """A network's share of the wins in each deal, (deals,), by opponent: pool and BEFORE."""
        met = self._pool()
        if self.networks:
            met[BEFORE] = [self.networks[-1]]
        return {name: self._against(network, opponents) for name, opponents in met.items()}

    def lost_to(self, won: Mapping[str, np.ndarray], fair: float) -> tuple[str, ...]:
        """The opponents that keep a network which won so much from being accepted; best none.

        fair: the share of the wins of equals. BEFORE, if less than LEAST_SHARE of that was won
        against the network before; others, if less was won against them than the network before
        wins on the same deals, by more than _NOISE standard errors of the paired difference.
        """
        if BEFORE not in won:
            return ()
        lost = [BEFORE] if won[BEFORE].mean() < LEAST_SHARE * fair else []
        for name, opponents in self._pool().items():
            if _is_less(won[name] - self._against(self.networks[-1], opponents)):
                lost.append(name)
        return tuple(lost)

    def _pool(self) -> dict[str, Sequence[np.ndarray | str]]:
        """The strategies of the learner, and the last networks before the newest one."""
        pool: dict[str, Sequence[np.ndarray | str]] = {
            name: [name] for name in self.learner.references
        }
        if past := self.networks[:-1][-min(_PAST, self.deals) :]:
            pool[PAST] = past
        return pool

    def _against(self, network: np.ndarray, opponents: Sequence[np.ndarray | str]) -> np.ndarray:
        """The network's share of the wins in each deal, every opponent having its part of them."""
        ends = [self.deals * k // len(opponents) for k in range(len(opponents) + 1)]
        return np.concatenate(
            [
                self.learner.match(network, each, self.seed, first, last)
                for each, (first, last) in zip(opponents, itertools.pairwise(ends), strict=True)
            ]
        )


def _is_less(differences: np.ndarray) -> bool:
    """Whether the mean of independent differences is below zero by more than noise."""
    if len(differences) < 2:
        return False
    error = float(differences.std(ddof=1)) / math.sqrt(len(differences))
    return bool(differences.mean() < -_NOISE * error)
