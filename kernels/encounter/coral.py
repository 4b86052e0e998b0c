"""Corals: connected tiles of one colour, found through the links between neighbours."""

from __future__ import annotations

from kernels.bits import neighbours
from kernels.encounter.state import (
    GUARDED,
    LINK_DOWN,
    LINK_RIGHT,
    OCCUPIED,
    SHRIMPS,
    TILES,
)
from kernels.jit import inlined, jit


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
def corals_of(s, slot, seeds):
    """All tiles of the corals that the seed tiles (any colours) belong to."""
    right = s[LINK_RIGHT + slot]
    down = s[LINK_DOWN + slot]
    # most corals are small: two steps without asking save branches that nobody could predict
    mask = linked(linked(seeds, right, down), right, down)
    wider = linked(mask, right, down)
    while wider != mask:
        mask = wider
        wider = linked(mask, right, down)
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
    s[LINK_RIGHT + slot] &= ~(cells | (cells >> 1))
    s[LINK_DOWN + slot] &= ~(cells | (cells >> 8))


@inlined
def lay_tile(s, slot, cell, c):
    """Put a tile of colour c on a cell without a tile and link it to its coral."""
    own = s[TILES + 5 * slot + c] | cell
    s[TILES + 5 * slot + c] = own
    s[OCCUPIED + slot] |= cell
    s[GUARDED + slot] = -1
    s[LINK_RIGHT + slot] |= ((own >> 1) & cell) | (own & (cell >> 1))
    s[LINK_DOWN + slot] |= ((own >> 8) & cell) | (own & (cell >> 8))


@inlined
def remove_tiles(s, slot, cells, c):
    """Take tiles of colour c off the rock."""
    s[TILES + 5 * slot + c] &= ~cells
    s[OCCUPIED + slot] &= ~cells
    s[GUARDED + slot] = -1
    unlink(s, slot, cells)


@jit
def colour_at(s, slot, cell):
    """The colour of the tile on a cell, -1 for none."""
    for c in range(5):
        if s[TILES + 5 * slot + c] & cell:
            return c
    return -1
