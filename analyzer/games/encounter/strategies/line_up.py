"""A line-up as the arrays that the kernel plays with."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from analyzer.strategies.lineup import Strategy
from analyzer.strategies.networks import placed_networks
from kernels.encounter.family.weights import NAMES
from kernels.encounter.kinds import KINDS, N_NUMBERS, WEIGHT_GRID
from kernels.encounter.numbers import NETWORK

_EXACT = {kind.name for kind in KINDS if kind.is_exact}


class LineUp(NamedTuple):
    """Strategies by seat, in the order of the kernel's arguments.

    kinds: int64 (n,); numbers: float64 (n, N_NUMBERS); networks: float32, each network once,
    wherever the numbers of the strategies that have it say.
    """

    kinds: np.ndarray
    numbers: np.ndarray
    networks: np.ndarray


def vector_of(strategy: Strategy) -> np.ndarray:
    """The numbers as the kernel reads them: float64 (N_NUMBERS,), zeros where none belongs.

    Weights of exact kinds lie on a fine grid.
    """
    vector = np.zeros(N_NUMBERS)
    if strategy.bot is not None:
        return vector
    for name, value in strategy.numbers.items():
        is_rounded = strategy.policy.name in _EXACT and name in NAMES
        read = round(value / WEIGHT_GRID) * WEIGHT_GRID if is_rounded else value
        vector[strategy.policy.numbers[name].place] = read
    return vector


def line_up_of(strategies: Sequence[Strategy]) -> LineUp:
    """The arrays of strategies in the order given."""
    numbers = np.array([vector_of(strategy) for strategy in strategies])
    networks = placed_networks(strategies, numbers, NETWORK)
    kinds = np.array([strategy.kind for strategy in strategies], dtype=np.int64)
    return LineUp(kinds, numbers, networks)
