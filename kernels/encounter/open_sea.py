"""Drafting from the open sea and refilling it (action 10)."""

from __future__ import annotations

from kernels.bits import lowest_index, small
from kernels.encounter import parameters as P
from kernels.encounter import streams, trace
from kernels.encounter.counts import amount, one, total
from kernels.encounter.geometry import LEAST_IN_BAG, SEA_ORDER, SPACE_LIMIT
from kernels.encounter.state import (
    BAG,
    BONUS_OPEN,
    COUNT_SIZE,
    CUBE_SUPPLY,
    CUBES,
    DRAFT_COUNT,
    ENDED_BY,
    ENDED_BY_REFILL,
    ENDER,
    HAND,
    KNOWN_HAND,
    RULES,
    SEA,
)
from kernels.encounter.stocks import bonus_into_bag, draw_tile
from kernels.jit import inlined


@inlined
def take_space(s, seat, space):
    """Take the cube and all tiles of a space behind the screen."""
    s[CUBES + seat] += one(space)
    s[HAND + seat] += s[SEA + space]
    s[KNOWN_HAND + seat] += s[SEA + space]
    s[DRAFT_COUNT + COUNT_SIZE * seat + space] += 1
    trace.note(s, trace.DRAFT, space, s[SEA + space])
    s[SEA + space] = 0


@inlined
def lay_sea_tile(s, rng, space):
    """Draw one tile onto a space; False if there is none to draw."""
    if s[BAG] == 0:
        if s[BONUS_OPEN]:
            bonus_into_bag(s)
        if s[BAG] == 0:
            return False
    c = draw_tile(s, rng, streams.OPEN_SEA)
    s[SEA + space] += one(c)
    trace.note(s, trace.REFILL, space, c)
    return True


@inlined
def refill(s, rng, space):
    """Refill after a draft; False if it cannot be completed."""
    if amount(s[CUBE_SUPPLY], space) == 0:
        return False
    s[CUBE_SUPPLY] -= one(space)
    if s[RULES + P.TAKEN_TO_THREE]:
        while total(s[SEA + space]) < SPACE_LIMIT:
            if not lay_sea_tile(s, rng, space):
                return False
        return True
    needy = 0
    for place in range(5):
        needy |= (total(s[SEA + SEA_ORDER[place]]) < SPACE_LIMIT) << place
    while needy:
        place = lowest_index(needy)
        needy &= needy - 1
        if not lay_sea_tile(s, rng, small(SEA_ORDER[place])):
            return False
    return True


@inlined
def is_bag_spent(s):
    """Whether the bag holds too few tiles to go on, where the ruleset ends the game by that."""
    if not s[RULES + P.FEWER_THAN_THREE] or total(s[BAG]) >= LEAST_IN_BAG:
        return False
    if s[BONUS_OPEN]:
        bonus_into_bag(s)
    return total(s[BAG]) < LEAST_IN_BAG


@inlined
def draft(s, rng, seat, space):
    """Action 10: take a space and refill; a refill that fails ends the game."""
    take_space(s, seat, space)
    if not refill(s, rng, space) or is_bag_spent(s):
        s[ENDED_BY] = ENDED_BY_REFILL
        s[ENDER] = seat
