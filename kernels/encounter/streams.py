"""The random streams of a game, each for one purpose (see `kernels.rng`)."""

from __future__ import annotations

import numpy as np

from kernels.jit import jit
from kernels.rng import WORDS, derive, seed_stream

STREAMS_VERSION = 2
"""Counts up when a seed gives other games of some strategy under the same rules: 2, `random` makes
two choices from one word."""

SETUP = 0  # rocks, sides, first space
OPEN_SEA = 1  # tiles drawn for the open sea, at set-up and in every refill
START_TILES = 2  # + seat: the start tiles of a seat
DECISIONS = 6  # + seat: what a seat decides
N_STREAMS = 10
BANK_WORDS = N_STREAMS * WORDS


def new_streams() -> np.ndarray:
    """Two unseeded banks of streams: one for the game, one for games played on in thought."""
    return np.zeros(2 * BANK_WORDS, dtype=np.uint64)


@jit
def seed_streams(rng, seed, deal, rotation):
    """Start all streams of a game.

    Chance (set-up, bag, start tiles) depends on the seed and the deal only; decisions also on the
    rotation, so that equal strategies do not repeat a game when the line-up is rotated.
    """
    deal_seed = derive(seed, deal)
    for stream in range(DECISIONS):
        seed_stream(rng, stream, derive(deal_seed, stream))
    decision_seed = derive(deal_seed, N_STREAMS + rotation)
    for stream in range(DECISIONS, N_STREAMS):
        seed_stream(rng, stream, derive(decision_seed, stream))
