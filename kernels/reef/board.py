"""Stacks on a board: laying a piece, and how often a card's pattern is complete.

A board is a pair of words, tops and heights (see `kernels.reef.state`), so that a look-ahead can
hold one in registers.
"""

from __future__ import annotations

import numpy as np

from kernels.bits import lowest_index, popcount
from kernels.jit import inlined
from kernels.reef import cards as C
from kernels.reef.cards import ALL_CELLS, CARDS, MOST, N_CELLS, NEIGHBOURS, SPECIAL

NO_PIECE = -1


def _as_word(mask: int) -> int:
    """An unsigned 64-bit mask as the int64 with the same bits."""
    return mask - (1 << 64) if mask >> 63 else mask


# cell -> its bit in all four lanes; 16 * colour + cell -> its bit in the colour's lane
IN_ALL_LANES = np.array([_as_word((1 << cell) * 0x0001000100010001) for cell in range(N_CELLS)])
IN_LANE = np.array([_as_word(1 << piece) for piece in range(4 * N_CELLS)])


@inlined
def lane(word, shift):
    """The 16 cells of one lane of tops or heights; `shift` is 16 times its number."""
    return (word >> shift) & ALL_CELLS


@inlined
def laid(tops, heights, piece):
    """The board (tops, heights) with a piece, 16 * colour + cell, on top of a stack."""
    everywhere = IN_ALL_LANES[piece & 15]
    tops = (tops & ~everywhere) | IN_LANE[piece]
    heights |= ((heights & everywhere) << N_CELLS) | IN_LANE[piece & 15]
    return tops, heights


@inlined
def open_cells(heights):
    """Cells with fewer than four pieces."""
    return ~(heights >> (3 * N_CELLS)) & ALL_CELLS


@inlined
def pattern_cells(tops, heights, card):
    """Cells that fit a card's first colour (or its only one) and its second one, if there is one.

    Of a special card these are the stacks that might be the highest, and the neighbours asked for.
    """
    too_high = (heights >> CARDS[card, C.HIGH]) & CARDS[card, C.HIGH_MASK]
    cells = (heights >> CARDS[card, C.LOW]) & ~too_high & ALL_CELLS
    first = ((tops >> CARDS[card, C.TOP]) | CARDS[card, C.WILD]) & cells
    second = (tops >> CARDS[card, C.OTHER_TOP]) & cells & CARDS[card, C.IS_TWO]
    return first, second


@inlined
def highest(cells, heights):
    """Those of some covered cells whose stacks are highest."""
    for k in range(3, 0, -1):
        high = cells & (heights >> (N_CELLS * k))
        if high:
            return high
    return cells


@inlined
def most_neighbours(stacks, wanted):
    """The most of the wanted cells that lie around one of the stacks."""
    most = 0
    while stacks:
        most = max(most, popcount(NEIGHBOURS[lowest_index(stacks)] & wanted))
        stacks &= stacks - 1
    return most


@inlined
def n_completions(first, second, heights, card, is_printed):
    """How often the cells that fit hold a card's pattern without sharing a piece.

    Of a special card the neighbours are counted.
    """
    if CARDS[card, C.FAMILY] == SPECIAL:
        return most_neighbours(highest(first, heights), second)
    if is_printed:
        if CARDS[card, C.IS_TWO]:
            first &= (second >> CARDS[card, C.STEP]) & CARDS[card, C.STEP_CELLS]
        return np.int64(MOST[CARDS[card, C.PRINTED_TABLE], first])
    even = CARDS[card, C.PARITY]
    table = CARDS[card, C.TURNED_TABLE]
    here = MOST[table, (first & even) | (second & ~even)]
    there = MOST[table, (first & ~even) | (second & even)]
    return np.int64(here) + np.int64(there)


@inlined
def completions(tops, heights, card, is_printed):
    """How often a card's pattern is complete on a board; neighbours of a special card."""
    first, second = pattern_cells(tops, heights, card)
    return n_completions(first, second, heights, card, is_printed)


@inlined
def card_points(tops, heights, card, is_printed):
    """What a card scores when it is played."""
    return CARDS[card, C.VALUE] * completions(tops, heights, card, is_printed)
