"""What a seat can know of the others: their points, and the colours they could grow next.

Tiles and cubes taken in the open are known to everybody; a rival's start tiles, what was fed at
set-up and the bag are not.
"""

from __future__ import annotations

from kernels.bits import popcount
from kernels.encounter.counts import amount, one, present, total
from kernels.encounter.state import (
    CONSUMED,
    CUBES,
    FED,
    FISH,
    HAND,
    KNOWN_HAND,
    N_PLAYERS,
    WEAKER,
)
from kernels.jit import inlined, jit


@inlined
def known_fish(s, seat, observer):
    """The tiles of a parrotfish an observer knows of: all but what another seat fed at set-up."""
    fish = s[FISH + seat]
    if seat != observer and s[FED + seat] >= 0:
        fish -= one(s[FED + seat])
    return fish


@inlined
def known_score(s, seat, observer):
    """Points of a parrotfish as far as the observer knows."""
    fish = known_fish(s, seat, observer)
    points = 0
    for c in range(5):
        points += amount(fish, c) * (1 + popcount(s[WEAKER + c]))
    return points


@inlined
def playable_colours(s, seat, observer):
    """The set of colours the seat could grow next, as far as the observer knows."""
    if seat == observer:
        return present(s[CUBES + seat]) & present(s[HAND + seat] + s[CONSUMED + seat])
    cubes = present(s[CUBES + seat])
    if total(s[HAND + seat]) > total(s[KNOWN_HAND + seat]):
        return cubes  # a hidden start tile might be of any colour
    return cubes & present(s[KNOWN_HAND + seat] + s[CONSUMED + seat])


@jit
def rivals_colours(s, me):
    """The set of colours some rival could grow next, as far as the seat knows."""
    colours = 0
    for seat in range(s[N_PLAYERS]):
        if seat != me:
            colours |= playable_colours(s, seat, me)
    return colours
