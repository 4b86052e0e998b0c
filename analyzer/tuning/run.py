"""The loop of a tuning run, which can be stopped and continued after any generation.

What is kept of a run is what its games said: the fitness of all candidates, generation by
generation. The state of the optimiser follows from that, so continuing means telling it again.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from analyzer.errors import UsageError
from analyzer.games import get_game
from analyzer.playing.pool import Pool
from analyzer.tuning.fitness import OutOfTime, fitness_of, tables
from analyzer.tuning.settings import NEEDS_CMA, Settings, scale

DECIMALS = 4
"""Weights are kept to so many decimals, so that what is measured is what is written down."""


@dataclass(frozen=True, slots=True)
class Generation:
    """What one generation showed.

    fitness: of every candidate. middle: weights in the middle of the distribution that they were
    drawn from, and middle_fitness theirs on the same deals. sigma: the distribution's step size.
    """

    fitness: tuple[float, ...]
    middle: tuple[float, ...]
    middle_fitness: float
    sigma: float
    seconds: float

    def as_json(self) -> dict[str, Any]:
        """The generation as a JSON object."""
        return {k: list(v) if isinstance(v, tuple) else v for k, v in asdict(self).items()}

    @staticmethod
    def from_json(values: dict[str, Any]) -> Generation:
        """The generation that `as_json` described."""
        plain: dict[str, Any] = {
            k: tuple(v) if isinstance(v, list) else v for k, v in values.items()
        }
        return Generation(**plain)


class Normals:
    """The optimiser's source of normal numbers, its own and not the one all programs share."""

    def __init__(self, seed: int) -> None:
        self._rng = np.random.default_rng(seed)

    def __call__(self, *shape: int) -> np.ndarray:
        """Standard normal numbers in an array of the shape."""
        return self._rng.standard_normal(shape)


class Tuner:
    """A tuning run: its distribution over weights, and the generations so far."""

    def __init__(
        self,
        settings: Settings,
        past: list[Generation] | None = None,
        piece: int | None = None,
    ) -> None:
        """Start a run, or continue one after the generations `past`.

        piece: games that are played at a time; it decides how soon a run can be stopped, and
        nothing of its result.
        """
        self.settings = settings
        self._piece = piece
        self.generations: list[Generation] = []
        self._strategies = get_game(settings.game).strategies
        numbers = self._strategies.get(settings.start).numbers
        defaults = self._strategies.defaults
        self._start = np.array([numbers[name] for name in settings.weights])
        self._scale = np.array([scale(defaults[name]) for name in settings.weights])
        self._search = self._new_search()
        for generation in past or []:
            points = self._search.ask()
            if not np.allclose(generation.middle, self._middle(), rtol=1e-3, atol=1e-3):
                raise UsageError(
                    f"generation {len(self.generations) + 1} of the checkpoint does not follow"
                    " from those before it; it was made by another version of cma"
                )
            self._learn(generation, points)

    def _new_search(self) -> Any:
        try:
            from cma import CMAEvolutionStrategy
        except ImportError:
            raise UsageError(f"tuning {NEEDS_CMA}") from None

        options = {
            "popsize": self.settings.population,
            "randn": Normals(self.settings.seed),
            "seed": np.nan,  # leaves the random numbers of others alone
            "verbose": -9,
        }
        return CMAEvolutionStrategy(np.zeros(len(self._start)), self.settings.sigma, options)

    def run(
        self,
        pool: Pool,
        report: Callable[[Generation], None],
        is_over: Callable[[], bool] = lambda: False,
    ) -> None:
        """Play generations until all are done or it is over; `report` is called after each.

        The generation that is under way when it is over is given up.
        """
        while len(self.generations) < self.settings.generations and not is_over():
            try:
                generation = self._next(pool, is_over)
            except OutOfTime:
                return
            report(generation)

    def result(self) -> dict[str, float]:
        """The tuned weights by name: the middle of the distribution now."""
        return dict(zip(self.settings.weights, self._middle(), strict=True))

    def spec(self, weights: dict[str, float]) -> str:
        """The strategy with these weights as a spec."""
        return self._strategies.with_numbers(self.settings.start, weights)

    def _next(self, pool: Pool, is_over: Callable[[], bool]) -> Generation:
        started = time.monotonic()
        names = self.settings.weights
        points = self._search.ask()
        candidates = [
            self.spec(dict(zip(names, self._weights(point), strict=True))) for point in points
        ]
        at = tables(self.settings, len(self.generations))
        *fitness, middle_fitness = fitness_of(
            [*candidates, self.spec(self.result())], at, self.settings, pool, is_over, self._piece
        )
        generation = Generation(
            fitness=tuple(fitness),
            middle=tuple(self._middle()),
            middle_fitness=middle_fitness,
            sigma=float(self._search.sigma),
            seconds=time.monotonic() - started,
        )
        self._learn(generation, points)
        return generation

    def _learn(self, generation: Generation, points: list[np.ndarray]) -> None:
        self._search.tell(points, [-fitness for fitness in generation.fitness])
        self.generations.append(generation)

    def _middle(self) -> list[float]:
        return self._weights(self._search.mean)

    def _weights(self, point: np.ndarray) -> list[float]:
        """The weights at a point of the search, which counts in scales from the start."""
        return [round(float(w), DECIMALS) for w in self._start + self._scale * point]
