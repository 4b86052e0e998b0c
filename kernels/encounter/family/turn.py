"""The decisions of a strategy of the family: set-up, turn, last meal."""

from __future__ import annotations

from kernels.bits import popcount, small
from kernels.encounter import parameters as P
from kernels.encounter import streams
from kernels.encounter.coral import colour_at, corals_of
from kernels.encounter.counts import amount, one
from kernels.encounter.eating import eat_coral, edible_shrimps
from kernels.encounter.family import weights as W
from kernels.encounter.family.plan import take_best_actions, take_best_meal
from kernels.encounter.family.worth import hand_worth, start_hand_worth
from kernels.encounter.open_sea import draft
from kernels.encounter.setup import feed_tile, take_start_cube
from kernels.encounter.state import (
    CONSUMED,
    CUBE_SUPPLY,
    CUBES,
    ENDED_BY,
    HAND,
    KNOWN_HAND,
    N_PLAYERS,
    RULES,
    SEA,
    coral_value,
    shrimps_on_rocks,
)
from kernels.jit import inlined, jit
from kernels.rng import unit


@jit
def choose_fed_tile(s, seat):
    """Feed the start tile that is missed least."""
    best = -1
    best_worth = -1e30
    for c in range(5):
        if amount(s[HAND + seat], c) > 0:
            # a colour of many tiles is the one to grow: feed it to profit from its value
            worth = coral_value(s, c) + 0.2 * amount(s[HAND + seat], c)
            if worth > best_worth:
                best_worth = worth
                best = c
    feed_tile(s, seat, best)


@jit
def choose_start_cubes(s, seat, w):
    """Take the first larva cubes, those that fit the hand best."""
    for _ in range(s[RULES + P.START_LARVAE]):
        best = -1
        best_worth = -1e30
        for c in range(5):
            if amount(s[CUBE_SUPPLY], c) > 0:
                worth = start_hand_worth(s, s[HAND + seat], s[CUBES + seat] + one(c), w)
                if worth > best_worth:
                    best_worth = worth
                    best = c
        take_start_cube(s, seat, best)


@inlined
def hands_worth(s, seat, w):
    """What the own screen is worth, and to the next player what is known to be behind theirs."""
    next_seat = (seat + 1) % s[N_PLAYERS]
    own = hand_worth(s, s[HAND + seat], s[CUBES + seat], s[CONSUMED + seat], w)
    return own, hand_worth(s, s[KNOWN_HAND + next_seat], s[CUBES + next_seat], 0, w)


@jit
def draft_worth(s, seat, space, w, own_now, next_now):
    """What drafting a space gains, by itself and by denying it to the next player.

    own_now, next_now: the `hands_worth` before the draft.
    """
    seat, space = small(seat), small(space)
    next_seat = (seat + 1) % s[N_PLAYERS]
    tiles = s[SEA + space]
    cube = one(space)
    consumed = s[CONSUMED + seat]
    worth = hand_worth(s, s[HAND + seat] + tiles, s[CUBES + seat] + cube, consumed, w) - own_now
    known = s[KNOWN_HAND + next_seat]
    denied = hand_worth(s, known + tiles, s[CUBES + next_seat] + cube, 0, w) - next_now
    worth += w[W.DRAFT_DENIAL] * denied
    if amount(s[CUBE_SUPPLY], space) == 0:  # no cube to refill with: this ends the game
        worth += w[W.RUN_DRY]
    return worth


@jit
def choose_draft(s, rng, seat, w):
    """The open-sea space that is worth most."""
    seat = small(seat)
    best = 0
    best_worth = -1e30
    own_now, next_now = hands_worth(s, seat, w)
    for space in range(5):
        worth = draft_worth(s, seat, space, w, own_now, next_now)
        worth += w[W.WHIM] * (unit(rng, streams.DECISIONS + seat) - 0.5)
        if worth > best_worth:
            best_worth = worth
            best = space
    return best


@jit
def take_turn(s, rng, seat, w, room, scratch):
    """Play a whole turn; it ends with a draft or with the end of the game."""
    seat = small(seat)
    if shrimps_on_rocks(s, seat) > 0:
        take_best_meal(s, rng, seat, w, room, scratch)
    if not s[ENDED_BY]:
        take_best_actions(s, rng, seat, w, room, scratch)
    if not s[ENDED_BY]:
        draft(s, rng, seat, choose_draft(s, rng, seat, w))


@jit
def eat_at_the_end(s, seat):
    """Eat the coral that brings most points in the final round, if any does."""
    best_slot = -1
    best_shrimp = 0
    best = 0
    for slot in range(s[N_PLAYERS]):
        edible = edible_shrimps(s, seat, slot, s[RULES + P.FINAL_MIN_EDIBLE])
        while edible:
            shrimp = edible & -edible
            edible ^= shrimp
            size = popcount(corals_of(s, slot, shrimp))
            value = coral_value(s, colour_at(s, slot, shrimp))
            points = (size - s[RULES + P.FINAL_RETURN]) * value
            if points > best:
                best = points
                best_slot = slot
                best_shrimp = shrimp
    if best_slot >= 0:
        eat_coral(s, seat, best_slot, best_shrimp, s[RULES + P.FINAL_RETURN])
