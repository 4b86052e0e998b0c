"""No strategy ever makes an illegal move: the judge replays what they play."""

from __future__ import annotations

import itertools
from concurrent.futures import ThreadPoolExecutor

import pytest

from analyzer.cells import Cell
from analyzer.games import get_game
from analyzer.games.encounter.judge import judge_game
from analyzer.games.encounter.rules import RULESETS
from analyzer.games.encounter.strategies import strategy_names

GAMES_IN_PROOF = 500
QUICK = {"search": "search:budget=8", "rollouts": "rollouts:budget=8"}
"""The shipped defaults take long; they have a test of their own."""


def first_violation(name: str, ruleset: str, players: int, game: int) -> str | None:
    """What the judge says against a game of a strategy, half of it among other strategies."""
    names = strategy_names()
    others = [names[(names.index(name) + game + k) % len(names)] for k in range(1, players)]
    line_up = (name, *others) if game % 2 else (name,) * players
    return violation(tuple(QUICK.get(spec, spec) for spec in line_up), ruleset, game)


def violation(line_up: tuple[str, ...], ruleset: str, game: int) -> str | None:
    """What the judge says against a game of a line-up."""
    players = len(line_up)
    engine = get_game("encounter")
    cell = engine.check(Cell("encounter", players, ruleset, line_up, rotate=True))
    verdict = judge_game(engine.record(cell, 20, game))
    return None if verdict.accepted else f"{line_up} {ruleset} game {game}: {verdict}"


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("name", strategy_names())
def test_records_pass_the_judge(name, ruleset):
    found = [first_violation(name, ruleset, players, game) for players, game in
             ((2, 0), (2, 1), (3, 2), (3, 3), (4, 4), (4, 5))]  # fmt: skip
    assert [text for text in found if text] == []


@pytest.mark.proof
@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("name", strategy_names())
def test_many_records_pass_the_judge(name, ruleset):
    games = zip(itertools.cycle((2, 3, 4)), range(GAMES_IN_PROOF), strict=False)
    with ThreadPoolExecutor(2) as pool:
        found = pool.map(lambda g: first_violation(name, ruleset, *g), games)
    assert [text for text in found if text] == []


@pytest.mark.proof
@pytest.mark.parametrize("ruleset", RULESETS)
def test_search_as_it_ships_passes_the_judge(ruleset):
    line_ups = (("search", "balanced"), ("rollouts", "search", "random"), ("search",) * 4)
    found = [violation(line_up, ruleset, game) for game, line_up in enumerate(line_ups)]
    assert [text for text in found if text] == []
