"""Boards and rules written by hand, and plain counting to compare the kernel with."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import product

import numpy as np

from kernels.jit import jit
from kernels.reef import parameters as P  # noqa: N812
from kernels.reef.board import card_points, laid
from kernels.reef.cards import COLOUR_NAMES, COLOURS, load_cards
from kernels.reef.scoring import final_card_points

CARD = {card["id"]: card for card in load_cards()}
Stack = tuple[int, int]  # top colour and height


def make_rules(n: int, **changes: int | list[int]) -> np.ndarray:
    """The rules vector of the printed game for n players, with changes by parameter name."""
    rules = np.zeros(P.RULES_SIZE, dtype=np.int64)
    rules[P.START_POINTS : P.START_POINTS + n] = P.PRINTED_START_POINTS
    rules[P.SUPPLY] = P.PRINTED_SUPPLY[n]
    rules[P.HAND_LIMIT] = 4
    rules[P.DISPLAY] = 3
    for name, value in changes.items():
        at = getattr(P, name)
        rules[at : at + np.size(value)] = value
    return rules


NO_NETWORKS = np.zeros(0, dtype=np.float32)


def line_up(n: int, kind: int = 0) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Kinds, weights and networks of n equal strategies without weights or a network."""
    return np.full(n, kind, dtype=np.int64), np.zeros((n, 64)), NO_NETWORKS


def board(text: str) -> dict[int, Stack]:
    """Cell -> (top colour, height) from rows like `. r g2 .`, separated by `/`."""
    stacks = {}
    for row, line in enumerate(text.split("/")):
        for column, mark in enumerate(line.split()):
            if mark != ".":
                stacks[4 * row + column] = COLOURS.index(mark[0]), int(mark[1:] or 1)
    return stacks


@jit
def lay(tops, heights, piece):
    return laid(tops, heights, piece)


@jit
def points_on(tops, heights, card, is_printed):
    return card_points(tops, heights, card, is_printed)


@jit
def final_points_on(tops, heights, card, is_printed, is_all):
    return final_card_points(tops, heights, card, is_printed, is_all)


def words(stacks: dict[int, Stack]) -> tuple[int, int]:
    """The board as the kernel keeps it, laid piece by piece."""
    tops, heights = np.int64(0), np.int64(0)
    for cell, (colour, height) in stacks.items():
        for level in range(height):
            # another colour below the top one
            c = colour if level == height - 1 else (colour + 1) % 4
            tops, heights = lay(tops, heights, 16 * c + cell)
    return tops, heights


def points(text: str, card: int, is_printed: int = 0) -> int:
    """What the kernel gives for playing a card on a board."""
    return int(points_on(*words(board(text)), card, is_printed))


def final_points(text: str, card: int, is_all: int = 0) -> int:
    """What the kernel gives for a card left in hand."""
    return int(final_points_on(*words(board(text)), card, 0, is_all))


def _fits(stack: Stack | None, colour: str, height: str) -> bool:
    if stack is None or (colour != "any" and COLOUR_NAMES[stack[0]] != colour):
        return False
    if height.endswith("+"):
        return stack[1] >= int(height[:-1])
    return not height or stack[1] == int(height)


def _turned(row: int, column: int, turns: int) -> tuple[int, int]:
    for _ in range(turns):
        row, column = column, -row
    return row, column


def completions_by_hand(stacks: dict[int, Stack], card: dict, is_turned: bool) -> set[frozenset]:
    """Every completion of a card's pattern, as a set of cells."""
    found = set()
    for turns, down, right in product(range(4 if is_turned else 1), range(-3, 4), range(-3, 4)):
        cells = set()
        for pattern_row, pattern_column, colour, height in card["pattern"]["cells"]:
            row, column = _turned(pattern_row, pattern_column, turns)
            row, column = row + down, column + right
            is_on_board = 0 <= row < 4 and 0 <= column < 4
            if is_on_board and _fits(stacks.get(4 * row + column), colour, height):
                cells.add(4 * row + column)
        if len(cells) == len(card["pattern"]["cells"]):
            found.add(frozenset(cells))
    return found


def most_disjoint_by_hand(sets: Iterable[frozenset]) -> int:
    """The largest number of disjoint sets, by trying every choice."""

    @cache
    def best(left: frozenset) -> int:
        if not left:
            return 0
        first = min(left, key=sorted)
        return max(best(left - {first}), 1 + best(frozenset(o for o in left if not o & first)))

    return best(frozenset(sets))


def neighbours_by_hand(stacks: dict[int, Stack], pattern: dict) -> int:
    """Most neighbours of the asked colour around a highest stack of the other."""
    high = COLOUR_NAMES.index(pattern["highest"])
    wanted = COLOUR_NAMES.index(pattern["neighbour"])
    own = {cell: height for cell, (colour, height) in stacks.items() if colour == high}
    counts = [0]
    for cell, height in own.items():
        if height == max(own.values()):
            around = [
                other
                for other, (colour, _) in stacks.items()
                if colour == wanted
                and max(abs(other // 4 - cell // 4), abs(other % 4 - cell % 4)) == 1
            ]
            counts.append(len(around))
    return max(counts)


def points_by_hand(stacks: dict[int, Stack], number: int, is_turned: bool) -> int:
    """What a card scores, counted without the kernel."""
    card = CARD[number]
    if card["pattern"]["shape"] == "adjacent_to_highest":
        return card["points"] * neighbours_by_hand(stacks, card["pattern"])
    return card["points"] * most_disjoint_by_hand(completions_by_hand(stacks, card, is_turned))


def random_board(rng: np.random.Generator, n_covered: int) -> dict[int, Stack]:
    """A board with some covered cells and a taste for some colours and heights."""
    colours = rng.permutation(4)[: rng.integers(1, 5)]
    heights = rng.permutation(4)[: rng.integers(1, 5)] + 1
    return {
        int(cell): (int(rng.choice(colours)), int(rng.choice(heights)))
        for cell in rng.permutation(16)[:n_covered]
    }
