"""Alga cylinders and coral tiles: flips and locks (action 7)."""

from __future__ import annotations

from kernels.bits import lowest_index, popcount
from kernels.encounter import trace
from kernels.encounter.counts import one, total
from kernels.encounter.geometry import (
    ALL_CORAL_TILES,
    STAR_LARGE,
    STAR_SMALL,
    STAR_STRONGER,
    STAR_WEAKER,
)
from kernels.encounter.state import (
    ALGA_SPACE,
    ALGA_SUPPLY,
    CONSUMED,
    COUNT_SIZE,
    EATEN,
    ENDED_BY,
    ENDED_BY_LOCKS,
    ENDER,
    FISH,
    FLIP_COUNT,
    LOCK_COUNT,
    LOCKED,
    LOCKS_MADE,
    SPACE_ALGA_COUNT,
    STANDING_CHANGED,
    STAR_UP,
    WEAKER,
)
from kernels.encounter.stocks import return_to_bag
from kernels.jit import inlined, jit


@inlined
def tiles_showing(s, a):
    """Coral tiles (bits) whose large alga has colour a as they lie now."""
    up = s[STAR_UP]
    return (STAR_LARGE[a] & up) | (STAR_SMALL[a] & ~up)


@inlined
def turnable_tiles(s, a):
    """Coral tiles without a cylinder whose large alga has colour a."""
    return tiles_showing(s, a) & ~s[LOCKED]


@inlined
def stronger_colour(s, tile):
    """The colour a coral tile shows as the stronger."""
    return STAR_STRONGER[tile] if s[STAR_UP] >> tile & 1 else STAR_WEAKER[tile]


@inlined
def weaker_colour(s, tile):
    """The colour a coral tile shows as the weaker."""
    return STAR_WEAKER[tile] if s[STAR_UP] >> tile & 1 else STAR_STRONGER[tile]


@jit
def set_strengths(s):
    """Read which colour beats which off all coral tiles."""
    for c in range(5):
        s[WEAKER + c] = 0
    for tile in range(10):
        s[WEAKER + stronger_colour(s, tile)] |= 1 << weaker_colour(s, tile)


@inlined
def flip_tiles(s, tiles):
    """Turn coral tiles (bits) over and with them who beats whom."""
    while tiles:
        tile = lowest_index(tiles)
        tiles &= tiles - 1
        strong = stronger_colour(s, tile)
        weak = weaker_colour(s, tile)
        s[WEAKER + strong] &= ~(1 << weak)
        s[WEAKER + weak] |= 1 << strong
        s[STAR_UP] ^= 1 << tile


@inlined
def lockable_tiles(s, seat):
    """Coral tiles (bits) on which the seat may put a cylinder now, if it can pay."""
    if s[EATEN + seat] == 0 or s[LOCKS_MADE] > 0:
        return 0
    open_tiles = ALL_CORAL_TILES & ~s[LOCKED]
    if popcount(open_tiles) == 1 and total(s[FISH + seat]) < 2:
        return 0
    lockable = 0
    for a in range(4):
        if s[ALGA_SUPPLY + a] > 0:
            lockable |= tiles_showing(s, a)
    return lockable & open_tiles


@jit
def alga_of_tile(s, tile):
    """The colour of a coral tile's large alga."""
    for a in range(4):
        if tiles_showing(s, a) >> tile & 1:
            return a
    return -1


@inlined
def pay_consumed(s, seat, c):
    """A consumed tile goes to the bag."""
    s[CONSUMED + seat] -= one(c)
    return_to_bag(s, one(c), 1)


@inlined
def play_alga_space(s, seat, a, paying):
    """Action 7 onto the alga space: every open coral tile with that large alga turns over."""
    pay_consumed(s, seat, paying)
    s[ALGA_SUPPLY + a] -= 1
    if s[ALGA_SPACE] >= 0:
        s[ALGA_SUPPLY + s[ALGA_SPACE]] += 1
    s[ALGA_SPACE] = a
    turned = turnable_tiles(s, a)
    flip_tiles(s, turned)
    s[STANDING_CHANGED] = 1
    s[SPACE_ALGA_COUNT + COUNT_SIZE * seat] += 1
    s[FLIP_COUNT + COUNT_SIZE * seat] += popcount(turned)
    trace.note(s, trace.ALGA, a, -1, paying)


@inlined
def lock_tile(s, seat, tile, paying):
    """Action 7 onto a coral tile: it never turns again, the others with that alga turn over."""
    pay_consumed(s, seat, paying)
    a = alga_of_tile(s, tile)
    s[ALGA_SUPPLY + a] -= 1
    s[LOCKED] |= 1 << tile
    s[LOCKS_MADE] += 1
    turned = turnable_tiles(s, a)
    flip_tiles(s, turned)
    s[STANDING_CHANGED] = 1
    s[LOCK_COUNT + COUNT_SIZE * seat] += 1
    s[FLIP_COUNT + COUNT_SIZE * seat] += popcount(turned)
    trace.note(s, trace.ALGA, a, tile, paying)
    if s[LOCKED] == ALL_CORAL_TILES:
        s[ENDED_BY] = ENDED_BY_LOCKS
        s[ENDER] = seat
