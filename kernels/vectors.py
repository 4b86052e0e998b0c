"""Four int64 side by side: the same bit operation on four words of an array at once.

A vector is loaded from an array, combined with `& | ^ << >> ~ + -` with vectors or numbers, and
stored back; functions on masks such as `kernels.bits.neighbours` take vectors as well. The
compiler makes one operation of it where the processor has one.

What was stored as a vector is best loaded as one: a processor waits if it has to put the words of
a vector together that were stored one by one.
"""

from __future__ import annotations

import operator

import numpy as np
from llvmlite import ir
from numba import types
from numba.core.typing.templates import ConcreteTemplate, infer_global, signature
from numba.extending import intrinsic, lower_builtin, models, register_model

from kernels.jit import COMPILED

LANES = 4
_WORD = ir.IntType(64)
_VECTOR = ir.VectorType(_WORD, LANES)
_ZEROS = ir.Constant(_VECTOR, [0] * LANES)
_ONES = ir.Constant(_VECTOR, [-1] * LANES)


class FourType(types.Type):
    """The type of a vector of four int64."""

    def __init__(self) -> None:
        super().__init__(name="Four")


four = FourType()


@register_model(FourType)
class _FourModel(models.PrimitiveModel):
    def __init__(self, dmm, fe_type):  # type: ignore[no-untyped-def]
        super().__init__(dmm, fe_type, _VECTOR)


def _spread(builder, word):  # type: ignore[no-untyped-def]
    """A vector with the word in every lane."""
    index = ir.IntType(32)
    first = builder.insert_element(ir.Constant(_VECTOR, ir.Undefined), word, ir.Constant(index, 0))
    order = ir.Constant(ir.VectorType(index, LANES), [0] * LANES)
    return builder.shuffle_vector(first, ir.Constant(_VECTOR, ir.Undefined), order)


def _add_operator(symbol, instruction):  # type: ignore[no-untyped-def]
    """Let vectors be combined with vectors and with numbers."""

    @infer_global(symbol)
    class _Operator(ConcreteTemplate):
        cases = [signature(four, four, four), signature(four, four, types.int64)]  # noqa: RUF012

    @lower_builtin(symbol, FourType, FourType)
    def with_vector(context, builder, sig, args):  # type: ignore[no-untyped-def]
        return getattr(builder, instruction)(args[0], args[1])

    @lower_builtin(symbol, FourType, types.Integer)
    def with_number(context, builder, sig, args):  # type: ignore[no-untyped-def]
        return getattr(builder, instruction)(args[0], _spread(builder, args[1]))


for _symbol, _instruction in (
    (operator.and_, "and_"),
    (operator.or_, "or_"),
    (operator.xor, "xor"),
    (operator.lshift, "shl"),
    (operator.rshift, "ashr"),
    (operator.add, "add"),
    (operator.sub, "sub"),
):
    _add_operator(_symbol, _instruction)


@infer_global(operator.invert)
class _Invert(ConcreteTemplate):
    cases = [signature(four, four)]  # noqa: RUF012


@lower_builtin(operator.invert, FourType)
def _invert(context, builder, sig, args):  # type: ignore[no-untyped-def]
    return builder.xor(args[0], _ONES)


def _pointer(context, builder, array_type, array, at):  # type: ignore[no-untyped-def]
    """Where four words of an array begin."""
    data = context.make_array(array_type)(context, builder, array).data
    return builder.bitcast(builder.gep(data, [at]), _VECTOR.as_pointer())


if COMPILED:

    @intrinsic
    def load_four(typingctx, s, at):  # type: ignore[no-untyped-def]
        """The words s[at] to s[at + 3]."""

        def codegen(context, builder, sig, args):  # type: ignore[no-untyped-def]
            return builder.load(_pointer(context, builder, sig.args[0], *args), align=8)

        return four(s, types.int64), codegen

    @intrinsic
    def store_four(typingctx, s, at, vector):  # type: ignore[no-untyped-def]
        """Write the words s[at] to s[at + 3]."""

        def codegen(context, builder, sig, args):  # type: ignore[no-untyped-def]
            place = _pointer(context, builder, sig.args[0], *args[:2])
            builder.store(args[2], place, align=8)
            return context.get_dummy_value()

        return types.void(s, types.int64, four), codegen

    @intrinsic
    def in_lane(typingctx, lane, word):  # type: ignore[no-untyped-def]
        """A vector with the word in one lane and zeros in the others."""

        def codegen(context, builder, sig, args):  # type: ignore[no-untyped-def]
            numbers = ir.Constant(_VECTOR, list(range(LANES)))
            is_lane = builder.icmp_signed("==", _spread(builder, args[0]), numbers)
            return builder.select(is_lane, _spread(builder, args[1]), _ZEROS)

        return four(types.int64, types.int64), codegen

    @intrinsic
    def is_any(typingctx, vector):  # type: ignore[no-untyped-def]
        """Whether any bit of any lane is set."""

        def codegen(context, builder, sig, args):  # type: ignore[no-untyped-def]
            whole = ir.IntType(64 * LANES)
            bits = builder.bitcast(args[0], whole)
            return builder.icmp_unsigned("!=", bits, ir.Constant(whole, 0))

        return types.boolean(four), codegen

    @intrinsic
    def popcounts(typingctx, vector):  # type: ignore[no-untyped-def]
        """The number of set bits of every lane."""

        def codegen(context, builder, sig, args):  # type: ignore[no-untyped-def]
            shape = ir.FunctionType(_VECTOR, [_VECTOR])
            count = builder.module.declare_intrinsic(f"llvm.ctpop.v{LANES}i64", (), shape)
            return builder.call(count, [args[0]])

        return four(four), codegen

    @intrinsic
    def where_below(typingctx, vector, n):  # type: ignore[no-untyped-def]
        """All bits set in the lanes that are less than n, none in the others."""

        def codegen(context, builder, sig, args):  # type: ignore[no-untyped-def]
            is_below = builder.icmp_signed("<", args[0], _spread(builder, args[1]))
            return builder.sext(is_below, _VECTOR)

        return four(four, types.int64), codegen

else:

    def load_four(s, at):  # type: ignore[no-untyped-def,misc]
        """The words s[at] to s[at + 3]."""
        return s[at : at + LANES].copy()

    def store_four(s, at, vector):  # type: ignore[no-untyped-def,misc]
        """Write the words s[at] to s[at + 3]."""
        s[at : at + LANES] = vector

    def in_lane(lane, word):  # type: ignore[no-untyped-def,misc]
        """A vector with the word in one lane and zeros in the others."""
        vector = np.zeros(LANES, dtype=np.int64)
        vector[lane] = word
        return vector

    def is_any(vector):  # type: ignore[no-untyped-def,misc]
        """Whether any bit of any lane is set."""
        return bool(np.any(vector))

    def popcounts(vector):  # type: ignore[no-untyped-def,misc]
        """The number of set bits of every lane."""
        return np.array([int(word).bit_count() for word in vector], dtype=np.int64)

    def where_below(vector, n):  # type: ignore[no-untyped-def,misc]
        """All bits set in the lanes that are less than n, none in the others."""
        return -(vector < n).astype(np.int64)
