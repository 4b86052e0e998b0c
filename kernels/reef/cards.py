"""The cards as tables: what they build, what they score, and how often a set of cells holds it.

Cells are bits 4 * row + column of a 16-bit mask:

      a  b  c  d
  1   0  1  2  3
  2   4  5  6  7
  3   8  9 10 11
  4  12 13 14 15

Colours are 0-3 in the order r, y, g, p. Whatever a card asks for, counting its completions comes
down to `MOST[table, mask]`, the largest number of disjoint placements of a shape in a set of
cells. Two colours fit too: the cells of a placement always differ in parity (of a chess board
for neighbours, of rows for diagonals), so the first colour on even cells meets only the second
on odd ones. These and the opposite pairs share no cell, so that their counts add up.
"""

from __future__ import annotations

import json
from importlib.resources import files

import numpy as np

COLOURS = "rygp"
COLOUR_NAMES = ("red", "yellow", "green", "purple")
N_COLOURS = 4
N_CELLS = 16
N_CARDS = 60
ALL_CELLS = (1 << N_CELLS) - 1
CENTRE = (5, 6, 9, 10)
OUTER = tuple(cell for cell in range(N_CELLS) if cell not in CENTRE)

FAMILIES = (
    "colour",  # a piece of a colour at any height
    "height",  # a piece of a colour at an exact height
    "wild",  # a piece of any colour at an exact height
    "pair",  # two colours side by side
    "level_pair",  # two pieces of height 2 side by side
    "diagonal_pair",  # two colours diagonally, at least 2 high
    "line",
    "diagonal",
    "corner",
    "square",
    "special",  # neighbours of the highest stack
)
_FAMILY_OF_SHAPE = {
    "pair_diagonal": "diagonal_pair",
    "line_3": "line",
    "diagonal_3": "diagonal",
    "corner_3": "corner",
    "square_2x2": "square",
    "adjacent_to_highest": "special",
}
SPECIAL = FAMILIES.index("special")

# columns of CARDS
PIECE_1 = 0  # colours that the card builds
PIECE_2 = 1
VALUE = 2
FAMILY = 3
N_PATTERN_CELLS = 4  # 2 for a special card: the highest stack and a neighbour
TOP = 5  # shift to the first colour in the packed tops
WILD = 6  # all cells if any colour will do
LOW = 7  # shift to the least height in the packed heights
HIGH = 8  # shift to the least height that is too much
HIGH_MASK = 9  # all cells if there is such a height
OTHER_TOP = 10  # shift to the second colour
IS_TWO = 11  # all cells if the pattern has two colours
PARITY = 12  # even cells, all cells if the pattern has one colour
TURNED_TABLE = 13  # row of MOST where patterns may be turned
PRINTED_TABLE = 14  # row of MOST where they may not
STEP = 15  # as printed: how far the second colour's cell is after the first's
STEP_CELLS = 16  # as printed: where the first colour's cell may be
N_CARD_COLUMNS = 17

CHESS_PARITY = sum(1 << cell for cell in range(N_CELLS) if (cell // 4 + cell % 4) % 2 == 0)
ROW_PARITY = sum(1 << cell for cell in range(N_CELLS) if cell // 4 % 2 == 0)


def load_cards() -> list[dict]:
    """The printed cards in order of their numbers, as in cards.json."""
    text = files("kernels.reef").joinpath("cards.json").read_text(encoding="utf-8")
    return sorted(json.loads(text), key=lambda card: card["id"])


def cell_name(cell: int) -> str:
    """The text of a cell: cell 6 is c2."""
    return "abcd"[cell % 4] + str(cell // 4 + 1)


def placements(cells: list[tuple[int, int]], is_turned: bool) -> tuple[int, ...]:
    """All places of a pattern's (row, column) cells on the board, as masks in order."""
    masks = set()
    for _ in range(4 if is_turned else 1):
        for down in range(-3, 4):
            for right in range(-3, 4):
                moved = [(row + down, column + right) for row, column in cells]
                if all(0 <= row < 4 and 0 <= column < 4 for row, column in moved):
                    masks.add(sum(1 << (4 * row + column) for row, column in moved))
        cells = [(column, -row) for row, column in cells]
    return tuple(sorted(masks))


def most_disjoint(places: tuple[int, ...]) -> np.ndarray:
    """The largest number of disjoint places within each of the 65,536 sets of cells."""
    most = np.zeros(1 << N_CELLS, dtype=np.uint8)
    for cell in range(N_CELLS):
        # sets whose last cell this is: it stays unused, or a place that ends there is used
        first, last = 1 << cell, 2 << cell
        sets = np.arange(first, last)
        counts = most[:first].copy()
        for place in places:
            if first <= place < last:
                holds = sets & place == place
                counts[holds] = np.maximum(counts[holds], 1 + most[sets[holds] ^ place])
        most[first:last] = counts
    return most


def _family(pattern: dict) -> str:
    """The family that a pattern is counted under."""
    if pattern["shape"] in _FAMILY_OF_SHAPE:
        return _FAMILY_OF_SHAPE[pattern["shape"]]
    _, _, colour, height = pattern["cells"][0]
    if pattern["shape"] == "pair_orthogonal":
        return "level_pair" if height else "pair"
    if colour == "any":
        return "wild"
    return "height" if height else "colour"


class _Tables:
    """Rows of MOST, each made once."""

    def __init__(self) -> None:
        self.rows: dict[tuple[int, ...], int] = {}

    def number(self, places: tuple[int, ...]) -> int:
        return self.rows.setdefault(places, len(self.rows))

    def counts(self) -> np.ndarray:
        return np.array([most_disjoint(places) for places in self.rows], dtype=np.uint8)


def _fill_heights(row: np.ndarray, height: str) -> None:
    """Write which heights fit: any, exactly 2 to 4, or 2 and more."""
    least = int(height[0]) if height else 1
    row[LOW] = N_CELLS * (least - 1)
    if height and not height.endswith("+") and least < 4:
        row[HIGH] = N_CELLS * least
        row[HIGH_MASK] = ALL_CELLS


def _fill_pattern(row: np.ndarray, pattern: dict, tables: _Tables) -> None:
    """Write what a pattern of cells asks for."""
    cells = [(r, c) for r, c, _, _ in pattern["cells"]]
    colours = [colour for _, _, colour, _ in pattern["cells"]]
    heights = {height for _, _, _, height in pattern["cells"]}
    assert len(heights) == 1, "all cells of a pattern ask for one height"
    _fill_heights(row, heights.pop())
    row[N_PATTERN_CELLS] = len(cells)
    if colours[0] == "any":
        row[WILD] = ALL_CELLS
    else:
        row[TOP] = N_CELLS * COLOUR_NAMES.index(colours[0])
    turned, printed = placements(cells, True), placements(cells, False)
    row[TURNED_TABLE] = tables.number(turned)
    row[PRINTED_TABLE] = tables.number(printed)
    row[PARITY] = ALL_CELLS
    if len(set(colours)) == 2:
        (row_1, column_1), (row_2, column_2) = cells
        row[OTHER_TOP] = N_CELLS * COLOUR_NAMES.index(colours[1])
        row[IS_TWO] = ALL_CELLS
        row[PARITY] = CHESS_PARITY if row_1 == row_2 else ROW_PARITY
        row[PRINTED_TABLE] = tables.number(placements([(0, 0)], False))
        row[STEP] = 4 * (row_2 - row_1) + column_2 - column_1
        row[STEP_CELLS] = sum(place & -place for place in printed)
        assert row[STEP] > 0
        assert all((place & int(row[PARITY])).bit_count() == 1 for place in turned)


def _card_tables() -> tuple[np.ndarray, np.ndarray]:
    """CARDS and MOST."""
    rows = np.zeros((N_CARDS + 1, N_CARD_COLUMNS), dtype=np.int64)
    tables = _Tables()
    for card in load_cards():
        row, pattern = rows[card["id"]], card["pattern"]
        row[PIECE_1], row[PIECE_2] = (COLOUR_NAMES.index(name) for name in card["pieces"])
        row[VALUE] = card["points"]
        row[FAMILY] = FAMILIES.index(_family(pattern))
        if row[FAMILY] == SPECIAL:
            row[N_PATTERN_CELLS] = 2
            row[TOP] = N_CELLS * COLOUR_NAMES.index(pattern["highest"])
            row[OTHER_TOP] = N_CELLS * COLOUR_NAMES.index(pattern["neighbour"])
            row[IS_TWO] = ALL_CELLS
        else:
            _fill_pattern(row, pattern, tables)
    return rows, tables.counts()


def _neighbours(cell: int) -> int:
    """The up to eight cells around a cell."""
    return sum(
        1 << other
        for other in range(N_CELLS)
        if other != cell and abs(other // 4 - cell // 4) <= 1 and abs(other % 4 - cell % 4) <= 1
    )


CARDS, MOST = _card_tables()  # by card number 1-60; by table and set of cells
NEIGHBOURS = np.array([_neighbours(cell) for cell in range(N_CELLS)], dtype=np.int64)
