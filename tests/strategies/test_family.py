"""What the family of strategies must be able to do at all."""

from __future__ import annotations

from analyzer.cells import Cell
from analyzer.games import get_game
from analyzer.games.encounter.judge import replay
from analyzer.games.encounter.judge.actions import Grow, Move, Placement, parse_action

GAMES = 10


def new_corals(record: dict) -> int:
    """Placements onto empty cells that lie beside no tile of their colour."""
    found = 0
    tiles: dict[str, str] = {}
    neighbours: dict[str, tuple[str, ...]] = {}
    for step in replay(record):
        action = parse_action(step.action) if step.action else None
        if isinstance(action, Grow):
            for placed in action.steps:
                if isinstance(placed, Placement):
                    beside = [tiles.get(cell) for cell in neighbours[placed.cell]]
                    found += action.colour not in beside
                if not isinstance(placed, Move):
                    tiles[placed.cell] = action.colour
        tiles = dict(step.position.tiles)
        neighbours = step.position.neighbours
    return found


def test_the_family_begins_new_corals_when_a_colour_has_none_left():
    game = get_game("encounter")
    cell = game.check(Cell("encounter", 2, "basic", ("balanced", "balanced")))
    assert sum(new_corals(game.record(cell, 1, index)) for index in range(GAMES)) > 0
