"""The characters are players, and each is recognisable in what was measured."""

from __future__ import annotations

import numpy as np
import pytest

from analyzer.cells import Cell
from analyzer.games import get_game
from analyzer.games.encounter.strategies import LINE_UP

CHARACTERS = (
    "aggressor", "builder", "collector", "guardian", "opportunist", "rusher", "spoiler", "tide",
)  # fmt: skip
SIGNATURES = [
    ("aggressor", "attacks_made", max),
    ("builder", "eaten_size", max),
    ("collector", "tie_hand", max),
    ("collector", "tile_exchanges", max),
    ("opportunist", "extra_growths", max),
    ("opportunist", "tie_hand", min),
    ("rusher", "eaten_size", min),
    ("tide", "space_algas", max),
]


def rows_of(line_up: tuple[str, ...], games: int) -> dict[str, np.ndarray]:
    game = get_game("encounter")
    cell = game.check(Cell("encounter", len(line_up), "basic", line_up, rotate=True))
    return game.play(cell, 17, 0, games)


def decisive_share(line_up: tuple[str, ...], games: int) -> float:
    endings = enumerate(get_game("encounter").endings, 1)
    decisive = [code for code, ending in endings if ending.is_decisive]
    return float(np.isin(rows_of(line_up, games)["ended_by"], decisive).mean())


@pytest.mark.parametrize("name", CHARACTERS)
def test_a_character_beats_random(name):
    rows = rows_of((name, "random"), 200)
    assert rows["win"][rows["strategy"] == 0].mean() >= 0.95


@pytest.mark.parametrize(("name", "quantity", "most"), SIGNATURES)
def test_a_character_is_recognised_by_what_it_does(name, quantity, most):
    told = LINE_UP.measured["players"]["2"]["strategies"]
    values = {each: told[each]["profile"][quantity][0] for each in CHARACTERS}
    assert most(values, key=lambda each: values[each]) == name


def test_games_of_characters_end_as_the_rulebook_says():
    alike = [(name,) * n for name in CHARACTERS for n in (2, 3, 4)]
    mixed = [CHARACTERS[k : k + n] for n in (2, 3, 4) for k in range(0, 8 - n, 2)]
    assert np.mean([decisive_share(line_up, 48) for line_up in alike]) >= 0.95
    assert np.mean([decisive_share(line_up, 48) for line_up in mixed]) >= 0.95


@pytest.mark.parametrize("players", ["2", "3", "4"])
def test_games_of_each_character_were_measured_to_end_so(players):
    told = LINE_UP.measured["players"][players]
    # Upper ends: a share measured over some hundred games may fall below by chance alone.
    highest = {name: told["strategies"][name]["decisive_alike"][2] for name in CHARACTERS}
    assert {name: share for name, share in highest.items() if share < 0.95} == {}
    assert told["decisive_mixed"][1] >= 0.95
