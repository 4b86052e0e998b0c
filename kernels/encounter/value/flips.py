"""What flips of coral tiles could do to the leads, and what no flip can take."""

from __future__ import annotations

from kernels.bits import lowest_index
from kernels.encounter.alga import stronger_colour, turnable_tiles, weaker_colour
from kernels.encounter.state import ALGA_SUPPLY, CONSUMED, LOCKED, N_PLAYERS
from kernels.encounter.value import tables as T
from kernels.jit import jit


@jit
def fill_locks(s, work):
    """For each colour, the locked coral tiles that show it as the stronger and as the weaker."""
    for c in range(5):
        work[T.LOCKED_WINS + c] = 0.0
        work[T.LOCKED_LOSSES + c] = 0.0
    locked = s[LOCKED]
    while locked:
        tile = lowest_index(locked)
        locked &= locked - 1
        work[T.LOCKED_WINS + stronger_colour(s, tile)] += 1.0
        work[T.LOCKED_LOSSES + weaker_colour(s, tile)] += 1.0


@jit
def lead_after(n, seat, work):
    """A seat's lead in points once everybody's have shifted."""
    own = work[T.POINTS + seat] + work[T.SHIFT + seat]
    lead = 1000.0
    for rival in range(n):
        if rival != seat:
            lead = min(lead, float(own - work[T.POINTS + rival] - work[T.SHIFT + rival]))
    return lead


@jit
def fill_flips(s, work):
    """Firm points, and each seat's lead after the best and the worst cylinder for it.

    Flips count where somebody has a consumed tile to pay for them: the best if the seat itself
    has, the worst if a rival has.
    """
    n = s[N_PLAYERS]
    fill_locks(s, work)
    for seat in range(n):
        firm = 0.0
        for c in range(5):
            # corals to be eaten count as firm as what has been eaten
            firm += work[T.STAKE + 5 * seat + c] * (1.0 + work[T.LOCKED_WINS + c])
        work[T.FIRM + seat] = firm
        work[T.SHIFT + seat] = 0.0
    for seat in range(n):
        lead = lead_after(n, seat, work)
        work[T.BEST_FLIP + seat] = lead
        work[T.WORST_FLIP + seat] = lead
    for a in range(4):
        if s[ALGA_SUPPLY + a] == 0:
            continue
        for seat in range(n):
            work[T.SHIFT + seat] = 0.0
        tiles = turnable_tiles(s, a)
        while tiles:
            tile = lowest_index(tiles)
            tiles &= tiles - 1
            up = weaker_colour(s, tile)
            down = stronger_colour(s, tile)
            for seat in range(n):
                work[T.SHIFT + seat] += work[T.STAKE + 5 * seat + up]
                work[T.SHIFT + seat] -= work[T.STAKE + 5 * seat + down]
        for seat in range(n):
            lead = lead_after(n, seat, work)
            is_rival_able = False
            for rival in range(n):
                is_rival_able |= rival != seat and s[CONSUMED + rival] != 0
            if s[CONSUMED + seat]:
                work[T.BEST_FLIP + seat] = max(float(work[T.BEST_FLIP + seat]), lead)
            if is_rival_able:
                work[T.WORST_FLIP + seat] = min(float(work[T.WORST_FLIP + seat]), lead)
