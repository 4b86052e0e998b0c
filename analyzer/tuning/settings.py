"""What a tuning run is asked to do."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass
from typing import Any

NEEDS_CMA = (
    "needs the package cma: pip install 'reef-analyzer[tune]',\n"
    "or in a checkout .venv/bin/pip install -e '.[tune]'"
)
"""Said of tuning, in two lines of a help text; a complaint joins its lines."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything the result of a run depends on.

    games: for one candidate in one generation, all line-ups together. weights: the ones to tune.
    sigma: first spread of the candidates, in scales of each weight (see `scale`). penalty: what a
    game costs, in wins, that ended otherwise than the rules expect.
    """

    game: str
    start: str
    pool: tuple[str, ...]
    held_out: tuple[str, ...]
    players: tuple[int, ...]
    rulesets: tuple[str, ...]
    weights: tuple[str, ...]
    games: int
    generations: int
    population: int
    sigma: float
    penalty: float
    seed: int

    def as_json(self) -> dict[str, Any]:
        """The settings as a JSON object."""
        return {k: list(v) if isinstance(v, tuple) else v for k, v in asdict(self).items()}


def scale(default: float) -> float:
    """How far a weight is worth moving, from the size of its default."""
    return 0.3 * abs(default) + 0.05


def usual_population(n_weights: int) -> int:
    """Hansen's default number of candidates in a generation."""
    return 4 + math.floor(3 * math.log(n_weights))
