"""Bit operations on boards of 6 rows by 8 columns in one int64.

Bit 8 * row + column; column 7 is a guard column that is never rock, so that a neighbour is a
shift and nothing wraps around. Only bits 0 to 47 are used: the sign bit never is, hence plain
int64 and no mixture of signed and unsigned numbers.

      a  b  c  d  e  f  g  guard
  1   0  1  2  3  4  5  6  (7)
  2   8  9 10 11 12 13 14 (15)
  ...
  6  40 41 42 43 44 45 46 (47)
"""

from __future__ import annotations

import llvmlite.binding as llvm
import numba
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from kernels.jit import COMPILED, inlined


def _has_pdep() -> bool:
    """Whether the processor that numba compiles for, by default this one, has `pdep`."""
    if numba.config.CPU_FEATURES is not None:
        return "+bmi2" in numba.config.CPU_FEATURES
    if numba.config.CPU_NAME not in (None, "host"):
        return False
    return bool(llvm.get_host_cpu_features().get("bmi2", False))


if COMPILED:

    @intrinsic
    def popcount(typingctx, x):  # type: ignore[no-untyped-def]
        """Number of set bits of an int64."""

        def codegen(context, builder, signature, args):  # type: ignore[no-untyped-def]
            return builder.ctpop(args[0])

        return types.int64(types.int64), codegen

    @intrinsic
    def lowest_index(typingctx, x):  # type: ignore[no-untyped-def]
        """Index of the lowest set bit of a non-zero int64."""

        def codegen(context, builder, signature, args):  # type: ignore[no-untyped-def]
            return builder.cttz(args[0], ir.Constant(ir.IntType(1), 1))

        return types.int64(types.int64), codegen

else:

    def popcount(x):  # type: ignore[no-untyped-def,misc]
        """Number of set bits of an int64."""
        return int(x).bit_count()

    def lowest_index(x):  # type: ignore[no-untyped-def,misc]
        """Index of the lowest set bit of a non-zero int64."""
        x = int(x)
        return (x & -x).bit_length() - 1


if COMPILED and _has_pdep():

    @intrinsic
    def nth_bit(typingctx, mask, n):  # type: ignore[no-untyped-def]
        """The n-th set bit of a mask (from 0, lowest first) as a one-bit mask."""

        def codegen(context, builder, signature, args):  # type: ignore[no-untyped-def]
            i64 = ir.IntType(64)
            pdep = builder.module.declare_intrinsic(
                "llvm.x86.bmi.pdep.64", (), ir.FunctionType(i64, [i64, i64])
            )
            return builder.call(pdep, [builder.shl(ir.Constant(i64, 1), args[1]), args[0]])

        return types.int64(types.int64, types.int64), codegen

else:

    @inlined
    def nth_bit(mask, n):  # type: ignore[no-untyped-def]
        """The n-th set bit of a mask (from 0, lowest first) as a one-bit mask."""
        for _ in range(n):
            mask &= mask - 1
        return mask & -mask


@inlined
def neighbours(mask):
    """Cells orthogonally next to any cell of the mask (also beyond the rock)."""
    return (mask << 1) | (mask >> 1) | (mask << 8) | (mask >> 8)


@inlined
def small(number):
    """A number from 0 to 63 as it is: tells the compiler that no index made of it is negative.

    Otherwise every look into an array asks whether to count from its end.
    """
    return number & 63
