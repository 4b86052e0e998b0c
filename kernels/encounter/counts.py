"""Counts by colour, packed: five lanes of 12 bits in one int64, white lowest.

A hand, a bag, a stock of cubes is one number; moving tiles is adding and subtracting numbers.
A *set of colours* is a packed word whose lanes are 0 or 1; a set with one member is also the
packed count "one of that colour".
"""

from __future__ import annotations

from kernels.bits import lowest_index, popcount
from kernels.jit import inlined

LANE_BITS = 12
_LANE = (1 << LANE_BITS) - 1
ONE_OF_EACH = sum(1 << LANE_BITS * c for c in range(5))
_TOP_BITS = ONE_OF_EACH << (LANE_BITS - 1)
_TOP_LANE = 4 * LANE_BITS


@inlined
def one(c):
    """The packed count of one of colour c."""
    return 1 << LANE_BITS * c


@inlined
def amount(word, c):
    """How many of colour c."""
    return (word >> LANE_BITS * c) & _LANE


@inlined
def total(word):
    """How many of all colours together (at most 4095)."""
    return (word * ONE_OF_EACH >> _TOP_LANE) & _LANE


@inlined
def present(word):
    """The set of colours of which there is at least one."""
    return ((word + (_TOP_BITS - ONE_OF_EACH)) & _TOP_BITS) >> (LANE_BITS - 1)


@inlined
def colour_of(single):
    """The colour of a set with one member."""
    return lowest_index(single) // LANE_BITS


@inlined
def nth_tile(word, r):
    """The colour of the r-th tile (from 0) of a packed count, colours in order."""
    # lane k of the product is the number of tiles of colours 0..k; count the lanes at or below r
    sums = word * ONE_OF_EACH & (ONE_OF_EACH * _LANE)
    return popcount((r * ONE_OF_EACH + _TOP_BITS - (sums & ~_TOP_BITS)) & _TOP_BITS)
