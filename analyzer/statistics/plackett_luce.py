"""Plackett-Luce ratings of strategies from finishing orders, with block-bootstrap intervals."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from analyzer.errors import UsageError
from analyzer.statistics.estimates import LEVEL, Estimate, FloatArray, two_sided_t, two_sided_z
from analyzer.statistics.rankings import ORDER_UNIT, RankingTally

ELO = 400 / math.log(10)
# Virtual games of each strategy against an average player, half won and half lost.
PRIOR_GAMES = 1.0
RESAMPLES = 400

_MM_SWEEPS = 20
_NEWTON_STEPS = 200
_TOLERANCE = 1e-10
_DECIMALS = 9


@dataclass(frozen=True, slots=True)
class Ratings:
    """Ratings on the Elo scale (400 points = odds of ten to one), their mean being zero.

    `covariance` (k, k) is the bootstrap's, in Elo², `model_covariance` the model's own, as if games
    were independent. A strategy that was never beaten has no upper end of its interval (inf), one
    that never beat anybody no lower end (-inf): its value is what the prior games make of it. The
    bootstrap sees no variation in results that are all alike, so that its other end is the model's.
    """

    elo: list[Estimate]
    covariance: FloatArray
    model_covariance: FloatArray
    n_groups: int

    def difference(self, first: int, second: int) -> Estimate:
        """Rating of `second` minus that of `first`, with its interval."""
        a, b = self.elo[first], self.elo[second]
        value = b.value - a.value
        contrast = np.zeros(len(self.elo))
        contrast[first], contrast[second] = -1, 1
        has_low = not (math.isinf(a.high) or math.isinf(b.low))
        has_high = not (math.isinf(a.low) or math.isinf(b.high))
        half = two_sided_t(a.level, self.n_groups - 1) * _error(contrast, self.covariance)
        if not (has_low and has_high):
            half = max(half, two_sided_z(a.level) * _error(contrast, self.model_covariance))
        low = value - half if has_low else -math.inf
        high = value + half if has_high else math.inf
        return Estimate(value, low, high, a.level, a.n)


def _error(contrast: FloatArray, covariance: FloatArray) -> float:
    return math.sqrt(max(float(contrast @ covariance @ contrast), 0.0))


@dataclass(frozen=True, slots=True, eq=False)
class _Likelihood:
    """Penalised log-likelihood of log-strengths.

    `chosen` (k,), `members` (sets, k) copies of each strategy in each set, `counts` (sets,).
    """

    chosen: FloatArray
    members: FloatArray
    counts: FloatArray
    prior: float

    def value(self, log_strength: FloatArray) -> float:
        """Log-likelihood plus the prior games against a player of strength 1."""
        totals = np.log(self.members @ np.exp(log_strength))
        prior = 0.5 * log_strength.sum() - np.logaddexp(0.0, log_strength).sum()
        return float(self.chosen @ log_strength - self.counts @ totals + self.prior * prior)

    def slope_and_curvature(self, log_strength: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Gradient (k,) and negative Hessian (k, k), positive definite thanks to the prior."""
        weights = self.members * np.exp(log_strength)
        weights /= weights.sum(axis=1, keepdims=True)
        expected = self.counts @ weights
        logistic = 1 / (1 + np.exp(-log_strength))
        slope = self.chosen - expected + self.prior * (0.5 - logistic)
        curvature = np.diag(expected + self.prior * logistic * (1 - logistic))
        curvature -= weights.T @ (self.counts[:, np.newaxis] * weights)
        return slope, curvature

    def minorise(self, log_strength: FloatArray) -> FloatArray:
        """One MM sweep: Hunter (2004), Annals of Statistics 32:384-406, section 5."""
        strength = np.exp(log_strength)
        met = (self.counts / (self.members @ strength)) @ self.members
        met += self.prior / (1 + strength)
        return np.log((self.chosen + self.prior / 2) / met)

    def maximise(self, start: FloatArray) -> FloatArray:
        """The log-strengths of largest value, by Newton's method with halved steps.

        MM alone would do, but moves by a fixed amount a sweep when a strategy hardly ever loses,
        and would need as many sweeps as there are games.
        """
        current, best = start, self.value(start)
        for _ in range(_NEWTON_STEPS):
            slope, curvature = self.slope_and_curvature(current)
            step = np.linalg.solve(curvature, slope)
            step *= min(1.0, 5.0 / max(float(np.abs(step).max()), 1e-300))
            while (value := self.value(current + step)) < best - 1e-9 * abs(best):
                step /= 2
            current, best = current + step, value
            if np.abs(step).max() < _TOLERANCE:
                break
        return current


def _strengths(likelihood: _Likelihood) -> FloatArray:
    log_strength = np.zeros(len(likelihood.chosen))
    for _ in range(_MM_SWEEPS):
        log_strength = likelihood.minorise(log_strength)
    return likelihood.maximise(log_strength)


def _stack(groups: Sequence[RankingTally]) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Choices per group (groups, k), copies per set (sets, k), set counts per group (groups, sets),
    in games."""
    keys = sorted({key for group in groups for key in group.sets})
    position = {key: index for index, key in enumerate(keys)}
    k = groups[0].k
    members = np.zeros((len(keys), k))
    for key, index in position.items():
        np.add.at(members[index], list(key), 1.0)
    counts = np.zeros((len(groups), len(keys)))
    for row, group in zip(counts, groups, strict=True):
        for key, count in group.sets.items():
            row[position[key]] = count / ORDER_UNIT
    return np.array([group.chosen for group in groups]) / ORDER_UNIT, members, counts


def plackett_luce(
    groups: Sequence[RankingTally],
    level: float = LEVEL,
    seed: int = 0,
    resamples: int = RESAMPLES,
    prior_games: float = PRIOR_GAMES,
) -> Ratings:
    """Ratings from finishing orders; each group is the tally of whole blocks (deals).

    Groups are what the bootstrap draws with replacement, so a block must never be split between
    two of them: pass one tally per deal, or, for millions of games, one per chunk of about equally
    many deals (at least 20 groups, better 100). Model: Plackett (1975), Applied Statistics
    24:193-202; fit: Hunter (2004). Intervals: bootstrap standard error (Efron & Tibshirani 1993,
    algorithm 6.1, on blocks) times Student's t with groups - 1 degrees.
    """
    if len(groups) < 2 or len({group.k for group in groups}) != 1:
        raise UsageError("ratings need at least two groups of blocks of the same strategies")
    chosen, members, counts = _stack(groups)
    if not len(members):
        raise UsageError("no game had two different strategies; there is nothing to rate")
    total = _Likelihood(chosen.sum(axis=0), members, counts.sum(axis=0), prior_games)
    point = _strengths(total)
    rng = np.random.default_rng(seed)
    draws = rng.multinomial(len(groups), np.full(len(groups), 1 / len(groups)), resamples)
    replicates = np.array(
        [
            _Likelihood(draw @ chosen, members, draw @ counts, prior_games).maximise(point)
            for draw in draws.astype(np.float64)
        ]
    )
    replicates -= replicates.mean(axis=1, keepdims=True)
    # The bootstrap's variance is that of groups with divisor G; G / (G - 1) makes it unbiased.
    spread = np.cov(replicates, rowvar=False) * ELO**2 * len(groups) / (len(groups) - 1)
    errors = two_sided_t(level, len(groups) - 1) * np.sqrt(np.diagonal(spread))
    model = _model_covariance(total, point) * ELO**2
    elo = _elo_estimates(groups, point, errors, model, level)
    return Ratings(elo, spread, model, len(groups))


def _elo_estimates(
    groups: Sequence[RankingTally],
    point: FloatArray,
    errors: FloatArray,
    model: FloatArray,
    level: float,
) -> list[Estimate]:
    """Centred ratings with intervals, open where a strategy was never beaten or never won."""
    ahead = np.asarray(sum(group.ahead for group in groups)).astype(np.float64)
    np.fill_diagonal(ahead, 0.0)
    games = sum(group.games for group in groups)
    # Where all results are alike the bootstrap sees no variation; the model's own error remains.
    alone = two_sided_z(level) * np.sqrt(np.diagonal(model))
    estimates = []
    # Without what rounding leaves of ratings that are exactly zero.
    for index, value in enumerate(np.round((point - point.mean()) * ELO, _DECIMALS)):
        never_beaten, never_ahead = not ahead[:, index].any(), not ahead[index].any()
        half = float(
            max(alone[index], errors[index]) if never_beaten or never_ahead else errors[index]
        )
        half = round(half, _DECIMALS)
        low = -math.inf if never_ahead else float(value) - half
        high = math.inf if never_beaten else float(value) + half
        estimates.append(Estimate(float(value), low, high, level, games))
    return estimates


def _model_covariance(total: _Likelihood, point: FloatArray) -> FloatArray:
    """Covariance of the centred log-strengths if games were independent: inverse curvature."""
    inverse = np.linalg.inv(total.slope_and_curvature(point)[1])
    centring = np.eye(len(point)) - 1 / len(point)
    return np.asarray(centring @ inverse @ centring)
