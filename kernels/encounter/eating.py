"""Feeding a coral to the parrotfish (action 1 and the final round)."""

from __future__ import annotations

from kernels.bits import lowest_index, popcount, small
from kernels.encounter import trace
from kernels.encounter.coral import colour_at, corals_of, remove_tiles
from kernels.encounter.counts import one
from kernels.encounter.geometry import SHRIMPS_PER_PLAYER
from kernels.encounter.shrimps import lift_shrimp
from kernels.encounter.state import (
    COUNT_SIZE,
    EAT_COUNT,
    EATEN,
    EATEN_SIZE,
    ENDED_BY,
    ENDED_BY_SHRIMPS,
    ENDER,
    FISH,
    OCCUPIED,
    OWN_SHRIMPS,
    STANDING_CHANGED,
)
from kernels.encounter.stocks import return_to_bag
from kernels.jit import inlined, jit


@inlined
def edible_shrimps(s, seat, slot, min_edible):
    """The seat's shrimps on the rock (bits) whose corals are large enough to be eaten."""
    edible = 0
    shrimps = s[OWN_SHRIMPS + 4 * seat + slot] & s[OCCUPIED + slot]
    if popcount(corals_of(s, slot, shrimps)) < min_edible:
        return 0  # all of them together are too small
    if not shrimps & (shrimps - 1):
        return shrimps
    while shrimps:
        shrimp = shrimps & -shrimps
        shrimps ^= shrimp
        if popcount(corals_of(s, slot, shrimp)) >= min_edible:
            edible |= shrimp
    return edible


@jit
def eat_coral(s, seat, slot, shrimp, returned):
    """Eat the coral under the seat's shrimp; `returned` of its tiles go back to the bag."""
    seat, slot = small(seat), small(slot)
    coral = corals_of(s, slot, shrimp)
    c = colour_at(s, slot, shrimp)
    size = popcount(coral)
    back = min(size, returned)
    remove_tiles(s, slot, coral, c)
    lift_shrimp(s, seat, slot, shrimp)
    s[FISH + seat] += one(c) * (size - back)
    return_to_bag(s, one(c), back)
    s[EATEN_SIZE + COUNT_SIZE * seat + s[EATEN + seat]] = size
    s[EAT_COUNT + COUNT_SIZE * seat] += 1
    s[EATEN + seat] += 1
    s[STANDING_CHANGED] = 1
    trace.note(s, trace.EAT, slot, lowest_index(shrimp))
    if s[ENDED_BY] == 0 and s[EATEN + seat] == SHRIMPS_PER_PLAYER:
        s[ENDED_BY] = ENDED_BY_SHRIMPS
        s[ENDER] = seat
