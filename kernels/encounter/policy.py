"""Strategies: an integer kind and a vector of weights choose a policy.

No function is ever passed as an argument (numba could not cache it): a line-up of different
strategies, also ones that look ahead, plays in one compiled call. `room` and `scratch` are what
policies work in: int64 (rows, words) copies of the position, and float64 words.
"""

from __future__ import annotations

import numpy as np

from kernels.encounter import parameters as P
from kernels.encounter import trace, uniform
from kernels.encounter.family import turn as family
from kernels.encounter.planner import rollouts
from kernels.encounter.planner import turn as planner
from kernels.encounter.planner.rollouts import N_ROLLOUT_ROWS
from kernels.encounter.scoring import follow_lead
from kernels.encounter.setup import set_up_board, take_start_cube
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
from kernels.encounter.value import choice
from kernels.encounter.value import setup as value_setup
from kernels.encounter.value.choice import N_CHOICE_WORDS
from kernels.encounter.value.tables import WORK_SIZE
from kernels.jit import jit, merged

UNIFORM = 0
FAMILY = 1
PLANNER = 2
SEARCH = 3
LEARNED = 4
N_WEIGHTS = 64  # room for the weights of any strategy

PLAN_EVENTS = 96  # more than any turn has


def new_room() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Room for the policies to work in: copies of the position, float words, a network's layers."""
    return (
        np.zeros((N_ROLLOUT_ROWS, EVENTS + EVENT_WORDS * PLAN_EVENTS), dtype=np.int64),
        np.zeros(N_CHOICE_WORDS),
        np.zeros(WORK_SIZE, dtype=np.float32),
    )


@jit
def set_up_seat(s, rng, seat, kinds, weights, networks, work):
    """Step 7 of the set-up for one seat, by its strategy."""
    if s[RULES + P.ONE_EACH_LARVAE]:
        for c in range(5):
            take_start_cube(s, seat, c)
    if kinds[seat] == UNIFORM:
        uniform.choose_setup(s, rng, seat)
    elif kinds[seat] == LEARNED:
        value_setup.choose_setup(s, rng, seat, weights[seat], networks, work)
    else:
        family.choose_setup(s, rng, seat, weights[seat])


@merged
def set_up(s, rules, n, kinds, weights, networks, rng, work):
    """The whole set-up, step 7 by each seat's strategy."""
    set_up_board(s, rules, n, rng)
    for seat in range(n):
        set_up_seat(s, rng, seat, kinds, weights, networks, work)


@merged
def play_turn(s, kinds, weights, networks, rng, room, scratch, work):
    """One turn of the seat whose turn it is, with the endings it brings."""
    seat = s[SEAT]
    begin_turn(s)
    if kinds[seat] == UNIFORM:
        uniform.take_turn(s, rng, seat)
    elif kinds[seat] == FAMILY:
        family.take_turn(s, rng, seat, weights[seat], room, scratch)
    elif kinds[seat] == PLANNER:
        planner.take_turn(s, rng, seat, weights[seat], room, scratch)
    elif kinds[seat] == LEARNED:
        choice.take_turn(s, rng, seat, weights[seat], networks, room, scratch, work)
    else:
        rollouts.take_turn(s, rng, seat, weights[seat], room, scratch)
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
        else:
            family.eat_at_the_end(s, seat)
    follow_lead(s)
