"""Strategies: an integer kind chooses a policy, a vector of numbers says how it thinks.

No function is ever passed as an argument (numba could not cache it): a line-up of different
strategies, also ones that look ahead, plays in one compiled call. `room` and `scratch` are what
policies work in: int64 (rows, words) copies of the position, and float64 words. `networks` are
the learned networks of all strategies of a call, float32, one after another; `work` are float32
words for the features of a position and the layers of a network.

What is asked of a policy is asked in one place each, so that a program that plays fewer kinds can
be made of these functions (see `kernels.encounter.playout`).
"""

from __future__ import annotations

import numpy as np

from kernels.encounter import parameters as P
from kernels.encounter import trace, uniform
from kernels.encounter.family import turn as family
from kernels.encounter.kinds import FAMILY, LEARNED, PLANNER, ROLLOUTS, SEARCH, UNIFORM
from kernels.encounter.planner import rollouts
from kernels.encounter.planner import turn as planner
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
from kernels.encounter.value import choice, search
from kernels.encounter.value import setup as learned
from kernels.encounter.value.search import N_SEARCH_ROWS, N_SEARCH_WORDS
from kernels.encounter.value.tables import WORK_SIZE
from kernels.jit import merged

PLAYS_FAMILY = True
PLAYS_PLANNER = True
PLAYS_ROLLOUTS = True
PLAYS_LEARNED = True
PLAYS_SEARCH = True
"""Which kinds besides the uniform one the functions here can play."""

PLAN_EVENTS = 96  # more than any turn has


def new_room() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Room for the policies to work in: copies of the position, float words, features."""
    return (
        np.zeros((N_SEARCH_ROWS, EVENTS + EVENT_WORDS * PLAN_EVENTS), dtype=np.int64),
        np.zeros(N_SEARCH_WORDS),
        np.zeros(WORK_SIZE, dtype=np.float32),
    )


@merged
def feed_first_tile(s, kinds, numbers, networks, rng, seat, work):
    """Step 7, first part, for one seat: a tile goes into its parrotfish."""
    if must_feed(s, seat):
        if kinds[seat] == UNIFORM:
            uniform.choose_fed_tile(s, rng, seat)
        elif PLAYS_LEARNED and kinds[seat] >= LEARNED:
            learned.choose_fed_tile(s, rng, seat, numbers[seat], networks, work)
        elif PLAYS_FAMILY:
            family.choose_fed_tile(s, seat)


@merged
def take_first_cubes(s, kinds, numbers, networks, rng, seat, work):
    """Step 7, second part, for one seat: it takes its first larva cubes."""
    if s[RULES + P.ONE_EACH_LARVAE]:
        take_one_cube_each(s, seat)
    elif kinds[seat] == UNIFORM:
        uniform.choose_start_cubes(s, rng, seat)
    elif PLAYS_LEARNED and kinds[seat] >= LEARNED:
        learned.choose_start_cubes(s, rng, seat, numbers[seat], networks, work)
    elif PLAYS_FAMILY:
        family.choose_start_cubes(s, seat, numbers[seat])


@merged
def set_up(s, rules, n, kinds, numbers, networks, rng, work):
    """The whole set-up, step 7 by each seat's strategy: all feed before anyone takes cubes."""
    set_up_board(s, rules, n, rng)
    for seat in range(n):
        feed_first_tile(s, kinds, numbers, networks, rng, seat, work)
    for seat in range(n):
        take_first_cubes(s, kinds, numbers, networks, rng, seat, work)


@merged
def play_turn(s, kinds, numbers, networks, rng, room, scratch, work):
    """One turn of the seat whose turn it is, with the endings it brings."""
    seat = s[SEAT]
    begin_turn(s)
    if kinds[seat] == UNIFORM:
        uniform.take_turn(s, rng, seat)
    elif PLAYS_FAMILY and kinds[seat] == FAMILY:
        family.take_turn(s, rng, seat, numbers[seat], room, scratch)
    elif PLAYS_PLANNER and kinds[seat] == PLANNER:
        planner.take_turn(s, rng, seat, numbers[seat], room, scratch)
    elif PLAYS_ROLLOUTS and kinds[seat] == ROLLOUTS:
        rollouts.take_turn(s, rng, seat, numbers[seat], room, scratch)
    elif PLAYS_LEARNED and kinds[seat] == LEARNED:
        choice.take_turn(s, rng, seat, numbers[seat], networks, room, scratch, work)
    elif PLAYS_SEARCH and kinds[seat] == SEARCH:
        search.take_turn(s, rng, seat, numbers[seat], networks, room, scratch, work)
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
