"""Strategies: an integer kind and a vector of weights choose a policy.

No function is ever passed as an argument (numba could not cache it): a line-up of different
strategies, also ones that look ahead, plays in one compiled call. `room` and `scratch` are what
policies work in: int64 (rows, words) copies of the position, and float64 words.
"""

from __future__ import annotations

import numpy as np

from kernels.jit import merged
from kernels.reef import uniform
from kernels.reef.family import turn as family
from kernels.reef.planner import rollouts
from kernels.reef.planner import turn as planner
from kernels.reef.setup import deal, open_display
from kernels.reef.state import EVENTS, SEAT
from kernels.reef.turn import end_turn, follow_lead

UNIFORM = 0
FAMILY = 1
PLANNER = 2
SEARCH = 3
N_WEIGHTS = 64  # room for the weights of any strategy


def new_room() -> tuple[np.ndarray, np.ndarray]:
    """Room for the policies to work in: copies of the position, and float words."""
    return np.zeros((rollouts.N_ROWS, EVENTS), dtype=np.int64), np.zeros(rollouts.N_WORDS)


@merged
def set_up(s, rules, n, kinds, weights, rng, room, scratch):
    """The whole set-up, start pieces by each seat's strategy."""
    deal(s, rules, n, rng)
    for seat in range(n):
        if kinds[seat] == UNIFORM:
            uniform.choose_setup(s, rng, seat)
        else:
            family.choose_setup(s, rng, seat, weights[seat], room, scratch)
    open_display(s, rng)


@merged
def play_turn(s, kinds, weights, rng, room, scratch):
    """One turn of the seat whose turn it is, with the endings it brings."""
    seat = s[SEAT]
    if kinds[seat] == UNIFORM:
        uniform.take_turn(s, rng, seat)
    elif kinds[seat] == FAMILY:
        family.take_turn(s, rng, seat, weights[seat], room, scratch)
    elif kinds[seat] == PLANNER:
        planner.take_turn(s, rng, seat, weights[seat], room, scratch)
    else:
        rollouts.take_turn(s, rng, seat, weights[seat], room, scratch)
    end_turn(s)
    follow_lead(s)
