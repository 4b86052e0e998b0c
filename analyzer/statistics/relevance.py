"""Is a deviation there, and does it matter? Both read from the same simultaneous intervals.

Inclusion in a margin: Westlake (1981), Biometrics 37:589-594; that "different" and "too small to
matter" may both be true, and neither: Goeman, Solari & Stijnen (2010), Statistics in Medicine
29:2117-2125.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from analyzer.errors import UsageError
from analyzer.statistics.estimates import Estimate

MARGIN = 0.02
"""Deviations of a share that matter begin here unless told: 2 percentage points."""


class Relevance(StrEnum):
    """What intervals of deviations say of a margin.

    WITHIN: all deviations are smaller than the margin, and none is established. SMALL: smaller than
    the margin, but real. BEYOND: some deviation is larger than the margin. REAL: some deviation is
    real, and whether it is larger than the margin is open. OPEN: neither is known.
    """

    WITHIN = "within"
    SMALL = "small"
    BEYOND = "beyond"
    REAL = "real"
    OPEN = "open"

    @property
    def is_claim(self) -> bool:
        """Whether something is established."""
        return self is not Relevance.OPEN

    @property
    def is_real(self) -> bool:
        """Whether a deviation is established."""
        return self in (Relevance.SMALL, Relevance.BEYOND, Relevance.REAL)


@dataclass(frozen=True, slots=True)
class Deviations:
    """Deviations with intervals that hold together, judged by a margin.

    within: the smallest margin inside which all of them are known to lie.
    """

    relevance: Relevance
    margin: float
    within: float


def judge(deviations: Sequence[Estimate], margin: float, is_real: bool = False) -> Deviations:
    """What the intervals of deviations say of the margin; both in the same unit.

    is_real: a test of all deviations together, with its own part of the error budget, has
    established that there are some.
    """
    if not margin > 0:
        raise UsageError(f"margin is {margin}; it must be above 0")
    within = max(max(abs(e.low), abs(e.high)) for e in deviations)
    if any(e.low > margin or e.high < -margin for e in deviations):
        return Deviations(Relevance.BEYOND, margin, within)
    is_real = is_real or any(not e.covers(0.0) for e in deviations)
    if within <= margin:
        return Deviations(Relevance.SMALL if is_real else Relevance.WITHIN, margin, within)
    return Deviations(Relevance.REAL if is_real else Relevance.OPEN, margin, within)


def deviation(estimate: Estimate, reference: float) -> Estimate:
    """An estimate as a deviation from what is known exactly."""
    e = estimate
    return Estimate(e.value - reference, e.low - reference, e.high - reference, e.level, e.n)
