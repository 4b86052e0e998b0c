"""Sequential tests on blocks of seat-swapped games: stop as soon as the question is decided.

The result of a block is the mean score of A over the games of one deal with seats swapped (for two
players 0, 1/4, 1/2, 3/4 or 1: engine testers say "pentanomial"). Only how often each value occurred
is kept, so results can be added and a stopped duel goes on where it was.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
import numpy.typing as npt

from analyzer.errors import UsageError
from analyzer.statistics.estimates import ALPHA, FloatArray, IntArray, check_fraction

# What an outcome never seen counts as, as in fishtest: enough that no mean is impossible, too
# little to be felt.
_UNSEEN = 1e-3
# 32 ** 9 parts: the tilt is then known to double precision.
_PARTS = 32
_ROUNDS = 9


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
class Sprt:
    """One sequential test: log-likelihood ratio, its bounds, what is accepted ("" = neither)."""

    llr: float
    lower: float
    upper: float
    accepted: str


@dataclass(frozen=True, slots=True)
class DuelState:
    """Where a duel stands; `for_a` and `for_b` test "A (B) is better by the margin"."""

    verdict: Verdict
    for_a: Sprt
    for_b: Sprt
    n: int


def score_of_elo(difference: float) -> float:
    """Expected score (0 to 1) of a player `difference` Elo points stronger, on the 400 scale."""
    return 1 / (1 + 10 ** (-difference / 400))


def elo_of_score(score: float) -> float:
    """Elo difference that gives this expected score; infinite at 0 and 1."""
    if score <= 0 or score >= 1:
        return math.copysign(math.inf, score - 0.5)
    return -400 * math.log10(1 / score - 1)


def _tilt(frequencies: FloatArray, distances: FloatArray) -> float:
    """The theta with sum f d / (1 + theta d) = 0, d = value - hypothesised mean, of both signs.

    No frequency may exceed 1, which keeps theta off the sum's poles; between them the sum falls,
    so cutting the bracket into equal parts cannot fail (Newton's steps stall beside a pole).
    """
    low = (float(frequencies[-1]) - 1) / float(distances[-1])
    high = (float(frequencies[0]) - 1) / float(distances[0])
    weights = frequencies * distances
    for _ in range(_ROUNDS):
        thetas = np.linspace(low, high, _PARTS + 1)
        heights = (weights / (1 + thetas[:, np.newaxis] * distances)).sum(axis=1)
        part = min(max(int((heights > 0).sum()), 1), _PARTS)
        low, high = float(thetas[part - 1]), float(thetas[part])
    return (low + high) / 2


def log_likelihood_ratio(scores: BlockScores, mean0: float, mean1: float) -> float:
    """Generalised log-likelihood ratio of "the mean score is mean1" to "it is mean0".

    Each hypothesis takes the most likely outcome frequencies f_i / (1 + theta (a_i - mean)) that
    have its mean: the empirical likelihood of a mean, Owen (1988), Biometrika 75:237-249, section
    2; for engine matches Van den Bergh, "A practical introduction to the GSPRT". Unlike the
    normal approximation n (mean1 - mean0) (2 mean - mean0 - mean1) / (2 variance) it stays
    sane while few different outcomes have been seen.
    """
    check_fraction("mean0", mean0)
    check_fraction("mean1", mean1)
    if scores.n == 0:
        return 0.0
    counts = np.maximum(scores.counts.astype(np.float64), _UNSEEN)
    ratio = 0.0
    for mean, sign in ((mean0, 1), (mean1, -1)):
        distances = scores.values - mean
        theta = _tilt(counts / counts.sum(), distances)
        ratio += sign * float(counts @ np.log1p(theta * distances))
    return ratio


def gsprt(
    scores: BlockScores, mean0: float, mean1: float, alpha: float = ALPHA, beta: float = ALPHA
) -> Sprt:
    """Generalised sequential probability ratio test of H0: mean0 against H1: mean1.

    Li, Liu & Ying (2014), Sequential Analysis 33:539-563, the outcome frequencies being what is
    maximised over. The bounds are log(beta) and log(1/alpha) instead of Wald's log(beta / (1 -
    alpha)) and log((1 - beta) / alpha): by Ville's inequality these bound the probability of *ever*
    crossing under the other hypothesis, so the answer depends on the counts only and not on what
    was crossed before.
    """
    check_fraction("alpha", alpha)
    check_fraction("beta", beta)
    llr = log_likelihood_ratio(scores, mean0, mean1)
    lower, upper = math.log(beta), -math.log(alpha)
    accepted = "H1" if llr >= upper else "H0" if llr <= lower else ""
    return Sprt(llr, lower, upper, accepted)


def duel(
    scores: BlockScores,
    margin: float,
    fair: float = 0.5,
    alpha: float = ALPHA,
    beta: float = ALPHA,
) -> DuelState:
    """Three-way sequential test: is A better, is B better, or is neither by as much as `margin`?

    Two one-sided GSPRTs of `fair` against fair + margin and fair - margin, after Sobel & Wald
    (1949), Annals of Mathematical Statistics 20:502-522. `fair` is A's score if both are equally
    strong (1/2, or 1/n where A holds one seat of n). Verdict A as soon as the first accepts its
    H1, B as soon as the second does, undecided as soon as both accept H0.

    Error rates (nominal, and simulated in the tests): equally strong: A or B named with
    probability at most alpha, alpha/2 each. A better by the margin or more: B named at most
    alpha/2, undecided at most beta. In between any verdict but the wrong player is right. Look
    after every block or chunk as you like. Out of games without a verdict means undecided.
    """
    if not 0 < margin < min(fair, 1 - fair):
        raise UsageError(f"margin is {margin}; it must lie between 0 and {min(fair, 1 - fair)}")
    for_a = gsprt(scores, fair, fair + margin, alpha / 2, beta)
    for_b = gsprt(scores, fair, fair - margin, alpha / 2, beta)
    if for_a.accepted == "H1":
        verdict = Verdict.A
    elif for_b.accepted == "H1":
        verdict = Verdict.B
    elif for_a.accepted == "H0" and for_b.accepted == "H0":
        verdict = Verdict.UNDECIDED
    else:
        verdict = Verdict.CONTINUE
    return DuelState(verdict, for_a, for_b, scores.n)


def expected_duel_blocks(
    margin: float, variance: float, alpha: float = ALPHA, beta: float = ALPHA
) -> int:
    """About how many blocks a duel needs if one player is better by exactly the margin.

    Wald (1947), Sequential Analysis, chapter 3, without overshoot: (beta log(beta) + (1 - beta)
    log(2/alpha)) / (margin² / (2 variance)), with `variance` of one block's score.
    """
    check_fraction("alpha", alpha)
    check_fraction("beta", beta)
    bound = beta * math.log(beta) + (1 - beta) * math.log(2 / alpha)
    return math.ceil(bound * 2 * variance / margin**2)
