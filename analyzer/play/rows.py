"""The games of one cell as rows in memory, for those who look at every row themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from analyzer.games import get_game

if TYPE_CHECKING:
    import numpy as np

    from analyzer.cell import Cell


def play_rows(cell: Cell, seed: int, games: int) -> dict[str, np.ndarray]:
    """Games [0, games) of a cell, with one row for every game and seat. Runs in workers."""
    game = get_game(cell.game)
    return game.play(game.check(cell), seed, 0, games)
