"""What learning by self-play needs of Reef Encounter: games with positions, rules to vary."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from analyzer.cells import Cell
from analyzer.games.encounter.rules import PRINTED_START_TILES
from analyzer.games.encounter.settings import rules_vector
from analyzer.games.encounter.strategies import LINE_UP, Strategy, line_up_of
from analyzer.games.encounter.strategies.networks import LEARNT
from analyzer.learning.self_play import (
    Company,
    Played,
    SelfPlayLearner,
    response_to,
    shares_of_win,
)
from kernels.encounter import parameters as P  # noqa: N812
from kernels.encounter.rows import GAME_COLUMNS, SEAT_COLUMNS
from kernels.encounter.value.positions import CHANCE, GAME, IS_PLAYED, SEAT_OF, play_positions

RULESETS_LEARNED = LEARNT.rulesets
THINKING: Mapping[str, float] = {"width": 2, "breadth": 6, "slack": 0.3, "turns": 12, "drafts": 2}
"""How a network thinks while it learns."""
_WIDE = {"width": 4, "breadth": 10, "slack": 0.5, "drafts": 3}
_COMPANY = Company(
    teachers={
        "balanced": 0.4,
        **dict.fromkeys(
            ("aggressor", "builder", "collector", "rusher", "tide", "opportunist"), 0.05
        ),
        "balanced:whim=2": 0.2,
        "balanced:whim=5": 0.1,
    },
    others=("balanced", "aggressor", "builder", "rusher", "tide", "planner"),
    styles=((0.40, 0.05, {}), (0.30, 0.15, {}), (0.15, 0.40, {}), (0.15, 0.02, _WIDE)),
    share_told=0.6,
    references=("planner", "balanced"),
    base="balanced",
    searcher="search:budget=16",
)


class EncounterLearner(SelfPlayLearner):
    """Reef Encounter with a number of players, as the learning loop sees it."""

    def __init__(
        self,
        players: int,
        thinking: Mapping[str, float] = THINKING,
        opponents: Sequence[str] = (),
        ruleset: str = "",
    ) -> None:
        """`opponents`: to learn a response to; `ruleset`: of matches and of such games."""
        vectors = {
            name: rules_vector(Cell("encounter", players, name, ("balanced",) * players))
            for name in RULESETS_LEARNED
        }
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
        game, seat = notes[:, GAME].astype(int), notes[:, SEAT_OF].astype(int)
        return Played(features, game, seat, won, notes[:, CHANCE], notes[:, IS_PLAYED] > 0)

    def varied_rules(self, m: int, rng: np.random.Generator) -> np.ndarray:
        """Rules vectors of m games: all rulesets, start tiles from 3 to 12, other parameters."""
        names = rng.choice(RULESETS_LEARNED, p=[0.4, 0.2, 0.2, 0.2], size=m)
        vectors = np.array([self.vectors[name] for name in names])
        printed = np.array(PRINTED_START_TILES[self.players])
        least, most = LEARNT.varied["start_tiles"]
        for vector, name in zip(vectors, names, strict=True):
            chance = rng.random()
            if chance < (0.45 if name != "manual" else 0.15):
                vector[P.ONE_EACH_TILES] = 0
                near = np.clip(printed + rng.integers(-2, 3, self.players), least, most)
                tiles = near if rng.random() < 0.6 else rng.integers(least, most + 1, self.players)
                vector[P.START_TILES : P.START_TILES + self.players] = tiles
            if rng.random() < 0.25:
                for _ in range(rng.integers(1, 3)):
                    _vary(vector, rng)
        return vectors


_PLACES = {
    "fed_tiles": P.FED_TILES,
    "extra_growth": P.EXTRA_GROWTH,
    "eat_return": P.EAT_RETURN,
    "final_return": P.FINAL_RETURN,
    "min_edible": P.MIN_EDIBLE,
    "final_min_edible": P.FINAL_MIN_EDIBLE,
    "grow_limit": P.GROW_LIMIT,
    "larva_use": P.SAME_TURN,
    "free_growth": P.FREE_GROWTH,
    "shrimps_per_rock": P.SHRIMPS_PER_ROCK,
    "shrimps_on_rocks": P.SHRIMPS_ON_ROCKS,
    "refill": P.TAKEN_TO_THREE,
    "tiebreak": P.FEWEST_TILES,
    "end_bag": P.FEWER_THAN_THREE,
    "start_larvae": P.START_LARVAE,
}
_VARIED = tuple((place, *LEARNT.varied[name]) for name, place in _PLACES.items())
"""Parameters of the rules vector, with the least and the greatest value."""


def _vary(vector: np.ndarray, rng: np.random.Generator) -> None:
    """Give one rule parameter another value."""
    parameter, low, high = _VARIED[rng.integers(len(_VARIED))]
    vector[parameter] = rng.integers(low, high + 1)
    if parameter == P.START_LARVAE:
        vector[P.ONE_EACH_LARVAE] = 0


def make_learner(players: int) -> EncounterLearner:
    """The learner of the game with so many players."""
    return EncounterLearner(players)


def make_response(
    players: int, ruleset: str, victim: str
) -> tuple[EncounterLearner, np.ndarray] | None:
    """The learner of a response to a strategy, and that strategy's network; None if it has none."""
    return response_to(EncounterLearner, LINE_UP, THINKING, players, ruleset, victim)
