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
    RULES,
    RUNNING,
    SEAT,
    TURN,
)
from kernels.encounter.turn import begin_turn, end_turn
from kernels.jit import jit

UNIFORM = 0
N_WEIGHTS = 64  # room for the weights of any strategy


@jit
def set_up(s, rules, n, kinds, weights, rng):
    """The whole set-up, step 7 by each seat's strategy."""
    set_up_board(s, rules, n, rng)
    for seat in range(n):
        if s[RULES + P.ONE_EACH_LARVAE]:
            for c in range(5):
                take_start_cube(s, seat, c)
        uniform.choose_setup(s, rng, seat)


@jit
def play_turn(s, kinds, weights, rng):
    """One turn of the seat whose turn it is, with the endings it brings."""
    seat = s[SEAT]
    begin_turn(s)
    uniform.take_turn(s, rng, seat)
    if s[ENDED_BY] == RUNNING or s[ENDED_BY] > ENDED_BY_SHRIMPS:
        end_turn(s)
    else:
        s[TURN] += 1
    follow_lead(s)


@jit
def play_final_round(s, kinds, weights, rng):
    """After an end by locks or shrimps: everybody else may eat once more, clockwise."""
    n = s[N_PLAYERS]
    for step in range(1, n):
        seat = (s[ENDER] + step) % n
        trace.note(s, trace.FINAL, seat)
        uniform.maybe_eat(s, rng, seat, s[RULES + P.FINAL_MIN_EDIBLE], s[RULES + P.FINAL_RETURN])
    follow_lead(s)
