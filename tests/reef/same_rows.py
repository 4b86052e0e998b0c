"""Rows of Reef of a fixed seed as short digests: what stays the same when the kernel is rewritten.

`python -m tests.reef.same_rows` takes the digests anew and writes the file beside this one. Do
that only where rows are meant to change, and say in the commit which ones and why.
"""

from __future__ import annotations

from pathlib import Path

from analyzer.cells import Cell
from tests.kernel.same_rows import write_digests

STORED = Path(__file__).with_name("same_rows.json")
MIXED = ("balanced", "random", "stacker", "hoarder")


def cases() -> dict[str, tuple[Cell, int]]:
    """Every case by its name: the cell and how many games of it are compared."""
    made = {}
    for players in (2, 3, 4):
        for ruleset in ("printed", "free"):
            for strategy, games in (("random", 200), ("balanced", 50), ("planner", 10)):
                cell = Cell("reef", players, ruleset, (strategy,) * players)
                made[f"{strategy}, {players} players, {ruleset}"] = (cell, games)
        rotated = Cell("reef", players, "printed", MIXED[:players], rotate=True)
        made[f"{'+'.join(MIXED[:players])}, rotated"] = (rotated, 20 * players)
        learned = ("expert", "adept", "balanced", "planner")[:players]
        made["+".join(learned)] = (Cell("reef", players, "printed", learned), 4)
    return made


if __name__ == "__main__":
    write_digests(STORED, cases())
