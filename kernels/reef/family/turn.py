"""The decisions of a strategy of the family: start pieces, and one of the cards to take or play.

Pieces are placed one after the other, each where the position is then worth most.
"""

from __future__ import annotations

from kernels.bits import lowest_index
from kernels.jit import inlined, jit
from kernels.reef import parameters as P
from kernels.reef import streams
from kernels.reef.board import NO_PIECE, laid, open_cells
from kernels.reef.cards import N_CELLS, N_COLOURS
from kernels.reef.family import weights as W
from kernels.reef.family.choices import (
    DECK,
    LEAST,
    NOTHING,
    PLAY,
    TAKE,
    clear_choices,
    keep_choice,
    make_choice,
)
from kernels.reef.family.thought import (
    begin_worth,
    board_worth,
    copy_open,
    known_top,
    play_worth,
    think_deck,
    think_play,
    think_take,
    worth,
)
from kernels.reef.setup import place_start_piece
from kernels.reef.state import (
    HAND,
    HEIGHTS,
    N_DISPLAY,
    RULES,
    TOPS,
)
from kernels.reef.turn import (
    can_take,
    can_take_deck,
    cheapest_slots,
)
from kernels.reef.uniform import CENTRE_CELLS, COLOUR_ORDERS, OUTER_CELLS
from kernels.rng import unit


@jit
def choose_setup(s, rng, seat, w, room, scratch):
    """The start pieces where the two cards dealt find most."""
    if s[RULES + P.FREE_START]:
        place_freely(s, rng, seat, w, scratch)
        return
    begun = begin_worth(s, seat, scratch, w)
    best = 0
    best_worth = NOTHING
    for order in range(COLOUR_ORDERS.shape[0]):
        tops = s[TOPS + seat]
        heights = s[HEIGHTS + seat]
        for k in range(N_COLOURS):
            piece = N_CELLS * COLOUR_ORDERS[order, k] + CENTRE_CELLS[k]
            tops, heights = laid(tops, heights, piece)
        value = board_worth(s, seat, begun, 0, tops, heights, scratch, w)
        value += w[W.WHIM] * unit(rng, streams.DECISIONS + seat)
        if value > best_worth:
            best_worth = value
            best = order
    for k in range(N_COLOURS):
        place_start_piece(s, seat, N_CELLS * COLOUR_ORDERS[best, k] + CENTRE_CELLS[k])


@jit
def place_freely(s, rng, seat, w, scratch):
    """The start pieces one after the other on the best outer cells."""
    for c in range(N_COLOURS):
        begun = begin_worth(s, seat, scratch, w)
        best = 0
        best_worth = NOTHING
        for k in range(OUTER_CELLS.size):
            piece = N_CELLS * c + OUTER_CELLS[k]
            tops, heights = laid(s[TOPS + seat], s[HEIGHTS + seat], piece)
            value = board_worth(s, seat, begun, 0, tops, heights, scratch, w)
            value += w[W.WHIM] * unit(rng, streams.DECISIONS + seat)
            if value > best_worth:
                best_worth = value
                best = piece
        place_start_piece(s, seat, best)


@inlined
def best_cell(v, seat, card, colour, begun, n_display, tops, heights, out, w):
    """Where a piece is worth most: (piece, worth), the points of the card played included."""
    best = NO_PIECE
    best_worth = NOTHING
    cells = open_cells(heights)
    while cells:
        piece = N_CELLS * colour + lowest_index(cells)
        cells &= cells - 1
        new_tops, new_heights = laid(tops, heights, piece)
        value = play_worth(v, seat, card, begun, n_display, new_tops, new_heights, out, w)
        if value > best_worth:
            best_worth = value
            best = piece
    return best, best_worth


@jit
def best_play(v, seat, card, out, w):
    """How to play a card, in thought: (first piece, second piece, worth). Changes `v`.

    Only the last piece is placed with an eye to the display, which saves a third of the time.
    """
    colour, second = think_play(v, seat, card)
    begun = begin_worth(v, seat, out, w)
    tops = v[TOPS + seat]
    heights = v[HEIGHTS + seat]
    first = NO_PIECE
    if second != NO_PIECE:
        first, _ = best_cell(v, seat, card, colour, begun, 0, tops, heights, out, w)
        tops, heights = laid(tops, heights, first)
        colour = second
    if colour == NO_PIECE:
        value = play_worth(v, seat, card, begun, v[N_DISPLAY], tops, heights, out, w)
        return NO_PIECE, NO_PIECE, value
    last, value = best_cell(v, seat, card, colour, begun, v[N_DISPLAY], tops, heights, out, w)
    if first == NO_PIECE:
        return last, NO_PIECE, value
    return first, last, value


@inlined
def whim(rng, seat, w):
    """A random number that decides between choices of about the same worth."""
    return w[W.WHIM] * unit(rng, streams.DECISIONS + seat)


@jit
def consider_plays(s, rng, seat, w, v, scratch):
    """Consider every card in hand, with its pieces where they are worth most."""
    hand = s[HAND + seat]
    while hand:
        card = lowest_index(hand)
        hand &= hand - 1
        copy_open(s, v)
        first, second, value = best_play(v, seat, card, scratch, w)
        value += whim(rng, seat, w)
        if value > scratch[LEAST]:
            keep_choice(scratch, value, PLAY, card, first, second)


@jit
def consider_takes(s, rng, seat, w, top, v, scratch):
    """Consider every card on display and the deck's top card, 0 if it is not known."""
    if not can_take(s, seat):
        return
    for slot in range(s[N_DISPLAY]):
        copy_open(s, v)
        think_take(v, seat, slot, top)
        value = worth(v, seat, scratch, w) + whim(rng, seat, w)
        if value > scratch[LEAST]:
            keep_choice(scratch, value, TAKE, slot, NO_PIECE, NO_PIECE)
    if top and can_take_deck(s, seat):
        slot = lowest_index(cheapest_slots(s))
        copy_open(s, v)
        think_deck(v, seat, slot, top)
        value = worth(v, seat, scratch, w) + whim(rng, seat, w)
        if value > scratch[LEAST]:
            keep_choice(scratch, value, DECK, slot, NO_PIECE, NO_PIECE)


@jit
def take_turn(s, rng, seat, w, room, scratch):
    """Take or play the card after which the position is worth most."""
    clear_choices(scratch, 1)
    consider_plays(s, rng, seat, w, room[0], scratch)
    consider_takes(s, rng, seat, w, known_top(s), room[0], scratch)
    make_choice(s, rng, seat, scratch, 0)
