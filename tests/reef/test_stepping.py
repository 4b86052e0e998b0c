"""Reef step by step: positions as values."""

from __future__ import annotations

from random import Random

import pytest

from analyzer.cells import Cell
from analyzer.games import about
from analyzer.games.reef.judge import judge_game
from analyzer.games.reef.stepping import ReefPosition
from analyzer.records.errors import IllegalAction


def first(players: int = 2, ruleset: str = "printed", seed: int = 1, **overrides) -> ReefPosition:
    cell = Cell("reef", players, ruleset, ("random",) * players, tuple(overrides.items()))
    return about("reef").position(cell, seed)


def played(position: ReefPosition, rng: Random) -> ReefPosition:
    while not position.is_over:
        position = position.apply(rng.choice(position.legal_actions()))
    return position


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_game_of_legal_actions_is_accepted(players):
    end = played(first(players, supply=players + 3), Random(players))
    assert end.to_play is None
    assert end.legal_actions() == []
    record = end.record()
    assert judge_game(record).accepted
    assert record["result"]["scores"] == end.scores
    with pytest.raises(IllegalAction, match=r"the game has ended \(supply\)"):
        end.apply("pass")


def test_a_position_is_a_value():
    position = first()
    text = str(position)
    later = position.apply(position.legal_actions()[0])
    assert str(position) == text
    assert (position.to_play, later.to_play) == (0, 1)
    assert position.record()["setup"]["start"] == []
    assert len(later.record()["setup"]["start"]) == 1
    assert "result" not in later.record()


def test_the_seed_shuffles_the_deck():
    hands = [first(seed=seed).record()["setup"]["hands"] for seed in (1, 1, 2)]
    assert hands[0] == hands[1] != hands[2]


def test_illegal_actions_have_a_reason():
    position = first()
    assert len(position.legal_actions()) == 24
    with pytest.raises(IllegalAction, match="malformed start pieces"):
        position.apply("take 1: 2")
    with pytest.raises(IllegalAction, match="one start piece on each centre cell"):
        position.apply("ra1,ya2,ga3,pa4")
