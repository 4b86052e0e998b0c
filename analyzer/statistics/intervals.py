"""Intervals for runs of a fixed size. While a run is going, use `sequences` instead.

Which one, when:

* independent games, one share: `wilson_interval`. Shared wins count as fractions (1/2, 1/3, ...);
  a fractional win varies less than a whole one of the same mean, Var X <= p (1 - p) for X in
  [0, 1], so Wilson's interval then covers at least as often as it says.
* independent games, the shares of all seats together: `goodman_intervals`.
* blocks of dependent games, a share: `share_interval` / `share_intervals`, Wilson's interval with
  the effective number of games that the variance between blocks implies.
* blocks, any mean (scores, turns, differences): `mean_interval` / `mean_intervals`, Student's t on
  the block means. This is the cluster-robust interval for clusters of equal size.
"""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from analyzer.errors import UsageError
from analyzer.statistics.estimates import (
    LEVEL,
    Estimate,
    TestResult,
    bonferroni,
    free_shares,
    two_sided_t,
    two_sided_t_p_value,
    two_sided_z,
)
from analyzer.statistics.tallies import BlockTally


def _score_interval(share: float, n: float, z: float) -> tuple[float, float]:
    """Ends of Wilson's score interval: Wilson (1927), JASA 22:209-212; in the form of Brown, Cai &
    DasGupta (2001), Statistical Science 16:101-133, eq. 4. For a share in [0, 1] they lie there, on
    either side of the share, which rounding alone would not grant for shares of 0 and 1.
    """
    if n <= 0 or not math.isfinite(z):
        return 0.0, 1.0
    weight = z * z / n
    centre = (share + weight / 2) / (1 + weight)
    half = math.sqrt(weight * share * (1 - share) + weight * weight / 4) / (1 + weight)
    return min(max(0.0, centre - half), share), max(min(1.0, centre + half), share)


def wilson_interval(wins: float, games: int, level: float = LEVEL) -> Estimate:
    """Wilson's interval for the share of `games` independent games won; `wins` may be fractional.

    Without games the share is NaN and the interval [0, 1].
    """
    if games < 0 or not 0 <= wins <= games:
        raise UsageError(f"{wins} wins in {games} games; wins must lie between 0 and the games")
    share = wins / games if games else math.nan
    low, high = _score_interval(share, games, two_sided_z(level))
    return Estimate(share, low, high, level, games)


def goodman_intervals(wins: npt.ArrayLike, level: float = LEVEL) -> list[Estimate]:
    """Goodman's simultaneous intervals for the shares of a multinomial; `wins` per seat, (n,).

    Goodman (1965), Technometrics 7:247-254, section 2, with Bonferroni's chi-square quantile: each
    share gets Wilson's interval at level 1 - (1 - level) / n. Two shares are one number, whose
    interval is Wilson's own.
    """
    counts = np.asarray(wins, dtype=np.float64)
    if counts.ndim != 1 or len(counts) < 2 or (counts < 0).any():
        raise UsageError("wins per seat must be at least two non-negative numbers")
    games = counts.sum()
    if abs(games - round(games)) > 1e-6:
        raise UsageError(f"the wins of all seats add up to {games}; they must add up to the games")
    z = two_sided_z(bonferroni(level, free_shares(len(counts))))
    estimates = []
    for count in counts:
        share = float(count / games) if games else math.nan
        low, high = _score_interval(share, float(games), z)
        estimates.append(Estimate(share, low, high, level, round(games)))
    return estimates


def mean_interval(tally: BlockTally, index: int = 0, level: float = LEVEL) -> Estimate:
    """Student's interval for one mean over independent blocks; infinite below two blocks.

    For blocks of equal size this equals the cluster-robust interval (Liang & Zeger 1986,
    Biometrika 73:13-22, theorem 2) with the small-sample factor G / (G - 1) for G clusters.
    """
    mean = float(tally.mean[index])
    if tally.count < 2:
        return Estimate(mean, -math.inf, math.inf, level, tally.count)
    half = two_sided_t(level, tally.count - 1) * math.sqrt(tally.mean_covariance[index, index])
    return Estimate(mean, mean - half, mean + half, level, tally.count)


def mean_intervals(tally: BlockTally, level: float = LEVEL) -> list[Estimate]:
    """Intervals of all means that hold together (Bonferroni)."""
    each = bonferroni(level, tally.k)
    single = [mean_interval(tally, index, each) for index in range(tally.k)]
    return [Estimate(e.value, e.low, e.high, level, e.n) for e in single]


def effective_games(tally: BlockTally, index: int = 0) -> float:
    """How many independent games would know this share as precisely as these blocks do.

    p (1 - p) / Var(mean): Kish (1965), Survey Sampling, section 8.2 ("design effect"). Blocks that
    never differ from each other tell nothing about their variance; each then counts as one game,
    the fewest it can be worth.
    """
    share = float(tally.mean[index])
    variance = float(tally.mean_covariance[index, index]) if tally.count >= 2 else 0.0
    if variance <= 0:
        return float(tally.count)
    return share * (1 - share) / variance


def share_interval(tally: BlockTally, index: int = 0, level: float = LEVEL) -> Estimate:
    """Interval for a share in [0, 1] whose block means are tallied.

    Wilson's interval with `effective_games` and Student's t in place of z: the effective sample
    size of Korn & Graubard (1998), Survey Methodology 24:193-201, section 2, in Wilson's formula
    (Dean & Pagano 2015, JSSAM 3:484-503). Unlike the t interval it never leaves [0, 1] and stays
    honest when a seat has won nothing yet.
    """
    share = float(tally.mean[index])
    if tally.count and not -1e-9 <= share <= 1 + 1e-9:
        raise UsageError(f"a share of {share} lies outside 0 to 1; use mean_interval")
    share = min(max(share, 0.0), 1.0)  # stays NaN without blocks
    t = two_sided_t(level, tally.count - 1)
    low, high = _score_interval(share, effective_games(tally, index), t)
    return Estimate(share, low, high, level, tally.count)


def share_intervals(
    tally: BlockTally, level: float = LEVEL, n_claims: int | None = None
) -> list[Estimate]:
    """Intervals of all shares that hold together: Goodman's idea carried to blocks.

    n_claims: how many of them must be right together, all unless told; see `free_shares`.
    """
    each = bonferroni(level, n_claims or tally.k)
    single = [share_interval(tally, index, each) for index in range(tally.k)]
    return [Estimate(e.value, e.low, e.high, level, e.n) for e in single]


def mean_test(tally: BlockTally, expected: float, index: int = 0) -> TestResult:
    """Two-sided Student's t test that a mean over blocks equals `expected`.

    Blocks that never vary give p = 1 if their mean is as expected; otherwise the p-value of the
    sign test, 2 ** (1 - count), since all of them lie on one side.
    """
    degrees = tally.count - 1
    if degrees < 1:
        return TestResult(0.0, float(max(degrees, 0)), 1.0)
    distance = float(tally.mean[index]) - expected
    variance = float(tally.mean_covariance[index, index])
    if variance <= 0:
        if abs(distance) <= 1e-12:
            return TestResult(0.0, float(degrees), 1.0)
        return TestResult(math.copysign(math.inf, distance), float(degrees), 2.0**-degrees)
    t = distance / math.sqrt(variance)
    return TestResult(t, float(degrees), two_sided_t_p_value(t, degrees))
