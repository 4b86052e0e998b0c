"""Fitting a small network to outcomes: Adam on the log-loss, in numpy, in a fixed order."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

Layers = list[tuple[np.ndarray, np.ndarray]]
"""Weights (inputs, outputs) and biases (outputs,) by layer."""

_BATCH = 1024
_FIRST_MOMENT, _SECOND_MOMENT, _TINY = 0.9, 0.999, 1e-8


@dataclass(frozen=True, slots=True)
class FitSettings:
    """How a network is fitted.

    hidden: sizes of the hidden layers. sweeps: through all positions. rate: of learning at the
    start; it falls to nearly nothing along a cosine. decay: of the weights, for each step and
    unit of rate.
    """

    hidden: tuple[int, ...] = (64, 32)
    sweeps: int = 3
    rate: float = 1e-3
    decay: float = 1e-3


def new_layers(sizes: Sequence[int], rng: np.random.Generator) -> Layers:
    """Layers of these sizes, inputs first, with He's random weights."""
    return [
        (
            (rng.standard_normal((n_in, n_out)) * np.sqrt(2.0 / n_in)).astype(np.float32),
            np.zeros(n_out, dtype=np.float32),
        )
        for n_in, n_out in itertools.pairwise(sizes)
    ]


def logits(layers: Layers, x: np.ndarray) -> np.ndarray:
    """The network's log odds for rows of features: float32 (rows,)."""
    for k, (weights, biases) in enumerate(layers):
        x = x @ weights + biases
        if k < len(layers) - 1:
            x = np.maximum(x, 0)
    return x[:, 0]


def probabilities(layers: Layers, features: np.ndarray, rows: int = 65536) -> np.ndarray:
    """The probability of a win for every position: float32 (positions,)."""
    parts = [
        logits(layers, features[at : at + rows].astype(np.float32))
        for at in range(0, len(features), rows)
    ]
    return 1.0 / (1.0 + np.exp(-np.concatenate(parts)))


def fit(
    layers: Layers,
    features: np.ndarray,
    targets: np.ndarray,
    settings: FitSettings,
    rng: np.random.Generator,
) -> Layers:
    """Layers fitted to targets in [0, 1], starting from those given.

    features: float16 or float32 (positions, F); targets: (positions,). The order of the positions
    comes from `rng` alone, so the same arguments give the same network on one machine, if numpy
    uses as many threads (`threads.use_one_thread`).
    """
    parameters = [part.astype(np.float32).copy() for layer in layers for part in layer]
    first = [np.zeros_like(p) for p in parameters]
    second = [np.zeros_like(p) for p in parameters]
    targets = targets.astype(np.float32)
    n_batches = max(1, len(targets) // _BATCH)
    n_steps = settings.sweeps * n_batches
    step = 0
    for _ in range(settings.sweeps):
        order = rng.permutation(len(targets))
        for k in range(n_batches):
            rows = order[k * _BATCH : (k + 1) * _BATCH]
            gradients = _gradients(parameters, features[rows].astype(np.float32), targets[rows])
            rate = settings.rate * (0.02 + 0.98 * 0.5 * (1 + np.cos(np.pi * step / n_steps)))
            step += 1
            for p, g, m, v in zip(parameters, gradients, first, second, strict=True):
                m += (1 - _FIRST_MOMENT) * (g - m)
                v += (1 - _SECOND_MOMENT) * (g * g - v)
                hat = m / (1 - _FIRST_MOMENT**step)
                size = np.sqrt(v / (1 - _SECOND_MOMENT**step)) + _TINY
                p -= np.float32(rate) * hat / size
                if p.ndim == 2:
                    p *= np.float32(1 - rate * settings.decay)
    return list(zip(parameters[0::2], parameters[1::2], strict=True))


def _gradients(parameters: list[np.ndarray], x: np.ndarray, y: np.ndarray) -> list[np.ndarray]:
    """The gradient of the mean log-loss by every parameter."""
    inputs = [x]
    n_layers = len(parameters) // 2
    for k in range(n_layers):
        x = x @ parameters[2 * k] + parameters[2 * k + 1]
        if k < n_layers - 1:
            np.maximum(x, 0, out=x)
            inputs.append(x)
    delta = (1.0 / (1.0 + np.exp(-x[:, 0])) - y)[:, None] / np.float32(len(y))
    gradients: list[np.ndarray] = []
    for k in reversed(range(n_layers)):
        gradients[:0] = [inputs[k].T @ delta, delta.sum(axis=0)]
        if k > 0:
            delta = (delta @ parameters[2 * k].T) * (inputs[k] > 0)
    return gradients
