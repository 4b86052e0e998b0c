"""The loop: play, fit, measure, go round. It can be stopped and continued after any round."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

import numpy as np

from analyzer.learning.check import Check, check
from analyzer.learning.fit import fit, new_layers, probabilities
from analyzer.learning.gate import Gate
from analyzer.learning.learner import Learner, Positions
from analyzer.learning.settings import Settings
from kernels.network import pack_network, unpack_network

HELD_OUT = 10  # every tenth game is not fitted to
_SETTLING_SHARE = 0.6  # of the positions of games that a network settles on
_SETTLING_RATE = 0.3  # of the rate of the rounds
_SETTLING_SWEEPS = 3  # one leaves it too cautious in the rulesets that are played least
_PLAY, _FIT, _GATE = 1, 2, 3  # seeds for different purposes differ


@dataclass(frozen=True, slots=True)
class Round:
    """What one round showed.

    check: of the new network on games that were not fitted to. before: of the old network on the
    same games. matches: share of wins by opponent, `before` being the network before. lost_to:
    the opponents because of whom the new network does not go on.
    """

    positions: int
    check: Check
    before: Check | None
    matches: Mapping[str, float]
    lost_to: tuple[str, ...]
    seconds: float

    @property
    def is_accepted(self) -> bool:
        """Whether the new network takes the place of the one before."""
        return not self.lost_to

    def as_json(self) -> dict[str, Any]:
        """The round as a JSON object."""
        return asdict(self)

    @staticmethod
    def from_json(told: dict[str, Any]) -> Round:
        """The round that `as_json` described."""
        checks = {
            key: None if told[key] is None else Check(**{**told[key], "bins": _bins(told[key])})
            for key in ("check", "before")
        }
        return Round(**{**told, **checks, "lost_to": tuple(told["lost_to"])})


def _bins(told: dict[str, Any]) -> tuple[tuple[int, float, float], ...]:
    return tuple((n, a, b) for n, a, b in told["bins"])


def kept_rounds(settings: Settings, number: int) -> range:
    """The rounds, counted from 1, whose positions round `number` is fitted to.

    Games of strategies without a network make the first network and no other; what search finds
    is not mixed with games that were not searched.
    """
    if number > settings.rounds:
        return range(max(settings.rounds + 1, number - settings.kept + 1), number + 1)
    first = 2 if settings.first_games and number > 1 else 1
    return range(max(first, number - settings.kept + 1), number + 1)


@dataclass(slots=True)
class State:
    """A run between two rounds: networks accepted so far, newest last, and positions kept."""

    networks: list[np.ndarray]
    kept: list[Positions]
    rounds: list[Round]


class LearningRun:
    """A learning run of a game's learner."""

    def __init__(self, settings: Settings, learner: Learner, state: State | None = None) -> None:
        """Start a run, or continue one from its state after a round."""
        self.settings = settings
        self.learner = learner
        self.state = state or State([], [], [])
        self._won: dict[str, np.ndarray] = {}  # what `matches` found, deal by deal

    def run(
        self, report: Callable[[Round, State], None], is_over: Callable[[], bool] = lambda: False
    ) -> np.ndarray:
        """Go round until all rounds are done or it is over; the last network.

        `report` is called after each round.
        """
        while len(self.state.rounds) < self.settings.all_rounds and not is_over():
            report(self._next(), self.state)
        return self.state.networks[-1]

    def settled(self, network: np.ndarray) -> np.ndarray:
        """The network fitted once more, gently, to games of its own among equals, without noise.

        In the rounds it also meets weaker players and plays by chance, so its odds are those of
        such games; what it says of games among equals is put right here.
        """
        if self.settings.settling_games == 0:
            return network
        number = len(self.state.rounds)
        seed = self._seed(number, _PLAY)
        parts = [
            self.learner.fresh_games(
                network, variant, seed, 0, self.settings.settling_games, _SETTLING_SHARE
            )
            for variant in self.learner.variants
        ]
        told = Positions.joined(parts)
        rate = self.settings.fit.rate * _SETTLING_RATE
        how = replace(self.settings.fit, sweeps=_SETTLING_SWEEPS, rate=rate)
        rng = np.random.default_rng(self._seed(number, _FIT))
        return pack_network(fit(unpack_network(network), told.features, told.outcomes, how, rng))

    def _next(self) -> Round:
        started = time.monotonic()
        number = len(self.state.rounds)
        played = self._play(number)
        held_out = played.games % HELD_OUT == 0
        fresh = played.where(held_out)
        self.state.kept.append(played.where(~held_out))
        del self.state.kept[: -len(kept_rounds(self.settings, number + 1))]
        network = self._fit(number)
        found = check(probabilities(unpack_network(network), fresh.features), fresh.outcomes)
        before = None
        if self.state.networks:
            layers = unpack_network(self.state.networks[-1])
            before = check(probabilities(layers, fresh.features), fresh.outcomes)
        matches = self.matches(network, number)
        lost_to = self._gate(number).lost_to(self._won, 1 / self.settings.players)
        seconds = round(time.monotonic() - started, 1)
        done = Round(len(played.outcomes), found, before, matches, lost_to, seconds)
        if done.is_accepted:
            self.state.networks.append(network)
        self.state.rounds.append(done)
        return done

    def _seed(self, number: int, purpose: int) -> int:
        return int(
            np.random.SeedSequence([self.settings.seed, number, purpose]).generate_state(1)[0]
        )

    def _play(self, number: int) -> Positions:
        seed = self._seed(number, _PLAY)
        if not self.state.networks:
            return self.learner.first_games(seed, 0, self.settings.first_games)
        newest, past = self.state.networks[-1], self.state.networks[:-1]
        if number >= self.settings.rounds:
            return self.learner.searched_games(newest, seed, 0, self.settings.search_games)
        return self.learner.games(newest, past, seed, 0, self.settings.games)

    def _fit(self, number: int) -> np.ndarray:
        rng = np.random.default_rng(self._seed(number, _FIT))
        how = self.settings.fit
        if self.state.networks:
            layers = unpack_network(self.state.networks[-1])
        else:
            layers = new_layers([self.learner.n_features, *how.hidden, 1], rng)
        told = Positions.joined(self.state.kept)
        return pack_network(fit(layers, told.features, told.outcomes, how, rng))

    def matches(self, network: np.ndarray, number: int) -> dict[str, float]:
        """The network's share of wins by opponent, and by deal what the gate asks about.

        A run that overrides this and keeps nothing by deal accepts every network.
        """
        self._won = self._gate(number).won(network)
        return {name: round(float(shares.mean()), 4) for name, shares in self._won.items()}

    def _gate(self, number: int) -> Gate:
        seed = self._seed(number, _GATE)
        return Gate(self.learner, self.state.networks, seed, self.settings.gate_deals)
