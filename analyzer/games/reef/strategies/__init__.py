"""Strategies: what a line-up such as `random,balanced,mine.toml` means to Reef's kernel."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from analyzer.games.reef.bots import Bot
from analyzer.games.reef.rules import PLAYER_COUNTS
from analyzer.strategies.kinds import Kind
from analyzer.strategies.lineup import Learnt, LineUp, Strategy
from analyzer.strategies.networks import Networks, placed_networks
from kernels.reef import policy
from kernels.reef.family import weights as family
from kernels.reef.planner import weights as planner
from kernels.reef.value import numbers as learned
from kernels.reef.value.features import LAYER_WORDS, n_features


@dataclass(frozen=True, slots=True)
class Number:
    """One number: its place in the vector, its default, what it means, and what it may be."""

    place: int
    default: float
    text: str
    low: float = -math.inf
    high: float = math.inf
    is_whole: bool = False


_BOUNDS: Mapping[str, tuple[float, float, bool]] = {
    "choices": (1, 32, True),
    "next_share": (0, 1, False),
    "whim": (0, math.inf, False),
    "placements": (1, 32, True),
    "noise": (0, 20, False),
    "budget": (1, 1_000_000, True),
    "candidates": (1, 32, True),
    "prior": (0, 1_000, False),
}


def _numbers(
    names: Iterable[str], first: int, table: Mapping[str, tuple[float, str]]
) -> dict[str, Number]:
    """The numbers of some names in a table of the kernel whose first number has place `first`."""
    places = {name: first + k for k, name in enumerate(table)}
    return {name: Number(places[name], *table[name], *_BOUNDS.get(name, ())) for name in names}


_WEIGHTS = _numbers(family.NAMES, 0, family.WEIGHTS)
_AHEAD = _numbers(planner.NAMES, planner.FIRST, planner.WEIGHTS)
_CHOOSING = _numbers(("placements", "noise"), learned.FIRST, learned.WEIGHTS)
_SEARCHING = _numbers(learned.NAMES, learned.FIRST, learned.WEIGHTS)


def _kind(name: str, number: int, parameters: Mapping[str, Number]) -> Kind:
    is_learned = number >= policy.LEARNED
    return Kind(name, number, {**_WEIGHTS, **parameters}, family.NAMES, is_learned)


KINDS: Mapping[str, Kind] = {
    kind.name: kind
    for kind in (
        Kind("uniform", policy.UNIFORM),
        _kind("family", policy.FAMILY, {}),
        _kind("planner", policy.PLANNER, _AHEAD),
        _kind("learned", policy.LEARNED, _CHOOSING),
        _kind("search", policy.SEARCH, _SEARCHING),
    )
}

NETWORKS = Networks(PLAYER_COUNTS, n_features, LAYER_WORDS)
LEARNT = Learnt(
    rulesets=("printed", "free"),
    varied={
        "start_points": (0, 15),
        "supply": (3, 60),
        "hand_limit": (2, 8),
        "display": (1, 6),
        "start_placement": (0, 1),
        "orientation": (0, 1),
        "deck_end": (0, 1),
        "final_special": (0, 1),
    },
)
"""The rules of the games that networks learn from: `analyzer/games/reef/learning.py`."""
LINE_UP = LineUp(
    folder=Path(__file__).parent / "lineup",
    kinds=KINDS,
    usual="family",
    untuned=("points", "whim"),  # the unit of the others, and chance
    bot=Bot,
    networks=NETWORKS,
    learnt=LEARNT,
)


def line_up_of(strategies: Sequence[Strategy]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The kernel's arrays: kinds int64 (n,), weights float64 (n, words), networks float32."""
    weights = np.zeros((len(strategies), learned.N_VECTOR_WORDS))
    for seat, strategy in enumerate(strategies):
        for name, number in strategy.policy.numbers.items():
            weights[seat, number.place] = strategy.numbers[name]
    networks = placed_networks(strategies, weights, learned.NETWORK)
    kinds = np.array([strategy.kind for strategy in strategies], dtype=np.int64)
    return kinds, weights, networks
