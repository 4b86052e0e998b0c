"""Are the seats equal, and if not, by how much are they not?"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from analyzer.errors import UsageError
from analyzer.statistics.estimates import (
    LEVEL,
    Estimate,
    FloatArray,
    TestResult,
    check_fraction,
    two_sided_z,
)
from analyzer.statistics.tallies import BlockTally, merge_tallies

# Directions in which the block means vary less than this (relative to the largest) are rounding.
_RANK_TOLERANCE = 1e-10
# Draws behind the interval of the unfairness: the Monte Carlo error of a 2.5 % tail is then 0.16 %.
_DRAWS = 10_000
_HALVINGS = 30


@dataclass(frozen=True, slots=True)
class Unfairness:
    """How far the seats' shares are from 1/n, as fractions of 1 (0.01 = one percentage point).

    `largest` is the largest absolute deviation, as observed. `rms` is the root mean square over
    the seats with the part that sampling alone causes taken out, so that a fair game shows about
    zero however few blocks were played; `rms_observed` still contains it.
    """

    largest: Estimate
    rms: Estimate
    rms_observed: float
    largest_seat: int


def seats_lrt(wins: npt.ArrayLike) -> TestResult:
    """Likelihood-ratio test that all seats win equally often, for *independent* games.

    G = 2 sum w_i log(n w_i / N), chi-square with n - 1 degrees: Wilks (1938), Annals of
    Mathematical Statistics 9:60-62, theorem 1. Shared wins (fractions) make it conservative.
    """
    counts = np.asarray(wins, dtype=np.float64)
    if counts.ndim != 1 or len(counts) < 2 or (counts < 0).any():
        raise UsageError("wins per seat must be at least two non-negative numbers")
    from scipy.special import chdtrc, xlogy

    games, degrees = counts.sum(), len(counts) - 1
    if games == 0:
        return TestResult(0.0, float(degrees), 1.0)
    statistic = max(0.0, 2 * float(xlogy(counts, counts * len(counts) / games).sum()))
    return TestResult(statistic, float(degrees), float(chdtrc(degrees, statistic)))


def seats_test(tally: BlockTally, expected: Sequence[float] | None = None) -> TestResult:
    """Test that the mean vector over blocks is `expected` (all seats 1/n unless given).

    Hotelling's T² on the block means, which is the likelihood-ratio test of a normal mean vector:
    Hotelling (1931), Annals of Mathematical Statistics 2:360-378; Anderson (2003), Multivariate
    Analysis, section 5.2.2: (B - r) / (r (B - 1)) T² follows F(r, B - r). Shares add up to 1, so
    their covariance is singular; T² is taken in the r directions in which the blocks vary.

    A deviation in a direction in which the blocks never vary (say, one seat won every game) has no
    T². The blocks then count as single independent games in `seats_lrt`: conservative, as a block
    mean never varies more than a single game.
    """
    centre = np.full(tally.k, 1 / tally.k) if expected is None else np.asarray(expected)
    if tally.count < 2:
        return TestResult(0.0, float(tally.k - 1), 1.0)
    deviation = tally.mean - centre
    values, vectors = np.linalg.eigh(tally.covariance)
    varies = values > _RANK_TOLERANCE * max(float(values.max()), 1e-300)
    along = vectors.T @ deviation
    rank = int(varies.sum())
    if np.abs(along[~varies]).max(initial=0.0) > 1e-9 or tally.count <= rank:
        if expected is not None:
            raise UsageError("too few or too uniform blocks to test these means; play more games")
        return seats_lrt(tally.mean * tally.count)
    if rank == 0:
        return TestResult(0.0, 0.0, 1.0)
    from scipy.special import fdtrc

    t_squared = tally.count * float((along[varies] ** 2 / values[varies]).sum())
    ratio = (tally.count - rank) / (rank * (tally.count - 1)) * t_squared
    return TestResult(t_squared, float(rank), float(fdtrc(rank, tally.count - rank, ratio)))


def _largest_interval(observed: float, noise: FloatArray, level: float) -> tuple[float, float]:
    """Interval for the largest absolute deviation: observed -+ the level's quantile of the largest
    absolute error.

    As |max|d + e| - max|d|| <= max|e|, it covers at least as often as it says wherever the truth
    lies, fair games and seats tied for the largest deviation included.
    """
    reach = float(np.quantile(np.abs(noise).max(axis=1), level))
    return max(0.0, observed - reach), observed + reach


def _rms_interval(deviation: FloatArray, noise: FloatArray, level: float) -> tuple[float, float]:
    """Interval for the root mean square deviation, by inverting the test "the truth is t times the
    observed deviation" against simulated sampling noise, shape (draws, n).

    Monotone in t, because the noise is symmetric about zero: Anderson (1955), Proceedings of the
    AMS 6:170-176, theorem 1. Unlike the delta method this holds at a perfectly fair game, where
    the root has no derivative. Seats more equal than noise alone usually leaves them would make the
    upper end 0; it is then that of the median noise (the power constraint of Cowan, Cranmer,
    Gross & Vitells 2011, arXiv:1105.3166).
    """
    tail = (1 - level) / 2
    size, usual = float(np.linalg.norm(deviation)), float(np.median(np.linalg.norm(noise, axis=1)))
    along = deviation if size > 0 else noise[0]  # without a deviation, any that the noise has
    wide = along * (max(size, usual) / max(float(np.linalg.norm(along)), 1e-300))
    return _rms_end(deviation, noise, tail), _rms_end(wide, noise, 1 - tail)


def _rms_end(deviation: FloatArray, noise: FloatArray, probability: float) -> float:
    """The root mean square of t times the deviation, t such that with noise it exceeds the
    deviation itself with this probability; 0 if noise alone does so as often."""
    square = float(deviation @ deviation)
    along = noise @ deviation
    noise_square = (noise**2).sum(axis=1)

    def exceeds(t: float) -> float:
        return float((t * t * square + 2 * t * along + noise_square >= square).mean())

    if exceeds(0.0) >= probability:
        return 0.0
    low, high = 0.0, 1.0
    while exceeds(high) < probability:
        low, high = high, 2 * high
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if exceeds(middle) < probability else (low, middle)
    return math.sqrt(square / len(deviation)) * (low + high) / 2


def _sampling_noise(tally: BlockTally) -> FloatArray:
    """Simulated errors of the mean vector, (draws, k): multivariate t with the tally's covariance.

    The draws are fixed, so that the same tally always gives the same interval.
    """
    rng = np.random.default_rng(20_040_229)
    values, vectors = np.linalg.eigh(tally.mean_covariance)
    root = vectors * np.sqrt(np.clip(values, 0.0, None))
    normal = rng.standard_normal((_DRAWS, tally.k)) @ root.T
    degrees = tally.count - 1
    return np.asarray(normal * np.sqrt(degrees / rng.chisquare(degrees, (_DRAWS, 1))))


def unfairness(tally: BlockTally, level: float = LEVEL) -> Unfairness:
    """Size of the unfairness of block-mean seat shares, with an interval for each measure.

    E(mean square observed) = mean square true + mean of the shares' sampling variances, so the
    corrected rms is sqrt(max(0, observed² - mean variance)).
    """
    check_fraction("level", level)
    if tally.count < 2:
        unknown = Estimate(math.nan, 0.0, 1.0, level, tally.count)
        return Unfairness(unknown, unknown, math.nan, 0)
    deviation = tally.mean - 1 / tally.k
    noise = _sampling_noise(tally)
    observed = math.sqrt(float(deviation @ deviation) / tally.k)
    sampling = float(np.diagonal(tally.mean_covariance).mean())
    corrected = math.sqrt(max(0.0, observed**2 - sampling))
    seat = int(np.abs(deviation).argmax())
    largest = float(abs(deviation[seat]))
    widest, widest_rms = 1 - 1 / tally.k, math.sqrt(tally.k - 1) / tally.k  # one seat wins all
    largest_low, largest_high = _largest_interval(largest, noise, level)
    rms_low, rms_high = _rms_interval(deviation, noise, level)
    return Unfairness(
        largest=Estimate(largest, largest_low, min(largest_high, widest), level, tally.count),
        rms=Estimate(corrected, rms_low, min(rms_high, widest_rms), level, tally.count),
        rms_observed=observed,
        largest_seat=seat,
    )


def mean_square_gap(tally: BlockTally) -> tuple[float, float]:
    """By how much the first cell is less fair than the second, and the variance of that estimate.

    `tally` holds the n seat shares of one cell, then the n of another, on the same deals. The gap
    is the difference of their mean square deviations from 1/n, each freed of sampling noise; its
    variance that of a quadratic form in normals, Var(d'Cd) = 4 d'C S C d + 2 tr(C S C S) (Searle
    1971, Linear Models, section 2.5), with the part of the plug-in d's own
    noise taken out.
    """
    if tally.k % 2:
        raise UsageError(f"{tally.k} shares are not two cells of equally many seats")
    n_seats = tally.k // 2
    if tally.count < 2:
        return 0.0, math.inf
    sign = np.repeat([1.0, -1.0], n_seats) / n_seats
    deviation = tally.mean - 1 / n_seats
    spread = tally.mean_covariance
    gap = float(sign @ (deviation**2 - np.diagonal(spread)))
    signed = sign[:, np.newaxis] * spread
    pure_noise = 2 * float(np.einsum("ij,ji->", signed, signed))
    slope = sign * deviation
    linear = 4 * float(slope @ spread @ slope)
    return gap, max(linear - pure_noise, pure_noise, 0.0)


def compare_unfairness(tally: BlockTally, level: float = LEVEL) -> tuple[Estimate, float]:
    """Mean square unfairness of the first cell minus that of the second, with its p-value.

    `tally` as for `mean_square_gap`. In squared shares; positive = the second cell is fairer.
    """
    gap, variance = mean_square_gap(tally)
    if not math.isfinite(variance):
        return Estimate(gap, -math.inf, math.inf, level, tally.count), 1.0
    error = math.sqrt(variance)
    half = two_sided_z(level) * error
    p_value = math.erfc(abs(gap) / error / math.sqrt(2)) if error > 0 else float(gap == 0)
    return Estimate(gap, gap - half, gap + half, level, tally.count), p_value


def levels_test(tallies: Sequence[BlockTally]) -> TestResult:
    """Test that a quantity vector has the same mean at every level of a factor.

    One tally per level, independent deals between levels. Of two tests the one that rejects less:
    Welch's rejects far too often with many levels of few deals, the pooled one where small levels
    vary more than large ones; where one fails the other holds. Where a level does not vary in some
    direction (a seat that never won there) Welch's does not exist, and the pooled one decides.
    """
    if len(tallies) < 2 or min(tally.count for tally in tallies) < 2:
        raise UsageError("comparing levels needs at least two levels of at least two blocks")
    whole = merge_tallies(tallies)
    values, vectors = np.linalg.eigh(whole.covariance)
    basis = vectors[:, values > _RANK_TOLERANCE * max(float(values.max()), 1e-300)]
    if basis.shape[1] == 0:
        return TestResult(0.0, 0.0, 1.0)
    turned = [tally.combine(basis.T) for tally in tallies]
    pooled = _pooled_levels_test(turned, whole.combine(basis.T))
    if any(np.linalg.cond(tally.covariance) > 1 / _RANK_TOLERANCE for tally in turned):
        return pooled
    return max(pooled, _welch_levels_test(turned), key=lambda result: result.p_value)


def _between_levels(tallies: Sequence[BlockTally], weights: FloatArray) -> float:
    """Sum over levels of (m_l - m)' W_l (m_l - m), m the W-weighted mean; W (levels, k, k)."""
    means = np.array([tally.mean for tally in tallies])
    centre = np.linalg.solve(weights.sum(axis=0), np.einsum("lij,lj->i", weights, means))
    return float(np.einsum("li,lij,lj->", means - centre, weights, means - centre))


def _pooled_levels_test(tallies: Sequence[BlockTally], whole: BlockTally) -> TestResult:
    """The score test: all levels have the covariance of the whole.

    Pillai's trace (1955), Annals of Mathematical Statistics 26:117-121, with its chi-square
    reference; of independent games' wins Pearson's test of a table's homogeneity.
    """
    from scipy.special import chdtrc

    inverse = np.linalg.inv(whole.covariance)
    weights = np.array([tally.count * inverse for tally in tallies])
    degrees = (len(tallies) - 1) * whole.k
    statistic = _between_levels(tallies, weights)
    return TestResult(statistic, float(degrees), float(chdtrc(degrees, statistic)))


def _welch_levels_test(tallies: Sequence[BlockTally]) -> TestResult:
    """Welch's test with each level's own covariance, of any number of quantities.

    Johansen (1980), Biometrika 67:85-92; of one quantity Welch (1951), Biometrika 38:330-336.
    """
    from scipy.special import fdtrc

    weights = np.array([np.linalg.inv(tally.mean_covariance) for tally in tallies])
    k, total = tallies[0].k, np.linalg.inv(weights.sum(axis=0))
    degrees = (len(tallies) - 1) * k
    rests = np.eye(k) - total @ weights
    squares = np.einsum("lij,lji->l", rests, rests) + np.einsum("lii->l", rests) ** 2
    noise = sum(s / (t.count - 1) for s, t in zip(squares, tallies, strict=True)) / 2
    scale = degrees + 2 * noise - 6 * noise / (degrees + 2)
    below = degrees * (degrees + 2) / (3 * noise)
    statistic = _between_levels(tallies, weights)
    return TestResult(statistic, float(degrees), float(fdtrc(degrees, below, statistic / scale)))
