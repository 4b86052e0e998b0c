"""Four words at once: every operation as on each word alone."""

from __future__ import annotations

import operator

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernels.jit import jit
from kernels.vectors import in_lane, is_any, load_four, popcounts, store_four, where_below

words = st.lists(st.integers(0, 2**48 - 1), min_size=4, max_size=4)


@jit
def combine(s, kind, n):
    """s[8:12] := s[0:4] and s[4:8] combined, or s[0:4] and n."""
    a = load_four(s, 0)
    b = load_four(s, 4)
    if kind == 0:
        store_four(s, 8, a & b)
    elif kind == 1:
        store_four(s, 8, a | b)
    elif kind == 2:
        store_four(s, 8, a ^ b)
    elif kind == 3:
        store_four(s, 8, a + b)
    elif kind == 4:
        store_four(s, 8, a - b)
    elif kind == 5:
        store_four(s, 8, a << n)
    elif kind == 6:
        store_four(s, 8, a >> n)
    elif kind == 7:
        store_four(s, 8, a & n)
    elif kind == 8:
        store_four(s, 8, ~a)
    elif kind == 9:
        store_four(s, 8, popcounts(a))
    elif kind == 10:
        store_four(s, 8, where_below(popcounts(a), n))
    else:
        store_four(s, 8, in_lane(n % 4, s[0]))
    return is_any(a & b)


BOTH = [operator.and_, operator.or_, operator.xor, operator.add, operator.sub]
WITH_NUMBER = [operator.lshift, operator.rshift, operator.and_]


def combined(kind: int, a: list[int], b: list[int], n: int = 0) -> tuple[list[int], bool]:
    """The four words, with words before and after that must not be touched."""
    s = np.array([*a, *b, 0, 0, 0, 0, 77], dtype=np.int64)
    found = combine(s, kind, n)
    assert [*s[:8], s[12]] == [*a, *b, 77]
    return s[8:12].tolist(), bool(found)


@given(a=words, b=words, kind=st.integers(0, 4))
def test_vectors_with_vectors(a, b, kind):
    expected = [BOTH[kind](x, y) for x, y in zip(a, b, strict=True)]
    meet = any(x & y for x, y in zip(a, b, strict=True))
    assert combined(kind, a, b) == (expected, meet)


@given(a=words, n=st.integers(0, 12), kind=st.integers(0, 2))
def test_vectors_with_numbers(a, n, kind):
    assert combined(5 + kind, a, a, n)[0] == [WITH_NUMBER[kind](x, n) for x in a]


@given(a=words, n=st.integers(0, 48))
def test_counts_and_comparisons(a, n):
    assert combined(8, a, a)[0] == [~x for x in a]
    assert combined(9, a, a)[0] == [x.bit_count() for x in a]
    assert combined(10, a, a, n)[0] == [-(x.bit_count() < n) for x in a]


@pytest.mark.parametrize("lane", range(4))
def test_one_lane(lane):
    assert combined(11, [9, 8, 7, 6], [0] * 4, lane) == ([9 * (k == lane) for k in range(4)], False)
