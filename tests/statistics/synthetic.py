"""Synthetic data with known truth, and the tolerance of a simulated rate."""

from __future__ import annotations

import math

import numpy as np


def assert_rate(hits, trials, least=0.0, most=1.0, sigmas=3.0):
    """The rate behind `hits` of `trials` lies in [least, most], allowing for the trials' number.

    Three standard errors: a claim off by more than about 0.03 (500 trials of 95 %) fails.
    """
    rate = hits / trials
    lowest = least - sigmas * math.sqrt(least * (1 - least) / trials)
    highest = most + sigmas * math.sqrt(most * (1 - most) / trials)
    assert lowest <= rate <= highest, f"{hits}/{trials} = {rate:.4f}, not in {least} to {most}"


def seat_blocks(rng, n_blocks, shares, correlation=0.3, games=4):
    """Block means of seat wins, (blocks, n), whose mean is exactly `shares`.

    With probability `correlation` a game copies the block's first winner, so games of a block
    depend on each other without moving the mean.
    """
    shares = np.asarray(shares, dtype=float)
    winners = rng.choice(len(shares), size=(n_blocks, games), p=shares)
    copies = rng.random((n_blocks, games)) < correlation
    winners = np.where(copies, winners[:, :1], winners)
    return (winners[:, :, np.newaxis] == np.arange(len(shares))).mean(axis=1)
