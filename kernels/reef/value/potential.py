"""What a card could score soon: on the board as it is, and with one or two pieces more."""

from __future__ import annotations

import numpy as np

from kernels.bits import popcount
from kernels.jit import inlined
from kernels.reef import cards as C
from kernels.reef.board import (
    highest,
    most_neighbours,
    n_completions,
    open_cells,
    pattern_cells,
)
from kernels.reef.cards import ALL_CELLS, CARDS, MOST, N_CARDS, N_CELLS, N_COLOURS, SPECIAL

_ONE_MORE = 4  # bits of an entry of MORE before those of two cells more


def _with_one_cell_more(most: np.ndarray) -> np.ndarray:
    """By table and set of cells: the most that adding any one cell makes of it."""
    sets = np.arange(most.shape[1])
    return np.max([most[:, sets | 1 << cell] for cell in range(N_CELLS)], axis=0)


def _more() -> np.ndarray:
    """MOST with one cell more in the low four bits, with two cells more in the high ones."""
    one = np.minimum(_with_one_cell_more(MOST), 15)
    two = np.minimum(_with_one_cell_more(one), 15)
    return (one | two << _ONE_MORE).astype(np.uint8)


def _wanted() -> np.ndarray:
    """By card: full 16-bit lanes for the colours that its pattern asks for."""
    lanes = np.zeros(N_CARDS + 1, dtype=np.uint64)
    for card in range(1, N_CARDS + 1):
        shifts = {int(CARDS[card, C.TOP])}
        if CARDS[card, C.IS_TWO]:
            shifts.add(int(CARDS[card, C.OTHER_TOP]))
        if CARDS[card, C.WILD]:
            shifts = {N_CELLS * c for c in range(N_COLOURS)}
        lanes[card] = sum(ALL_CELLS << shift for shift in shifts)
    return lanes.view(np.int64)


def _pieces() -> np.ndarray:
    """By card: how many pieces of each colour it builds, in 16-bit lanes."""
    lanes = np.zeros(N_CARDS + 1, dtype=np.int64)
    for card in range(1, N_CARDS + 1):
        for c in CARDS[card, [C.PIECE_1, C.PIECE_2]]:
            lanes[card] += 1 << (N_CELLS * int(c))
    return lanes


MORE = _more()
WANTED = _wanted()
PIECES = _pieces()


@inlined
def n_wanted(pieces, card):
    """How many of some pieces, in lanes by colour, a card's pattern could use."""
    fit = pieces & WANTED[card]
    return (fit + (fit >> 16) + (fit >> 32) + (fit >> 48)) & ALL_CELLS


@inlined
def cells_to_fit(heights, card, fitting):
    """Cells where one piece, of the right colour, would fit the pattern and none does yet."""
    low = CARDS[card, C.LOW]
    cells = open_cells(heights) & ~fitting
    if low > 0:
        cells &= heights >> (low - N_CELLS)
        if CARDS[card, C.HIGH_MASK]:
            cells &= ~(heights >> low)
    return cells & ALL_CELLS


@inlined
def special_potential(first, second, heights):
    """Of a special card: neighbours now, and with one and two pieces more, nearly."""
    if not first:
        return 0, 0, 1
    now = most_neighbours(highest(first, heights), second)
    return now, min(now + 1, 8), min(now + 2, 8)


@inlined
def pair_potential(first, second, card):
    """Of two colours: completions now, and with one and two pieces more wherever they help."""
    even = CARDS[card, C.PARITY]
    table = CARDS[card, C.TURNED_TABLE]
    here = (first & even) | (second & ~even)
    there = (first & ~even) | (second & even)
    now_here = np.int64(MOST[table, here])
    now_there = np.int64(MOST[table, there])
    more_here = np.int64(MORE[table, here])
    more_there = np.int64(MORE[table, there])
    one = max((more_here & 15) + now_there, now_here + (more_there & 15))
    two = max((more_here >> 4) + now_there, now_here + (more_there >> 4))
    two = max(two, (more_here & 15) + (more_there & 15))
    return now_here + now_there, one, two


@inlined
def potential(tops, heights, card, is_printed):
    """What a card scores as the board is, with one fitting piece more and with two.

    Where pieces more could lie is estimated: a number for judging, not a rule.
    """
    first, second = pattern_cells(tops, heights, card)
    value = CARDS[card, C.VALUE]
    if CARDS[card, C.FAMILY] == SPECIAL:
        now, one, two = special_potential(first, second, heights)
        return value * now, value * one, value * two
    if CARDS[card, C.IS_TWO]:
        now, one, two = pair_potential(first, second, card)
        if is_printed:
            now = n_completions(first, second, heights, card, is_printed)
            one = min(one, now + 1)
            two = min(two, now + 2)
    else:
        table = CARDS[card, C.PRINTED_TABLE] if is_printed else CARDS[card, C.TURNED_TABLE]
        now = np.int64(MOST[table, first])
        more = np.int64(MORE[table, first])
        one = more & 15
        two = more >> 4
    room = popcount(cells_to_fit(heights, card, first | second))
    if room < 2:
        two = one
    if room < 1:
        one = now
        two = now
    return value * now, value * one, value * two
