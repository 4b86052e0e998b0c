"""A row depends on the cell, the seed and the game's index: not on who asks, how, or how many."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from joblib import Parallel, delayed

from analyzer.cells import Cell
from analyzer.games import get_game
from analyzer.games.encounter.rules import RULESETS
from tests.kernel.wild import line_up_names

GAME = get_game("encounter")
Rows = dict[str, np.ndarray]


def cell_of_kind(ruleset: str, n_players: int, rotate: bool) -> Cell:
    names = line_up_names()
    line_up = tuple(names[seat % len(names)] for seat in range(n_players))
    return GAME.check(Cell("encounter", n_players, ruleset, line_up, rotate=rotate))


CELLS = [
    cell_of_kind(ruleset, n, rotate)
    for k, ruleset in enumerate(RULESETS)
    for n, rotate in ((2 + k % 3, False), (4 - k % 3, True))
]


def play(cell: Cell, seed: int, first: int, last: int) -> Rows:
    """Importable, so that another process finds it."""
    return GAME.play(cell, seed, first, last)


def joined(pieces: list[Rows]) -> Rows:
    return {name: np.concatenate([piece[name] for piece in pieces]) for name in pieces[0]}


def assert_same(one: Rows, other: Rows) -> None:
    assert one.keys() == other.keys()
    for name in one:
        assert one[name].dtype == other[name].dtype, name
        assert one[name].tolist() == other[name].tolist(), name


@pytest.mark.parametrize("cell", CELLS, ids=lambda c: f"{c.ruleset}-{c.players}-{c.rotate}")
@pytest.mark.parametrize("cuts", [(0, 50), (0, 1, 2, 3, 50), (0, 7, 20, 41, 50)])
def test_any_split_gives_the_same_games(cell, cuts):
    whole = play(cell, 12, 0, 50)
    pieces = [play(cell, 12, a, b) for a, b in pairwise(cuts)]
    assert_same(joined(pieces), whole)


def test_a_game_far_along_needs_none_before_it():
    for first in (10**6, 2**31 + 5, 10**12):
        whole = play(CELLS[0], 1, first, first + 3)
        assert_same(joined([play(CELLS[0], 1, first + k, first + k + 1) for k in range(3)]), whole)
        assert whole["game"][0] == first


def test_no_games_are_no_rows():
    rows = play(CELLS[0], 1, 5, 5)
    assert all(len(values) == 0 for values in rows.values())


def test_seeds_and_indices_give_different_games():
    rows = [play(CELLS[0], seed, 0, 30) for seed in (0, 1, 2**32, 2**63, 2**64 - 1)]
    kept = {tuple(r["turns"].tolist() + r["score"].tolist()) for r in rows}
    assert len(kept) == len(rows)
    shapes = {tuple(rows[0][name][2 * k] for name in rows[0] if name != "game") for k in range(30)}
    assert len(shapes) == 30


def test_the_order_of_asking_does_not_matter():
    backwards = [play(CELLS[1], 4, k, k + 1) for k in reversed(range(20))]
    assert_same(joined(backwards[::-1]), play(CELLS[1], 4, 0, 20))


@pytest.mark.parametrize("prefer", ["threads", "processes"])
def test_threads_and_processes_give_the_same_games(prefer):
    jobs = [(cell, 3, first, first + 10) for cell in CELLS for first in range(0, 40, 10)]
    pieces = Parallel(n_jobs=2, prefer=prefer)(delayed(play)(*job) for job in jobs)
    for k, cell in enumerate(CELLS):
        assert_same(joined(pieces[4 * k : 4 * k + 4]), play(cell, 3, 0, 40))


def test_a_record_is_the_game_of_its_row():
    for cell in CELLS:
        rows = play(cell, 5, 0, 6)
        n = cell.players
        for game in range(6):
            record = GAME.record(cell, 5, game)
            here = slice(game * n, game * n + n)
            assert record["result"]["scores"] == rows["score"][here].tolist()
            assert record["result"]["ranks"] == rows["rank"][here].tolist()
            assert len(record["turns"]) == rows["turns"][here][0]
            seated = [cell.strategies[k] for k in rows["strategy"][here]]
            assert record["players"] == seated
