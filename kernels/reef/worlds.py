"""Worlds that a player cannot tell apart: what is hidden from a seat, dealt anew."""

from __future__ import annotations

import numpy as np

from kernels.bits import lowest_index, nth_bit, popcount
from kernels.jit import jit
from kernels.reef import streams
from kernels.reef.cards import N_CARDS
from kernels.reef.state import DECK, HAND, N_LEFT, N_PLAYERS, POSITION_SIZE, START_CARDS
from kernels.rng import below


@jit
def unseen_cards(s, me):
    """The set of cards that the seat cannot place: hidden start cards, the deck below its top."""
    unseen = np.int64(0)
    for k in range(s[N_LEFT] + 1, N_CARDS):
        unseen |= np.int64(1) << s[DECK + k]
    for seat in range(s[N_PLAYERS]):
        if seat != me:
            unseen |= s[HAND + seat] & s[START_CARDS + seat]
    return unseen


@jit
def deal_world(s, me, world, rng):
    """Copy the position with all that is hidden dealt anew, consistent with what was seen."""
    for at in range(POSITION_SIZE):
        world[at] = s[at]
    unseen = unseen_cards(s, me)
    for seat in range(s[N_PLAYERS]):
        if seat == me:
            continue
        hidden = s[HAND + seat] & s[START_CARDS + seat]
        world[HAND + seat] ^= hidden
        world[START_CARDS + seat] ^= hidden
        for _ in range(popcount(hidden)):
            card = nth_bit(unseen, below(rng, streams.DECK, popcount(unseen)))
            unseen ^= card
            world[HAND + seat] |= card
            world[START_CARDS + seat] |= card
    # the rest in any order: which card is next is drawn as it is turned up
    for k in range(s[N_LEFT] + 1, N_CARDS):
        world[DECK + k] = lowest_index(unseen)
        unseen &= unseen - 1
