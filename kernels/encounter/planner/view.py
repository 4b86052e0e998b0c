"""What a seat can know: positions with nothing hidden in them, and worlds that fit what was seen.

Tiles and cubes taken in the open are known to everybody. Not known are the start tiles that a
rival still holds, what rivals fed at set-up, and so what exactly is in the bag.
"""

from __future__ import annotations

from kernels.encounter.counts import amount, nth_tile, one, total
from kernels.encounter.replaying import copy_position
from kernels.encounter.state import (
    BAG,
    BONUS,
    BONUS_OPEN,
    FED,
    FISH,
    HAND,
    KNOWN_HAND,
    N_PLAYERS,
)
from kernels.jit import jit
from kernels.rng import below


@jit
def unseen_tiles(s, me):
    """All tiles the seat cannot place: the bag, rivals' hidden tiles and what they fed."""
    unseen = s[BAG]
    for seat in range(s[N_PLAYERS]):
        if seat != me:
            unseen += s[HAND + seat] - s[KNOWN_HAND + seat]
            if s[FED + seat] >= 0:
                unseen += one(s[FED + seat])
    return unseen


@jit
def make_view(s, me, view):
    """Copy the position as the seat knows it: every unseen tile counts as being in the bag."""
    copy_position(s, view)
    view[BAG] = unseen_tiles(s, me)
    for seat in range(s[N_PLAYERS]):
        if seat != me:
            view[HAND + seat] = s[KNOWN_HAND + seat]
            if s[FED + seat] >= 0:
                view[FISH + seat] -= one(s[FED + seat])
                view[FED + seat] = -1


@jit
def n_hidden(s, seat):
    """Tiles of a seat that the table does not know: in its hand, and fed at set-up."""
    fed = 1 if s[FED + seat] >= 0 else 0
    return total(s[HAND + seat]) - total(s[KNOWN_HAND + seat]) + fed


@jit
def deal_hidden(world, s, me, hidden, rng):
    """Give the rivals hidden tiles, drawn evenly from a packed count of just as many tiles."""
    for seat in range(s[N_PLAYERS]):
        if seat == me:
            continue
        world[HAND + seat] = s[KNOWN_HAND + seat]
        for k in range(n_hidden(s, seat)):
            c = nth_tile(hidden, below(rng, 0, total(hidden)))
            hidden -= one(c)
            if k == 0 and s[FED + seat] >= 0:
                world[FISH + seat] += one(c) - one(s[FED + seat])
                world[FED + seat] = c
            else:
                world[HAND + seat] += one(c)


@jit
def deal_world(s, me, world, rng):
    """Copy the position with all that is hidden dealt anew, consistent with what was seen.

    While the bonus stock is open it lacks a colour only if the bag does: all unseen tiles of
    such a colour are with the rivals.
    """
    copy_position(s, world)
    bag = unseen_tiles(s, me)
    hidden = 0
    if s[BONUS_OPEN]:
        for c in range(5):
            if amount(s[BONUS], c) == 0:
                hidden += one(c) * amount(bag, c)
    bag -= hidden
    n = 0
    for seat in range(s[N_PLAYERS]):
        if seat != me:
            n += n_hidden(s, seat)
    while total(hidden) < n:
        c = nth_tile(bag, below(rng, 0, total(bag)))
        bag -= one(c)
        hidden += one(c)
    world[BAG] = bag
    deal_hidden(world, s, me, hidden, rng)
