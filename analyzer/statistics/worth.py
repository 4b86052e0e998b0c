"""What one more of a handicap is worth to each seat: a multinomial logit over its vectors.

Design: seat i of n wins with probability softmax(u)_i, where u_i = a_i + b_i (t_i - base_i), t the
cell's handicap, base the printed one and a_0 = 0. So log(share_i / share_0) is linear in the
handicap, a_i is seat i's advantage over seat 0 with the printed one, and b_i, the worth of one more
to seat i, is the change of its log-odds against any other seat. McFadden (1974), "Conditional logit
analysis of qualitative choice behavior", section II.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from analyzer.errors import UsageError
from analyzer.statistics.estimates import LEVEL, Estimate, FloatArray, two_sided_z
from analyzer.statistics.tallies import BlockTally

_NEWTON_STEPS = 50
_MOST_UNEXPLAINED = 1e-9
# As if every parameter were known to ± 10: felt by none that the games tell anything about.
_RIDGE = 0.01


@dataclass(frozen=True, slots=True)
class HandicapModel:
    """Parameters (a_1 .. a_{n-1}, b_0 .. b_{n-1}), their covariance, and the printed vector."""

    beta: FloatArray
    covariance: FloatArray
    base: FloatArray

    @classmethod
    def equal(cls, base: npt.ArrayLike) -> HandicapModel:
        """All seats alike whatever their handicap, and nothing known about it."""
        reference = np.asarray(base, dtype=np.float64)
        size = 2 * len(reference) - 1
        return cls(np.zeros(size), np.full((size, size), np.nan), reference)

    def design(self, vectors: npt.ArrayLike) -> FloatArray:
        """(vectors, seats, parameters): derivatives of the seats' utilities."""
        return _design(np.asarray(vectors, dtype=np.float64), self.base)

    def shares(self, vectors: npt.ArrayLike) -> FloatArray:
        """Win shares that the model expects, (vectors, seats)."""
        return softmax(self.design(vectors) @ self.beta)


@dataclass(frozen=True, slots=True)
class HandicapWorth:
    """The fitted model.

    `log_odds`: per seat, change of its log-odds for one more. `share`: per seat, change of its
    win share for one more at the base vector (0.01 = one percentage point). `effects` (n, n):
    change of column's share for one more for row's seat. `advantage`: per seat, log-odds
    against seat 0 at the base vector.
    """

    base: FloatArray
    advantage: list[Estimate]
    log_odds: list[Estimate]
    share: list[Estimate]
    effects: FloatArray
    model: HandicapModel


def softmax(utility: FloatArray) -> FloatArray:
    """Shares in proportion to exp(utility), along the last axis."""
    weights = np.exp(utility - utility.max(axis=-1, keepdims=True))
    return np.asarray(weights / weights.sum(axis=-1, keepdims=True))


def _design(vectors: FloatArray, base: FloatArray) -> FloatArray:
    """(cells, n, 2n - 1): columns a_1 .. a_{n-1}, then b_0 .. b_{n-1}."""
    cells, n = vectors.shape
    design = np.zeros((cells, n, 2 * n - 1))
    for seat in range(n):
        if seat:
            design[:, seat, seat - 1] = 1
        design[:, seat, n - 1 + seat] = vectors[:, seat] - base[seat]
    return design


def information_of(
    design: FloatArray, shares: FloatArray, weights: FloatArray | None = None
) -> FloatArray:
    """Negative Hessian of the log-likelihood: sum over cells of w X' (diag p - p p') X.

    Of one game of each cell unless `weights` says how many it had.
    """
    weights = np.ones(len(design)) if weights is None else weights
    centred = design - np.einsum("cn,cnp->cp", shares, design)[:, np.newaxis, :]
    scaled = centred * (weights[:, np.newaxis] * shares)[:, :, np.newaxis]
    return np.asarray(np.einsum("cnp,cnq->pq", scaled, centred))


def _fit(design: FloatArray, shares: FloatArray, weights: FloatArray) -> FloatArray:
    """Maximum of the concave log-likelihood sum w share log p.

    Where seats win everything or nothing in too many cells there is none; a ridge then keeps the
    parameters finite (Schaefer, Roi & Wolfe 1984, Communications in Statistics A 13:99-113).
    """
    even = softmax(np.zeros(shares.shape))
    if np.linalg.matrix_rank(information_of(design, even), hermitian=True) < design.shape[2]:
        raise UsageError("the vectors must vary every seat's handicap on its own")
    for ridge in (0.0, _RIDGE):
        beta = _newton(design, shares, weights, ridge)
        if beta is not None:
            return beta
    raise UsageError("the shares are too extreme for the model; play more games per vector")


def _newton(
    design: FloatArray, shares: FloatArray, weights: FloatArray, ridge: float
) -> FloatArray | None:
    """Newton's method on the log-likelihood minus ridge |beta|² / 2; None if it does not end."""
    beta = np.zeros(design.shape[2])
    for _ in range(_NEWTON_STEPS):
        expected = softmax(design @ beta)
        slope = np.einsum("c,cn,cnp->p", weights, shares - expected, design) - ridge * beta
        information = information_of(design, expected, weights) + ridge * np.eye(len(beta))
        if np.linalg.matrix_rank(information, hermitian=True) < len(beta):
            return None
        step = np.linalg.solve(information, slope)
        beta = beta + step * min(1.0, 2.0 / max(float(np.abs(step).max()), 1e-300))
        if np.abs(step).max() < 1e-12:
            return beta
    return beta if np.abs(step).max() <= _MOST_UNEXPLAINED else None


def handicap_worth(
    handicaps: npt.ArrayLike,
    tallies: Sequence[BlockTally],
    base: npt.ArrayLike,
    covariance: FloatArray | None = None,
    level: float = LEVEL,
) -> HandicapWorth:
    """Fit the model to the block-mean seat shares of many cells.

    `handicaps` (cells, n), `tallies` one per cell with n seat shares, `base` (n,) the printed one.
    Cells weigh as their number of blocks. Standard errors are the sandwich's (White 1982,
    Econometrica 50:1-25, theorem 3.2) with the covariance of the measured shares: that between
    blocks of each cell, cells taken as independent; give `covariance` (cells * n, square, e.g.
    `mean_covariance` of a joint tally) if all cells were played on the same deals. Left out, same
    deals make the errors of the worths too large rather than too small, as a worth is a difference
    between cells.
    """
    vectors = np.asarray(handicaps, dtype=np.float64)
    reference = np.asarray(base, dtype=np.float64)
    if vectors.ndim != 2 or vectors.shape != (len(tallies), len(reference)):
        raise UsageError("vectors must have one row per tally and one column per seat")
    if min(tally.count for tally in tallies) < 2:
        raise UsageError("every vector needs at least two blocks")
    cells, n = vectors.shape
    design = _design(vectors, reference)
    shares = np.array([tally.mean for tally in tallies])
    weights = np.array([float(tally.count) for tally in tallies])
    beta = _fit(design, shares, weights)
    if covariance is None:
        covariance = np.zeros((cells * n, cells * n))
        for cell, tally in enumerate(tallies):
            span = slice(cell * n, (cell + 1) * n)
            covariance[span, span] = tally.mean_covariance
    scores = (weights[:, np.newaxis, np.newaxis] * design).reshape(cells * n, -1)
    bread = np.linalg.inv(information_of(design, softmax(design @ beta), weights))
    spread = bread @ (scores.T @ covariance @ scores) @ bread
    blocks = int(weights.sum())
    return _describe(beta, spread, reference, level, blocks)


def _describe(
    beta: FloatArray, spread: FloatArray, base: FloatArray, level: float, blocks: int
) -> HandicapWorth:
    """Parameters and their covariance turned into estimates; shares by the delta method."""
    n = len(base)
    z = two_sided_z(level)

    def estimate(value: float, gradient: FloatArray) -> Estimate:
        half = z * float(np.sqrt(gradient @ spread @ gradient))
        return Estimate(value, value - half, value + half, level, blocks)

    unit = np.eye(2 * n - 1)
    start = np.concatenate([[0.0], beta[: n - 1]])
    worth = beta[n - 1 :]
    p = softmax(start)
    shares = []
    for seat in range(n):
        gradient = np.zeros(2 * n - 1)
        gradient[n - 1 + seat] = p[seat] * (1 - p[seat])
        # d p_i / d a_j = p_i (1{i = j} - p_j), and the own effect is b_i p_i (1 - p_i).
        moved = p[seat] * ((np.arange(n) == seat) - p)
        gradient[: n - 1] = (worth[seat] * (1 - 2 * p[seat]) * moved)[1:]
        shares.append(estimate(float(worth[seat] * p[seat] * (1 - p[seat])), gradient))
    nothing = Estimate(0.0, 0.0, 0.0, level, blocks)
    return HandicapWorth(
        base=base,
        advantage=[nothing] + [estimate(float(beta[i]), unit[i]) for i in range(n - 1)],
        log_odds=[estimate(float(worth[i]), unit[n - 1 + i]) for i in range(n)],
        share=shares,
        effects=worth[:, np.newaxis] * p[:, np.newaxis] * (np.eye(n) - p),
        model=HandicapModel(beta, spread, base),
    )
