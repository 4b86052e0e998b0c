from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as npst

from analyzer.errors import UsageError
from analyzer.statistics import BlockTally, merge_tallies, share_unit

# Block means of four-player win shares: whole multiples of 1/48.
shares = npst.arrays(
    np.int64, st.tuples(st.integers(0, 20), st.just(4)), elements=st.integers(0, 48)
).map(lambda units: units / 48)


@given(shares, shares, shares)
def test_adding_is_associative_and_commutative_to_the_last_bit(a, b, c):
    x, y, z = (BlockTally.of_blocks(blocks, 48) for blocks in (a, b, c))
    assert (x + y) + z == x + (y + z)
    assert x + y == y + x
    assert x + BlockTally.empty(4, 48) == x


@given(shares, st.randoms(use_true_random=False))
def test_chunks_in_any_order_give_the_tally_of_the_whole(blocks, random):
    chunks = [blocks[start : start + 3] for start in range(0, len(blocks), 3)]
    random.shuffle(chunks)
    tallies = [BlockTally.empty(4, 48), *(BlockTally.of_blocks(chunk, 48) for chunk in chunks)]
    assert merge_tallies(tallies) == BlockTally.of_blocks(blocks, 48)


@given(
    npst.arrays(
        np.float64, st.tuples(st.integers(2, 30), st.integers(1, 4)), elements=st.floats(-100, 100)
    )
)
def test_mean_and_covariance_are_numpys(blocks):
    tally = BlockTally.of_blocks(blocks)
    np.testing.assert_allclose(tally.mean, blocks.mean(axis=0), atol=1e-9)
    expected = np.atleast_2d(np.cov(blocks, rowvar=False))
    np.testing.assert_allclose(tally.covariance, expected, atol=1e-7)


def test_what_never_varies_has_variance_zero():
    tally = BlockTally.of_blocks(np.full((7_001, 2), 0.1))
    assert tally.variance.tolist() == [0.0, 0.0]


def test_subset_and_combination_equal_those_of_the_blocks():
    blocks = np.random.default_rng(1).normal(size=(50, 3))
    tally = BlockTally.of_blocks(blocks)
    subset = BlockTally.of_blocks(blocks[:, [2, 0]])
    np.testing.assert_allclose(tally.subset([2, 0]).covariance, subset.covariance)
    difference = BlockTally.of_blocks(blocks[:, 1] - blocks[:, 0])
    np.testing.assert_allclose(tally.combine([-1, 1, 0]).variance, difference.variance)


def test_units_make_every_shared_win_whole():
    assert [share_unit(n) for n in (2, 3, 4)] == [4, 18, 48]


@pytest.mark.parametrize(
    ("blocks", "unit", "words"),
    [
        ([[0.3]], 48, "multiple of 1/48"),
        ([[float("nan")]], None, "not finite"),
        ([[[1.0]]], None, "dimensions"),
    ],
)
def test_unusable_blocks_are_refused(blocks, unit, words):
    with pytest.raises(UsageError, match=words):
        BlockTally.of_blocks(blocks, unit)


def test_different_tallies_do_not_add():
    with pytest.raises(UsageError, match="cannot be added"):
        BlockTally.empty(3) + BlockTally.empty(4)
    with pytest.raises(UsageError, match="at least one"):
        merge_tallies([])
    with pytest.raises(UsageError, match="weights"):
        BlockTally.empty(3).combine([1, -1])
