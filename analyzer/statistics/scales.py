"""Which of two handicap scales is fairer, by the size of their unfairness, and by how much?"""

from __future__ import annotations

import math

import numpy as np

from analyzer.errors import UsageError
from analyzer.statistics.estimates import (
    ALPHA,
    LEVEL,
    Estimate,
    FloatArray,
    check_fraction,
    normal_quantile,
    two_sided_z,
)
from analyzer.statistics.tallies import BlockTally

_DRAWS = 20_000
_MOST_GAMES = 10**9
_REFERENCE = 0.01


def fairness_gain(tally: BlockTally, alpha: float = ALPHA) -> tuple[Estimate, float]:
    """Root mean square deviation of the first scale minus that of the second, and its p-value.

    `tally` holds the n seat shares of one scale, then the n of another. Positive = the second is
    fairer, which is what the one-sided p-value is for; the interval is one-sided too and excludes 0
    exactly where p < alpha. In shares (0.01 = one percentage point); of two players this is the
    start player's distance from one half.

    The root mean square is linear in the shares along its own direction (the delta method), so the
    difference of two has the variance u'Su, u the two directions. A root mean square near zero
    varies less than that, and equally large ones exactly so: the test then claims too rarely rather
    than too often (simulated in the tests).
    """
    check_fraction("alpha", alpha)
    if tally.k % 2:
        raise UsageError(f"{tally.k} shares are not two scales of equally many seats")
    n = tally.k // 2
    if tally.count < 2:
        return Estimate(0.0, -math.inf, math.inf, 1 - alpha, tally.count), 1.0
    deviations = (tally.mean - 1 / n).reshape(2, n)
    sizes = np.sqrt((deviations**2).mean(axis=1))
    spread = tally.mean_covariance
    gain = float(sizes[0] - sizes[1])
    error = math.sqrt(max(_variances(deviations, sizes, spread)))
    if error <= 0:
        return Estimate(gain, gain, math.inf, 1 - alpha, tally.count), float(gain <= 0)
    p_value = 0.5 * math.erfc(gain / error / math.sqrt(2))
    low = gain - normal_quantile(1 - alpha) * error
    return Estimate(gain, low, math.inf, 1 - alpha, tally.count), p_value


def _variances(deviations: FloatArray, sizes: FloatArray, spread: FloatArray) -> list[float]:
    """Variances that the difference of the two sizes may have.

    Scales played on the same deals err together, and whether that helps depends on whether they
    are off in the same direction; while that of the second may still be turned round, both count.
    """
    n = len(deviations[0])
    first, second = (_direction(deviation) for deviation in deviations)
    alone = math.sqrt(max(float(second @ spread[n:, n:] @ second), 0.0))
    is_turnable = float(sizes[1]) <= two_sided_z(LEVEL) * alone
    slopes = [np.concatenate([first, end * second]) for end in ((-1, 1) if is_turnable else (-1,))]
    return [max(float(slope @ spread @ slope), 0.0) for slope in slopes]


def _direction(deviation: FloatArray) -> FloatArray:
    """Derivative of the root mean square by the shares; any direction where it has none."""
    size = float(np.linalg.norm(deviation))
    unit = deviation / size if size > 0 else np.eye(len(deviation))[0] - 1 / len(deviation)
    return np.asarray(unit / (float(np.linalg.norm(unit)) * math.sqrt(len(deviation))))


def power_to_tell(deviation: float, games: int, players: int, alpha: float = ALPHA) -> float:
    """Probability that `fairness_gain` shows a fair scale to be fairer than one that is off by so
    much (root mean square), both played `games` independent games.

    Simulated with the normal errors of nearly equal shares, which vary by 1/n (1 - 1/n) a game.
    """
    rng = np.random.default_rng(20_260_517)
    # In the n - 1 directions in which shares can vary each has the variance 1/n of a game.
    noise = rng.standard_normal((2, _DRAWS, players - 1)) / math.sqrt(players * max(games, 1))
    noise[0, :, 0] += deviation * math.sqrt(players)
    sizes = np.linalg.norm(noise, axis=2)
    critical = normal_quantile(1 - alpha) * math.sqrt(2 / (players * max(games, 1)))
    return float((sizes[0] - sizes[1] > critical).mean())


def games_to_tell(deviation: float, players: int, power: float = 0.8, alpha: float = ALPHA) -> int:
    """Games of each scale with which `power_to_tell` reaches `power`."""
    check_fraction("power", power)
    if deviation <= 0:
        raise UsageError(
            "scales that are equally fair cannot be told apart with any number of games"
        )
    high = 2
    while power_to_tell(deviation, high, players, alpha) < power:
        high *= 2
        if high > _MOST_GAMES:
            raise UsageError(f"to see {deviation} needs more than {_MOST_GAMES:,} games")
    low = high // 2
    while high - low > max(1, low // 100):
        middle = (low + high) // 2
        is_enough = power_to_tell(deviation, middle, players, alpha) >= power
        low, high = (low, middle) if is_enough else (middle, high)
    return high


def tellable_deviation(games: int, players: int, power: float = 0.8, alpha: float = ALPHA) -> float:
    """The deviation (root mean square) that `games` of each scale tell from a fair one with this
    power: the inverse of `games_to_tell`, to about 1 %."""
    check_fraction("power", power)
    # Errors shrink as the root of the games, so that one search serves any number of them.
    return math.sqrt(games_to_tell(_REFERENCE, players, power, alpha) / max(games, 1)) * _REFERENCE
