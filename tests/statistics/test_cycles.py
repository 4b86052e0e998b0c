from __future__ import annotations

import itertools

import numpy as np
import pytest

from analyzer.errors import UsageError
from analyzer.statistics import BlockTally, simple_cycles, win_matrix
from tests.statistics.synthetic import assert_rate


def meeting(rng, share, n_blocks=200):
    return BlockTally.of_blocks(rng.binomial(2, share, n_blocks) / 2, 4)


def test_rock_paper_scissors_is_one_cycle():
    rng = np.random.default_rng(81)
    matrix = win_matrix(
        {(0, 1): meeting(rng, 0.65), (1, 2): meeting(rng, 0.65), (0, 2): meeting(rng, 0.35)}, 3
    )
    assert matrix.cycles == [(0, 1, 2)]
    assert matrix.beats.sum() == 3
    assert matrix.share[0, 1] + matrix.share[1, 0] == pytest.approx(1)
    assert np.isnan(matrix.share[0, 0])


def test_an_order_has_no_cycle_and_a_weak_edge_breaks_one():
    rng = np.random.default_rng(82)
    order = {pair: meeting(rng, 0.65) for pair in itertools.combinations(range(4), 2)}
    assert win_matrix(order, 4).cycles == []
    weak = {
        (0, 1): meeting(rng, 0.65),
        (1, 2): meeting(rng, 0.65),
        (2, 0): BlockTally.of_blocks([1.0, 0.5, 0.5, 0.0, 0.5, 1.0], 4),
    }
    matrix = win_matrix(weak, 3)
    assert matrix.share[2, 0] > 0.5
    assert matrix.cycles == []


def test_equal_strategies_rarely_show_an_edge():
    rng = np.random.default_rng(83)
    pairs = list(itertools.combinations(range(4), 2))
    shown = sum(
        win_matrix({pair: meeting(rng, 0.5, 60) for pair in pairs}, 4).beats.any()
        for _ in range(400)
    )
    assert_rate(shown, 400, most=0.05)


def test_every_simple_cycle_once():
    complete = ~np.eye(4, dtype=bool)
    found = list(simple_cycles(complete, 4))
    # 4 choose 3 triangles in 2 directions, and 3! orders of four nodes.
    assert len(found) == len(set(found)) == 8 + 6
    assert list(simple_cycles(np.triu(complete))) == []


def test_nonsense_is_refused():
    tally = BlockTally.of_blocks([0.5, 1.0], 4)
    with pytest.raises(UsageError, match="twice"):
        win_matrix({(0, 1): tally, (1, 0): tally}, 2)
    with pytest.raises(UsageError, match="0 to 1"):
        win_matrix({(0, 2): tally}, 2)
