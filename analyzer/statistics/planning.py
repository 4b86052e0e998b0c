"""How many blocks a question needs, and what a given number of blocks can answer.

`variance` is always that of one block's value (a mean, a share or a paired difference) between
blocks. Multiply blocks by the games of a block to get games.
"""

from __future__ import annotations

import math

from analyzer.errors import UsageError
from analyzer.statistics.estimates import (
    ALPHA,
    LEVEL,
    bonferroni,
    check_fraction,
    normal_quantile,
    two_sided_t,
    two_sided_z,
)
from analyzer.statistics.sequences import bernstein_radius

POWER = 0.8
_MOST_BLOCKS = 10**12


def _check_variance(variance: float) -> None:
    if not (math.isfinite(variance) and variance >= 0):
        raise UsageError(f"variance is {variance}; it must be a number not below 0")


def blocks_needed(
    difference: float, variance: float, power: float = POWER, alpha: float = ALPHA
) -> int:
    """Blocks that show a true `difference` with probability `power` in a two-sided test.

    n = (z_{1-alpha/2} + z_power)² variance / difference² + z²_{1-alpha/2} / 2: Guenther (1981),
    The American Statistician 35:243-244, for Student's test. At least 2.
    """
    _check_variance(variance)
    check_fraction("power", power)
    if difference == 0:
        raise UsageError("a difference of 0 cannot be seen with any number of games")
    z = two_sided_z(1 - alpha)
    blocks = ((z + normal_quantile(power)) / difference) ** 2 * variance + z * z / 2
    return max(2, math.ceil(blocks))


def detectable_difference(
    blocks: int, variance: float, power: float = POWER, alpha: float = ALPHA
) -> float:
    """The smallest true difference that `blocks` show with probability `power`; inverse of
    `blocks_needed`. Infinite if there are too few blocks for any."""
    _check_variance(variance)
    check_fraction("power", power)
    z = two_sided_z(1 - alpha)
    usable = blocks - z * z / 2
    return (z + normal_quantile(power)) * math.sqrt(variance / usable) if usable > 0 else math.inf


def power_of(blocks: int, difference: float, variance: float, alpha: float = ALPHA) -> float:
    """Probability that the two-sided Student's test over `blocks` shows a true `difference`."""
    _check_variance(variance)
    check_fraction("alpha", alpha)
    if blocks < 2:
        return 0.0
    if variance == 0:
        return float(difference != 0)
    from scipy.stats import nct, norm

    degrees = blocks - 1
    critical = two_sided_t(1 - alpha, degrees)
    shift = difference / math.sqrt(variance / blocks)
    # The non-central t of many degrees is the normal, and scipy's loses digits there.
    reference = nct(degrees, shift) if degrees < 1000 else norm(shift)
    return float(reference.sf(critical) + reference.cdf(-critical))


def blocks_for_half_width(
    half_width: float, variance: float, level: float = LEVEL, n_claims: int = 1
) -> int:
    """Blocks after which a fixed-size interval (one of `n_claims` held together) is this narrow."""
    _check_variance(variance)
    if half_width <= 0:
        raise UsageError(f"half width is {half_width}; it must be above 0")
    z = two_sided_z(bonferroni(level, n_claims))
    return max(2, math.ceil(z * z * variance / half_width**2))


def sequence_blocks_for_half_width(
    half_width: float, variance: float, centre: float, level: float = LEVEL, n_claims: int = 1
) -> int:
    """Blocks after which a confidence sequence of shares about `centre` is this narrow.

    Give the answer as `best_at` to `share_sequences`, so that the sequence is tightest where the
    run will stop; this function assumes it.
    """
    _check_variance(variance)
    if half_width <= 0:
        raise UsageError(f"half width is {half_width}; it must be above 0")
    each = bonferroni(level, n_claims)
    square = variance + centre * centre

    def is_narrow(blocks: int) -> bool:
        radius = bernstein_radius(blocks, centre, square, centre, each, best_at=blocks)
        return float(radius) <= half_width

    high = blocks_for_half_width(half_width, variance, level, n_claims)
    low = 1
    while not is_narrow(high):
        low, high = high, 2 * high
        if high > _MOST_BLOCKS:
            raise UsageError(f"a half width of {half_width} needs more than {_MOST_BLOCKS} blocks")
    while high - low > max(1, low // 1000):
        middle = (low + high) // 2
        low, high = (low, middle) if is_narrow(middle) else (middle, high)
    return high
