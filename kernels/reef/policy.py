"""Strategies: an integer kind and a vector of weights choose a policy.

No function is ever passed as an argument (numba could not cache it): a line-up of different
strategies, also ones that look ahead, plays in one compiled call. `room` and `scratch` are what
policies work in: int64 (rows, words) copies of the position, and float64 words. `networks` are
the learned networks of all strategies of a call, float32, one after another; `work` are float32
words for the features of a position and the layers of a network.
"""

from __future__ import annotations

import numpy as np

from kernels.jit import inlined, merged
from kernels.reef import uniform
from kernels.reef.family import turn as family
from kernels.reef.planner import turn as planner
from kernels.reef.scoring import note_checkpoint, note_leader
from kernels.reef.setup import deal, open_display
from kernels.reef.state import CHECKPOINT_ROUNDS, EVENTS, POINTS, SEAT, TURN
from kernels.reef.turn import end_turn
from kernels.reef.value import choice, search
from kernels.reef.value.features import WORK_SIZE

UNIFORM = 0
FAMILY = 1
PLANNER = 2
LEARNED = 3  # from here on, kinds with a network
SEARCH = 4

PLAYS_LEARNED = True
PLAYS_SEARCH = True
"""Which of the larger kinds the functions here can play (see `kernels.reef.playout`)."""


def new_room() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Room for the policies to work in: copies of the position, float words, features."""
    return (
        np.zeros((search.N_SEARCH_ROWS, EVENTS), dtype=np.int64),
        np.zeros(search.N_SEARCH_WORDS),
        np.zeros(WORK_SIZE, dtype=np.float32),
    )


@merged
def choose_start_pieces(s, kinds, weights, rng, room, scratch, seat):
    """The start pieces as the seat's strategy lays them."""
    if kinds[seat] == UNIFORM:
        uniform.choose_setup(s, rng, seat)
    else:
        family.choose_setup(s, rng, seat, weights[seat], room, scratch)


@inlined
def begin_play(s, rng):
    """After the start pieces: the display, and who leads by start points."""
    open_display(s, rng)
    note_leader(s)


@merged
def set_up(s, rules, n, kinds, weights, rng, room, scratch):
    """The whole set-up, start pieces by each seat's strategy."""
    deal(s, rules, n, rng)
    for seat in range(n):
        choose_start_pieces(s, kinds, weights, rng, room, scratch, seat)
    begin_play(s, rng)


@inlined
def complete_turn(s, seat, points):
    """After an action: endings, the next seat, and who leads; `points` the seat had before it."""
    end_turn(s)
    if s[POINTS + seat] != points:
        note_leader(s)
    if s[TURN] % CHECKPOINT_ROUNDS == 0:  # a cheap test that most turns fail
        note_checkpoint(s)


@merged
def play_turn(s, kinds, weights, networks, rng, room, scratch, work):
    """One turn of the seat whose turn it is, with the endings it brings."""
    seat = s[SEAT]
    points = s[POINTS + seat]
    if kinds[seat] == UNIFORM:
        uniform.take_turn(s, rng, seat)
    elif kinds[seat] == FAMILY:
        family.take_turn(s, rng, seat, weights[seat], room, scratch)
    elif kinds[seat] == PLANNER:
        planner.take_turn(s, rng, seat, weights[seat], room, scratch)
    elif PLAYS_LEARNED and kinds[seat] == LEARNED:
        choice.take_turn(s, rng, seat, weights[seat], networks, room, scratch, work)
    elif PLAYS_SEARCH and kinds[seat] == SEARCH:
        search.take_turn(s, rng, seat, weights[seat], networks, room, scratch, work)
    complete_turn(s, seat, points)
