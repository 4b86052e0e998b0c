"""Racing: stop playing candidates that are established to be less fair than the best so far."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from analyzer.errors import UsageError
from analyzer.statistics.estimates import LEVEL, bonferroni
from analyzer.statistics.seats import mean_square_gap
from analyzer.statistics.sequences import BEST_AT, asymptotic_radius
from analyzer.statistics.tallies import BlockTally


@dataclass(frozen=True, slots=True)
class RaceStanding:
    """A look at a race. Numbers count the candidates of the tally, 0 ..

    `gaps`: mean square unfairness of each minus the best's, sampling noise taken out; `radii`:
    their half widths, valid at every look. `out`: candidates with gap > radius.
    """

    best: int
    gaps: list[float]
    radii: list[float]
    out: list[int]


def candidate_columns(candidates: Sequence[int], n_seats: int) -> list[int]:
    """Columns of a race's tally that belong to these candidates, for `BlockTally.subset`."""
    return [candidate * n_seats + seat for candidate in candidates for seat in range(n_seats)]


def race(
    tally: BlockTally,
    n_seats: int,
    n_started: int,
    level: float = LEVEL,
    best_at: int = BEST_AT,
) -> RaceStanding:
    """Who is out of the race at this look.

    `tally`: seat shares of candidate 0, then of candidate 1, and so on, block by block on the same
    deals. When candidates go out, continue with `tally.subset(candidate_columns(those still in))`
    and chunks of only those. `n_started`: how many candidates began, for the correction.

    A candidate is out when the asymptotic confidence sequence of its gap to the best so far
    (`asymptotic_radius`, Bonferroni over the rivals of one candidate) lies above zero. Guarantee:
    with probability `level` the fairest candidate is never sent out, however often one looks.
    Idea: Maron & Moore (1994), "Hoeffding races", NIPS 6:59-66.
    """
    if tally.k % n_seats or tally.k == 0:
        raise UsageError(f"{tally.k} shares are not candidates of {n_seats} seats")
    n_candidates = tally.k // n_seats
    if n_started < n_candidates:
        raise UsageError(f"{n_started} candidates started, but {n_candidates} are racing")
    if tally.count < 2:
        return RaceStanding(0, [0.0] * n_candidates, [float("inf")] * n_candidates, [])
    deviations = (tally.mean - 1 / n_seats).reshape(n_candidates, n_seats)
    sampling = np.diagonal(tally.mean_covariance).reshape(n_candidates, n_seats)
    best = int((deviations**2 - sampling).mean(axis=1).argmin())
    each = bonferroni(level, n_started - 1)
    gaps, radii = [], []
    for candidate in range(n_candidates):
        pair = tally.subset(candidate_columns([candidate, best], n_seats))
        gap, variance = mean_square_gap(pair)
        gaps.append(gap if candidate != best else 0.0)
        radii.append(float(asymptotic_radius(tally.count, variance * tally.count, each, best_at)))
    out = [c for c in range(n_candidates) if c != best and gaps[c] > radii[c]]
    return RaceStanding(best, gaps, radii, out)
