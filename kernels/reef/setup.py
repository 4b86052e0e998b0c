"""Setting a game up: supplies, deck, hands, display; start pieces are the policies' choice."""

from __future__ import annotations

import numpy as np

from kernels.jit import inlined, jit
from kernels.reef import parameters as P
from kernels.reef import streams, trace
from kernels.reef.board import laid
from kernels.reef.cards import N_CARDS, N_COLOURS
from kernels.reef.parameters import RULES_SIZE
from kernels.reef.state import (
    COUNT_SIZE,
    DECK,
    DISPLAY,
    ENDER,
    FIRST_DISPLAY,
    HAND,
    HEIGHTS,
    LEADER,
    N_DISPLAY,
    N_EVENTS,
    N_LEFT,
    N_PLAYERS,
    PIECE_COUNT,
    POINTS,
    RULES,
    START_CARDS,
    SUPPLY,
    TOPS,
)
from kernels.rng import below

START_HAND = 2


@inlined
def turn_up_top(s, rng):
    """Draw which card is on top of the deck: the order below it is not made before it matters."""
    top = s[N_LEFT]
    if top < N_CARDS - 1:
        other = DECK + top + below(rng, streams.DECK, N_CARDS - top)
        card = s[other]
        s[other] = s[DECK + top]
        s[DECK + top] = card


@inlined
def draw_card(s, rng):
    """The deck's top card, which leaves it; the next one is turned up."""
    card = s[DECK + s[N_LEFT]]
    s[N_LEFT] += 1
    turn_up_top(s, rng)
    return card


@jit
def deal(s, rules, n, rng):
    """Everything before the start pieces: supplies, start points and two cards each."""
    for at in range(N_EVENTS):
        s[at] = 0
    for k in range(RULES_SIZE):
        s[RULES + k] = rules[k]
    for k in range(N_CARDS):
        s[DECK + k] = k + 1
    s[N_PLAYERS] = n
    s[LEADER] = -1
    s[ENDER] = -1
    for c in range(N_COLOURS):
        s[SUPPLY + c] = rules[P.SUPPLY] - n
    turn_up_top(s, rng)
    for seat in range(n):
        s[POINTS + seat] = rules[P.START_POINTS + seat]
        for _ in range(START_HAND):
            s[HAND + seat] |= np.int64(1) << draw_card(s, rng)
        s[START_CARDS + seat] = s[HAND + seat]


@inlined
def place_start_piece(s, seat, piece):
    """Lay one of the four start pieces."""
    s[TOPS + seat], s[HEIGHTS + seat] = laid(s[TOPS + seat], s[HEIGHTS + seat], piece)
    s[PIECE_COUNT + COUNT_SIZE * seat + (piece >> 4)] += 1
    trace.note(s, trace.START, seat, piece)


@inlined
def open_display(s, rng):
    """Turn the deck up and lay out the display."""
    for slot in range(s[RULES + P.DISPLAY]):
        s[DISPLAY + slot] = draw_card(s, rng)
        s[FIRST_DISPLAY + slot] = s[DISPLAY + slot]
    s[N_DISPLAY] = s[RULES + P.DISPLAY]
