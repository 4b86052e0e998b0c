"""Strategies: an integer kind and a vector of weights choose a policy.

No function is ever passed as an argument (numba could not cache it): a line-up of different
strategies, also ones that look ahead, plays in one compiled call.
"""

from __future__ import annotations

from kernels.encounter import parameters as P
from kernels.encounter import trace, uniform
from kernels.encounter.scoring import follow_lead
from kernels.encounter.setup import set_up_board, take_start_cube
from kernels.encounter.state import (
    ENDED_BY,
    ENDED_BY_SHRIMPS,
    ENDER,
    N_PLAYERS,
    RUNNING,
    SEAT,
    TURN,
)
from kernels.encounter.turn import begin_turn, end_turn
from kernels.jit import jit

UNIFORM = 0


@jit
def set_up(s, rules, n, kinds, weights, rng, ev):
    """The whole set-up, step 7 by each seat's strategy."""
    set_up_board(s, rules, n, rng, ev)
    for seat in range(n):
        if rules[P.ONE_EACH_LARVAE]:
            for c in range(5):
                take_start_cube(s, seat, c, ev)
        uniform.choose_setup(s, rules, rng, seat, ev)


@jit
def play_turn(s, rules, kinds, weights, rng, ev):
    """One turn of the seat whose turn it is, with the endings it brings."""
    seat = s[SEAT]
    begin_turn(s, ev)
    uniform.take_turn(s, rules, rng, seat, ev)
    if s[ENDED_BY] == RUNNING or s[ENDED_BY] > ENDED_BY_SHRIMPS:
        end_turn(s, rules)
    else:
        s[TURN] += 1
    follow_lead(s)


@jit
def play_final_round(s, rules, kinds, weights, rng, ev):
    """After an end by locks or shrimps: everybody else may eat once more, clockwise."""
    n = s[N_PLAYERS]
    for step in range(1, n):
        seat = (s[ENDER] + step) % n
        trace.note(ev, trace.FINAL, seat)
        uniform.maybe_eat(s, rng, seat, rules[P.FINAL_MIN_EDIBLE], rules[P.FINAL_RETURN], ev)
    follow_lead(s)
