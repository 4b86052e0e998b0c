"""How good a network's probabilities are on positions that it was not fitted to."""

from __future__ import annotations

from dataclasses import asdict, dataclass

import numpy as np

from analyzer.learning.fit import probabilities
from analyzer.learning.learner import Learner, Positions
from kernels.network import unpack_network

BINS = 10
_GAMES = 1000  # played at a time
_SHARE = 0.1  # of their positions
_LEAST = 1e-6


@dataclass(frozen=True, slots=True)
class Check:
    """Log-loss, area under the ROC curve, and calibration.

    bins: for each tenth of the range, positions, mean prediction and mean outcome. calibration:
    the mean difference of the two over the bins that have positions, weighted by their number.
    """

    positions: int
    log_loss: float
    auc: float
    calibration: float
    bins: tuple[tuple[int, float, float], ...]

    def as_json(self) -> dict[str, object]:
        """The check as a JSON object."""
        return asdict(self)


def check(predicted: np.ndarray, outcomes: np.ndarray) -> Check:
    """Compare probabilities with outcomes in [0, 1], both (positions,)."""
    p = np.clip(predicted.astype(np.float64), _LEAST, 1 - _LEAST)
    y = outcomes.astype(np.float64)
    loss = float(-(y * np.log(p) + (1 - y) * np.log(1 - p)).mean())
    at = np.minimum((p * BINS).astype(int), BINS - 1)
    bins = []
    for k in range(BINS):
        here = at == k
        n = int(here.sum())
        bins.append((n, float(p[here].mean()), float(y[here].mean())) if n else (0, 0.0, 0.0))
    gap = sum(n * abs(a - b) for n, a, b in bins) / max(1, len(p))
    return Check(len(p), loss, _auc(p, y), gap, tuple(bins))


def check_variants(
    learner: Learner, network: np.ndarray, seed: int, positions: int
) -> dict[str, Check]:
    """The network on so many fresh positions of every variant of its game, by variant."""
    found = {}
    for variant in learner.variants:
        parts: list[Positions] = []
        while sum(len(part.outcomes) for part in parts) < positions:
            at = len(parts) * _GAMES
            parts.append(learner.fresh_games(network, variant, seed, at, at + _GAMES, _SHARE))
        told = Positions.joined(parts)
        predicted = probabilities(unpack_network(network), told.features[:positions])
        found[variant] = check(predicted, told.outcomes[:positions])
    return found


def _auc(p: np.ndarray, y: np.ndarray) -> float:
    """The chance that a won position is given better odds than a lost one (Mann and Whitney)."""
    won = y > 0.5
    n_won = int(won.sum())
    n_lost = len(y) - n_won
    if n_won == 0 or n_lost == 0:
        return 0.5
    ranks = np.empty(len(p))
    _, inverse, counts = np.unique(p, return_inverse=True, return_counts=True)
    ranks = (np.cumsum(counts) - (counts - 1) / 2)[inverse]
    return float((ranks[won].sum() - n_won * (n_won + 1) / 2) / (n_won * n_lost))
