"""Exchanges: a consumed tile for a larva cube (action 6), a larva cube for a tile (action 8)."""

from __future__ import annotations

from kernels.encounter import parameters as P
from kernels.encounter import trace
from kernels.encounter.alga import pay_consumed
from kernels.encounter.counts import amount, one, present
from kernels.encounter.state import (
    BAG,
    BONUS,
    CONSUMED,
    COUNT_SIZE,
    CUBE_SUPPLY,
    CUBES,
    HAND,
    KNOWN_HAND,
    LARVA_COUNT,
    OWED,
    RULES,
    TILE_COUNT,
)
from kernels.encounter.stocks import take_bonus
from kernels.jit import inlined


@inlined
def larva_exchanges(s, seat):
    """The set of colours in which action 6 is possible."""
    return present(s[CONSUMED + seat]) & present(s[CUBE_SUPPLY])


@inlined
def take_larva(s, seat, c):
    """Action 6; where the rules say so the cube must pay for a growth this turn."""
    pay_consumed(s, seat, c)
    s[CUBE_SUPPLY] -= one(c)
    s[CUBES + seat] += one(c)
    if s[RULES + P.SAME_TURN]:
        s[OWED] += one(c)
    s[LARVA_COUNT + COUNT_SIZE * seat] += 1
    trace.note(s, trace.LARVA, c)


@inlined
def tile_exchanges(s, seat):
    """The set of colours in which action 8 is possible; an owed cube must not pay for it."""
    return present(s[CUBES + seat] - s[OWED]) & present(s[BAG] + s[BONUS])


@inlined
def take_tile(s, seat, c):
    """Action 8: from the bag, or else the bonus tile."""
    s[CUBES + seat] -= one(c)
    s[CUBE_SUPPLY] += one(c)
    if amount(s[BAG], c) > 0:
        s[BAG] -= one(c)
    else:
        take_bonus(s, one(c))
    s[HAND + seat] += one(c)
    s[KNOWN_HAND + seat] += one(c)
    s[TILE_COUNT + COUNT_SIZE * seat] += 1
    trace.note(s, trace.TILE, c)
