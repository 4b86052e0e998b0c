"""Set-up choices by the network: the fed tile and the first cubes."""

from __future__ import annotations

import math

from kernels.encounter import parameters as P
from kernels.encounter import streams
from kernels.encounter.counts import amount, one
from kernels.encounter.setup import feed_tile, take_start_cube
from kernels.encounter.state import CUBE_SUPPLY, CUBES, FED, FISH, HAND, RULES
from kernels.encounter.value.judge import network_for, position_logit
from kernels.encounter.value.numbers import NOISE
from kernels.jit import inlined, jit
from kernels.rng import unit


@inlined
def blurred(logit, rng, seat, w):
    """Log odds with the strategy's noise added."""
    if w[NOISE] > 0.0:
        chance = unit(rng, streams.DECISIONS + seat) + 1e-12
        return logit - w[NOISE] * math.log(-math.log(chance))
    return logit


@jit
def choose_fed_tile(s, rng, seat, w, networks, work):
    """Feed the start tile whose loss leaves the best odds."""
    best = -1
    most = -1e30
    for c in range(5):
        if amount(s[HAND + seat], c) > 0:
            s[HAND + seat] -= one(c)
            s[FISH + seat] += one(c)
            s[FED + seat] = c
            logit = position_logit(s, seat, networks, network_for(s, w, networks), work)
            s[HAND + seat] += one(c)
            s[FISH + seat] -= one(c)
            s[FED + seat] = -1
            logit = blurred(logit, rng, seat, w)
            if logit > most:
                most = logit
                best = c
    feed_tile(s, seat, best)


@jit
def choose_cube(s, rng, seat, w, networks, work):
    """The cube from the supply that leaves the best odds, -1 if there is none."""
    best = -1
    most = -1e30
    for c in range(5):
        if amount(s[CUBE_SUPPLY], c) > 0:
            s[CUBES + seat] += one(c)
            s[CUBE_SUPPLY] -= one(c)
            logit = position_logit(s, seat, networks, network_for(s, w, networks), work)
            s[CUBES + seat] -= one(c)
            s[CUBE_SUPPLY] += one(c)
            logit = blurred(logit, rng, seat, w)
            if logit > most:
                most = logit
                best = c
    return best


@jit
def choose_start_cubes(s, rng, seat, w, networks, work):
    """Take the first larva cubes, one after another, by the odds they leave."""
    for _ in range(s[RULES + P.START_LARVAE]):
        take_start_cube(s, seat, choose_cube(s, rng, seat, w, networks, work))
