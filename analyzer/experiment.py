"""An experiment: which cells are played, how many games each, and from which seed."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from typing import Any

from analyzer.cells import Cell
from analyzer.errors import UsageError
from analyzer.games import get_game
from analyzer.tally.cell_tally import whole_blocks

MAX_SEED = 2**64 - 1
DEFAULT_MAX_GAMES = 10_000_000
"""The most games in a cell that is played to a precision, where nothing else is said."""


@dataclass(frozen=True, slots=True)
class Experiment:
    """Settings of a run. Frozen, and JSON both ways.

    games: games in every cell, raised to whole deals where the line-up rotates; with `precision`
    the most that may be played. pairing: all cells are played on the same deals; otherwise every
    cell has its own seed. precision: half width of the win shares' intervals at which a cell is
    finished. records: games, of all together, whose full record is kept.
    """

    cells: tuple[Cell, ...]
    games: int
    seed: int = 1
    pairing: bool = True
    precision: float | None = None
    records: int = 0

    def checked(self) -> Experiment:
        """The experiment with every cell in canonical form; UsageError if it cannot be run."""
        if not self.cells:
            raise UsageError("an experiment needs at least one cell")
        if self.games < 1:
            raise UsageError(f"{self.games} games a cell are not possible; at least 1")
        if not 0 <= self.seed <= MAX_SEED:
            raise UsageError(f"seed {self.seed} is not possible; allowed: 0 to 2**64 - 1")
        if self.precision is not None and not 0 < self.precision < 1:
            raise UsageError(f"precision {self.precision} is not possible; between 0 and 1")
        if self.records < 0:
            raise UsageError(f"{self.records} records are not possible; at least 0")
        cells = tuple(get_game(cell.game).check(cell) for cell in self.cells)
        first_use: dict[Cell, int] = {}
        for index, cell in enumerate(cells):
            if cell in first_use:
                raise UsageError(
                    f"cells {first_use[cell]} and {index} are the same ({cell_text(cell)})"
                )
            first_use[cell] = index
        return Experiment(cells, self.games, self.seed, self.pairing, self.precision, self.records)

    def games_of(self, cell: int) -> int:
        """Games of a cell, or the most of them where a precision is asked for."""
        return whole_blocks(self.cells[cell], self.games)

    def total_games(self) -> int:
        """Games of all cells together."""
        return sum(self.games_of(cell) for cell in range(len(self.cells)))

    def seed_of(self, cell: int) -> int:
        """The seed of a cell: the experiment's, or without pairing one of its own.

        A cell's own seed depends on its settings and not on its place, so that cells added later
        change no result.
        """
        if self.pairing:
            return self.seed
        text = f"{self.seed}:{self.cells[cell].digest()}"
        return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")

    def as_json(self) -> dict[str, Any]:
        """The settings as a JSON object."""
        return {
            "seed": self.seed,
            "games": self.games,
            "pairing": self.pairing,
            "precision": self.precision,
            "records": self.records,
            "cells": [cell.as_json() for cell in self.cells],
        }

    @staticmethod
    def from_json(values: dict[str, Any]) -> Experiment:
        """The experiment that `as_json` described."""
        cells = tuple(Cell.from_json(cell) for cell in values["cells"])
        return Experiment(**{**values, "cells": cells})

    def digest(self) -> str:
        """A short hash of the settings."""
        text = json.dumps(self.as_json(), sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:16]


def settings_text(value: object) -> str:
    """A value of a rule parameter as it is written on the command line."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, (list, tuple)):
        return ",".join(map(str, value))
    return str(value)


def rules_text(cell: Cell) -> str:
    """The rule parameters a cell overrides: `PARAMETER=6 OTHER=7,8`, or `-`."""
    words = [f"{name}={settings_text(value)}" for name, value in cell.overrides]
    return " ".join(words) or "-"


def line_up_text(cell: Cell) -> str:
    """The strategies of a cell by seat, joined by commas."""
    return ",".join(cell.strategies)


def cell_text(cell: Cell) -> str:
    """A cell in one line: `2 players, RULESET, A,B, PARAMETER=6, CHOICE value, rotated`."""
    words = [f"{cell.players} players", cell.ruleset, line_up_text(cell)]
    if cell.overrides:
        words.append(rules_text(cell))
    words += [f"{name} {value}" for name, value in cell.setup]
    if cell.rotate:
        words.append("rotated")
    return ", ".join(words)
