"""Confidence sequences: intervals that may be looked at after every block.

An ordinary 95 % interval looked at a hundred times is wrong at some look far more often than once
in twenty. These are wrong at *any* look with at most the stated probability, so a run may show
them live and may stop as soon as they are narrow enough. They need running sums only.

One condition: blocks must be added in an order that does not depend on their results. Chunks
finished early may be early *because* of how their games went, so add chunks in their own order.
"""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from analyzer.errors import UsageError
from analyzer.statistics.estimates import (
    LEVEL,
    Estimate,
    FloatArray,
    bonferroni,
    check_fraction,
    free_shares,
)
from analyzer.statistics.tallies import BlockTally

# Blocks at which the sequences are made tightest unless told: a run of a minute or two.
BEST_AT = 10_000
# The asymptotic sequence needs the central limit theorem before its first look.
FIRST_LOOK = 50


def mixture_scale(best_at: float, alpha: float) -> float:
    """The mixing constant rho that makes a two-sided normal mixture tightest at variance `best_at`.

    Howard, Ramdas, McAuliffe & Sekhon (2021), Annals of Statistics 49:1055-1080, section 3.5,
    in the approximation -W_{-1}(-alpha²/e) - 1 ~ 2 log(1/alpha) + log(1 + 2 log(1/alpha)).
    """
    twice = 2 * math.log(1 / alpha)
    return best_at / (twice + math.log1p(twice))


def _log_mixture(s: FloatArray, v: FloatArray, rho: float) -> FloatArray:
    """Log of the gamma-exponential mixture supermartingale at sum `s` and variance process `v`.

    Howard et al. (2021), proposition 9, with c = 1.
    """
    from scipy.special import gammainc, gammaln

    return np.asarray(
        rho * math.log(rho)
        - gammaln(rho)
        - np.log(gammainc(rho, rho))
        + gammaln(v + rho)
        + np.log(gammainc(v + rho, s + v + rho))
        - (v + rho) * np.log(s + v + rho)
        + s
        + v
    )


def _mixture_bound(v: FloatArray, rho: float, alpha: float) -> FloatArray:
    """The s at which the mixture reaches 1/alpha, for each v; bisection, as it grows with s."""
    target = math.log(1 / alpha)
    low = np.zeros_like(v)
    high = np.sqrt(v + 1) + 1
    while (short := _log_mixture(high, v, rho) < target).any():
        high = np.where(short, 2 * high, high)
    for _ in range(45):
        middle = (low + high) / 2
        short = _log_mixture(middle, v, rho) < target
        low, high = np.where(short, middle, low), np.where(short, high, middle)
    return high


def bernstein_radius(
    n: npt.ArrayLike,
    mean: npt.ArrayLike,
    mean_square: npt.ArrayLike,
    centre: float,
    level: float = LEVEL,
    best_at: int = BEST_AT,
) -> FloatArray:
    """Half width of the empirical-Bernstein confidence sequence for values in [0, 1].

    `n` blocks with this `mean` and mean of squares (arrays broadcast, so whole paths can be asked
    for). Howard et al. (2021), theorem 4: |mean - truth| < u(V) / n for all n at once, where
    V = sum (x_i - c_i)² with predictions c_i that do not look ahead, and u is a sub-exponential
    boundary, here the gamma-exponential mixture. The prediction is the constant `centre` (1/n
    seats, or 1/2): V then comes from running sums, and being wrong by d costs only n d² in V.
    Holds for every n >= 1, not only for large n.
    """
    check_fraction("level", level)
    count, average, square = np.broadcast_arrays(
        *(np.asarray(x, dtype=np.float64) for x in (n, mean, mean_square))
    )
    v = np.maximum(count * (square - 2 * centre * average + centre * centre), 0.0)
    alpha = (1 - level) / 2
    rho = max(mixture_scale(best_at * centre * (1 - centre), 2 * alpha), 1e-3)
    bound = _mixture_bound(np.atleast_1d(v), rho, alpha).reshape(v.shape)
    with np.errstate(divide="ignore"):
        return np.asarray(np.where(count > 0, bound / count, np.inf))


def share_sequences(
    tally: BlockTally, level: float = LEVEL, best_at: int = BEST_AT
) -> list[Estimate]:
    """Intervals for all seats' shares, valid together and at every look (union bound over seats).

    For block means in [0, 1]; expects shares about 1/k, and is valid whatever they are.
    """
    return _bounded_sequences(tally, 1 / max(tally.k, 2), level, best_at, is_whole=True)


def bounded_sequences(
    tally: BlockTally, centre: float = 0.5, level: float = LEVEL, best_at: int = BEST_AT
) -> list[Estimate]:
    """Intervals for means of quantities in [0, 1] expected about `centre`, valid at every look."""
    check_fraction("centre", centre)
    return _bounded_sequences(tally, centre, level, best_at, is_whole=False)


def _bounded_sequences(
    tally: BlockTally, centre: float, level: float, best_at: int, is_whole: bool
) -> list[Estimate]:
    if tally.count == 0:
        return [Estimate(math.nan, 0.0, 1.0, level, 0)] * tally.k
    mean = tally.mean
    if (mean < -1e-9).any() or (mean > 1 + 1e-9).any():
        raise UsageError("a mean lies outside 0 to 1; use mean_sequences")
    square = np.diagonal(tally.outer) / (tally.count * float(tally.unit) ** 2)
    each = bonferroni(level, free_shares(tally.k) if is_whole else tally.k)
    radius = bernstein_radius(tally.count, mean, square, centre, each, best_at)
    return [
        Estimate(float(m), max(0.0, float(m - r)), min(1.0, float(m + r)), level, tally.count)
        for m, r in zip(np.clip(mean, 0.0, 1.0), radius, strict=True)
    ]


def asymptotic_radius(
    n: npt.ArrayLike, variance: npt.ArrayLike, level: float = LEVEL, best_at: int = BEST_AT
) -> FloatArray:
    """Half width of the asymptotic confidence sequence for means of any finite variance.

    Waudby-Smith, Arbour, Sinha, Kennedy & Ramdas (2024), Annals of Statistics 52:2613-2640,
    theorem 2.2: sigma sqrt(2 (n r² + 1) / (n² r²) log(sqrt(n r² + 1) / alpha)). Infinite before
    `FIRST_LOOK` blocks, where its central limit theorem is not to be trusted.
    """
    check_fraction("level", level)
    count, spread = np.broadcast_arrays(
        np.asarray(n, dtype=np.float64), np.asarray(variance, dtype=np.float64)
    )
    alpha = 1 - level
    r2 = 1 / mixture_scale(best_at, alpha)
    with np.errstate(divide="ignore", invalid="ignore"):
        inner = 2 * (count * r2 + 1) / (count**2 * r2) * np.log(np.sqrt(count * r2 + 1) / alpha)
        radius = np.sqrt(spread * inner)
    return np.asarray(np.where(count >= FIRST_LOOK, radius, np.inf))


def mean_sequences(
    tally: BlockTally, level: float = LEVEL, best_at: int = BEST_AT
) -> list[Estimate]:
    """Intervals for all means (scores, turns, differences), valid together and at every look."""
    each = bonferroni(level, tally.k)
    radius = asymptotic_radius(tally.count, tally.variance, each, best_at)
    return [
        Estimate(float(m), float(m - r), float(m + r), level, tally.count)
        for m, r in zip(tally.mean, radius, strict=True)
    ]
