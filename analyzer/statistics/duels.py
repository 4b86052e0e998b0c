"""Duels on blocks of seat-swapped games: one sequential test gives verdict and interval.

The result of a block is the mean score of A over the games of one deal with seats swapped (for two
players 0, 1/4, 1/2, 3/4 or 1: engine testers say "pentanomial"). Only how often each value occurred
is kept, so results can be added and a stopped duel goes on where it was.

The test: somebody who starts with 1 and bets on A against the claim "A's score is m", staking the
same share of each fortune on every block, owns prod (1 + bet (score - m)) in the end. Under that
claim this is a martingale, so that it ever reaches 2 / alpha with probability at most alpha / 2
(Ville 1939). The scores m against which neither the bets on A nor those on B have won so much are a
confidence sequence: Waudby-Smith & Ramdas (2024), JRSS B 86:1-27, sections 4.1 and 4.4. A is better
as soon as it lies above the fair score, B as soon as it lies below, and neither is by the margin as
soon as it lies within the margin: no verdict can contradict its interval. It holds for every number
of blocks and at every look, without a central limit theorem.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
import numpy.typing as npt

from analyzer.errors import UsageError
from analyzer.statistics.estimates import ALPHA, Estimate, FloatArray, IntArray, check_fraction

# Of all stakes the part that bets as is best for a difference of the margin; the others bet twice,
# four times, ... as much, and narrow the interval of players that differ by far more.
_ON_MARGIN = 0.75
# A stake never risks a whole fortune, whatever the hypothesised score.
_LARGEST_BET = 0.95
_HALVINGS = 50
# Duels simulated for the median-unbiased estimate.
_DRAWS = 4_000
# What an outcome never seen counts as there: enough that it is not impossible.
_UNSEEN = 0.1


@dataclass(frozen=True, slots=True, eq=False)
class BlockScores:
    """How many blocks scored j / unit for A, for j = 0 .. unit: shape (unit + 1,)."""

    counts: IntArray

    @classmethod
    def empty(cls, unit: int) -> BlockScores:
        """No blocks yet."""
        return cls(np.zeros(unit + 1, dtype=np.int64))

    @classmethod
    def of_blocks(cls, scores: npt.ArrayLike, unit: int) -> BlockScores:
        """Count block scores, each a multiple of 1/unit from 0 to 1."""
        scaled = np.asarray(scores, dtype=np.float64) * unit
        whole = np.rint(scaled)
        if np.abs(whole - scaled).max(initial=0.0) > 1e-6:
            raise UsageError(f"a block score is no multiple of 1/{unit}")
        if whole.min(initial=0.0) < 0 or whole.max(initial=0.0) > unit:
            raise UsageError("block scores must lie between 0 and 1")
        return cls(np.bincount(whole.astype(np.int64), minlength=unit + 1).astype(np.int64))

    def __add__(self, other: BlockScores) -> BlockScores:
        if len(self.counts) != len(other.counts):
            raise UsageError("block scores of different units cannot be added")
        return BlockScores(self.counts + other.counts)

    @property
    def values(self) -> FloatArray:
        """The possible scores."""
        return np.arange(len(self.counts)) / (len(self.counts) - 1)

    @property
    def n(self) -> int:
        """Number of blocks."""
        return int(self.counts.sum())

    @property
    def mean(self) -> float:
        """Mean score of A; NaN without blocks."""
        return float(self.counts @ self.values) / self.n if self.n else math.nan

    @property
    def variance(self) -> float:
        """Variance of a block's score, divisor n - 1; NaN below two blocks."""
        if self.n < 2:
            return math.nan
        return float(self.counts @ (self.values - self.mean) ** 2) / (self.n - 1)


class Verdict(StrEnum):
    """What a duel says. UNDECIDED is final (no difference as large as asked), CONTINUE is not."""

    A = "A"
    B = "B"
    UNDECIDED = "undecided"
    CONTINUE = "continue"


@dataclass(frozen=True, slots=True)
class DuelState:
    """Where a duel stands: what the interval of A's score says of it.

    for_a, for_b: logarithms of what bets on A (on B) against equal strength have made of 1;
    needed: the logarithm at which one of them decides.
    """

    verdict: Verdict
    score: Estimate
    for_a: float
    for_b: float
    needed: float

    @property
    def n(self) -> int:
        """Number of blocks."""
        return self.score.n


@dataclass(frozen=True, slots=True)
class DuelTest:
    """A duel's question, fixed before it is played.

    margin: the difference of A's score from `fair` that matters. fair: A's score if both are
    equally strong (1/2, or 1/n where A holds one seat of n). variance: of a block's score, about;
    it decides how long a duel takes, never whether its errors are as rare as said.

    Error rates: equally strong, A or B is named with probability at most alpha; one better by the
    margin or more: that the other is named, or none, each with at most alpha / 2.
    """

    margin: float
    fair: float = 0.5
    variance: float = 0.125
    alpha: float = ALPHA

    def __post_init__(self) -> None:
        most = min(self.fair, 1 - self.fair)
        if not 0 < self.margin < most:
            raise UsageError(f"margin is {self.margin}; it must lie between 0 and {most}")
        check_fraction("alpha", self.alpha)

    @property
    def needed(self) -> float:
        """Logarithm of what a bet must have won to reject a score."""
        return math.log(2 / self.alpha)

    @property
    def bets(self) -> FloatArray:
        """Stakes for every point of score, the one for a difference of the margin first.

        Growth is fastest with difference / variance: Kelly (1956), Bell System Technical Journal
        35:917-926, to second order.
        """
        first = min(self.margin / max(self.variance, 1e-9), _LARGEST_BET)
        n_more = math.ceil(math.log2(_LARGEST_BET / first))
        return np.minimum(first * 2.0 ** np.arange(n_more + 1), _LARGEST_BET)

    def log_wealth(self, counts: npt.ArrayLike, score: float, end: int) -> FloatArray:
        """Logarithm of what betting on A (end 1) or B (-1) against a score has made of 1.

        counts: (..., outcomes), as in `BlockScores`.
        """
        many = np.asarray(counts, dtype=np.float64)
        bets = self.bets
        others = (1 - _ON_MARGIN) / max(len(bets) - 1, 1)
        stakes = np.where(np.arange(len(bets)) == 0, _ON_MARGIN if len(bets) > 1 else 1.0, others)
        values = np.arange(many.shape[-1]) / (many.shape[-1] - 1)
        logs = many @ np.log1p(end * np.outer(values - score, bets))
        top = logs.max(axis=-1, keepdims=True)
        return np.asarray(top[..., 0] + np.log(np.exp(logs - top) @ stakes))

    def interval(self, counts: npt.ArrayLike) -> tuple[float, float]:
        """The scores that no bet has rejected: its ends."""
        ends = []
        for end in (1, -1):
            rejected, kept = (0.0, 1.0) if end == 1 else (1.0, 0.0)
            if self.log_wealth(counts, rejected, end) < self.needed:
                ends.append(rejected)
                continue
            for _ in range(_HALVINGS):
                middle = (rejected + kept) / 2
                if self.log_wealth(counts, middle, end) >= self.needed:
                    rejected = middle
                else:
                    kept = middle
            ends.append(kept)
        return ends[0], ends[1]

    def look(self, scores: BlockScores) -> DuelState:
        """What the blocks so far say; look after every block or chunk as you like."""
        low, high = self.interval(scores.counts)
        if low > self.fair:
            verdict = Verdict.A
        elif high < self.fair:
            verdict = Verdict.B
        elif self.fair - self.margin < low and high < self.fair + self.margin:
            verdict = Verdict.UNDECIDED
        else:
            verdict = Verdict.CONTINUE
        made = [float(self.log_wealth(scores.counts, self.fair, end)) for end in (1, -1)]
        score = Estimate(scores.mean, low, high, 1 - self.alpha, scores.n)
        return DuelState(verdict, score, made[0], made[1], self.needed)

    def expected_blocks(self) -> int:
        """About how many blocks a duel needs if one player is better by exactly the margin.

        Wald (1947), Sequential Analysis, chapter 3, without overshoot.
        """
        bound = self.needed - math.log(_ON_MARGIN)
        return math.ceil(bound * 2 * self.variance / self.margin**2)

    def median_unbiased(self, scores: BlockScores, looks: Sequence[int]) -> float:
        """A's score that would end a duel above and below this end equally often.

        The mean of a stopped duel is too far from fair, as it stopped because it was far. looks:
        the numbers of blocks at which this duel could have ended, all that were planned. Ends are
        ordered by verdict, then by stage, then by mean: Armitage (1957), Biometrika 44:9-26;
        Siegmund (1978), Biometrika 65:341-349; Jennison & Turnbull (2000), Group Sequential
        Methods, section 8.5. Simulated with the outcomes seen, exponentially tilted to each score
        tried; the draws are fixed, so that the same duel always gives the same estimate.
        """
        state = self.look(scores)
        if scores.n < 2 or len(looks) == 0:
            return scores.mean
        smooth = scores.counts + _UNSEEN
        seen = smooth / smooth.sum()
        keys, sums, blocks = self._simulated_ends(seen, looks)
        stage = int(np.searchsorted(np.asarray(looks), scores.n))
        mine = float(_end_key(_SIDES[state.verdict], stage, scores.mean, len(looks)))
        above = np.where(keys > mine, 1.0, np.where(keys == mine, 0.5, 0.0))
        values = scores.values
        low, high = -1.0, 1.0
        spread = max(float(seen @ values**2 - (seen @ values) ** 2), 1e-9)
        reach = 4 / math.sqrt(spread * min(scores.n, int(blocks.max())))
        for _ in range(_HALVINGS):
            tilt = reach * (low + high) / 2
            log_weights = tilt * sums - blocks * math.log(float(seen @ np.exp(tilt * values)))
            weights = np.exp(log_weights - log_weights.max())
            if float(weights @ above) < float(weights.sum()) / 2:
                low = (low + high) / 2
            else:
                high = (low + high) / 2
        tilted = seen * np.exp(reach * (low + high) / 2 * values)
        estimate = float(tilted @ values / tilted.sum())
        return min(max(estimate, state.score.low), state.score.high)

    def _simulated_ends(
        self, seen: FloatArray, looks: Sequence[int]
    ) -> tuple[FloatArray, FloatArray, FloatArray]:
        """Keys of simulated ends, and the sums of scores and numbers of blocks at them."""
        rng = np.random.default_rng(19_470_501)
        values = np.arange(len(seen)) / (len(seen) - 1)
        keys, sums, blocks = np.zeros((3, _DRAWS))
        going = np.arange(_DRAWS)
        counts = np.zeros((_DRAWS, len(seen)), dtype=np.int64)
        before = 0
        for stage, n in enumerate(looks):
            counts = counts + rng.multinomial(n - before, seen, size=len(going))
            before = n
            end = self._sides(counts)
            if stage + 1 == len(looks):
                end = np.where(np.isnan(end), 0.0, end)
            ended = ~np.isnan(end)
            means = counts[ended] @ values / n
            keys[going[ended]] = _end_key(end[ended], stage, means, len(looks))
            sums[going[ended]], blocks[going[ended]] = means * n, n
            going, counts = going[~ended], counts[~ended]
            if len(going) == 0:
                break
        return keys, sums, blocks

    def _sides(self, counts: IntArray) -> FloatArray:
        """Of many duels at one look: 1 for A, -1 for B, 0 for neither, NaN to go on."""

        def rejects(score: float, end: int) -> npt.NDArray[np.bool_]:
            return self.log_wealth(counts, score, end) >= self.needed

        is_small = rejects(self.fair + self.margin, -1) & rejects(self.fair - self.margin, 1)
        found = np.where(is_small, 0.0, np.nan)
        found = np.where(rejects(self.fair, -1), -1.0, found)
        return np.where(rejects(self.fair, 1), 1.0, found)


_SIDES = {Verdict.A: 1.0, Verdict.B: -1.0, Verdict.UNDECIDED: 0.0, Verdict.CONTINUE: 0.0}


def _end_key(end: npt.ArrayLike, stage: int, mean: npt.ArrayLike, n_stages: int) -> FloatArray:
    """A number that grows with what an end says for A: an early A most, an early B least."""
    return np.asarray(np.asarray(end) * 2 * (n_stages - stage) + np.asarray(mean))


def score_of_elo(difference: float) -> float:
    """Expected score (0 to 1) of a player `difference` Elo points stronger, on the 400 scale."""
    return 1 / (1 + 10 ** (-difference / 400))


def elo_of_score(score: float) -> float:
    """Elo difference that gives this expected score; infinite at 0 and 1."""
    if score <= 0 or score >= 1:
        return math.copysign(math.inf, score - 0.5)
    return -400 * math.log10(1 / score - 1)
