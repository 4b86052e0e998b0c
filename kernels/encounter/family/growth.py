"""Planning one growth: which cells a coral grows onto, and in which order."""

from __future__ import annotations

from kernels.bits import neighbours, popcount, small
from kernels.encounter import parameters as P
from kernels.encounter.coral import attackers_mask, corals_of, protected_mask, widened
from kernels.encounter.counts import amount
from kernels.encounter.family import weights as W
from kernels.encounter.placement import (
    begin_growth,
    empty_cells,
    joining_cells,
    lay_growing_tile,
    weaker_tiles,
)
from kernels.encounter.shrimps import take_back_shrimp
from kernels.encounter.state import (
    BONUS,
    COLOUR_TILES,
    CONSUMED,
    FROM_BEHIND,
    GROWTH_CELL,
    HAND,
    OCCUPIED,
    OWN_SHRIMPS,
    RULES,
    SHRIMPS,
)
from kernels.jit import inlined, jit

# ways to grow
PLAIN = 0  # tiles from behind the screen
WITH_CONSUMED = 1  # and then all consumed tiles of the colour
LIFTING = 2  # the same after lifting an own shrimp out of the way
FREE = 3  # consumed tiles only and no cube, where the ruleset allows it
WITH_LARVA = 4  # as with consumed tiles, the cube having been got for a consumed tile
N_OPTIONS = 5


@jit
def best_cell(s, slot, c, cells, own_guarded, rival_guarded, w):
    """The cell of a mask that the cell weights rank highest, 0 if the mask is empty."""
    slot, c = small(slot), small(c)
    occupied = s[OCCUPIED + slot]
    same = s[COLOUR_TILES + 4 * c + slot]
    empty = empty_cells(s, slot)
    growth = 0
    if s[RULES + P.EXTRA_GROWTH] and amount(s[BONUS], c) > 0:
        growth = s[GROWTH_CELL + slot] & empty
    best = 0
    best_rank = -1e30
    while cells:
        cell = cells & -cells
        cells ^= cell
        beside = neighbours(cell)
        rank = w[W.CELL_COMPACT] * popcount(beside & same)
        rank += w[W.CELL_OPEN] * popcount(beside & empty)
        # choices instead of branches, which nobody could predict
        rank += w[W.CELL_EXTRA] if beside & growth else 0.0
        attack = w[W.CELL_ATTACK_OWN] if cell & own_guarded else w[W.CELL_ATTACK_FREE]
        attack = w[W.CELL_ATTACK_RIVAL] if cell & rival_guarded else attack
        rank += attack if cell & occupied else 0.0
        is_better = rank > best_rank
        best_rank = rank if is_better else best_rank
        best = cell if is_better else best
    return best


@jit
def founding_cell(s, slot, c):
    """An empty cell for a new coral of colour c: with room around it, best by the growth cell."""
    slot, c = small(slot), small(c)
    empty = empty_cells(s, slot)
    free = empty & ~neighbours(s[COLOUR_TILES + 4 * c + slot])
    up, down, left, right = empty << 8, empty >> 8, empty << 1, empty >> 1
    roomy = (up & down & (left | right)) | ((up | down) & left & right)
    open_cells = free & roomy  # at least three empty neighbours
    if not open_cells:
        open_cells = free
    by_growth_cell = open_cells & neighbours(s[GROWTH_CELL + slot] & empty)
    if by_growth_cell:
        open_cells = by_growth_cell
    return open_cells & -open_cells


@inlined
def next_source(s, seat, c, option):
    """Where the next tile comes from: 1 behind the screen, 0 the consumed tiles, -1 nowhere."""
    if (
        option != FREE
        and amount(s[HAND + seat], c) > 0
        and s[FROM_BEHIND] < s[RULES + P.GROW_LIMIT]
    ):
        return 1
    if option != PLAIN and amount(s[CONSUMED + seat], c) > 0:
        return 0
    return -1


@jit
def lift_second_shrimp(s, seat, slot, c, seed):
    """Take back the seat's other shrimp on this rock and colour, so that two corals may join."""
    seat, slot, c = small(seat), small(slot), small(c)
    shrimps = s[OWN_SHRIMPS + 4 * seat + slot] & s[COLOUR_TILES + 4 * c + slot]
    others = shrimps & ~corals_of(s, slot, seed)
    if shrimps == others or others == 0:
        return False
    take_back_shrimp(s, seat, slot, others & -others)
    return True


@jit
def grow_coral(s, seat, slot, c, seed, option, w):
    """Grow the coral of colour c at `seed` with all tiles at hand; the number of tiles placed.

    `seed` is one of the coral's tiles, or the empty cell on which to found a new one.
    """
    seat, slot, c = small(seat), small(slot), small(c)
    mine = s[OWN_SHRIMPS + 4 * seat + slot]
    begin_growth(s, seat, c, option == FREE)
    if option == LIFTING and not lift_second_shrimp(s, seat, slot, c, seed):
        return 0
    n_placed = 0
    source = next_source(s, seat, c, option)
    coral = seed & s[OCCUPIED + slot]
    # nothing but tiles of this colour is laid meanwhile, so who is protected stays
    prey = weaker_tiles(s, slot, c) & ~protected_mask(s, slot)
    while source >= 0:
        own = s[COLOUR_TILES + 4 * c + slot]
        cells = empty_cells(s, slot) | (neighbours(attackers_mask(own)) & prey)
        guards = s[SHRIMPS + slot] & own
        if guards & (guards - 1):
            cells &= ~joining_cells(s, slot, guards)
        if coral:
            coral = widened(s, slot, coral)
            cells &= neighbours(coral)
        else:
            cells &= seed  # a new coral is founded
        own_guarded, rival_guarded = 0, 0
        if cells & s[OCCUPIED + slot]:
            shrimps = s[SHRIMPS + slot] & s[OCCUPIED + slot]
            own_guarded = corals_of(s, slot, shrimps & mine)
            rival_guarded = corals_of(s, slot, shrimps & ~mine)
        cell = best_cell(s, slot, c, cells, own_guarded, rival_guarded, w)
        if cell == 0 or (cell & own_guarded and w[W.CELL_ATTACK_OWN] < 0.0):
            break
        lay_growing_tile(s, seat, slot, cell, source == 1)
        coral |= cell
        prey &= ~cell
        n_placed += 1
        source = next_source(s, seat, c, option)
    return n_placed
