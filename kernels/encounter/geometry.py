"""Rocks and coral tiles as bit tables, read from the component file.

Colours are 0-4 in the order w, y, o, p, g; algae 0-3 in the order r, n, b, u; rocks 0-3 for A-D;
coral tiles 0-9 for the printed numbers 1-10. Cells are bits as in `kernels.bits`.
"""

from __future__ import annotations

import tomllib
from importlib.resources import files

import numpy as np

COLOURS = "wyopg"
ALGAE = "rnbu"
ROCKS = "ABCD"
N_COLOURS = 5
N_ALGAE = 4
N_CORAL_TILES = 10
ALL_CORAL_TILES = (1 << N_CORAL_TILES) - 1
TILES_PER_COLOUR = 40
CUBES_PER_COLOUR = 10
CYLINDERS_PER_COLOUR = 5
SHRIMPS_PER_PLAYER = 4
SPACE_LIMIT = 3
LEAST_IN_BAG = 3  # with `end_bag = fewer_than_three`


def load_components() -> dict:
    """The facts of the printed components, as in components.toml."""
    text = files("kernels.encounter").joinpath("components.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def cell_bit(row: int, column: int) -> int:
    """The bit of a cell, row 0-5 from the top, column 0-6 from the left."""
    return 1 << (8 * row + column)


def cell_name(index: int) -> str:
    """The text of a cell index within its rock: index 27 is d4."""
    return "abcdefg"[index % 8] + str(index // 8 + 1)


def _rock_tables(rocks: dict) -> tuple[list, list, list]:
    """For each rock: its cells, its growth cell and the start cell of each colour."""
    cells, growth, starts = [], [], []
    for name in ROCKS:
        rock, growth_cell, start = 0, 0, [0] * N_COLOURS
        for row, line in enumerate(rocks[name]):
            for column, mark in enumerate(line):
                bit = cell_bit(row, column) if mark != "." else 0
                rock |= bit
                if mark == "*":
                    growth_cell |= bit
                elif mark in COLOURS:
                    start[COLOURS.index(mark)] |= bit
        cells.append(rock)
        growth.append(growth_cell)
        starts.append(start)
    return cells, growth, starts


def _coral_tile_tables(tiles: list) -> tuple[list, list, list, list]:
    """Stronger and weaker colour of each star side; tiles (bits) by large and by small alga."""
    stronger, weaker = [], []
    large, small = [0] * N_ALGAE, [0] * N_ALGAE
    for number, tile in enumerate(sorted(tiles, key=lambda t: t["id"])):
        strong, weak, big, little = tile["star"]
        stronger.append(COLOURS.index(strong))
        weaker.append(COLOURS.index(weak))
        large[ALGAE.index(big)] |= 1 << number
        small[ALGAE.index(little)] |= 1 << number
    return stronger, weaker, large, small


def _subsets(n: int) -> list[int]:
    """All sets of n of the four rocks, as bit masks in increasing order."""
    return [mask for mask in range(1 << len(ROCKS)) if mask.bit_count() == n]


_components = load_components()
_cells, _growth, _starts = _rock_tables(_components["rocks"])
_stronger, _weaker, _large, _small = _coral_tile_tables(_components["coral_tiles"])

_order = [COLOURS.index(colour) for colour in _components["open_sea"]["order"]]
SEA_ORDER = np.array(_order, dtype=np.int64)  # the spaces clockwise, from white
SEA_PLACE = np.array([_order.index(c) for c in range(N_COLOURS)], dtype=np.int64)
ROCK_CELLS = np.array(_cells, dtype=np.int64)
GROWTH_CELLS = np.array(_growth, dtype=np.int64)
START_CELLS = np.array(_starts, dtype=np.int64)
STAR_STRONGER = np.array(_stronger, dtype=np.int64)
STAR_WEAKER = np.array(_weaker, dtype=np.int64)
STAR_LARGE = np.array(_large, dtype=np.int64)
STAR_SMALL = np.array(_small, dtype=np.int64)
_width = max(len(_subsets(n)) for n in range(5))
ROCK_SETS = np.array(
    [_subsets(n) + [0] * (_width - len(_subsets(n))) for n in range(5)], dtype=np.int64
)
N_ROCK_SETS = np.array([len(_subsets(n)) for n in range(5)], dtype=np.int64)
