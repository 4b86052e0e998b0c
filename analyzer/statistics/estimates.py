"""What every statistic answers with, and the quantiles they share."""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np
import numpy.typing as npt

from analyzer.errors import UsageError

FloatArray = npt.NDArray[np.float64]
IntArray = npt.NDArray[np.int64]

LEVEL = 0.95
ALPHA = 0.05


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number with its interval.

    `value`, `low` and `high` are in the unit of the measured quantity (shares as fractions of 1),
    `level` is the claimed coverage, `n` the number of games or blocks behind it.
    """

    value: float
    low: float
    high: float
    level: float
    n: int

    @property
    def half_width(self) -> float:
        """Half the length of the interval."""
        return (self.high - self.low) / 2

    def covers(self, truth: float) -> bool:
        """Whether the interval contains `truth` (its ends count as inside)."""
        return self.low <= truth <= self.high


@dataclass(frozen=True, slots=True)
class TestResult:
    """A test statistic, the degrees of freedom of its reference distribution, and the p-value."""

    __test__ = False  # the name is the statistician's, not pytest's

    statistic: float
    degrees: float
    p_value: float


def check_fraction(name: str, value: float) -> None:
    """Raise UsageError unless 0 < value < 1 (levels, alphas, powers)."""
    if not 0.0 < value < 1.0:
        raise UsageError(f"{name} is {value}; it must lie strictly between 0 and 1")


def normal_quantile(probability: float) -> float:
    """The z with P(Z <= z) = probability for a standard normal Z."""
    return NormalDist().inv_cdf(probability)


def two_sided_z(level: float) -> float:
    """The z of a two-sided normal interval of this level (1.96 for 0.95)."""
    check_fraction("level", level)
    return normal_quantile(0.5 + level / 2)


def two_sided_t(level: float, degrees: float) -> float:
    """The t of a two-sided Student interval of this level; infinite without degrees of freedom."""
    check_fraction("level", level)
    if degrees < 1:
        return math.inf
    from scipy.special import stdtrit

    return float(stdtrit(degrees, 0.5 + level / 2))


def two_sided_t_p_value(t: float, degrees: float) -> float:
    """P(|T| >= |t|) for Student's T; 1 without degrees of freedom."""
    if degrees < 1:
        return 1.0
    from scipy.special import stdtr

    return float(2 * stdtr(degrees, -abs(t)))


def bonferroni(level: float, n_claims: int) -> float:
    """The level each of `n_claims` intervals needs so that together they keep `level`."""
    check_fraction("level", level)
    return 1 - (1 - level) / max(n_claims, 1)


def free_shares(k: int) -> int:
    """How many numbers must be right together for k shares that add up to 1: two are one number,
    as either is known from the other."""
    return 1 if k == 2 else k
