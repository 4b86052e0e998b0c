"""Which interval: independent or in blocks, fixed or looked at on the way, alone or together.

The one place that decides. Independent games have Goodman's or Wilson's intervals, blocks of
dependent games those with their effective number; a run that may have been stopped by a look at its
results has confidence sequences.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np

from analyzer.statistics.estimates import LEVEL, Estimate, bonferroni, free_shares
from analyzer.statistics.intervals import (
    goodman_intervals,
    mean_interval,
    share_interval,
    share_intervals,
    wilson_interval,
)
from analyzer.statistics.planning import sequence_blocks_for_half_width
from analyzer.statistics.sequences import bounded_sequences, mean_sequences
from analyzer.statistics.tallies import BlockTally

FIXED = "95 % intervals"
TOGETHER = "95 % intervals that hold for all of them together"
SEQUENCE = "95 % confidence sequences, valid at any moment of a run, for all of them together"
STOPPED = "95 % intervals for a fixed number of games, not adjusted for where the run stopped"


@cache
def best_at(players: int, precision: float) -> int:
    """Deals after which the sequences are made tightest: where a cell will roughly stop."""
    share = 1 / players
    return sequence_blocks_for_half_width(precision, share * (1 - share), share, n_claims=players)


@dataclass(frozen=True, slots=True)
class Sampling:
    """How games were played, as far as intervals ask.

    players: seats of a game, which tells what share to expect. is_independent: every block is one
    game. is_open: somebody or something may have decided to stop by looking at the results.
    precision: the half width at which a run was to stop.
    """

    players: int
    is_independent: bool
    is_open: bool = False
    precision: float | None = None

    def shares(self, tally: BlockTally, level: float = LEVEL) -> list[Estimate]:
        """Shares that add up to 1, with intervals that hold together."""
        if self.is_open:
            where = {} if self.precision is None else {"best_at": self._best_at}
            return bounded_sequences(tally, 1 / self.players, level, **where)
        if self.is_independent and tally.k > 1:
            return goodman_intervals(tally.total / tally.unit, level)
        return share_intervals(tally, level, free_shares(tally.k) if tally.k > 1 else None)

    def share(self, tally: BlockTally, n_claims: int = 1) -> Estimate:
        """One share, with an interval that holds together with `n_claims` - 1 others."""
        level = bonferroni(LEVEL, n_claims)
        if self.is_open:
            return self.shares(tally, level)[0]
        if self.is_independent:
            wins = float(tally.total[0]) / tally.unit
            return wilson_interval(min(wins, float(tally.count)), tally.count, level)
        return share_interval(tally, level=level)

    def mean(self, tally: BlockTally) -> Estimate:
        """One mean with its interval."""
        return mean_sequences(tally)[0] if self.is_open else mean_interval(tally)

    @property
    def _best_at(self) -> int:
        assert self.precision is not None
        return best_at(self.players, self.precision)


def by_strategy(strategies: Sequence[str]) -> tuple[list[str], np.ndarray]:
    """The different strategies of a line-up, and weights that give the mean over their places."""
    names = list(dict.fromkeys(strategies))
    is_place = np.array([[spec == name for spec in strategies] for name in names], dtype=float)
    return names, is_place / is_place.sum(axis=1, keepdims=True)
