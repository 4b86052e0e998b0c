"""Finishing orders counted so that Plackett-Luce needs nothing else, whatever the number of games.

Plackett-Luce sees a finishing order as choices: the winner is chosen from all players, the second
from the rest, and so on. Its likelihood depends on two things only: how often each strategy was
chosen, and how often each set of strategies was chosen from (Hunter 2004, section 5). Both add.

Shared places: players who share a place could have finished in any order, so every order gets the
same fraction of the game (two sharing: half a game each way). For two players this is half a win
each, as in the win shares. The fractions are multiples of 1/720 (six players), kept as integers.
"""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from analyzer.errors import UsageError
from analyzer.statistics.estimates import IntArray

MAX_PLAYERS = 6
ORDER_UNIT = math.factorial(MAX_PLAYERS)


@dataclass(frozen=True, slots=True, eq=False)
class RankingTally:
    """Sufficient statistics of finishing orders of k strategies.

    `chosen` (k,): how often a strategy finished ahead of somebody of the rest, in 1/720.
    `sets`: sorted strategies still to be placed -> how often, in 1/720.
    `ahead` (k, k): twice the number of times a seat of row's strategy finished ahead of a seat of
    column's in one game (a shared place counts 1 for both). `games`: number of games.
    """

    chosen: IntArray
    sets: Mapping[tuple[int, ...], int]
    ahead: IntArray
    games: int

    @property
    def k(self) -> int:
        """Number of strategies."""
        return len(self.chosen)

    @classmethod
    def empty(cls, k: int) -> RankingTally:
        """No games."""
        return cls(np.zeros(k, dtype=np.int64), {}, np.zeros((k, k), dtype=np.int64), 0)

    @classmethod
    def of_games(cls, line_ups: npt.ArrayLike, places: npt.ArrayLike, k: int) -> RankingTally:
        """Count games, both arguments of shape (games, players).

        `line_ups` holds strategy numbers 0 .. k-1 (one may sit several times), `places` the
        finishing places (1 = first; equal numbers share a place; gaps do not matter).
        """
        seats = np.asarray(line_ups, dtype=np.int64)
        place = np.asarray(places, dtype=np.int64)
        if seats.ndim != 2 or seats.shape != place.shape:
            raise UsageError("line-ups and places must be tables of the same shape")
        if not 2 <= seats.shape[1] <= MAX_PLAYERS:
            raise UsageError(f"{seats.shape[1]} players; rankings allow 2 to {MAX_PLAYERS}")
        if len(seats) and not 0 <= seats.min() <= seats.max() < k:
            raise UsageError(f"a strategy number lies outside 0 to {k - 1}")
        # The same strategies in the same places are one outcome, whatever their seats.
        outcomes = np.sort((place - place.min(initial=0)) * k + seats, axis=1)
        distinct, counts = np.unique(outcomes, axis=0, return_counts=True)
        chosen = np.zeros(k, dtype=np.int64)
        ahead = np.zeros((k, k), dtype=np.int64)
        sets: Counter[tuple[int, ...]] = Counter()
        for outcome, count in zip(distinct.tolist(), counts.tolist(), strict=True):
            _add_outcome([divmod(code, k) for code in outcome], count, chosen, sets, ahead)
        return cls(chosen, dict(sets), ahead, len(seats))

    def __add__(self, other: RankingTally) -> RankingTally:
        if self.k != other.k:
            raise UsageError("rankings of different numbers of strategies cannot be added")
        return RankingTally(
            self.chosen + other.chosen,
            dict(Counter(self.sets) + Counter(other.sets)),
            self.ahead + other.ahead,
            self.games + other.games,
        )


def _orders(outcome: list[tuple[int, int]]) -> Iterator[tuple[int, ...]]:
    """Every strict order of strategies compatible with (place, strategy) pairs sorted by place."""
    groups = [
        [strategy for _, strategy in group]
        for _, group in itertools.groupby(outcome, key=lambda pair: pair[0])
    ]
    for parts in itertools.product(*(itertools.permutations(group) for group in groups)):
        yield tuple(itertools.chain.from_iterable(parts))


def _add_outcome(
    outcome: list[tuple[int, int]],
    count: int,
    chosen: IntArray,
    sets: Counter[tuple[int, ...]],
    ahead: IntArray,
) -> None:
    """Add `count` games with this outcome to `chosen`, `sets` and `ahead`, in place."""
    orders = list(_orders(outcome))
    weight = count * (ORDER_UNIT // len(orders))
    for order in orders:
        for stage in range(len(order) - 1):
            rest = tuple(sorted(order[stage:]))
            if rest[0] != rest[-1]:  # a choice between copies of one strategy says nothing
                sets[rest] += weight
                chosen[order[stage]] += weight
    for (place_a, a), (place_b, b) in itertools.combinations(outcome, 2):
        shared = place_a == place_b
        ahead[a, b] += count * (1 if shared else 2)
        ahead[b, a] += count * (1 if shared else 0)
