"""What learning by self-play needs of Reef: games with positions, rules to vary."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from analyzer.games.reef.rules import make_rules
from analyzer.games.reef.settings import rules_vector
from analyzer.games.reef.strategies import LEARNT, LINE_UP, line_up_of
from analyzer.learning.self_play import (
    Company,
    Played,
    SelfPlayLearner,
    response_to,
    shares_of_win,
)
from analyzer.strategies.lineup import Strategy
from kernels.reef import parameters as P  # noqa: N812
from kernels.reef.rows import GAME_COLUMNS, SEAT_COLUMNS
from kernels.reef.value.positions import GAME, NOTED_KINDS, SEAT_OF, play_positions

RULESETS_LEARNED = LEARNT.rulesets
THINKING: Mapping[str, float] = {"placements": 3}
"""How a network thinks while it learns."""
_COMPANY = Company(
    teachers={
        "balanced": 0.4,
        **dict.fromkeys(("hoarder", "matcher", "rusher", "spoiler", "spreader", "stacker"), 0.05),
        "balanced:whim=3": 0.2,
        "balanced:whim=8": 0.1,
    },
    others=("balanced", "matcher", "rusher", "stacker", "planner"),
    styles=((0.40, 0.05, {}), (0.30, 0.15, {}), (0.15, 0.40, {}), (0.15, 0.02, {"placements": 8})),
    share_told=0.3,
    references=("planner", "balanced"),
    base="balanced",
)


class ReefLearner(SelfPlayLearner):
    """Reef with a number of players, as the learning loop sees it."""

    def __init__(
        self,
        players: int,
        thinking: Mapping[str, float] = THINKING,
        opponents: Sequence[str] = (),
        ruleset: str = "",
    ) -> None:
        """`opponents`: to learn a response to; `ruleset`: of matches and of such games."""
        vectors = {name: rules_vector(make_rules(name, players)) for name in RULESETS_LEARNED}
        super().__init__(players, LINE_UP, _COMPANY, vectors, thinking, opponents, ruleset)

    def play(
        self,
        strategies: Sequence[Strategy],
        rules: np.ndarray,
        seats: np.ndarray,
        seed: int,
        first: int,
        share: float,
    ) -> Played:
        """Games by rows of rules and seats, with positions noted."""
        features, notes, games, rows = play_positions(
            rules, seats, *line_up_of(strategies), seed, first, share
        )
        ranks = rows[:, :, SEAT_COLUMNS.index("rank")]
        won = shares_of_win(ranks, games[:, GAME_COLUMNS.index("winners")])
        return Played(features, notes[:, GAME].astype(int), notes[:, SEAT_OF].astype(int), won)

    def varied_rules(self, m: int, rng: np.random.Generator) -> np.ndarray:
        """Rules vectors of m games: both placements, start points, supplies, other parameters."""
        names = rng.choice(RULESETS_LEARNED, p=[0.7, 0.3], size=m)
        vectors = np.array([self.vectors[name] for name in names])
        for vector in vectors:
            if rng.random() < 0.4:
                most = 6 if rng.random() < 0.7 else LEARNT.varied["start_points"][1]
                points = rng.integers(0, most + 1, self.players)
                vector[P.START_POINTS : P.START_POINTS + self.players] = points
            if rng.random() < 0.25:
                vector[P.SUPPLY] = _varied_supply(int(vector[P.SUPPLY]), self.players, rng)
            if rng.random() < 0.25:
                for _ in range(rng.integers(1, 3)):
                    parameter, low, high = _VARIED[rng.integers(len(_VARIED))]
                    vector[parameter] = rng.integers(low, high + 1)
        return vectors


_PLACES = {
    "hand_limit": P.HAND_LIMIT,
    "display": P.DISPLAY,
    "orientation": P.PRINTED,
    "deck_end": P.FINISH_ROUND,
    "final_special": P.FINAL_ALL,
}
_VARIED = tuple((place, *LEARNT.varied[name]) for name, place in _PLACES.items())
"""Parameters of the rules vector, with the least and the greatest value."""


def _varied_supply(printed: int, players: int, rng: np.random.Generator) -> int:
    """Mostly near the printed supply, sometimes anything."""
    if rng.random() < 0.7:
        return max(players + 2, printed + int(rng.integers(-6, 7)))
    return int(rng.integers(players + 1, 61))


def make_learner(players: int) -> ReefLearner:
    """The learner of the game with so many players."""
    return ReefLearner(players)


def make_response(players: int, ruleset: str, victim: str) -> tuple[ReefLearner, np.ndarray] | None:
    """The learner of a response to a strategy, and that strategy's network; None if it has none."""
    if LINE_UP.get(victim).kind not in NOTED_KINDS:
        return None
    return response_to(ReefLearner, LINE_UP, THINKING, players, ruleset, victim)
