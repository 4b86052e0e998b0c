"""The judge accepts every game that the kernel plays: all rulesets, player counts, parameters."""

from __future__ import annotations

import json
from random import Random

import pytest

from analyzer.cells import Cell
from analyzer.games import get_game
from analyzer.games.encounter.judge import judge_game
from analyzer.games.encounter.rules import PARAMETERS, RULESETS
from tests.kernel.wild import VALUES, line_up_names, random_cell

GAME = get_game("encounter")
GROUPS = [(ruleset, n) for ruleset in RULESETS for n in (2, 3, 4)]

# Games a group of ruleset and number of players: with the rules as they are, with overrides.
FEW = (10, 8)
MANY = (120, 80)


def named_cell(ruleset: str, n_players: int, k: int) -> Cell:
    """A cell of a named ruleset; all other strategies take turns against `random`."""
    names = line_up_names()
    line_up = tuple(names[(k + seat) % len(names)] for seat in range(n_players))
    return GAME.check(Cell("encounter", n_players, ruleset, line_up, rotate=k % 2 == 1))


def odd_cell(ruleset: str, n_players: int, k: int) -> Cell:
    """A cell with parameters and set-up choices changed."""
    rng = Random(f"{ruleset} {n_players} {k}")
    return GAME.check(random_cell(rng, ruleset, n_players, line_up_names()))


def assert_accepted(cell: Cell, seed: int, game: int) -> None:
    # through JSON, as files have it
    record = json.loads(json.dumps(GAME.record(cell, seed, game)))
    verdict = judge_game(record)
    assert verdict.accepted, f"{verdict}\n{cell}\nseed {seed}, game {game}"
    assert record["result"]["ended_by"] != "turn_limit"


def judge_games(ruleset: str, n_players: int, sizes: tuple[int, int]) -> None:
    for k in range(sizes[0]):
        assert_accepted(named_cell(ruleset, n_players, k), seed=20040, game=k)
    for k in range(sizes[1]):
        assert_accepted(odd_cell(ruleset, n_players, k), seed=2**64 - 1 - k, game=10**12 + k)


@pytest.mark.parametrize(("ruleset", "n_players"), GROUPS)
def test_games_are_accepted(ruleset, n_players):
    judge_games(ruleset, n_players, FEW)


@pytest.mark.proof
@pytest.mark.parametrize(("ruleset", "n_players"), GROUPS)
def test_two_thousand_games_are_accepted(ruleset, n_players):
    judge_games(ruleset, n_players, MANY)


def test_there_are_enough_games_and_every_parameter_is_among_their_overrides():
    assert len(GROUPS) * sum(FEW) >= 200
    assert len(GROUPS) * sum(MANY) >= 2000
    for sizes in (FEW, MANY):
        cells = [odd_cell(*group, k) for group in GROUPS for k in range(sizes[1])]
        used = {name for cell in cells for name, _ in cell.overrides}
        assert used == set(PARAMETERS)
        assert {name for cell in cells for name, _ in cell.setup} == {
            "rocks",
            "side",
            "first_space",
        }
    values = {(name, value) for cell in cells for name, value in cell.overrides}
    assert values >= {(name, value) for name, allowed in VALUES.items() for value in allowed}
