"""Reef Encounter as a game of the program: plays batches, writes records."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from analyzer.cells import Cell
from analyzer.games.encounter.about import EncounterAbout
from analyzer.games.encounter.columns import GROUPS, QUANTITIES, RATIOS, TRAITS, encounter_columns
from analyzer.games.encounter.records import write_record
from analyzer.games.encounter.settings import rules_of, rules_vector
from analyzer.games.encounter.strategies import LINE_UP, line_up_of
from analyzer.kernel_game import KernelGame, Rows
from kernels.encounter.playout import play_games, play_traced_game
from kernels.encounter.rows import GAME_COLUMNS, SEAT_COLUMNS
from kernels.jit import fingerprint

if TYPE_CHECKING:
    from analyzer.games.encounter.bot_games import BotGame


class Encounter(EncounterAbout, KernelGame):
    """Reef Encounter behind the `Game` interface."""

    kernel = fingerprint("encounter")
    columns = encounter_columns()
    game_columns = GAME_COLUMNS
    seat_columns = SEAT_COLUMNS
    groups = GROUPS
    quantities = QUANTITIES
    ratios = RATIOS
    traits = TRAITS
    strategies = LINE_UP

    def rules(self, cell: Cell) -> Mapping[str, object]:
        """Every rule parameter as it holds in a cell; those by seat as tuples of numbers."""
        rules = rules_of(cell)
        return {**rules.values(), "start_tiles": rules.start_tile_counts()}

    def vector(self, cell: Cell) -> np.ndarray:
        """The rules and fixed choices of a cell as the kernel reads them."""
        return rules_vector(cell)

    def written(self, choice: str, value: str) -> str:
        """A value of a set-up choice in canonical form: rocks in the order of the alphabet."""
        return "".join(sorted(value.upper())) if choice == "rocks" else value

    def play_compiled(self, cell: Cell, seed: int, first: int, last: int) -> Rows:
        """Games [first, last) played by the kernel alone."""
        line_up = line_up_of(self.line_up(cell))
        return play_games(rules_vector(cell), *line_up, seed, first, last, cell.rotate)

    def play_with_bots(self, cell: Cell, seed: int, game: int) -> Rows:
        """The two rows of one game in which strategies in plain Python take part."""
        _, game_row, seat_rows = self._bot_game(cell, seed, game).play()
        return game_row, seat_rows

    def _bot_game(self, cell: Cell, seed: int, game: int) -> BotGame:
        # Loads the judge, for which games without bots should not wait.
        from analyzer.games.encounter.bot_games import BotGame

        return BotGame(cell, self.line_up(cell), seed, game)

    def more_columns(self, cell: Cell, rows: Rows) -> Mapping[str, np.ndarray]:
        """Start tiles by seat."""
        return {"start_tiles": np.tile(rules_of(cell).start_tile_counts(), len(rows[0]))}

    def record(self, cell: Cell, seed: int, game: int) -> dict[str, Any]:
        """The full record of one game of the cell."""
        deal, rotation, seated, players = self.seated(cell, game)
        if self.is_compiled(cell):
            state, game_row, seat_rows = play_traced_game(
                rules_vector(cell), *line_up_of(seated), seed, deal, rotation
            )
        else:
            state, game_row, seat_rows = self._bot_game(cell, seed, game).play()
        named = {name: int(v) for name, v in zip(GAME_COLUMNS, game_row, strict=True)}
        return write_record(rules_of(cell), players, state, named, seat_rows)


GAME = Encounter()
