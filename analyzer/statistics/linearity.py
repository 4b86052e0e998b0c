"""Does a quantity follow a straight line over the values of a parameter?"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from analyzer.errors import UsageError
from analyzer.statistics.estimates import TestResult
from analyzer.statistics.tallies import BlockTally

# Contrasts that vary less than this (relative to the mean squares of the quantities) are rounding.
_ROUNDING = 1e-12


def linearity_test(
    tally: BlockTally, values: Sequence[float], constants: Sequence[float] | None = None
) -> TestResult:
    """Test that means (plus `constants`) are on a straight line over `values`, one for each column.

    Hotelling's T² of the contrasts orthogonal to constant and linear on the block means: Anderson
    (2003), Multivariate Analysis, section 5.3.5. It is taken in the directions in which the blocks
    vary; a bend that every block has alike gets the p-value of `mean_test` for that. Two values
    are always on a line: p = 1, as with too few blocks.
    """
    x = np.asarray(values, dtype=np.float64)
    if len(x) != tally.k or len(set(values)) < len(x):
        raise UsageError("a trend needs one different value for each quantity")
    shift = np.zeros(tally.k) if constants is None else np.asarray(constants)
    if len(x) < 3 or tally.count < len(x) - 1:
        return TestResult(0.0, 0.0, 1.0)
    line = np.column_stack([np.ones(len(x)), (x - x.mean()) / np.abs(x - x.mean()).max()])
    contrasts = np.linalg.svd(line)[0][:, 2:].T
    squares = np.diagonal(tally.outer) / (tally.count * float(tally.unit) ** 2) + shift**2
    tolerance = _ROUNDING * float(squares.max())
    variances, vectors = np.linalg.eigh(contrasts @ tally.covariance @ contrasts.T)
    along = vectors.T @ contrasts @ (tally.mean + shift)
    varies = variances > max(tolerance, 1e-300)
    rank = int(varies.sum())
    if (along[~varies] ** 2 > tolerance).any():
        return TestResult(np.inf, float(len(along)), 2.0 ** (1 - tally.count))
    if rank == 0:
        return TestResult(0.0, float(rank), 1.0)
    from scipy.special import fdtrc

    t_squared = tally.count * float((along[varies] ** 2 / variances[varies]).sum())
    ratio = (tally.count - rank) / (rank * (tally.count - 1)) * t_squared
    return TestResult(t_squared, float(rank), float(fdtrc(rank, tally.count - rank, ratio)))
