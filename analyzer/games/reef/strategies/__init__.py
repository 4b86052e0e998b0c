"""Strategies: what a line-up such as `random,balanced,mine.toml` means to Reef's kernel."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from analyzer.games.reef.bots import Bot
from analyzer.strategies.kinds import Kind
from analyzer.strategies.lineup import LineUp, Strategy
from kernels.reef import policy
from kernels.reef.family import weights as family
from kernels.reef.planner import weights as planner


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
    "budget": (1, 1_000_000, True),
    "prior": (0, math.inf, False),
    "worth_scale": (0, math.inf, False),
    "margin_scale": (0, math.inf, False),
    "whim": (0, math.inf, False),
}


def _numbers(
    names: Iterable[str], first: int, table: Mapping[str, tuple[float, str]]
) -> dict[str, Number]:
    """The numbers of some names in a table of the kernel whose first number has place `first`."""
    places = {name: first + k for k, name in enumerate(table)}
    return {name: Number(places[name], *table[name], *_BOUNDS.get(name, ())) for name in names}


_WEIGHTS = _numbers(family.NAMES, 0, family.WEIGHTS)
_AHEAD = ("choices", "next_share")


def _kind(name: str, number: int, parameters: Iterable[str]) -> Kind:
    more = _numbers(parameters, planner.FIRST, planner.WEIGHTS)
    return Kind(name, number, {**_WEIGHTS, **more}, family.NAMES)


KINDS: Mapping[str, Kind] = {
    kind.name: kind
    for kind in (
        Kind("uniform", policy.UNIFORM),
        _kind("family", policy.FAMILY, ()),
        _kind("planner", policy.PLANNER, _AHEAD),
        _kind("search", policy.SEARCH, planner.NAMES),
    )
}

LINE_UP = LineUp(
    folder=Path(__file__).parent / "lineup",
    kinds=KINDS,
    usual="family",
    untuned=("points", "whim"),  # the unit of the others, and chance
    bot=Bot,
)


def line_up_of(strategies: Sequence[Strategy]) -> tuple[np.ndarray, np.ndarray]:
    """The kernel's arrays: kinds int64 (n,) and weights float64 (n, N_WEIGHTS)."""
    weights = np.zeros((len(strategies), policy.N_WEIGHTS))
    for seat, strategy in enumerate(strategies):
        for name, number in strategy.policy.numbers.items():
            weights[seat, number.place] = strategy.numbers[name]
    return np.array([strategy.kind for strategy in strategies], dtype=np.int64), weights
