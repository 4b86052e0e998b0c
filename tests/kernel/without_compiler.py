"""Play a few games of every ruleset and print them as JSON; run with the compiler on or off."""

from __future__ import annotations

import json
import sys
from typing import Any

from analyzer.cells import Cell
from analyzer.games import get_game
from analyzer.games.encounter.rules import RULESETS
from analyzer.games.encounter.strategies import strategy_names

GAME = get_game("encounter")
SLOW = ("planner", "rollouts", "adept", "expert", "search")
"""Strategies that look far ahead: without the compiler a game of theirs takes minutes."""
OVERRIDES = (("min_edible", 3), ("shrimps_per_rock", 3), ("start_larvae", 4))


def cells() -> list[Cell]:
    """Every ruleset and number of players, and some games with corals eaten and tiles locked."""
    plain = [
        Cell("encounter", n, ruleset, ("random",) * n, rotate=n == 3)
        for ruleset in RULESETS
        for n in (2, 3, 4)
    ]
    odd = [Cell("encounter", 2, ruleset, ("random",) * 2, OVERRIDES) for ruleset in RULESETS]
    names = [name for name in strategy_names() if name not in ("random", *SLOW)]
    others = [Cell("encounter", 2, "online", (name, "random"), rotate=True) for name in names]
    return plain + odd + others


def games(n_games: int) -> list[dict[str, Any]]:
    """Rows of the first games of every cell, and one record."""
    found = []
    for cell in cells():
        rows = GAME.play(cell, 2**63 + 11, 0, n_games)
        found.append({name: values.tolist() for name, values in rows.items()})
        found.append(GAME.record(cell, 2**63 + 11, n_games))
    return found


if __name__ == "__main__":
    print(json.dumps(games(int(sys.argv[1]))))
