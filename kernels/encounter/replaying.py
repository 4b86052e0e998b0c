"""Playing the events of a plan on a position."""

from __future__ import annotations

from kernels.encounter import parameters as P
from kernels.encounter import trace
from kernels.encounter.alga import lock_tile, play_alga_space
from kernels.encounter.eating import eat_coral
from kernels.encounter.exchange import take_larva, take_tile
from kernels.encounter.placement import begin_growth, lay_growing_tile
from kernels.encounter.shrimps import introduce_shrimp, move_shrimp, take_back_shrimp
from kernels.encounter.state import EVENT_WORDS, EVENTS, N_EVENTS, POSITION_SIZE, RULES
from kernels.jit import inlined, jit


@inlined
def copy_position(source, target):
    """Make `target` the same position with an empty plan."""
    for at in range(POSITION_SIZE):
        target[at] = source[at]
    target[N_EVENTS] = 0


@jit
def play_event(s, seat, kind, a, b, c, d):
    """Play one traced decision of the seat; what follows by the rules happens by itself."""
    if kind == trace.PLACE:
        lay_growing_tile(s, seat, a, 1 << b, d == 1)
    elif kind == trace.GROW:
        begin_growth(s, seat, a, b == 1)
    elif kind == trace.MOVE:
        if c == trace.SCREEN:
            take_back_shrimp(s, seat, a, 1 << b)
        else:
            move_shrimp(s, seat, a, 1 << b, c, 1 << d)
    elif kind == trace.INTRODUCE:
        introduce_shrimp(s, seat, a, 1 << b)
    elif kind == trace.EAT:
        eat_coral(s, seat, a, 1 << b, s[RULES + P.EAT_RETURN])
    elif kind == trace.LARVA:
        take_larva(s, seat, a)
    elif kind == trace.TILE:
        take_tile(s, seat, a)
    elif kind == trace.ALGA:
        if b < 0:
            play_alga_space(s, seat, a, c)
        else:
            lock_tile(s, seat, b, c)


@jit
def play_plan(s, seat, plan, first):
    """Play the decisions traced in `plan` from event number `first` on."""
    for k in range(first, plan[N_EVENTS]):
        at = EVENTS + EVENT_WORDS * k
        play_event(s, seat, plan[at], plan[at + 1], plan[at + 2], plan[at + 3], plan[at + 4])
