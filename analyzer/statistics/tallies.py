"""Running sums over blocks that can be added, so that any number of chunks costs the same memory.

A *block* is all seat rotations of one deal. Blocks are independent, the games inside one are not,
so the block's mean (per seat, per strategy, per rule set on the same deal) is what gets tallied.
A block may also be a single game when games are independent.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from analyzer.errors import UsageError
from analyzer.statistics.estimates import FloatArray

# Values given with a unit are fractions computed in floating point; this is how far from a whole
# multiple of the unit such a computation may land.
_WHOLE = 1e-6
# Multiplications up to which OpenBLAS does not share out a product of a matrix with itself.
_SMALL_PRODUCT = 50_000


def share_unit(n_players: int) -> int:
    """The unit in which block means of win shares are whole numbers.

    A win shared by m <= n players counts 1/m, and a block averages n rotations, so every block
    mean is a multiple of 1 / (n * lcm(1..n)): 4 for two players, 18 for three, 48 for four.
    """
    return n_players * math.lcm(*range(1, n_players + 1))


@dataclass(frozen=True, slots=True, eq=False)
class BlockTally:
    """Count, sums and sums of products of k quantities measured on every block.

    `total` (k,) and `outer` (k, k) are in units of 1/unit and 1/unit². Tallies made with a unit
    hold whole numbers in float64 (exact below 2**53), so chunks can be added in any order and give
    the same bits. Tallies of arbitrary floats (unit 1, not rounded) agree only up to rounding:
    add those in chunk order.
    """

    count: int
    total: FloatArray
    outer: FloatArray
    unit: int = 1

    @classmethod
    def empty(cls, k: int, unit: int = 1) -> BlockTally:
        """The tally of no blocks, neutral in addition."""
        return cls(0, np.zeros(k), np.zeros((k, k)), unit)

    @classmethod
    def of_blocks(cls, blocks: npt.ArrayLike, unit: int | None = None) -> BlockTally:
        """Tally `blocks`, shape (blocks, k) or (blocks,) for one quantity.

        With `unit`, every value must be a multiple of 1/unit and the sums are exact.
        """
        values = np.asarray(blocks, dtype=np.float64)
        if values.ndim == 1:
            values = values[:, np.newaxis]
        if values.ndim != 2:
            raise UsageError(f"blocks have {values.ndim} dimensions; allowed are 1 or 2")
        if not np.isfinite(values.sum()):
            raise UsageError("blocks contain a value that is not finite")
        if unit is not None:
            scaled = values * unit
            values = np.rint(scaled)
            scaled -= values
            if max(scaled.max(initial=0.0), -scaled.min(initial=0.0)) > _WHOLE:
                raise UsageError(f"blocks contain a value that is no multiple of 1/{unit}")
        return cls(len(values), values.sum(axis=0), _sum_of_products(values), unit or 1)

    def __add__(self, other: BlockTally) -> BlockTally:
        if self.unit != other.unit or self.k != other.k:
            raise UsageError(
                f"tallies of {self.k} quantities in 1/{self.unit} and of {other.k} in "
                f"1/{other.unit} cannot be added"
            )
        return BlockTally(
            self.count + other.count, self.total + other.total, self.outer + other.outer, self.unit
        )

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, BlockTally):
            return NotImplemented
        return (
            self.count == other.count
            and self.unit == other.unit
            and np.array_equal(self.total, other.total)
            and np.array_equal(self.outer, other.outer)
        )

    __hash__ = None  # type: ignore[assignment]

    @property
    def k(self) -> int:
        """How many quantities are tallied."""
        return len(self.total)

    @property
    def mean(self) -> FloatArray:
        """Mean of each quantity, shape (k,); NaN without blocks."""
        if self.count == 0:
            return np.full(self.k, np.nan)
        return self.total / (self.count * self.unit)

    @property
    def covariance(self) -> FloatArray:
        """Covariance between blocks, shape (k, k), divisor count - 1; NaN below two blocks."""
        if self.count < 2:
            return np.full((self.k, self.k), np.nan)
        n = self.count
        # Products first and one division last: whole numbers stay exact, so a quantity that never
        # varies gets variance zero and not rounding noise.
        centred = n * self.outer - np.outer(self.total, self.total)
        spread: FloatArray = centred / (n * (n - 1) * float(self.unit) ** 2)
        diagonal = np.einsum("ii->i", spread)
        scale = np.diagonal(self.outer) / (n * float(self.unit) ** 2)
        diagonal[diagonal < 1e-13 * scale] = 0.0
        return spread

    @property
    def variance(self) -> FloatArray:
        """Variance of each quantity between blocks, shape (k,)."""
        return np.diagonal(self.covariance).copy()

    @property
    def mean_covariance(self) -> FloatArray:
        """Covariance of the means: `covariance` divided by the number of blocks."""
        return self.covariance / max(self.count, 1)

    def subset(self, indices: Sequence[int]) -> BlockTally:
        """The tally of some of the quantities, in the order of `indices`."""
        chosen = np.asarray(indices, dtype=np.intp)
        return BlockTally(
            self.count, self.total[chosen], self.outer[np.ix_(chosen, chosen)], self.unit
        )

    def combine(self, weights: npt.ArrayLike) -> BlockTally:
        """The tally of linear combinations; `weights` has shape (k,) or (m, k).

        For instance `combine([1, -1])` of two rule sets on the same deals is their difference.
        """
        matrix = np.atleast_2d(np.asarray(weights, dtype=np.float64))
        if matrix.shape[1] != self.k:
            raise UsageError(f"{matrix.shape[1]} weights given for {self.k} quantities")
        return BlockTally(
            self.count, matrix @ self.total, matrix @ self.outer @ matrix.T, self.unit
        )

    def ratio(self, above: int, below: int) -> BlockTally:
        """The tally of one sum divided by another, which must be positive, such as points by rows.

        The value of the ratio r in one block is linearised about its mean, r + (y - r m) / mean m
        for a sum y over m rows, which is simply y / m where m never varies: Cochran (1977),
        Sampling Techniques, section 6.3.
        """
        value = float(self.total[above] / self.total[below])
        per_block = float(self.total[below]) / self.count
        spread = (
            float(self.outer[above, above])
            - 2 * value * float(self.outer[above, below])
            + value**2 * float(self.outer[below, below])
        )
        square = self.count * value**2 + max(spread, 0.0) / per_block**2
        return BlockTally(self.count, np.array([self.count * value]), np.array([[square]]))


def _sum_of_products(values: FloatArray) -> FloatArray:
    """`values.T @ values`, in products so small that the algebra library uses one thread.

    Its threads would spin between the products of many parts, for more time than they save.
    """
    size = max(1, _SMALL_PRODUCT // max(1, values.shape[1] * (values.shape[1] + 1)))
    whole = len(values) // size * size
    stacked = values[:whole].reshape(-1, size, values.shape[1])
    rest = values[whole:]
    total: FloatArray = np.matmul(stacked.transpose(0, 2, 1), stacked).sum(axis=0) + rest.T @ rest
    return total


def merge_tallies(tallies: Iterable[BlockTally]) -> BlockTally:
    """The sum of at least one tally."""
    merged: BlockTally | None = None
    for tally in tallies:
        merged = tally if merged is None else merged + tally
    if merged is None:
        raise UsageError("no tallies to merge; at least one is needed")
    return merged
