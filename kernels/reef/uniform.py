"""The uniform player: the baseline strategy `random`.

Each card in hand, each card on display and the deck are equally likely, cells are drawn evenly.
"""

from __future__ import annotations

from itertools import permutations

import numpy as np

from kernels.bits import lowest_index, nth_bit, popcount
from kernels.jit import inlined, jit
from kernels.reef import parameters as P
from kernels.reef import streams
from kernels.reef.board import NO_PIECE, open_cells
from kernels.reef.cards import CENTRE, N_CELLS, N_COLOURS, OUTER
from kernels.reef.setup import place_start_piece
from kernels.reef.state import HAND, HEIGHTS, N_DISPLAY, RULES
from kernels.reef.turn import (
    can_take_deck,
    cheapest_slots,
    pass_turn,
    pieces_due,
    play_card,
    take_deck,
    take_display,
)
from kernels.rng import below

COLOUR_ORDERS = np.array(list(permutations(range(N_COLOURS))), dtype=np.int64)
CENTRE_CELLS = np.array(CENTRE, dtype=np.int64)
OUTER_CELLS = np.array(OUTER, dtype=np.int64)


@jit
def choose_setup(s, rng, seat):
    """The start pieces in a random order, on the centre in turn or on random outer cells."""
    stream = streams.DECISIONS + seat
    order = below(rng, stream, COLOUR_ORDERS.shape[0])
    for k in range(N_COLOURS):
        if s[RULES + P.FREE_START]:
            cell = OUTER_CELLS[below(rng, stream, OUTER_CELLS.size)]
        else:
            cell = CENTRE_CELLS[k]
        place_start_piece(s, seat, N_CELLS * COLOUR_ORDERS[order, k] + cell)


@inlined
def pick_cell(rng, stream, cells):
    """A uniformly chosen cell of a set."""
    return lowest_index(nth_bit(cells, below(rng, stream, popcount(cells))))


@inlined
def play_anywhere(s, rng, seat, card):
    """Play a card with its pieces in random order on random cells."""
    stream = streams.DECISIONS + seat
    heights = s[HEIGHTS + seat]
    first, second = pieces_due(s, card)
    if second != NO_PIECE and first != second and below(rng, stream, 2):
        first, second = second, first
    if first != NO_PIECE:
        cells = open_cells(heights)
        cell = pick_cell(rng, stream, cells)
        first = N_CELLS * first + cell
        if second != NO_PIECE:
            if heights >> (2 * N_CELLS + cell) & 1:  # a fourth piece closes the cell
                cells ^= 1 << cell
            second = N_CELLS * second + pick_cell(rng, stream, cells)
    play_card(s, seat, card, first, second)


@inlined
def take_turn(s, rng, seat):
    """One uniform choice among all cards that can be played or taken."""
    seat &= 3  # tells the compiler that offsets from the seat are never negative
    stream = streams.DECISIONS + seat
    n_hand = popcount(s[HAND + seat])
    n_options = n_hand
    if n_hand < s[RULES + P.HAND_LIMIT]:
        n_options += s[N_DISPLAY] + can_take_deck(s, seat)
    if n_options == 0:
        pass_turn(s, seat)
        return
    r = below(rng, stream, n_options)
    if r < n_hand:
        play_anywhere(s, rng, seat, lowest_index(nth_bit(s[HAND + seat], r)))
    elif r < n_hand + s[N_DISPLAY]:
        take_display(s, rng, seat, r - n_hand)
    else:
        take_deck(s, rng, seat, pick_cell(rng, stream, cheapest_slots(s)))
