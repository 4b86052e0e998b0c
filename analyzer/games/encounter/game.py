"""Reef Encounter as a game of the program: checks cells, plays batches, writes records."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from analyzer.cell import Cell
from analyzer.errors import UsageError
from analyzer.game import check_players
from analyzer.games.encounter.about import EncounterAbout
from analyzer.games.encounter.bot_games import BotGame, play_bot_games
from analyzer.games.encounter.columns import GROUPS, QUANTITIES, RATIOS, TRAITS, encounter_columns
from analyzer.games.encounter.records import write_record
from analyzer.games.encounter.rules import PARAMETERS
from analyzer.games.encounter.settings import check_setup, rules_of, rules_vector
from analyzer.games.encounter.strategies import (
    LINE_UP,
    Strategy,
    canonical_spec,
    check_network,
    get_strategy,
    line_up_of,
)
from analyzer.rule_parameters import parse_parameter
from kernels.encounter.playout import play_games, play_traced_game
from kernels.encounter.rows import GAME_COLUMNS, SEAT_COLUMNS
from kernels.jit import fingerprint

_BLOCK_GAMES = 4096  # so few rows stay in the cache while they become columns


class Encounter(EncounterAbout):
    """Reef Encounter behind the `Game` interface."""

    kernel = fingerprint("encounter")
    columns = encounter_columns()
    groups = GROUPS
    quantities = QUANTITIES
    ratios = RATIOS
    traits = TRAITS
    strategies = LINE_UP

    def rules(self, cell: Cell) -> Mapping[str, object]:
        """Every rule parameter as it holds in a cell; those by seat as tuples of numbers."""
        rules = rules_of(cell)
        return {**rules.values(), "start_tiles": rules.start_tile_counts()}

    def check(self, cell: Cell) -> Cell:
        """The cell in canonical form; UsageError if it cannot be played."""
        strategies = tuple(canonical_spec(spec) for spec in cell.strategies)
        check_players(self, cell.players)
        overrides = {
            name: parse_parameter(PARAMETERS, name, value) for name, value in cell.overrides
        }
        checked = Cell(
            game=self.name,
            players=cell.players,
            ruleset=cell.ruleset,
            strategies=strategies,
            overrides=tuple(sorted(overrides.items())),
            setup=tuple(sorted(check_setup(dict(cell.setup), cell.players).items())),
            rotate=bool(cell.rotate),
        )
        rules_of(checked)
        self._line_up(checked)
        return checked

    def is_same(self, a: Cell, b: Cell) -> bool:
        """Whether two checked cells are the same game, however their rules are written."""
        plain = [replace(cell, ruleset="", overrides=()) for cell in (a, b)]
        return plain[0] == plain[1] and np.array_equal(rules_vector(a), rules_vector(b))

    def _line_up(self, cell: Cell) -> list[Strategy]:
        """The strategies of the cell, one for each seat."""
        if len(cell.strategies) != cell.players:
            raise UsageError(
                f"{len(cell.strategies)} strategies named for {cell.players} players;"
                " name one for each seat"
            )
        line_up = [get_strategy(spec) for spec in cell.strategies]
        for spec, strategy in zip(cell.strategies, line_up, strict=True):
            check_network(spec, strategy, cell.players)
        return line_up

    def is_compiled(self, cell: Cell) -> bool:
        """Whether the cell is played without Python's lock: no seat is a bot's."""
        return all(strategy.bot is None for strategy in self._line_up(cell))

    def play(self, cell: Cell, seed: int, first: int, last: int) -> dict[str, np.ndarray]:
        """Games [first, last) as columns with one row for every game and seat, in order."""
        line_up = self._line_up(cell)
        if not self.is_compiled(cell):
            games, seats = play_bot_games(cell, line_up, seed, first, last)
        else:
            games, seats = play_games(
                rules_vector(cell), *line_up_of(line_up), seed, first, last, cell.rotate
            )
        return self._table(cell, first, games, seats)

    def _table(
        self, cell: Cell, first: int, games: np.ndarray, seats: np.ndarray
    ) -> dict[str, np.ndarray]:
        """The kernel's rows as long columns."""
        m, n = seats.shape[:2]
        table = {column.name: np.empty(m * n, column.dtype) for column in self.columns}
        for at in range(0, m, _BLOCK_GAMES):
            block = slice(at, at + _BLOCK_GAMES)
            rows = slice(at * n, (at + _BLOCK_GAMES) * n)
            for name, values in self._block(cell, first + at, games[block], seats[block]).items():
                table[name][rows] = values
        return table

    def _block(
        self, cell: Cell, first: int, games: np.ndarray, seats: np.ndarray
    ) -> dict[str, np.ndarray]:
        """A few of the kernel's rows as long columns."""
        m, n = seats.shape[:2]
        game = np.repeat(np.arange(first, first + m), n)
        seat = np.tile(np.arange(n), m)
        winners = np.repeat(games[:, GAME_COLUMNS.index("winners")], n)
        rotation = np.repeat(games[:, GAME_COLUMNS.index("rotation")], n)
        rank = seats[:, :, SEAT_COLUMNS.index("rank")].ravel()
        made: dict[str, np.ndarray] = {
            "game": game,
            "deal": game // n if cell.rotate else game,
            "seat": seat,
            "strategy": (seat + rotation) % n,
            "start_tiles": np.tile(rules_of(cell).start_tile_counts(), m),
            "win": (rank == 1) / winners,
        }
        for k, name in enumerate(GAME_COLUMNS):
            made[name] = np.repeat(games[:, k], n)
        for k, name in enumerate(SEAT_COLUMNS):
            made[name] = seats[:, :, k].ravel()
        return made

    def record(self, cell: Cell, seed: int, game: int) -> dict[str, Any]:
        """The full record of one game of the cell."""
        line_up = self._line_up(cell)
        n = cell.players
        deal, rotation = (game // n, game % n) if cell.rotate else (game, 0)
        seated = [line_up[(seat + rotation) % n] for seat in range(n)]
        if any(s.bot is not None for s in seated):
            state, game_row, seat_rows = BotGame(cell, line_up, seed, game).play()
        else:
            state, game_row, seat_rows = play_traced_game(
                rules_vector(cell), *line_up_of(seated), seed, deal, rotation
            )
        named = {name: int(v) for name, v in zip(GAME_COLUMNS, game_row, strict=True)}
        players = [cell.strategies[(seat + rotation) % n] for seat in range(n)]
        return write_record(rules_of(cell), players, state, named, seat_rows)


GAME = Encounter()
