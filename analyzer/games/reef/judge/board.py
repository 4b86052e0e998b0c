"""A player's board: sixteen cells, each with a stack of up to four pieces.

    a1 b1 c1 d1      columns a-d from the left, rows 1-4 from the top;
    a2 b2 c2 d2      b2, c2, b3, c3 are the centre, the other twelve the outer cells
    a3 b3 c3 d3
    a4 b4 c4 d4

A board is a dictionary from cell to stack; a stack is a word of colour letters from below, so its
last letter is the top piece and its length the height. Empty cells are not in the dictionary.
"""

from __future__ import annotations

import re
from collections import Counter

COLUMNS = "abcd"
ROWS = "1234"
CELLS = tuple(column + row for row in ROWS for column in COLUMNS)
CENTRE = ("b2", "c2", "b3", "c3")
OUTER = tuple(cell for cell in CELLS if cell not in CENTRE)
STACK_LIMIT = 4

Board = dict[str, str]


def cell_at(row: int, column: int) -> str | None:
    """The cell in a row and a column counted from 0; None outside the board."""
    if 0 <= row < len(ROWS) and 0 <= column < len(COLUMNS):
        return COLUMNS[column] + ROWS[row]
    return None


def _around(cell: str) -> tuple[str, ...]:
    column, row = COLUMNS.index(cell[0]), ROWS.index(cell[1])
    near = (cell_at(row + down, column + right) for down in (-1, 0, 1) for right in (-1, 0, 1))
    return tuple(other for other in near if other is not None and other != cell)


NEIGHBOURS = {cell: _around(cell) for cell in CELLS}
"""The up to eight cells around each, diagonal ones included."""


def top(board: Board, cell: str) -> str | None:
    """The colour of the top piece of a cell, None if it is empty."""
    stack = board.get(cell)
    return stack[-1] if stack else None


def height(board: Board, cell: str) -> int:
    """Pieces on a cell."""
    return len(board.get(cell, ""))


def open_cells(board: Board) -> list[str]:
    """The cells that can take another piece."""
    return [cell for cell in CELLS if height(board, cell) < STACK_LIMIT]


def place(board: Board, colour: str, cell: str) -> None:
    """Put a piece on top of a cell."""
    board[cell] = board.get(cell, "") + colour


def pieces_on(board: Board) -> Counter[str]:
    """Pieces on the board by colour, covered ones included."""
    return Counter("".join(board.values()))


def n_covered(board: Board) -> int:
    """Cells with at least one piece."""
    return sum(1 for stack in board.values() if stack)


def n_full_stacks(board: Board) -> int:
    """Stacks of four pieces."""
    return sum(1 for stack in board.values() if len(stack) == STACK_LIMIT)


def write_board(board: Board) -> str:
    """The board as one line: `. g r ./. gp r ./. p yp ./. . . .`."""
    return "/".join(" ".join(board.get(c + row, ".") for c in COLUMNS) for row in ROWS)


_STACK = re.compile(r"\.|[rygp]{1,4}")


def read_board(text: str) -> Board:
    """The board that `write_board` wrote; ValueError if the text is none."""
    rows = [row.split(" ") for row in text.split("/")]
    if [len(row) for row in rows] != [len(COLUMNS)] * len(ROWS):
        raise ValueError("a board has four rows, separated by '/', of four cells")
    stacks = {
        column + name: stack
        for name, row in zip(ROWS, rows, strict=True)
        for column, stack in zip(COLUMNS, row, strict=True)
    }
    for cell, stack in stacks.items():
        if not _STACK.fullmatch(stack):
            raise ValueError(f"{cell} cannot hold {stack!r}; a stack is '.' or up to 4 of rygp")
    return {cell: stack for cell, stack in stacks.items() if stack != "."}
