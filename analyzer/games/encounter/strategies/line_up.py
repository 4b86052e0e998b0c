"""A line-up as the arrays that the kernel plays with."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from analyzer.games.encounter.strategies.registry import Strategy
from kernels.encounter.numbers import NETWORK


class LineUp(NamedTuple):
    """Strategies by seat, in the order of the kernel's arguments.

    kinds: int64 (n,); numbers: float64 (n, N_NUMBERS); networks: float32, each network once,
    wherever the numbers of the strategies that have it say.
    """

    kinds: np.ndarray
    numbers: np.ndarray
    networks: np.ndarray


def line_up_of(strategies: Sequence[Strategy]) -> LineUp:
    """The arrays of strategies in the order given."""
    numbers = np.array([strategy.vector() for strategy in strategies])
    begins: dict[int, int] = {}
    networks = [np.zeros(0, dtype=np.float32)]
    for seat, strategy in enumerate(strategies):
        if strategy.network is None:
            continue
        if id(strategy.network) not in begins:
            begins[id(strategy.network)] = sum(each.size for each in networks)
            networks.append(strategy.network)
        numbers[seat, NETWORK] = begins[id(strategy.network)]
    kinds = np.array([strategy.kind for strategy in strategies], dtype=np.int64)
    return LineUp(kinds, numbers, np.concatenate(networks))
