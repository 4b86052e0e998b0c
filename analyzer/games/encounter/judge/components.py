"""Rocks and coral tiles of the published game, as plain Python sets and dicts.

A cell is written rock, column, row: `Bd4`. Columns run `a`-`g` from the left, rows `1`-`6` from
the top. Cells are neighbours orthogonally and within one rock only.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources

from analyzer.games.encounter.rules import COLOURS

COLUMNS = "abcdefg"
ROWS = "123456"
TILES_PER_COLOUR = 40
CUBES_PER_COLOUR = 10
CYLINDERS_PER_COLOUR = 5
SHRIMPS_PER_PLAYER = 4
SEA_TILES_AT_START = (3, 3, 3, 2, 1)
"""Tiles first put on the open-sea spaces, clockwise from the first space."""
SEA_SPACE_LIMIT = 3
LEAST_IN_BAG = 3


@dataclass(frozen=True, slots=True)
class Rock:
    """One rock: its playable cells, the growth cell and the colours of its start corals."""

    name: str
    cells: tuple[str, ...]
    growth_cell: str
    start_corals: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Face:
    """What one side of a coral tile shows."""

    stronger: str
    weaker: str
    large: str
    small: str

    def turned(self) -> Face:
        """The other side of the same coral tile."""
        return Face(self.weaker, self.stronger, self.small, self.large)


@dataclass(frozen=True, slots=True)
class Components:
    """All rocks, the neighbours of every rock cell, and the star sides of the coral tiles."""

    sea_order: str
    """The open-sea spaces, clockwise from white."""
    rocks: Mapping[str, Rock]
    neighbours: Mapping[str, tuple[str, ...]]
    star_faces: Mapping[int, Face]
    tile_of_pair: Mapping[frozenset[str], int]


@cache
def components() -> Components:
    """The components, read once from the file that ships with the kernel."""
    text = resources.files("kernels.encounter").joinpath("components.toml").read_text("utf-8")
    data = tomllib.loads(text)
    rocks = {name: _rock(name, rows) for name, rows in data["rocks"].items()}
    cells = {cell for rock in rocks.values() for cell in rock.cells}
    faces = {tile["id"]: Face(*tile["star"]) for tile in data["coral_tiles"]}
    return Components(
        rocks=rocks,
        sea_order=data["open_sea"]["order"],
        neighbours={cell: tuple(c for c in _around(cell) if c in cells) for cell in cells},
        star_faces=faces,
        tile_of_pair={frozenset((f.stronger, f.weaker)): i for i, f in faces.items()},
    )


def _rock(name: str, rows: list[str]) -> Rock:
    signs = {
        f"{name}{column}{row}": sign
        for row, line in zip(ROWS, rows, strict=True)
        for column, sign in zip(COLUMNS, line, strict=True)
        if sign != "."
    }
    (growth_cell,) = (cell for cell, sign in signs.items() if sign == "*")
    return Rock(
        name=name,
        cells=tuple(signs),
        growth_cell=growth_cell,
        start_corals={cell: sign for cell, sign in signs.items() if sign in COLOURS},
    )


def _around(cell: str) -> list[str]:
    rock, x, y = cell[0], COLUMNS.index(cell[1]), ROWS.index(cell[2])
    steps = ((x, y - 1), (x - 1, y), (x + 1, y), (x, y + 1))
    return [
        f"{rock}{COLUMNS[i]}{ROWS[j]}"
        for i, j in steps
        if 0 <= i < len(COLUMNS) and 0 <= j < len(ROWS)
    ]
