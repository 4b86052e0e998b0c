"""Adjusting p-values for the number of questions asked."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from analyzer.errors import UsageError
from analyzer.statistics.estimates import FloatArray


def _adjusted(p_values: npt.ArrayLike, method: str) -> FloatArray:
    p = np.asarray(p_values, dtype=np.float64)
    if p.ndim != 1 or not ((p >= 0) & (p <= 1)).all():
        raise UsageError("p-values must be a list of numbers from 0 to 1")
    if len(p) == 0:
        return p.copy()
    from statsmodels.stats.multitest import multipletests

    return np.asarray(multipletests(p, method=method)[1], dtype=np.float64)


def holm(p_values: npt.ArrayLike) -> FloatArray:
    """Holm's adjusted p-values, for claims: below alpha, all of them hold with 1 - alpha.

    Holm (1979), Scandinavian Journal of Statistics 6:65-70, section 3. Any dependence allowed.
    """
    return _adjusted(p_values, "holm")


def benjamini_hochberg(p_values: npt.ArrayLike) -> FloatArray:
    """Benjamini and Hochberg's adjusted p-values, for screening: below q, at most a share q of
    what was picked is expected to be false.

    Benjamini & Hochberg (1995), JRSS B 57:289-300, eq. 1. Independent or positively dependent
    tests.
    """
    return _adjusted(p_values, "fdr_bh")
