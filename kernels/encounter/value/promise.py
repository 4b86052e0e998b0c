"""Flips that prepare an attack: what they lay open counts for a plan until the attack was tried.

A flip by itself costs a consumed tile, so a plan that begins with one would be given up before
the growth that it is for.
"""

from __future__ import annotations

from kernels.bits import popcount
from kernels.encounter import parameters as P
from kernels.encounter import trace
from kernels.encounter.coral import corals_of, guarded_mask
from kernels.encounter.counts import amount
from kernels.encounter.parameters import GROWTHS_PER_TURN
from kernels.encounter.placement import attack_targets
from kernels.encounter.state import (
    CONSUMED,
    CUBES,
    ENDED_BY,
    EVENTS,
    GROWTHS,
    HAND,
    N_EVENTS,
    N_PLAYERS,
    OCCUPIED,
    OWN_SHRIMPS,
    RULES,
)
from kernels.jit import jit


@jit
def attackable_tiles(s, seat):
    """The most tiles of rivals' guarded corals on one rock that a growth could attack now."""
    most = 0
    if s[GROWTHS] >= GROWTHS_PER_TURN:
        return most
    for c in range(5):
        if amount(s[CUBES + seat], c) == 0:
            continue
        tiles = min(amount(s[HAND + seat], c), s[RULES + P.GROW_LIMIT])
        tiles += amount(s[CONSUMED + seat], c)
        if tiles <= most:
            continue
        for slot in range(s[N_PLAYERS]):
            targets = attack_targets(s, slot, c) & guarded_mask(s, slot)
            if targets:
                own = corals_of(s, slot, s[OWN_SHRIMPS + 4 * seat + slot] & s[OCCUPIED + slot])
                most = max(most, min(tiles, popcount(targets & ~own)))
    return most


@jit
def tiles_laid_open(candidate, seat, n_open):
    """How many tiles more than `n_open` could be attacked if this is a flip; 0 otherwise."""
    is_flip = candidate[N_EVENTS] > 0 and candidate[EVENTS] == trace.ALGA
    if not is_flip or candidate[ENDED_BY]:
        return 0
    return max(0, attackable_tiles(candidate, seat) - n_open)
