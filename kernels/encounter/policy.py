"""Strategies: an integer kind chooses a policy, a vector of numbers says how it thinks.

No function is ever passed as an argument (numba could not cache it): a line-up of different
strategies, also ones that look ahead, plays in one compiled call. `room` and `scratch` are what
policies work in: int64 (rows, words) copies of the position, and float64 words. `networks` are
the learned networks of all strategies of a call, float32, one after another.

What is asked of a policy is asked in one place each, so that a program that plays fewer kinds can
be made of these functions (see `kernels.encounter.playout`).
"""

from __future__ import annotations

import numpy as np

from kernels.encounter import parameters as P
from kernels.encounter import trace, uniform
from kernels.encounter.family import turn as family
from kernels.encounter.kinds import FAMILY, PLANNER, UNIFORM
from kernels.encounter.planner import rollouts
from kernels.encounter.planner import turn as planner
from kernels.encounter.planner.rollouts import N_ROLLOUT_ROWS, N_ROLLOUT_WORDS
from kernels.encounter.scoring import follow_lead
from kernels.encounter.setup import must_feed, set_up_board, take_one_cube_each
from kernels.encounter.state import (
    ENDED_BY,
    ENDED_BY_SHRIMPS,
    ENDER,
    EVENT_WORDS,
    EVENTS,
    N_PLAYERS,
    RULES,
    RUNNING,
    SEAT,
    TURN,
)
from kernels.encounter.turn import begin_turn, end_turn
from kernels.jit import merged

PLAYS_FAMILY = True
PLAYS_LOOK_AHEAD = True
"""Which kinds besides the uniform one the functions here can play."""

PLAN_EVENTS = 96  # more than any turn has


def new_room() -> tuple[np.ndarray, np.ndarray]:
    """Room for the policies to work in: copies of the position, and float words."""
    return (
        np.zeros((N_ROLLOUT_ROWS, EVENTS + EVENT_WORDS * PLAN_EVENTS), dtype=np.int64),
        np.zeros(N_ROLLOUT_WORDS),
    )


@merged
def set_up(s, rules, n, kinds, numbers, networks, rng):
    """The whole set-up, step 7 by each seat's strategy: all feed before anyone takes cubes."""
    set_up_board(s, rules, n, rng)
    for seat in range(n):
        if must_feed(s, seat):
            if kinds[seat] == UNIFORM:
                uniform.choose_fed_tile(s, rng, seat)
            elif PLAYS_FAMILY:
                family.choose_fed_tile(s, seat)
    for seat in range(n):
        if s[RULES + P.ONE_EACH_LARVAE]:
            take_one_cube_each(s, seat)
        elif kinds[seat] == UNIFORM:
            uniform.choose_start_cubes(s, rng, seat)
        elif PLAYS_FAMILY:
            family.choose_start_cubes(s, seat, numbers[seat])


@merged
def play_turn(s, kinds, numbers, networks, rng, room, scratch):
    """One turn of the seat whose turn it is, with the endings it brings."""
    seat = s[SEAT]
    begin_turn(s)
    if kinds[seat] == UNIFORM:
        uniform.take_turn(s, rng, seat)
    elif PLAYS_FAMILY:
        if kinds[seat] == FAMILY:
            family.take_turn(s, rng, seat, numbers[seat], room, scratch)
        elif PLAYS_LOOK_AHEAD:
            if kinds[seat] == PLANNER:
                planner.take_turn(s, rng, seat, numbers[seat], room, scratch)
            else:
                rollouts.take_turn(s, rng, seat, numbers[seat], room, scratch)
    if s[ENDED_BY] == RUNNING or s[ENDED_BY] > ENDED_BY_SHRIMPS:
        end_turn(s)
    else:
        s[TURN] += 1
    follow_lead(s)


@merged
def play_final_round(s, kinds, rng):
    """After an end by locks or shrimps: everybody else may eat once more, clockwise."""
    n = s[N_PLAYERS]
    for step in range(1, n):
        seat = (s[ENDER] + step) % n
        trace.note(s, trace.FINAL, seat)
        if kinds[seat] == UNIFORM:
            least, returned = s[RULES + P.FINAL_MIN_EDIBLE], s[RULES + P.FINAL_RETURN]
            uniform.maybe_eat(s, rng, seat, least, returned)
        elif PLAYS_FAMILY:
            family.eat_at_the_end(s, seat)
    follow_lead(s)
