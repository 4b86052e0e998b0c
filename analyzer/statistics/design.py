"""Games where they tell most: which handicap vectors to play next to find the fairest one.

The multinomial logit of `worth` shares what every game tells among all vectors, so that a vector
need not be played to be known. A round of games is spread so that the shares of the vectors that
may be the fairest become known best: an L-optimal design with the variances of the predicted shares
as its criterion, each vector counting as often as it is drawn as the fairest one (Silvey 1980,
Optimal Design, section 3.9; Chaudhuri & Mykland 1993, JASA 88:538-546, for the rounds).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from analyzer.statistics.estimates import LEVEL, Estimate, FloatArray, TestResult
from analyzer.statistics.tallies import BlockTally
from analyzer.statistics.worth import HandicapModel, information_of, softmax

_DRAWS = 2_000
_STEPS = 60
# Games that a parameter is taken to have been seen in before the first round: they keep the
# criterion finite and are nothing beside those of a round.
_PRIOR_GAMES = 1e-3
# Vectors that would get less than this share of a round get nothing.
_LEAST_SHARE = 0.02


@dataclass(frozen=True, slots=True)
class Favourites:
    """How often each vector is the fairest of all in draws of the model's parameters.

    contenders: the vectors, most often first, that together are the fairest in at least a given
    share of the draws; the fairest is among them with about this probability.
    """

    chances: FloatArray
    contenders: list[int]

    @property
    def best(self) -> int:
        """The vector that is the fairest most often."""
        return self.contenders[0]


def unfairness_of(shares: FloatArray) -> FloatArray:
    """Root mean square deviation of shares (..., n) from 1/n."""
    n = shares.shape[-1]
    return np.asarray(np.sqrt(((shares - 1 / n) ** 2).mean(axis=-1)))


def _drawn_shares(model: HandicapModel, vectors: npt.ArrayLike) -> FloatArray:
    """Shares of the vectors in draws from the parameters' normal approximation, (draws, vectors,
    seats). The draws are fixed, so that the same games always give the same answer."""
    rng = np.random.default_rng(19_740_315)
    values, axes = np.linalg.eigh(model.covariance)
    noise = rng.standard_normal((_DRAWS, len(values))) * np.sqrt(np.clip(values, 0, None))
    draws = model.beta + noise @ axes.T
    return softmax(np.einsum("dp,vnp->dvn", draws, model.design(vectors)))


@dataclass(frozen=True, slots=True)
class Predicted:
    """What the model says of a vector: shares by seat, largest and root mean square deviation."""

    shares: list[Estimate]
    largest: Estimate
    rms: Estimate


def predicted(
    model: HandicapModel, vectors: npt.ArrayLike, level: float = LEVEL
) -> list[Predicted]:
    """Every vector by the model, each interval standing for itself: quantiles of draws, of shares
    about the model's own value."""
    drawn, own = _drawn_shares(model, vectors), model.shares(vectors)
    n = own.shape[1]
    tails = [(1 - level) / 2, (1 + level) / 2]

    def estimates(draws: FloatArray, values: FloatArray) -> list[Estimate]:
        low, high = np.quantile(draws, tails, axis=0)
        return [
            Estimate(float(v), min(float(a), float(v)), max(float(b), float(v)), level, 0)
            for v, a, b in zip(values, low, high, strict=True)
        ]

    largest = estimates(np.abs(drawn - 1 / n).max(axis=2), np.abs(own - 1 / n).max(axis=1))
    rms = estimates(unfairness_of(drawn), unfairness_of(own))
    shares = [estimates(drawn[:, v], own[v]) for v in range(len(own))]
    return [Predicted(*told) for told in zip(shares, largest, rms, strict=True)]


def favourites(model: HandicapModel, vectors: npt.ArrayLike, level: float = LEVEL) -> Favourites:
    """Which vectors may be the fairest, by draws from the parameters' normal approximation.

    First comes the vector whose mean square deviation is expected to be smallest, what is not
    known of it included: of two that look alike the one that is known better.
    """
    sizes = unfairness_of(_drawn_shares(model, vectors))
    chances = np.bincount(sizes.argmin(axis=1), minlength=sizes.shape[1]) / _DRAWS
    best = int((sizes**2).mean(axis=0).argmin())
    order = [best, *(int(v) for v in np.argsort(-chances, kind="stable") if v != best)]
    reached = np.cumsum(chances[order])
    return Favourites(chances, order[: int(np.searchsorted(reached, level)) + 1])


def next_round(
    model: HandicapModel | None,
    vectors: Sequence[Sequence[int]],
    base: Sequence[int],
    played: Sequence[int],
    games: int,
) -> list[int]:
    """Games for each vector in the next round, which has so many altogether.

    model: fitted to the games so far, None before the first round, when all seats and all vectors
    are taken as equal. played: games of each vector so far.
    """
    if model is None:
        model = HandicapModel.equal(base)
        chances = np.full(len(vectors), 1 / len(vectors))
    else:
        chances = favourites(model, vectors).chances
    design, shares = model.design(vectors), model.shares(vectors)
    each = np.stack([information_of(design[[v]], shares[[v]]) for v in range(len(vectors))])
    slopes = shares[:, :, np.newaxis] * (
        design - np.einsum("vn,vnp->vp", shares, design)[:, np.newaxis, :]
    )
    wanted = np.einsum("v,vnp,vnq->pq", chances, slopes, slopes)
    known = np.einsum("v,vpq->pq", np.asarray(played, dtype=np.float64), each)
    known += _PRIOR_GAMES * np.eye(len(known))
    weights = _optimal_weights(each * games, known, wanted)
    return _whole(weights, games)


def _optimal_weights(each: FloatArray, known: FloatArray, wanted: FloatArray) -> FloatArray:
    """Weights w, sum 1, that make trace((known + sum w each)^-1 wanted) smallest.

    The multiplicative algorithm with power 1/2: Silvey, Titterington & Torsney (1978),
    Communications in Statistics A 7:1379-1389; Yu (2010), Annals of Statistics 38:1593-1606.
    """
    weights = np.full(len(each), 1 / len(each))
    for _ in range(_STEPS):
        spread = np.linalg.inv(known + np.einsum("v,vpq->pq", weights, each))
        gains = np.einsum("vpq,qp->v", each, spread @ wanted @ spread)
        weights = weights * np.sqrt(gains)
        weights /= weights.sum()
    return weights


def _whole(weights: FloatArray, games: int) -> list[int]:
    """Whole games in proportion to the weights; too small shares go to the larger ones."""
    kept = np.where(weights >= min(_LEAST_SHARE, float(weights.max())), weights, 0.0)
    exact = kept / kept.sum() * games
    found = np.floor(exact).astype(np.int64)
    rest = games - int(found.sum())
    found[np.argsort(found - exact, kind="stable")[:rest]] += 1
    return [int(g) for g in found]


def fit_test(
    model: HandicapModel, vectors: npt.ArrayLike, tallies: Sequence[BlockTally]
) -> TestResult:
    """Test that the shares of the vectors played are those of the model.

    Sum over vectors of the squared distance of measured and fitted shares in the metric of the
    measured ones' covariance, chi-square with (seats - 1) x vectors - parameters degrees: Wald
    (1943), Transactions of the AMS 54:426-482. p = 1 if there are no degrees of freedom left.
    """
    from scipy.special import chdtrc

    fitted = model.shares(vectors)
    statistic, degrees = 0.0, -len(model.beta)
    for share, tally in zip(fitted, tallies, strict=True):
        if tally.count < _FEWEST_TESTED:
            continue
        inverse = np.linalg.pinv(tally.mean_covariance, rcond=1e-9, hermitian=True)
        gap = tally.mean - share
        statistic += float(gap @ inverse @ gap)
        degrees += tally.k - 1
    if degrees < 1:
        return TestResult(statistic, 0.0, 1.0)
    return TestResult(statistic, float(degrees), float(chdtrc(degrees, statistic)))


_FEWEST_TESTED = 30
"""Games of a vector below which its shares are not normal enough to be tested."""
