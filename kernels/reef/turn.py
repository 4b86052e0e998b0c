"""The actions of a turn, and how a game ends."""

from __future__ import annotations

import numpy as np

from kernels.bits import popcount
from kernels.jit import inlined
from kernels.reef import cards as C
from kernels.reef import parameters as P
from kernels.reef import trace
from kernels.reef.board import NO_PIECE, card_points, laid
from kernels.reef.cards import CARDS, N_CARDS
from kernels.reef.setup import draw_card
from kernels.reef.state import (
    BEST_PLAY,
    BLANK_COUNT,
    COUNT_SIZE,
    DECK,
    DECK_COUNT,
    DISPLAY,
    ENDED_BY,
    ENDED_BY_DECK,
    ENDED_BY_SUPPLY,
    ENDER,
    FAMILY_POINTS,
    GAINED,
    HAND,
    HEIGHTS,
    LAST_ROUND,
    N_DISPLAY,
    N_LEFT,
    N_PLAYERS,
    PAID,
    PASS_COUNT,
    PIECE_COUNT,
    PLAY_COUNT,
    PLAYED,
    POINTS,
    POINTS_ON,
    RULES,
    RUNNING,
    SEAT,
    SUPPLY,
    TAKE_COUNT,
    TOPS,
    TURN,
)


@inlined
def can_take(s, seat):
    """Whether the hand has room for a card."""
    return popcount(s[HAND + seat]) < s[RULES + P.HAND_LIMIT]


@inlined
def can_take_deck(s, seat):
    """Whether there is a deck and a point to pay for its top card; the hand is another matter."""
    return s[N_LEFT] < N_CARDS and s[POINTS + seat] > 0


@inlined
def note_empty_deck(s, seat):
    """After a take: the end, if the deck has run out."""
    if s[N_LEFT] == N_CARDS:
        s[ENDER] = seat
        s[LAST_ROUND] = 1
        if not s[RULES + P.FINISH_ROUND]:
            s[ENDED_BY] = ENDED_BY_DECK


@inlined
def take_display(s, rng, seat, slot):
    """Take a card of the display with the points on it; the deck's top card fills the gap."""
    card = s[DISPLAY + slot]
    points = s[POINTS_ON + slot]
    s[HAND + seat] |= np.int64(1) << card
    s[POINTS + seat] += points
    s[GAINED + COUNT_SIZE * seat] += points
    s[TAKE_COUNT + COUNT_SIZE * seat] += 1
    s[POINTS_ON + slot] = 0
    if s[N_LEFT] < N_CARDS:
        s[DISPLAY + slot] = draw_card(s, rng)
        trace.note(s, trace.TAKE, seat, card, points, s[DISPLAY + slot])
        note_empty_deck(s, seat)
    else:
        close_gap(s, slot)
        trace.note(s, trace.TAKE, seat, card, points, 0)


@inlined
def close_gap(s, slot):
    """Without a deck the display's last card moves to where one was taken."""
    last = s[N_DISPLAY] - 1
    s[DISPLAY + slot] = s[DISPLAY + last]
    s[POINTS_ON + slot] = s[POINTS_ON + last]
    s[DISPLAY + last] = 0
    s[POINTS_ON + last] = 0
    s[N_DISPLAY] = last


@inlined
def cheapest_slots(s):
    """Slots (bits) of the display cards of the lowest printed value."""
    least = 100
    slots = 0
    for slot in range(s[N_DISPLAY]):
        value = CARDS[s[DISPLAY + slot], C.VALUE]
        if value < least:
            least = value
            slots = 0
        slots |= (value == least) << slot
    return slots


@inlined
def take_deck(s, rng, seat, slot):
    """Take the deck's top card and lay a point onto a display card of the lowest value."""
    trace.note(s, trace.DECK, seat, s[DECK + s[N_LEFT]], s[DISPLAY + slot])
    s[HAND + seat] |= np.int64(1) << draw_card(s, rng)
    s[POINTS + seat] -= 1
    s[POINTS_ON + slot] += 1
    s[PAID + COUNT_SIZE * seat] += 1
    s[DECK_COUNT + COUNT_SIZE * seat] += 1
    note_empty_deck(s, seat)


@inlined
def pieces_due(s, card):
    """The colours that a card builds as far as the supply has them; NO_PIECE for what it lacks."""
    first = CARDS[card, C.PIECE_1]
    second = CARDS[card, C.PIECE_2]
    if s[SUPPLY + second] < 1 + (first == second):
        second = NO_PIECE
    if s[SUPPLY + first] < 1:
        first = second
        second = NO_PIECE
    return first, second


@inlined
def place_piece(s, seat, piece):
    """Lay a piece, 16 * colour + cell, from the supply."""
    c = piece >> 4
    s[SUPPLY + c] -= 1
    s[PIECE_COUNT + COUNT_SIZE * seat + c] += 1
    s[TOPS + seat], s[HEIGHTS + seat] = laid(s[TOPS + seat], s[HEIGHTS + seat], piece)
    if s[SUPPLY + c] == 0 and not s[LAST_ROUND]:
        s[LAST_ROUND] = 1
        s[ENDER] = seat


@inlined
def play_card(s, seat, card, first, second):
    """Play a card: lay its pieces in this order (NO_PIECE for none) and score its pattern."""
    s[HAND + seat] ^= np.int64(1) << card
    s[PLAYED] |= np.int64(1) << card
    if first >= 0:
        place_piece(s, seat, first)
    if second >= 0:
        place_piece(s, seat, second)
    points = card_points(s[TOPS + seat], s[HEIGHTS + seat], card, s[RULES + P.PRINTED])
    s[POINTS + seat] += points
    at = COUNT_SIZE * seat
    s[PLAY_COUNT + at] += 1
    s[BLANK_COUNT + at] += points == 0
    s[BEST_PLAY + at] = max(s[BEST_PLAY + at], points)
    s[FAMILY_POINTS + at + CARDS[card, C.FAMILY]] += points
    trace.note(s, trace.PLAY, seat, card, first, second, points)


@inlined
def pass_turn(s, seat):
    """Neither taking nor playing is possible."""
    s[PASS_COUNT + COUNT_SIZE * seat] += 1
    trace.note(s, trace.PASS, seat)


@inlined
def end_turn(s):
    """After an action: the end of the last round, then the next seat."""
    s[TURN] += 1
    next_seat = s[SEAT] + 1 if s[SEAT] + 1 < s[N_PLAYERS] else 0
    if s[LAST_ROUND] and next_seat == 0 and s[ENDED_BY] == RUNNING:
        s[ENDED_BY] = ENDED_BY_DECK if s[N_LEFT] == N_CARDS else ENDED_BY_SUPPLY
    s[SEAT] = next_seat
