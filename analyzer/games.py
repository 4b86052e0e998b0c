"""The games of the program, and what each must offer.

Everything above this line of the program (batch runs, studies, reports) knows games only through
the `Game` interface, so that a second game needs no change there.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol

from analyzer.cell import Cell
from analyzer.errors import UsageError

if TYPE_CHECKING:
    import numpy as np


@dataclass(frozen=True, slots=True)
class Column:
    """A column of the result table, which has one row for every game and seat.

    kind: `game` if all seats of a game share the value, `seat` otherwise. `categories` names the
    values of a coded column, in order. `label`: what sentences call it where its name says little.
    """

    name: str
    dtype: str
    kind: str
    description: str
    categories: tuple[str, ...] = ()
    label: str = ""


class Game(Protocol):
    """A game that can be simulated."""

    name: str
    title: str
    player_counts: tuple[int, ...]
    columns: tuple[Column, ...]

    def check(self, cell: Cell) -> Cell:
        """The cell in canonical form; UsageError if it cannot be played."""
        ...

    def is_same(self, a: Cell, b: Cell) -> bool:
        """Whether two checked cells are the same game, however their rules are written."""
        ...

    def is_compiled(self, cell: Cell) -> bool:
        """Whether the cell is played without Python's lock: threads then need not wait."""
        ...

    def play(self, cell: Cell, seed: int, first: int, last: int) -> dict[str, np.ndarray]:
        """Games [first, last) as columns with one row for every game and seat, in order."""
        ...

    def record(self, cell: Cell, seed: int, game: int) -> dict[str, Any]:
        """The full record of one of those games."""
        ...


_GAMES = {"encounter": "analyzer.encounter.game"}
"""Name of the game: module that defines GAME."""
_RULES = {"encounter": "analyzer.encounter.rules"}
"""Name of the game: module that defines RULES_VERSION, and that can be read without the kernel."""


def game_names() -> tuple[str, ...]:
    """The games of the program."""
    return tuple(_GAMES)


def get_game(name: str) -> Game:
    """The game of that name; UsageError if there is none."""
    game: Game = _module(_GAMES, name).GAME
    return game


def rules_version(name: str) -> int:
    """The version of the rules by which the program plays that game; UsageError if there is none.

    Games of two versions must not be mixed: the same settings and seed may mean other games.
    """
    version: int = _module(_RULES, name).RULES_VERSION
    return version


def _module(modules: Mapping[str, str], name: str) -> Any:
    if name not in modules:
        raise UsageError(f"unknown game {name!r}; known are {', '.join(modules)}")
    return import_module(modules[name])
