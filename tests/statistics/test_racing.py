from __future__ import annotations

import numpy as np
import pytest

from analyzer.errors import UsageError
from analyzer.statistics import BlockTally, candidate_columns, race
from tests.statistics.synthetic import assert_rate

CANDIDATES = np.array(
    [
        [0.25, 0.25, 0.25, 0.25],
        [0.24, 0.25, 0.25, 0.26],
        [0.22, 0.24, 0.26, 0.28],
        [0.15, 0.2, 0.3, 0.35],
        [0.4, 0.25, 0.2, 0.15],
    ]
)


def chunk(rng, candidates, n_blocks):
    """Seat shares of every candidate on the same deals, candidates side by side."""
    draws = rng.random((n_blocks, 4))
    cells = [
        (np.searchsorted(np.cumsum(shares)[:-1], draws)[:, :, np.newaxis] == np.arange(4)).mean(1)
        for shares in candidates
    ]
    return BlockTally.of_blocks(np.concatenate(cells, axis=1), 48)


def run(rng, candidates, looks, n_blocks):
    """Race with every look acted upon; the candidates still in at the end."""
    inside = list(range(len(candidates)))
    tally = BlockTally.empty(4 * len(inside), 48)
    for _ in range(looks):
        tally += chunk(rng, candidates[inside], n_blocks)
        out = race(tally, 4, len(candidates), best_at=1000).out
        stay = [i for i in range(len(inside)) if i not in out]
        tally = tally.subset(candidate_columns(stay, 4))
        inside = [inside[i] for i in stay]
    return inside


def test_the_fairest_stays_and_the_hopeless_go():
    rng = np.random.default_rng(101)
    trials, lost, kept_hopeless = 100, 0, 0
    for _ in range(trials):
        inside = run(rng, CANDIDATES, looks=15, n_blocks=100)
        lost += 0 not in inside
        kept_hopeless += 3 in inside or 4 in inside
    assert_rate(lost, trials, most=0.05)
    assert kept_hopeless == 0


def test_equally_fair_candidates_rarely_send_each_other_out():
    rng = np.random.default_rng(102)
    equal = np.array([[0.2, 0.25, 0.25, 0.3], [0.3, 0.25, 0.25, 0.2], [0.25, 0.2, 0.3, 0.25]])
    trials = 150
    shortened = sum(len(run(rng, equal, looks=20, n_blocks=50)) < 3 for _ in range(trials))
    assert_rate(shortened, trials, most=0.05)


def test_a_look_names_the_best_and_its_lead():
    rng = np.random.default_rng(103)
    standing = race(chunk(rng, CANDIDATES, 4000), 4, 5)
    assert standing.best in (0, 1)
    assert standing.gaps[standing.best] == 0
    truth = ((CANDIDATES - 0.25) ** 2).mean(axis=1)
    assert standing.gaps[3] == pytest.approx(truth[3] - truth[standing.best], abs=1e-3)
    assert {3, 4} <= set(standing.out)


def test_nobody_is_out_before_there_are_games():
    assert race(BlockTally.empty(8), 4, 2).out == []
    with pytest.raises(UsageError, match="not candidates"):
        race(BlockTally.empty(7), 4, 2)
    with pytest.raises(UsageError, match="started"):
        race(BlockTally.empty(8), 4, 1)
