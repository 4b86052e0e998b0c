"""What games with a kernel share: cells checked, line-ups seated, the kernel's rows as columns."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from analyzer.cells import Cell
from analyzer.errors import UsageError, nearest
from analyzer.game import About, Column, check_players
from analyzer.rule_parameters import parse_parameter
from analyzer.strategies.lineup import LineUp, Strategy
from analyzer.wording import listed

_BLOCK_GAMES = 4096  # so few rows stay in the cache while they become columns

Rows = tuple[np.ndarray, np.ndarray]
"""A kernel's rows: (games, game_columns) and (games, seats, seat_columns)."""


class KernelGame(About):
    """The part of a `Game` that follows from its rules vector, its line-up and its kernel's rows.

    game_columns, seat_columns: names of the kernel's rows, `rotation`, `winners` and `rank` among
    them.
    """

    columns: tuple[Column, ...]
    strategies: LineUp
    game_columns: tuple[str, ...]
    seat_columns: tuple[str, ...]

    @abstractmethod
    def rules(self, cell: Cell) -> Mapping[str, object]:
        """Every rule parameter as it holds in a cell."""

    @abstractmethod
    def vector(self, cell: Cell) -> np.ndarray:
        """The rules and fixed choices of a cell as the kernel reads them."""

    @abstractmethod
    def play_compiled(self, cell: Cell, seed: int, first: int, last: int) -> Rows:
        """Games [first, last) played by the kernel alone."""

    def play_with_bots(self, cell: Cell, seed: int, game: int) -> Rows:
        """The two rows of one game in which strategies in plain Python take part, if any can."""
        raise NotImplementedError

    def record(self, cell: Cell, seed: int, game: int) -> dict[str, Any]:  # noqa: ARG002
        """The full record of one of the games, if the game keeps any."""
        raise UsageError(f"{self.title} keeps no records")

    def more_columns(self, cell: Cell, rows: Rows) -> Mapping[str, np.ndarray]:  # noqa: ARG002
        """Columns that the kernel does not write, one value for every game and seat."""
        return {}

    def written(self, choice: str, value: str) -> str:  # noqa: ARG002
        """A value of a set-up choice in canonical form."""
        return value

    def check(self, cell: Cell) -> Cell:
        """The cell in canonical form; UsageError if it cannot be played."""
        strategies = tuple(self.strategies.canonical(spec) for spec in cell.strategies)
        check_players(self, cell.players)
        overrides = {
            name: parse_parameter(self.parameters, name, value) for name, value in cell.overrides
        }
        checked = Cell(
            game=self.name,
            players=cell.players,
            ruleset=cell.ruleset,
            strategies=strategies,
            overrides=tuple(sorted(overrides.items())),
            setup=tuple(sorted(self._checked_setup(dict(cell.setup), cell.players).items())),
            rotate=bool(cell.rotate),
        )
        self.rules(checked)
        self.line_up(checked)
        return checked

    def _checked_setup(self, setup: Mapping[str, str], players: int) -> dict[str, str]:
        """The fixed choices of a set-up in canonical form, random ones left out."""
        choices = {choice.name: choice for choice in self.choices(players)}
        checked = {}
        for name, value in setup.items():
            if name not in choices:
                raise UsageError(f"unknown set-up choice {name!r}{nearest(name, choices)}")
            if value == "random":
                continue
            checked[name] = self.written(name, value)
            if checked[name] not in choices[name].values:
                others = (c for n in self.player_counts for c in self.choices(n) if c.name == name)
                is_for_others = any(checked[name] in choice.values for choice in others)
                whose = f" with {players} players" if is_for_others else ""
                raise UsageError(
                    f"{name} {value!r} is not possible{whose}; allowed: {choices[name].allowed}"
                )
        return checked

    def is_same(self, a: Cell, b: Cell) -> bool:
        """Whether two checked cells are the same game, however their rules are written."""
        plain = [replace(cell, ruleset="", overrides=()) for cell in (a, b)]
        return plain[0] == plain[1] and np.array_equal(self.vector(a), self.vector(b))

    def line_up(self, cell: Cell) -> list[Strategy]:
        """The strategies of the cell, one for each seat."""
        if len(cell.strategies) != cell.players:
            raise UsageError(
                f"{len(cell.strategies)} strategies named for {cell.players} players;"
                " name one for each seat"
            )
        line_up = [self.strategies.get(spec) for spec in cell.strategies]
        if self.strategies.networks is not None:
            for spec, strategy in zip(cell.strategies, line_up, strict=True):
                self.strategies.networks.check(spec, strategy, cell.players)
        return line_up

    def is_compiled(self, cell: Cell) -> bool:
        """Whether the cell is played without Python's lock: no seat is a bot's."""
        return all(strategy.bot is None for strategy in self.line_up(cell))

    def play(self, cell: Cell, seed: int, first: int, last: int) -> dict[str, np.ndarray]:
        """Games [first, last) as columns with one row for every game and seat, in order."""
        play = self.play_compiled if self.is_compiled(cell) else self._play_bots
        return self.table(cell, first, play(cell, seed, first, last))

    def table(self, cell: Cell, first: int, rows: Rows) -> dict[str, np.ndarray]:
        """The kernel's rows of games from number `first` on as long columns."""
        games, seats = rows
        m, n = seats.shape[:2]
        self._check_rows(cell, rows)
        table = {column.name: np.empty(m * n, column.dtype) for column in self.columns}
        for at in range(0, m, _BLOCK_GAMES):
            block = slice(at, at + _BLOCK_GAMES)
            lines = slice(at * n, (at + _BLOCK_GAMES) * n)
            for name, values in self._block(cell, first + at, games[block], seats[block]).items():
                table[name][lines] = values
        return table

    def _check_rows(self, cell: Cell, rows: Rows) -> None:
        """UsageError unless the rows are as wide as declared and tell every column."""
        games, seats = rows
        for name, width in (("game_columns", games.shape[1]), ("seat_columns", seats.shape[2])):
            declared = len(getattr(self, name))
            if width != declared:
                raise UsageError(f"{self.title} has {declared} {name} but gives {width} numbers")
        told = self._block(cell, 0, games[:0], seats[:0])
        if missing := [column.name for column in self.columns if column.name not in told]:
            raise UsageError(
                f"{self.title} gives no value of {listed(missing, 'or')}: game_columns or"
                " seat_columns must name every column"
            )

    def _play_bots(self, cell: Cell, seed: int, first: int, last: int) -> Rows:
        games = np.zeros((last - first, len(self.game_columns)), dtype=np.int32)
        seats = np.zeros((last - first, cell.players, len(self.seat_columns)), dtype=np.int32)
        for game in range(first, last):
            games[game - first], seats[game - first] = self.play_with_bots(cell, seed, game)
        return games, seats

    def _block(
        self, cell: Cell, first: int, games: np.ndarray, seats: np.ndarray
    ) -> dict[str, np.ndarray]:
        """A few of the kernel's rows as long columns."""
        m, n = seats.shape[:2]
        game = np.repeat(np.arange(first, first + m), n)
        seat = np.tile(np.arange(n), m)
        winners = np.repeat(games[:, self.game_columns.index("winners")], n)
        rotation = np.repeat(games[:, self.game_columns.index("rotation")], n)
        rank = seats[:, :, self.seat_columns.index("rank")].ravel()
        made: dict[str, np.ndarray] = {
            "game": game,
            "deal": game // n if cell.rotate else game,
            "seat": seat,
            "strategy": (seat + rotation) % n,
            "win": (rank == 1) / winners,
            **self.more_columns(cell, (games, seats)),
        }
        for k, name in enumerate(self.game_columns):
            made[name] = np.repeat(games[:, k], n)
        for k, name in enumerate(self.seat_columns):
            made[name] = seats[:, :, k].ravel()
        return made

    def seated(self, cell: Cell, game: int) -> tuple[int, int, list[Strategy], list[str]]:
        """Of a game of the cell: deal, rotation, and by seat the strategies and their specs."""
        n = cell.players
        deal, rotation = (game // n, game % n) if cell.rotate else (game, 0)
        line_up = self.line_up(cell)
        places = [(seat + rotation) % n for seat in range(n)]
        return deal, rotation, [line_up[k] for k in places], [cell.strategies[k] for k in places]
