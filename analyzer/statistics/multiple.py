"""Adjusting p-values for the number of questions asked."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from analyzer.errors import UsageError
from analyzer.statistics.estimates import FloatArray


def _checked(p_values: npt.ArrayLike) -> FloatArray:
    p = np.asarray(p_values, dtype=np.float64)
    if p.ndim != 1 or not ((p >= 0) & (p <= 1)).all():
        raise UsageError("p-values must be a list of numbers from 0 to 1")
    return p


def holm(p_values: npt.ArrayLike) -> FloatArray:
    """Holm's adjusted p-values, for claims: below alpha, all of them hold with 1 - alpha.

    Holm (1979), Scandinavian Journal of Statistics 6:65-70, section 3. Any dependence allowed.
    """
    p = _checked(p_values)
    order = np.argsort(p, kind="stable")
    adjusted = np.empty_like(p)
    adjusted[order] = np.minimum(np.maximum.accumulate(p[order] * np.arange(len(p), 0, -1)), 1.0)
    return adjusted


def benjamini_hochberg(p_values: npt.ArrayLike) -> FloatArray:
    """Benjamini and Hochberg's adjusted p-values, for screening: below q, at most a share q of
    what was picked is expected to be false.

    Benjamini & Hochberg (1995), JRSS B 57:289-300, eq. 1. Independent or positively dependent
    tests.
    """
    p = _checked(p_values)
    order = np.argsort(p, kind="stable")[::-1]
    adjusted = np.empty_like(p)
    ranks = np.arange(len(p), 0, -1)
    adjusted[order] = np.minimum(np.minimum.accumulate(p[order] * len(p) / ranks), 1.0)
    return adjusted
