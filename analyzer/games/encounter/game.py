"""Reef Encounter as a game of the program: checks cells, plays batches, writes records."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from analyzer.cell import Cell
from analyzer.errors import UsageError
from analyzer.game import Column
from analyzer.games.encounter.bot_games import BotGame, play_bot_games
from analyzer.games.encounter.records import write_record
from analyzer.games.encounter.rules import (
    COLOUR_NAMES,
    COLOURS,
    PLAYER_COUNTS,
    ROCKS,
    parse_parameter,
)
from analyzer.games.encounter.settings import check_players, check_setup, rules_of, rules_vector
from analyzer.games.encounter.strategies import (
    Strategy,
    canonical_spec,
    check_network,
    get_strategy,
    line_up_of,
)
from kernels.encounter.playout import play_games, play_traced_game
from kernels.encounter.rows import GAME_COLUMNS, SEAT_COLUMNS
from kernels.encounter.state import ENDINGS
from kernels.jit import fingerprint

_ROCK_SETS = tuple(
    "".join(rock for k, rock in enumerate(ROCKS) if mask >> k & 1) for mask in range(16)
)
_COLOUR_CATEGORIES = tuple(COLOURS)

_GAME_TEXTS = {
    "rotation": "rotation of the line-up over the seats",
    "rocks": "rocks in play",
    "side": "coral tiles at the start: all star, all plain, or mixed",
    "first_space": "colour of the open-sea space filled first",
    "turns": "turns played by all seats together",
    "ended_by": "why the game ended",
    "ender": "seat whose turn it was at the end, -1 for a game cut off",
    "winners": "seats that share the first place",
    "lead_changes": "times the lead on points passed from one seat to another",
    "decided_turn": "turn in which the winner took the lead on points for good",
}
_SEAT_TEXTS = {
    "rank": "final place, 1 for the best; shared places are equal",
    "score": "points",
    "tie_consumed": "consumed tiles in front of the screen at the end",
    "tie_larvae": "larva cubes at the end",
    "tie_hand": "tiles behind the screen at the end",
    "tie_guarded": "tiles on the rocks in corals with own shrimps at the end",
    "growths": "growths",
    "placements": "polyp tiles placed, extra growths not counted",
    "attacks_made": "polyp tiles consumed by attacks",
    "attacks_suffered": "attacks on corals that held an own shrimp, own attacks included",
    "extra_growths": "extra growths",
    "shrimps_introduced": "shrimps introduced",
    "shrimps_moved": "shrimps moved or taken back",
    "larva_exchanges": "consumed tiles exchanged for larva cubes",
    "tile_exchanges": "larva cubes exchanged for tiles",
    "space_algas": "alga cylinders played onto the alga space",
    "flips": "coral tiles turned over",
    "locks": "coral tiles locked",
    "corals_eaten": "corals eaten",
}
_CATEGORIES = {
    "rocks": _ROCK_SETS,
    "side": ("plain", "star", "mixed"),
    "first_space": _COLOUR_CATEGORIES,
    "ended_by": ENDINGS,
}

_BLOCK_GAMES = 4096  # so few rows stay in the cache while they become columns

_HAND_LABELS = {f"start_{letter}": f"{name} start tiles" for letter, name in COLOUR_NAMES.items()}


def _text(name: str) -> str:
    """The description of a column, also of the numbered ones."""
    stem, _, tail = name.rpartition("_")
    numbered = {
        "value": "points of one tile of this colour at the end",
        "fish": "tiles of this colour in the parrotfish at the end",
        "start": "start tiles of this colour, before one was fed",
        "drafts": "drafts of this open-sea space",
        "eaten_size": f"tiles of coral number {tail} this seat ate, 0 if there was none",
        "score": f"points after round {tail[1:]}, -1 if the game was over by then",
    }
    return _GAME_TEXTS.get(name) or _SEAT_TEXTS.get(name) or numbered[stem]


def _columns() -> tuple[Column, ...]:
    head = (
        Column("game", "int64", "game", "index of the game within its cell"),
        Column("deal", "int64", "game", "index of the deal: games of one deal share all chance"),
        Column("seat", "int8", "seat", "seat, 0 for the start player"),
        Column("strategy", "int8", "seat", "index of the strategy in the cell's line-up"),
        Column("start_tiles", "int8", "seat", "start tiles dealt to the seat"),
        Column("win", "float32", "seat", "share of the win: 1, 0, or 1/k for a k-fold shared win"),
    )
    games = [
        Column(
            name,
            "int8" if name not in ("turns", "decided_turn", "lead_changes") else "int16",
            "game",
            _text(name),
            _CATEGORIES.get(name, ()),
        )
        for name in GAME_COLUMNS
    ]
    seats = [
        Column(name, "int16", "seat", _text(name), label=_HAND_LABELS.get(name, ""))
        for name in SEAT_COLUMNS
    ]
    return (*head, *games, *seats)


class Encounter:
    """Reef Encounter behind the `Game` interface."""

    name = "encounter"
    title = "Reef Encounter"
    player_counts = PLAYER_COUNTS
    columns = _columns()
    kernel = fingerprint("encounter")

    def check(self, cell: Cell) -> Cell:
        """The cell in canonical form; UsageError if it cannot be played."""
        strategies = tuple(canonical_spec(spec) for spec in cell.strategies)
        check_players(cell.players)
        overrides = {name: parse_parameter(name, value) for name, value in cell.overrides}
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
