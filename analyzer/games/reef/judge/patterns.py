"""What a card scores on a board.

Written to be obviously right: all places where the pattern lies on the board are listed, and the
largest number of them that share no cell is found by trying.
"""

from __future__ import annotations

from functools import cache

from analyzer.games.reef.cards import Card, PatternCell
from analyzer.games.reef.judge.board import CELLS, COLUMNS, NEIGHBOURS, ROWS, Board, cell_at, top
from analyzer.games.reef.rules import Rules

Completion = frozenset[str]
"""The cells of one completion of a pattern."""


def points_for(board: Board, card: Card, rules: Rules) -> int:
    """Points for a card that is played, its pieces being placed."""
    if card.is_special:
        return card.points * n_scoring_neighbours(board, card)
    return card.points * largest_packing(completions(board, card, rules.orientation))


def final_points_for(board: Board, card: Card, rules: Rules) -> int:
    """Points for a card left in hand when play has stopped."""
    if card.is_special:
        n = n_scoring_neighbours(board, card)
        return card.points * (n if rules.final_special == "all" else min(n, 1))
    return card.points if completions(board, card, rules.orientation) else 0


def n_scoring_neighbours(board: Board, card: Card) -> int:
    """Neighbours that a special card counts; among equally high stacks the best one is taken."""
    stacks = [cell for cell in CELLS if top(board, cell) == card.highest]
    if not stacks:
        return 0
    highest = max(len(board[cell]) for cell in stacks)
    return max(
        sum(top(board, near) == card.neighbour for near in NEIGHBOURS[cell])
        for cell in stacks
        if len(board[cell]) == highest
    )


def completions(board: Board, card: Card, orientation: str) -> list[Completion]:
    """All completions of a card's pattern, overlapping ones too, each set of cells once."""
    found = (
        frozenset(cell for cell, _ in place)
        for place in _places(card.cells, orientation)
        if all(_fits(board, cell, asked) for cell, asked in place)
    )
    return list(dict.fromkeys(found))


def _fits(board: Board, cell: str, asked: PatternCell) -> bool:
    stack = board.get(cell)
    if not stack:
        return False
    return asked.colour in (None, stack[-1]) and len(stack) in asked.heights


@cache
def _places(
    pattern: tuple[PatternCell, ...], orientation: str
) -> tuple[tuple[tuple[str, PatternCell], ...], ...]:
    """Everywhere a pattern may lie: for each place its cells with what they ask for."""
    found = []
    for n_turns in range(4 if orientation == "any" else 1):
        spots = [(*_turned(asked.row, asked.column, n_turns), asked) for asked in pattern]
        for down in range(-len(ROWS), len(ROWS)):
            for right in range(-len(COLUMNS), len(COLUMNS)):
                place = [(cell_at(r + down, c + right), asked) for r, c, asked in spots]
                inside = tuple((cell, asked) for cell, asked in place if cell is not None)
                if len(inside) == len(pattern):
                    found.append(inside)
    return tuple(found)


def _turned(row: int, column: int, n_turns: int) -> tuple[int, int]:
    """A cell turned clockwise around the origin by a number of quarter turns."""
    for _ in range(n_turns):
        row, column = column, -row
    return row, column


def largest_packing(found: list[Completion]) -> int:
    """The largest number of pairwise disjoint completions.

    A largest set holds the first completion or one that overlaps it: otherwise the first could be
    added. So it is enough to try these in turn.
    """
    if not found:
        return 0
    first = found[0]
    return 1 + max(
        largest_packing([other for other in found if not other & tried])
        for tried in found
        if tried & first
    )
