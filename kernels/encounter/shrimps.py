"""Introducing and moving shrimps (actions 4 and 5)."""

from __future__ import annotations

from kernels.bits import lowest_index, popcount
from kernels.encounter import parameters as P
from kernels.encounter import trace
from kernels.encounter.coral import corals_of, corals_on_rocks, guarded_mask
from kernels.encounter.state import (
    BEHIND,
    COUNT_SIZE,
    GUARDED,
    INTRODUCE_COUNT,
    INTRODUCED,
    LEGAL,
    MOVE_COUNT,
    OCCUPIED,
    OWN_SHRIMPS,
    RULES,
    SHRIMPS,
    n_legal,
    shrimps_on_rocks,
)
from kernels.jit import inlined
from kernels.vectors import in_lane, load_four, popcounts, store_four, where_below


@inlined
def can_introduce(s, seat):
    """Whether a shrimp may be introduced this turn, wherever there is a target."""
    # `&`, not `and`: all three are cheaper than a branch that nobody could predict
    return (
        (s[INTRODUCED] == 0)
        & (s[BEHIND + seat] > 0)
        & (shrimps_on_rocks(s, seat) < s[RULES + P.SHRIMPS_ON_ROCKS])
    )


@inlined
def introduce_targets(s, seat, slot):
    """Tiles of the rock on which the seat may introduce a shrimp."""
    if popcount(s[OWN_SHRIMPS + 4 * seat + slot]) >= s[RULES + P.SHRIMPS_PER_ROCK]:
        return 0
    return s[OCCUPIED + slot] & ~guarded_mask(s, slot)


@inlined
def move_targets(s, seat, from_slot, cell, slot):
    """Tiles of a rock to which the seat's shrimp on `cell` of `from_slot` may move."""
    tiles = s[OCCUPIED + slot]
    if slot == from_slot:
        others = s[SHRIMPS + slot] & tiles & ~cell
        return tiles & ~(corals_of(s, slot, others) | cell)
    if popcount(s[OWN_SHRIMPS + 4 * seat + slot]) >= s[RULES + P.SHRIMPS_PER_ROCK]:
        return 0
    return tiles & ~guarded_mask(s, slot)


@inlined
def find_targets(s, seat, lifted):
    """Write LEGAL, the tiles of every rock to which a shrimp of the seat may go; their number.

    lifted: a vector, the cell from which the shrimp comes, empty if it comes from the screen.
    """
    occupied = load_four(s, OCCUPIED)
    guarded = corals_on_rocks(s, load_four(s, SHRIMPS) & ~lifted & occupied)
    own = popcounts(load_four(s, OWN_SHRIMPS + 4 * seat) & ~lifted)
    is_room = where_below(own, s[RULES + P.SHRIMPS_PER_ROCK])
    store_four(s, LEGAL, occupied & ~guarded & ~lifted & is_room)
    return n_legal(s)


@inlined
def put_shrimp(s, seat, slot, cell):
    """A shrimp of the seat appears on a cell."""
    shrimp = in_lane(slot, cell)
    store_four(s, SHRIMPS, load_four(s, SHRIMPS) | shrimp)
    s[GUARDED + slot] = -1
    own = OWN_SHRIMPS + 4 * seat
    store_four(s, own, load_four(s, own) | shrimp)


@inlined
def lift_shrimp(s, seat, slot, cell):
    """A shrimp of the seat leaves a cell."""
    others = ~in_lane(slot, cell)
    store_four(s, SHRIMPS, load_four(s, SHRIMPS) & others)
    s[GUARDED + slot] = -1
    own = OWN_SHRIMPS + 4 * seat
    store_four(s, own, load_four(s, own) & others)


@inlined
def introduce_shrimp(s, seat, slot, cell):
    """Action 4."""
    s[BEHIND + seat] -= 1
    s[INTRODUCED] += 1
    put_shrimp(s, seat, slot, cell)
    s[INTRODUCE_COUNT + COUNT_SIZE * seat] += 1
    trace.note(s, trace.INTRODUCE, slot, lowest_index(cell))


@inlined
def move_shrimp(s, seat, from_slot, from_cell, slot, cell):
    """Action 5 to a tile or to bare rock."""
    lift_shrimp(s, seat, from_slot, from_cell)
    put_shrimp(s, seat, slot, cell)
    s[MOVE_COUNT + COUNT_SIZE * seat] += 1
    trace.note(s, trace.MOVE, from_slot, lowest_index(from_cell), slot, lowest_index(cell))


@inlined
def take_back_shrimp(s, seat, slot, cell):
    """Action 5 behind the screen."""
    lift_shrimp(s, seat, slot, cell)
    s[BEHIND + seat] += 1
    s[MOVE_COUNT + COUNT_SIZE * seat] += 1
    trace.note(s, trace.MOVE, slot, lowest_index(cell), trace.SCREEN)
