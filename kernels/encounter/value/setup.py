"""Set-up choices by the network: the fed tile and the first cubes."""

from __future__ import annotations

import math

from kernels.encounter import parameters as P
from kernels.encounter import streams
from kernels.encounter.counts import amount, one
from kernels.encounter.setup import feed_tile, take_start_cube
from kernels.encounter.state import CUBE_SUPPLY, CUBES, FED, FISH, HAND, RULES
from kernels.encounter.value.choice import NETWORK, NOISE
from kernels.encounter.value.judge import position_logit
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
    """The start tile whose feeding leaves the best odds."""
    best = -1
    most = -1e30
    for c in range(5):
        if amount(s[HAND + seat], c) > 0:
            s[HAND + seat] -= one(c)
            s[FISH + seat] += one(c)
            s[FED + seat] = c
            logit = position_logit(s, seat, networks, int(w[NETWORK]), work)
            s[HAND + seat] += one(c)
            s[FISH + seat] -= one(c)
            s[FED + seat] = -1
            logit = blurred(logit, rng, seat, w)
            if logit > most:
                most = logit
                best = c
    return best


@jit
def choose_cube(s, rng, seat, w, networks, work):
    """The cube from the supply that leaves the best odds, -1 if there is none."""
    best = -1
    most = -1e30
    for c in range(5):
        if amount(s[CUBE_SUPPLY], c) > 0:
            s[CUBES + seat] += one(c)
            s[CUBE_SUPPLY] -= one(c)
            logit = position_logit(s, seat, networks, int(w[NETWORK]), work)
            s[CUBES + seat] -= one(c)
            s[CUBE_SUPPLY] += one(c)
            logit = blurred(logit, rng, seat, w)
            if logit > most:
                most = logit
                best = c
    return best


@jit
def choose_setup(s, rng, seat, w, networks, work):
    """Feed a tile and take the first cubes, one after another, by the odds they leave."""
    if s[RULES + P.FED_TILES] and s[HAND + seat]:
        feed_tile(s, seat, choose_fed_tile(s, rng, seat, w, networks, work))
    for _ in range(s[RULES + P.START_LARVAE]):
        take_start_cube(s, seat, choose_cube(s, rng, seat, w, networks, work))
