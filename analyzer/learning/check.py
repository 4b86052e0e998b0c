"""How good a network's probabilities are on positions that it was not fitted to."""

from __future__ import annotations

from dataclasses import asdict, dataclass

import numpy as np

BINS = 10
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
