"""Every column of the result rows, counted again from the judge's replay of the same games."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from analyzer.cells import Cell
from analyzer.games import get_game
from kernels.encounter.rows import GAME_COLUMNS, SEAT_COLUMNS
from tests.kernel.account import Account
from tests.kernel.test_records import GROUPS, named_cell, odd_cell

GAME = get_game("encounter")


def mistakes(cell: Cell, seed: int, game: int) -> list[str]:
    """Columns of a game whose numbers are not what the record says."""
    rows = GAME.play(cell, seed, game, game + 1)
    account = Account(GAME.record(cell, seed, game))
    n = cell.players
    rotation = game % n if cell.rotate else 0
    found = []
    for seat in range(n):
        expected = {
            "game": game,
            "deal": game // n if cell.rotate else game,
            "seat": seat,
            "strategy": (seat + rotation) % n,
            "rotation": rotation,
            "start_tiles": len(account.record["setup"]["hands"][seat]),
            **account.game_row(),
            **account.seat_row(seat),
        }
        share = (expected["rank"] == 1) / expected["winners"]
        assert rows["win"][seat] == np.float32(share)
        assert set(expected) | {"win"} == set(rows)
        found += [
            f"seat {seat} {name}: row {rows[name][seat]}, counted {value}"
            for name, value in expected.items()
            if rows[name][seat] != value
        ]
    return found


def check_rows(ruleset: str, n_players: int, n_games: int) -> None:
    for k in range(n_games):
        for cell in (named_cell(ruleset, n_players, k), odd_cell(ruleset, n_players, 1000 + k)):
            found = mistakes(cell, seed=77, game=k)
            assert not found, f"{found}\n{cell}\nseed 77, game {k}"


@pytest.mark.parametrize(("ruleset", "n_players"), GROUPS)
def test_every_column_is_what_the_judge_counts(ruleset, n_players):
    check_rows(ruleset, n_players, 4)


@pytest.mark.proof
@pytest.mark.parametrize(("ruleset", "n_players"), GROUPS)
def test_every_column_is_what_the_judge_counts_in_many_games(ruleset, n_players):
    check_rows(ruleset, n_players, 60)


def test_columns_are_those_of_the_kernel():
    names = [column.name for column in GAME.columns]
    assert len(names) == len(set(names))
    assert set(GAME_COLUMNS) | set(SEAT_COLUMNS) <= set(names)


def test_the_checked_games_have_something_in_every_column():
    """A column that is zero in all games would be checked in name only."""
    seen: Counter[str] = Counter()
    for group in GROUPS:
        for k in range(4):
            for cell in (named_cell(*group, k), odd_cell(*group, 1000 + k)):
                rows = GAME.play(cell, 77, k, k + 1)
                seen.update({name: int(np.any(values != 0)) for name, values in rows.items()})
    empty = {name for name, n in seen.items() if n == 0}
    assert empty <= {"eaten_size_4"}
