"""Rows of a fixed seed as short digests: what has to stay the same when the kernel is rewritten.

`python -m tests.kernel.same_rows` takes the digests anew and writes the file beside this one. Do
that only where rows are meant to change, and say in the commit which ones and why.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import numpy as np

from analyzer.cells import Cell
from analyzer.games import get_game

STORED = Path(__file__).with_name("same_rows.json")
SEED = 20261118
CHARACTERS = (
    "aggressor", "builder", "collector", "guardian", "opportunist", "rusher", "spoiler", "tide",
)  # fmt: skip
FAST = ("random", "balanced", *CHARACTERS)
SLOW = {"planner": 20, "rollouts:budget=60": 3, "adept": 20, "expert": 5, "search:budget=10": 1}
MIXED = ("balanced", "random", "guardian", "tide")


def cases() -> dict[str, tuple[Cell, int]]:
    """Every case by its name: the cell and how many games of it are compared."""
    made = {}
    for players in (2, 3, 4):
        for strategy in FAST:
            rulesets = ("basic", "advanced")
            if strategy in ("random", "balanced"):
                rulesets = ("basic", "advanced", "online", "manual")
            for ruleset in rulesets:
                cell = Cell("encounter", players, ruleset, (strategy,) * players)
                made[f"{strategy}, {players} players, {ruleset}"] = (cell, 200)
        for strategy, games in SLOW.items():
            for ruleset in ("basic", "advanced"):
                cell = Cell("encounter", players, ruleset, (strategy,) * players)
                made[f"{strategy}, {players} players, {ruleset}"] = (cell, games)
        rotated = Cell("encounter", players, "basic", MIXED[:players], rotate=True)
        made[f"{'+'.join(MIXED[:players])}, rotated"] = (rotated, 60 * players)
    return made


def block_size(games: int) -> int:
    """Games that share one digest: a failure names the games to look at."""
    return -(-games // 5)


def taken(cell: Cell, games: int, columns: list[str]) -> dict[str, Any]:
    """What is stored of a cell's first games: digests of all columns, and two sums to read."""
    game = get_game(cell.game)
    rows = game.play(game.check(cell), SEED, 0, games)
    size = block_size(games) * cell.players
    digests = []
    for first in range(0, games * cell.players, size):
        digest = hashlib.sha256()
        for name in columns:
            # as numbers: the width of a column is no part of what is compared
            digest.update(rows[name][first : first + size].astype(np.float64).tobytes())
        digests.append(digest.hexdigest()[:12])
    return {
        "games": games,
        "turns": int(rows["turns"].sum()) // cell.players,
        "points": int(rows["score"].sum()),
        "digests": digests,
    }


def write_digests(path: Path, made: dict[str, tuple[Cell, int]]) -> None:
    """Write the digests of all cases, which are of one game."""
    (name,) = {cell.game for cell, _ in made.values()}
    columns = [column.name for column in get_game(name).columns]
    stored = {name: taken(cell, games, columns) for name, (cell, games) in made.items()}
    lines = [f"  {json.dumps(name)}: {json.dumps(case)}" for name, case in stored.items()]
    text = f'{{"columns": {json.dumps(columns)},\n "cases": {{\n' + ",\n".join(lines) + "\n}}\n"
    path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write_digests(STORED, cases())
