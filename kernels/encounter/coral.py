"""Corals: connected tiles of one colour, found through the links between neighbours."""

from __future__ import annotations

from kernels.bits import neighbours
from kernels.encounter.state import (
    COLOUR_TILES,
    GUARDED,
    LINK_DOWN,
    LINK_RIGHT,
    OCCUPIED,
    SHRIMPS,
)
from kernels.jit import inlined
from kernels.vectors import in_lane, is_any, load_four, store_four


@inlined
def linked(mask, right, down):
    """The mask and every tile one step away in the same coral."""
    return (
        mask
        | ((mask & right) << 1)
        | ((mask >> 1) & right)
        | ((mask & down) << 8)
        | ((mask >> 8) & down)
    )


@inlined
def linked_around(mask, right, down):
    """As `linked` along the rows and then along the columns: further, also around a corner."""
    mask = mask | ((mask & right) << 1) | ((mask >> 1) & right)
    return mask | ((mask & down) << 8) | ((mask >> 8) & down)


@inlined
def widened(s, slot, mask):
    """All tiles of the corals that the tiles of the mask, any colours, belong to."""
    right = s[LINK_RIGHT + slot]
    down = s[LINK_DOWN + slot]
    wider = linked_around(mask, right, down)
    while wider != mask:
        mask = wider
        wider = linked_around(mask, right, down)
    return mask


@inlined
def corals_of(s, slot, seeds):
    """All tiles of the corals that the seed tiles (any colours) belong to."""
    right = s[LINK_RIGHT + slot]
    down = s[LINK_DOWN + slot]
    # most corals are small: two steps without asking save branches that nobody could predict
    return widened(s, slot, linked_around(linked_around(seeds, right, down), right, down))


@inlined
def corals_on_rocks(s, seeds):
    """As `corals_of` on all rocks: a vector of masks for a vector of seed tiles."""
    right = load_four(s, LINK_RIGHT)
    down = load_four(s, LINK_DOWN)
    mask = linked_around(linked_around(seeds, right, down), right, down)
    wider = linked_around(mask, right, down)
    while is_any(wider ^ mask):
        mask = wider
        wider = linked_around(mask, right, down)
    return mask


@inlined
def guarded_mask(s, slot):
    """All tiles of corals that hold a shrimp; found anew only after a change on the rock."""
    guarded = s[GUARDED + slot]
    if guarded < 0:
        guarded = corals_of(s, slot, s[SHRIMPS + slot] & s[OCCUPIED + slot])
        s[GUARDED + slot] = guarded
    return guarded


@inlined
def protected_mask(s, slot):
    """Tiles under a shrimp and those next to it in the same coral: nobody may attack them."""
    return linked(s[SHRIMPS + slot] & s[OCCUPIED + slot], s[LINK_RIGHT + slot], s[LINK_DOWN + slot])


@inlined
def attackers_mask(own):
    """Tiles of a colour that belong to a coral of at least two tiles."""
    return own & neighbours(own)


@inlined
def unlink(s, slot, cells):
    """Forget the links of cells whose tiles leave."""
    gone = in_lane(slot, cells)
    store_four(s, LINK_RIGHT, load_four(s, LINK_RIGHT) & ~(gone | (gone >> 1)))
    store_four(s, LINK_DOWN, load_four(s, LINK_DOWN) & ~(gone | (gone >> 8)))


@inlined
def lay_tile(s, slot, cell, c):
    """Put a tile of colour c on a cell without a tile and link it to its coral."""
    tile = in_lane(slot, cell)
    own = load_four(s, COLOUR_TILES + 4 * c) | tile
    store_four(s, COLOUR_TILES + 4 * c, own)
    store_four(s, OCCUPIED, load_four(s, OCCUPIED) | tile)
    s[GUARDED + slot] = -1
    right = load_four(s, LINK_RIGHT)
    down = load_four(s, LINK_DOWN)
    store_four(s, LINK_RIGHT, right | ((own >> 1) & tile) | (own & (tile >> 1)))
    store_four(s, LINK_DOWN, down | ((own >> 8) & tile) | (own & (tile >> 8)))


@inlined
def remove_tiles(s, slot, cells, c):
    """Take tiles of colour c off the rock."""
    left = ~in_lane(slot, cells)
    store_four(s, COLOUR_TILES + 4 * c, load_four(s, COLOUR_TILES + 4 * c) & left)
    store_four(s, OCCUPIED, load_four(s, OCCUPIED) & left)
    s[GUARDED + slot] = -1
    unlink(s, slot, cells)


@inlined
def colour_at(s, slot, cell):
    """The colour of the tile on a cell that has one."""
    # without branches, since nobody could predict them
    at = COLOUR_TILES + slot
    return (
        int(s[at + 4] & cell != 0)
        + 2 * int(s[at + 8] & cell != 0)
        + 3 * int(s[at + 12] & cell != 0)
        + 4 * int(s[at + 16] & cell != 0)
    )
