"""The frame of a turn: how it begins and ends, and playing a planned event."""

from __future__ import annotations

from kernels.bits import popcount
from kernels.encounter import parameters as P
from kernels.encounter import trace
from kernels.encounter.geometry import N_COLOURS
from kernels.encounter.placement import empty_cells, has_placement
from kernels.encounter.state import (
    ENDED_BY,
    ENDED_BY_NO_PLACEMENT,
    ENDED_BY_TURN_LIMIT,
    ENDER,
    FROM_BEHIND,
    GROWING,
    GROWTHS,
    INTRODUCED,
    LOCKS_MADE,
    N_PLAYERS,
    OWED,
    RULES,
    RUNNING,
    SEAT,
    SHRIMPS,
    TURN,
)
from kernels.jit import inlined


@inlined
def begin_turn(s):
    """Reset what is limited by the turn."""
    s[GROWTHS] = 0
    s[GROWING] = -1
    s[FROM_BEHIND] = 0
    s[INTRODUCED] = 0
    s[LOCKS_MADE] = 0
    s[OWED] = 0
    trace.note(s, trace.TURN, s[SEAT])


@inlined
def is_any_placement_left(s):
    """Whether some colour could be placed somewhere, whatever anyone holds."""
    for slot in range(s[N_PLAYERS]):
        # with so few shrimps some colour has at most one of them, so it can join nothing there
        if empty_cells(s, slot) and popcount(s[SHRIMPS + slot]) < 2 * N_COLOURS:
            return True
    for c in range(N_COLOURS):
        if has_placement(s, c):
            return True
    return False


@inlined
def end_turn(s):
    """After a draft: the endings checked at the end of a turn, then the next seat."""
    s[TURN] += 1
    if s[ENDED_BY] == RUNNING:
        if not is_any_placement_left(s):
            s[ENDED_BY] = ENDED_BY_NO_PLACEMENT
            s[ENDER] = s[SEAT]
        elif s[TURN] >= s[RULES + P.TURN_LIMIT]:
            s[ENDED_BY] = ENDED_BY_TURN_LIMIT
            s[ENDER] = -1
    s[SEAT] = s[SEAT] + 1 if s[SEAT] + 1 < s[N_PLAYERS] else 0
