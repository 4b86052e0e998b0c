"""The random streams of a game, each for one purpose (see `kernels.rng`)."""

from __future__ import annotations

import numpy as np

from kernels.jit import jit
from kernels.rng import WORDS, derive, seed_stream

DECK = 0  # the order of the deck
DECISIONS = 1  # + seat: what a seat decides
N_STREAMS = 5
BANK_WORDS = N_STREAMS * WORDS


def new_streams() -> np.ndarray:
    """Two unseeded banks of streams: one for the game, one for games played on in thought."""
    return np.zeros(2 * BANK_WORDS, dtype=np.uint64)


@jit
def seed_streams(rng, seed, deal, rotation, n):
    """Start the streams of a game with n seats.

    The deck depends on the seed and the deal only; decisions also on the rotation, so that equal
    strategies do not repeat a game when the line-up is rotated.
    """
    deal_seed = derive(seed, deal)
    seed_stream(rng, DECK, derive(deal_seed, DECK))
    decision_seed = derive(deal_seed, N_STREAMS + rotation)
    for stream in range(DECISIONS, DECISIONS + n):
        seed_stream(rng, stream, derive(decision_seed, stream))
