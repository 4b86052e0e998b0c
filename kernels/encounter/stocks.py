"""The bag and the bonus tiles."""

from __future__ import annotations

from kernels.encounter.counts import nth_tile, one, total
from kernels.encounter.state import BAG, BONUS, BONUS_OPEN
from kernels.jit import inlined
from kernels.rng import below


@inlined
def top_up_bonus(s, single):
    """Replace a missing bonus tile from the bag at once, while there is a bonus stock."""
    lane = single * 0xFFF
    if s[BONUS_OPEN] and s[BAG] & lane and not s[BONUS] & lane:
        s[BAG] -= single
        s[BONUS] += single


@inlined
def return_to_bag(s, single, tiles):
    """Put tiles of one colour into the bag; the bonus stock takes one if it lacks the colour."""
    s[BAG] += single * tiles
    top_up_bonus(s, single)


@inlined
def take_bonus(s, single):
    """Use the bonus tile of a colour, which must be there."""
    s[BONUS] -= single
    top_up_bonus(s, single)


@inlined
def draw_tile(s, rng, stream):
    """Draw a tile from a bag that is not empty; the colour drawn."""
    c = nth_tile(s[BAG], below(rng, stream, total(s[BAG])))
    s[BAG] -= one(c)
    return c


@inlined
def bonus_into_bag(s):
    """The bag runs out: the bonus tiles go into it, once, and there is no bonus stock any more."""
    s[BAG] += s[BONUS]
    s[BONUS] = 0
    s[BONUS_OPEN] = 0
