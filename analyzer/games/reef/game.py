"""Reef as a game of the program: plays batches, writes records."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from analyzer.cells import Cell
from analyzer.games.reef.about import ReefAbout
from analyzer.games.reef.bot_games import BotGame
from analyzer.games.reef.columns import (
    GROUPS,
    QUANTITIES,
    RATIOS,
    TRAITS,
    derived_values,
    reef_columns,
)
from analyzer.games.reef.settings import rules_of, rules_vector
from analyzer.games.reef.strategies import LINE_UP, line_up_of
from analyzer.games.reef.traces import write_record
from analyzer.kernel_game import KernelGame, Rows
from kernels.jit import fingerprint
from kernels.reef.playout import play_games, play_traced_game
from kernels.reef.rows import GAME_COLUMNS, SEAT_COLUMNS


class Reef(ReefAbout, KernelGame):
    """Reef behind the `Game` interface."""

    kernel = fingerprint("reef")
    columns = reef_columns()
    game_columns = GAME_COLUMNS
    seat_columns = SEAT_COLUMNS
    groups = GROUPS
    quantities = QUANTITIES
    ratios = RATIOS
    traits = TRAITS
    strategies = LINE_UP

    def rules(self, cell: Cell) -> Mapping[str, object]:
        """Every rule parameter as it holds in a cell; those by seat as tuples of numbers."""
        return rules_of(cell).values()

    def vector(self, cell: Cell) -> np.ndarray:
        """The rules of a cell as the kernel reads them."""
        return rules_vector(rules_of(cell))

    def play_compiled(self, cell: Cell, seed: int, first: int, last: int) -> Rows:
        """Games [first, last) played by the kernel alone."""
        line_up = line_up_of(self.line_up(cell))
        return play_games(self.vector(cell), *line_up, seed, first, last, cell.rotate)

    def play_with_bots(self, cell: Cell, seed: int, game: int) -> Rows:
        """The two rows of one game in which strategies in plain Python take part."""
        return self._bot_game(cell, seed, game).play()

    def _bot_game(self, cell: Cell, seed: int, game: int) -> BotGame:
        return BotGame(rules_of(cell), self.line_up(cell), seed, game, cell.rotate)

    def more_columns(self, cell: Cell, rows: Rows) -> Mapping[str, np.ndarray]:
        """Start points by seat, and what the cards dealt and laid out are."""
        points = np.tile(rules_of(cell).start_points, len(rows[0]))
        return {"start_points": points, **derived_values(*rows)}

    def record(self, cell: Cell, seed: int, game: int) -> dict[str, Any]:
        """The full record of one game of the cell."""
        deal, rotation, seated, players = self.seated(cell, game)
        rules = rules_of(cell)
        if self.is_compiled(cell):
            state, game_row, seat_rows, deck = play_traced_game(
                rules_vector(rules), *line_up_of(seated), seed, deal, rotation
            )
        else:
            played = self._bot_game(cell, seed, game)
            game_row, seat_rows = played.play()
            state, deck = played.state, played.deck
        return write_record(rules, players, state, deck.tolist(), (game_row, seat_rows))


GAME = Reef()
