"""Strategies by name: what a line-up such as `random,balanced` means to the kernel."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from analyzer.errors import UsageError
from kernels.encounter.family.weights import WEIGHTS
from kernels.encounter.policy import FAMILY, N_WEIGHTS, UNIFORM


@dataclass(frozen=True, slots=True)
class Strategy:
    """A kernel strategy: a policy's number and its weights."""

    name: str
    description: str
    kind: int
    weights: tuple[float, ...] = ()

    def weight_vector(self) -> np.ndarray:
        """The weights as the kernel reads them, padded with zeros."""
        vector = np.zeros(N_WEIGHTS)
        vector[: len(self.weights)] = self.weights
        return vector


_BUILT_IN = {
    s.name: s
    for s in (
        Strategy("random", "chooses uniformly among the legal kinds of action", UNIFORM),
        Strategy(
            "balanced",
            "the fast all-rounder",
            FAMILY,
            tuple(default for default, _ in WEIGHTS.values()),
        ),
    )
}


def strategy_names() -> tuple[str, ...]:
    """The strategies that ship with the program."""
    return tuple(_BUILT_IN)


def get_strategy(spec: str) -> Strategy:
    """The strategy that a spec names; UsageError if there is none."""
    if spec not in _BUILT_IN:
        raise UsageError(f"unknown strategy {spec!r}; known are {', '.join(_BUILT_IN)}")
    return _BUILT_IN[spec]
