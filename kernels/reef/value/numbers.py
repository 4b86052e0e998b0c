"""The numbers of strategies with a network beside the weights of the family: what each means."""

from __future__ import annotations

FIRST = 56  # where they begin in a strategy's vector

WEIGHTS: dict[str, tuple[float, str]] = {
    "placements": (3.0, "placements of each card that the network judges, at most 32"),
    "noise": (0.0, "log odds by which choices are blurred"),
    "budget": (200.0, "worlds in which `search` tries its choices, for one decision"),
    "candidates": (8.0, "choices that are tried, at most 32"),
    "prior": (4.0, "how many such worlds the network's own judgement counts for"),
}

NAMES = tuple(WEIGHTS)
PLACEMENTS, NOISE, BUDGET, CANDIDATES, PRIOR = range(FIRST, FIRST + len(NAMES))
NETWORK = 63  # the last word of the vector: where the strategy's networks begin in the call's
N_VECTOR_WORDS = 64
