"""At random positions judge and kernel say the same is legal, for every colour, rock and seat."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from analyzer.games import get_game
from analyzer.games.encounter.judge import Position, replay
from analyzer.games.encounter.rules import RULESETS, make_rules
from tests.judge.helpers import sketch
from tests.kernel.convert import state_of
from tests.kernel.legal import disagreements
from tests.kernel.test_records import GROUPS, odd_cell
from tests.kernel.wild import random_overrides, rules_of_any_kind, wild_position

GAME = get_game("encounter")


def assert_agreed(position: Position) -> None:
    found = disagreements(state_of(position), position)
    assert not found, f"{found}\n{position}"


def check_game_positions(ruleset: str, n_players: int, n_games: int, share: float) -> None:
    """A share of all positions of some games, in the middle of turns too."""
    for k in range(n_games):
        rng = Random(k)
        record = GAME.record(odd_cell(ruleset, n_players, 2000 + k), 5, k)
        for step in replay(record):
            if rng.random() < share:
                assert_agreed(step.position)


@pytest.mark.parametrize(("ruleset", "n_players"), GROUPS)
def test_legal_sets_agree_in_games(ruleset, n_players):
    check_game_positions(ruleset, n_players, 3, 0.05)


@pytest.mark.proof
@pytest.mark.parametrize(("ruleset", "n_players"), GROUPS)
def test_legal_sets_agree_in_many_games(ruleset, n_players):
    check_game_positions(ruleset, n_players, 25, 0.1)


@settings(max_examples=120)
@given(rules=rules_of_any_kind(), seed=st.integers(0, 2**32))
def test_legal_sets_agree_in_wild_positions(rules, seed):
    assert_agreed(wild_position(Random(seed), rules))


@pytest.mark.proof
@pytest.mark.parametrize("block", range(10))
def test_legal_sets_agree_in_many_wild_positions(block):
    for seed in range(400 * block, 400 * block + 400):
        rng = Random(seed)
        n = rng.randint(2, 4)
        rules = make_rules(rng.choice(list(RULESETS)), n, random_overrides(rng, n))
        assert_agreed(wild_position(rng, rules))


def test_wild_positions_are_wild():
    """What the comparison rests on: joins, attacks, bare rock, locks, full rocks, empty stocks."""
    seen = dict.fromkeys(
        ("bare", "joining", "attack", "locked", "last lock", "no bag", "no bonus", "nowhere"), 0
    )
    for seed in range(300):
        rng = Random(seed)
        position = wild_position(rng, make_rules("basic", rng.randint(2, 4)))
        legal = {c: position.legal_placements(c) for c in "wyopg"}
        locks = [tile.locked is not None for tile in position.coral_tiles.values()]
        empty = {c for c in position.rock_cells if c not in position.tiles}
        seen["bare"] += any(c not in position.tiles for c in position.shrimps)
        seen["joining"] += any(empty - set(position.shrimps) - cells for cells in legal.values())
        seen["attack"] += any(cells & set(position.tiles) for cells in legal.values())
        seen["locked"] += any(locks)
        seen["last lock"] += sum(locks) == 9
        seen["no bag"] += not all(position.bag.values())
        seen["no bonus"] += not all(position.bonus.values())
        seen["nowhere"] += not any(legal.values())
    assert all(n >= 5 for name, n in seen.items() if name != "nowhere"), seen
    assert_agreed(sketch(" ".join(f"{c}w" for c in sketch().rock_cells if c[0] == "B")))
