"""What learning by self-play needs of Reef Encounter: games with positions, and matches."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from analyzer.cells import Cell
from analyzer.games.encounter.rules import PRINTED_START_TILES
from analyzer.games.encounter.settings import rules_vector
from analyzer.games.encounter.strategies import Strategy, get_strategy, line_up_of
from analyzer.games.encounter.strategies.kinds import KINDS
from analyzer.games.encounter.strategies.networks import joined_networks, network_for
from analyzer.learning.learner import Positions
from kernels.encounter import parameters as P  # noqa: N812
from kernels.encounter.rows import GAME_COLUMNS, SEAT_COLUMNS
from kernels.encounter.value.features import n_features
from kernels.encounter.value.positions import GAME, SEAT_OF, play_positions

RULESETS_LEARNED = ("basic", "advanced", "online", "manual")
_CHUNK = 2000  # games of a call: their positions fit into memory
_SHARE_TOLD = 0.6  # of the positions: those of one game resemble each other
_TEACHERS = ("balanced", "aggressor", "builder", "collector", "rusher", "tide", "opportunist")
_ROUGH = ("balanced:whim=2", "balanced:whim=5")
_OTHERS = ("balanced", "aggressor", "builder", "rusher", "tide", "planner")

THINKING: Mapping[str, float] = {"width": 2, "breadth": 6, "slack": 0.3, "turns": 12, "drafts": 2}
"""How a network thinks while it learns."""
_WIDE = {"width": 4, "breadth": 10, "slack": 0.5, "drafts": 3}
_STYLES: tuple[tuple[float, float, Mapping[str, float]], ...] = (
    # share of the newest network's seats, noise in log odds, what differs in its thinking
    (0.40, 0.05, {}),
    (0.30, 0.15, {}),
    (0.15, 0.40, {}),
    (0.15, 0.02, _WIDE),
)
_SHARE_PAST = 0.12  # of all seats: past networks
_SHARE_OTHERS = 0.13  # of all seats: strategies without a network


def learned_strategy(network: np.ndarray, players: int, numbers: Mapping[str, float]) -> Strategy:
    """A strategy that plays by a network; what `numbers` leaves open is as in `balanced`."""
    kind = KINDS["learned"]
    base = {**kind.default_numbers(), **get_strategy("balanced").numbers, "whim": 0.0}
    joined = joined_networks({players: network})
    return Strategy("learned", "", kind, {**base, **numbers}, network=joined)


class EncounterLearner:
    """Reef Encounter with a number of players, as the learning loop sees it."""

    references: tuple[str, ...] = ("planner", "balanced")
    variants = RULESETS_LEARNED

    def __init__(
        self,
        players: int,
        thinking: Mapping[str, float] = THINKING,
        opponents: Sequence[str] = (),
        ruleset: str = "basic",
    ) -> None:
        """`opponents`: strategies that have all other seats, to learn a response to them.

        ruleset: of matches and of the games against opponents.
        """
        self.players = players
        self.n_features = n_features(players)
        self.thinking = dict(thinking)
        self.opponents = tuple(opponents)
        self.ruleset = ruleset
        if opponents:
            self.references = self.opponents
        self._vectors = {
            name: rules_vector(Cell("encounter", players, name, ("balanced",) * players))
            for name in RULESETS_LEARNED
        }

    def first_games(self, seed: int, first: int, last: int) -> Positions:
        """Games of the family's strategies, some of them rough, to learn the first network from."""
        teachers = [get_strategy(spec) for spec in (*_TEACHERS, *_ROUGH)]
        shares = [0.4, *[0.3 / (len(_TEACHERS) - 1)] * (len(_TEACHERS) - 1), 0.2, 0.1]
        return self._played(teachers, shares, len(teachers), seed, first, last)

    def games(
        self, newest: np.ndarray, past: Sequence[np.ndarray], seed: int, first: int, last: int
    ) -> Positions:
        """Games of the newest network among itself, past ones and other strategies."""
        learners = [
            learned_strategy(
                newest, self.players, {**self.thinking, **wider, "noise": noise, "whim": 0.05}
            )
            for _, noise, wider in _STYLES
        ]
        shares = [share for share, _, _ in _STYLES]
        if self.opponents:
            rivals = [get_strategy(spec) for spec in self.opponents]
            return self._responses(learners, shares, rivals, seed, first, last)
        rivals = [
            learned_strategy(network, self.players, {**self.thinking, "noise": 0.1})
            for network in past[-8:]
        ]
        rivals += [get_strategy(spec) for spec in _OTHERS]
        rest = 1.0 - _SHARE_OTHERS - (_SHARE_PAST if past else 0.0)
        shares = [rest * share for share in shares]
        shares += [_SHARE_PAST / max(1, len(past[-8:]))] * len(past[-8:])
        shares += [_SHARE_OTHERS / len(_OTHERS)] * len(_OTHERS)
        return self._played([*learners, *rivals], shares, len(learners), seed, first, last)

    def fresh_games(
        self, network: np.ndarray, variant: str, seed: int, first: int, last: int, share: float
    ) -> Positions:
        """Games of the network among itself, without noise, by one ruleset as printed."""
        own = learned_strategy(network, self.players, self.thinking)
        m = last - first
        rules = np.tile(self._vectors[variant], (m, 1))
        seats = np.zeros((m, self.players), dtype=np.int64)
        return self._told([own], rules, seats, 1, seed, first, share)

    def match(
        self, network: np.ndarray, opponent: np.ndarray | str, seed: int, first: int, last: int
    ) -> np.ndarray:
        """The network's share of the wins in each deal of its ruleset, over all seats."""
        own = learned_strategy(network, self.players, self.thinking)
        if isinstance(opponent, str):
            rival = get_strategy(opponent)
        else:
            rival = learned_strategy(opponent, self.players, self.thinking)
        deals = last - first
        rules = np.tile(self._vectors[self.ruleset], (deals, 1))
        shares = np.zeros(deals)
        for seat in range(self.players):
            seats = np.ones((deals, self.players), dtype=np.int64)
            seats[:, seat] = 0
            _, _, won = self._play([own, rival], rules, seats, seed, first, 0.0)
            shares += won[:, seat] / self.players
        return shares

    def _played(
        self,
        strategies: Sequence[Strategy],
        shares: Sequence[float],
        n_told: int,
        seed: int,
        first: int,
        last: int,
    ) -> Positions:
        """Games in which every seat draws its strategy; told of are those of the first `n_told`."""
        parts = []
        weights = np.array(shares) / np.sum(shares)
        for at in range(first, last, _CHUNK):
            m = min(_CHUNK, last - at)
            rng = np.random.default_rng([seed, at])
            rules = self._varied_rules(m, rng)
            seats = rng.choice(len(strategies), p=weights, size=(m, self.players))
            parts.append(self._told(strategies, rules, seats, n_told, seed, at))
        return Positions.joined(parts)

    def _responses(
        self,
        learners: Sequence[Strategy],
        shares: Sequence[float],
        rivals: Sequence[Strategy],
        seed: int,
        first: int,
        last: int,
    ) -> Positions:
        """Games of one learner each, the other seats being the rivals', rules as printed."""
        parts = []
        for at in range(first, last, _CHUNK):
            m = min(_CHUNK, last - at)
            rng = np.random.default_rng([seed, at])
            seats = len(learners) + rng.choice(len(rivals), size=(m, self.players))
            alone = rng.integers(0, self.players, m)
            seats[np.arange(m), alone] = rng.choice(len(learners), p=shares, size=m)
            rules = np.tile(self._vectors[self.ruleset], (m, 1))
            both = [*learners, *rivals]
            parts.append(self._told(both, rules, seats, len(learners), seed, at))
        return Positions.joined(parts)

    def _told(
        self,
        strategies: Sequence[Strategy],
        rules: np.ndarray,
        seats: np.ndarray,
        n_told: int,
        seed: int,
        first: int,
        share: float = _SHARE_TOLD,
    ) -> Positions:
        features, notes, won = self._play(strategies, rules, seats, seed, first, share)
        game, seat = notes[:, GAME].astype(int), notes[:, SEAT_OF].astype(int)
        told = Positions(features.astype(np.float16), won[game, seat], first + game)
        return told.where(seats[game, seat] < n_told)

    def _play(
        self,
        strategies: Sequence[Strategy],
        rules: np.ndarray,
        seats: np.ndarray,
        seed: int,
        first: int,
        share: float,
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Features, notes, and the share of the win of every game and seat."""
        features, notes, games, rows = play_positions(
            rules, seats, *line_up_of(strategies), seed, first, share
        )
        winners = games[:, GAME_COLUMNS.index("winners")]
        won = (rows[:, :, SEAT_COLUMNS.index("rank")] == 1) / winners[:, None]
        return features, notes, won.astype(np.float32)

    def _varied_rules(self, m: int, rng: np.random.Generator) -> np.ndarray:
        """Rules vectors of m games: all rulesets, start tiles from 3 to 12, other parameters."""
        names = rng.choice(RULESETS_LEARNED, p=[0.4, 0.2, 0.2, 0.2], size=m)
        vectors = np.array([self._vectors[name] for name in names])
        printed = np.array(PRINTED_START_TILES[self.players])
        for vector, name in zip(vectors, names, strict=True):
            chance = rng.random()
            if chance < (0.45 if name != "manual" else 0.15):
                vector[P.ONE_EACH_TILES] = 0
                near = np.clip(printed + rng.integers(-2, 3, self.players), 3, 12)
                tiles = near if rng.random() < 0.6 else rng.integers(3, 13, self.players)
                vector[P.START_TILES : P.START_TILES + self.players] = tiles
            if rng.random() < 0.25:
                for _ in range(rng.integers(1, 3)):
                    _vary(vector, rng)
        return vectors


_VARIED: tuple[tuple[int, int, int], ...] = (
    # parameter, its least and its greatest value
    (P.FED_TILES, 0, 1),
    (P.EXTRA_GROWTH, 0, 1),
    (P.EAT_RETURN, 2, 6),
    (P.FINAL_RETURN, 3, 7),
    (P.MIN_EDIBLE, 3, 7),
    (P.FINAL_MIN_EDIBLE, 4, 7),
    (P.GROW_LIMIT, 2, 6),
    (P.SAME_TURN, 0, 1),
    (P.FREE_GROWTH, 0, 1),
    (P.SHRIMPS_PER_ROCK, 1, 3),
    (P.SHRIMPS_ON_ROCKS, 2, 4),
    (P.TAKEN_TO_THREE, 0, 1),
    (P.FEWEST_TILES, 0, 1),
    (P.FEWER_THAN_THREE, 0, 1),
    (P.START_LARVAE, 1, 4),
)


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
    strategy = get_strategy(victim)
    if strategy.network is None or ruleset not in RULESETS_LEARNED:
        return None
    network = network_for(strategy.network, players)
    if network is None:
        return None
    thinking = {name: strategy.numbers.get(name, usual) for name, usual in THINKING.items()}
    return EncounterLearner(players, thinking, (victim,), ruleset), network
