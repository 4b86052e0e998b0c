"""Learners of games whose kernel notes positions: who plays whom, and what is told of it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

import numpy as np

from analyzer.errors import UsageError
from analyzer.learning.learner import Positions
from analyzer.strategies.lineup import LineUp, Strategy

CHUNK = 2000  # games whose rules and seats are drawn together
_PIECE = 25  # games of a compiled call: it cannot be interrupted, so it must end in a second
_SHARE_PAST = 0.12  # of all seats: past networks
_SHARE_OTHERS = 0.13  # of all seats: strategies without a network
_PAST = 8  # past networks that are met
_SHARE_SEARCH = 0.7  # of the seats of searched games: search; the rest leads it astray
_ASTRAY = 0.3  # noise of that rest, in log odds
_SHARE_FOUND = 0.7  # of what a played turn is said to be worth: found by search, the rest: won


@dataclass(frozen=True)
class Company:
    """Who takes part in the games of a learner.

    teachers: strategies of the first games, with the share of their seats. others: strategies
    without a network that are met later. styles: of the newest network: the share of its seats,
    noise in log odds, and what differs in its thinking. share_told: of the positions, since those
    of one game resemble each other. references: whom networks are measured against, the strongest
    first. base: whose numbers a network plays by where its thinking says nothing. searcher: a
    strategy that searches by a network, to be learned from; empty if its turns are not noted.
    """

    teachers: Mapping[str, float]
    others: tuple[str, ...]
    styles: tuple[tuple[float, float, Mapping[str, float]], ...]
    share_told: float
    references: tuple[str, ...]
    base: str
    searcher: str = ""


@dataclass(frozen=True)
class Played:
    """What a kernel noted of some games.

    features: float32 (positions, F); game, seat: int64 (positions,), the game's index in the call
    and whose position it is; won: float32 (games, seats), the share of the win. found: float32
    (positions,), the chance of a win after a turn that search tried, else NaN; is_played: bool
    (positions,), whether the turn was played; both None where nobody searched.
    """

    features: np.ndarray
    game: np.ndarray
    seat: np.ndarray
    won: np.ndarray
    found: np.ndarray | None = None
    is_played: np.ndarray | None = None

    @staticmethod
    def joined(parts: Sequence[tuple[int, Played]]) -> Played:
        """What was noted of all parts, in order; each stands with the games before it."""

        def together(name: str) -> np.ndarray:
            return np.concatenate([getattr(part, name) for _, part in parts])

        has_search = parts[0][1].found is not None
        return Played(
            together("features"),
            np.concatenate([before + part.game for before, part in parts]),
            together("seat"),
            together("won"),
            together("found") if has_search else None,
            together("is_played") if has_search else None,
        )

    def outcomes(self) -> np.ndarray:
        """float32 (positions,): how the game went out, or what search found, or both mixed."""
        won = self.won[self.game, self.seat]
        if self.found is None or self.is_played is None:
            return won
        mixed = _SHARE_FOUND * self.found + (1 - _SHARE_FOUND) * won
        tried = np.where(self.is_played, mixed, self.found)
        return np.where(np.isnan(self.found), won, tried).astype(np.float32)


def shares_of_win(ranks: np.ndarray, winners: np.ndarray) -> np.ndarray:
    """float32 (games, seats) from ranks (games, seats) and the number of winners (games,)."""
    return ((ranks == 1) / winners[:, None]).astype(np.float32)


class SelfPlayLearner(ABC):
    """A game with a number of players, as the learning loop sees it (see `Learner`)."""

    def __init__(
        self,
        players: int,
        line_up: LineUp,
        company: Company,
        vectors: Mapping[str, np.ndarray],
        thinking: Mapping[str, float],
        opponents: Sequence[str] = (),
        variant: str = "",
    ) -> None:
        """`vectors`: the rules by variant, the first one being the usual.

        thinking: how a network thinks while it learns. opponents: strategies that have all other
        seats, to learn a response to them. variant: of matches and of games against opponents.
        """
        if line_up.networks is None:
            raise UsageError("this game has no strategies that learn")
        self.players = players
        self.networks = line_up.networks
        self.n_features = self.networks.n_features(players)
        self.line_up = line_up
        self.company = company
        self.variants = tuple(vectors)
        self.thinking = dict(thinking)
        self.opponents = tuple(opponents)
        self.vectors = vectors
        self.variant = variant or self.variants[0]
        self.references = self.opponents or company.references
        self.learns_from_search = bool(company.searcher)

    @abstractmethod
    def varied_rules(self, m: int, rng: np.random.Generator) -> np.ndarray:
        """Rules vectors of m games, over all that the network must know."""

    @abstractmethod
    def play(
        self,
        strategies: Sequence[Strategy],
        rules: np.ndarray,
        seats: np.ndarray,
        seed: int,
        first: int,
        share: float,
    ) -> Played:
        """Games by rows of `rules` and of `seats`, indices of strategies; deals from `first` on."""

    def searching(self, network: np.ndarray) -> Strategy:
        """Search by a network, with little thought, to be learned from."""
        if not self.learns_from_search:
            raise UsageError("this game does not learn from search: --search-rounds must be 0")
        joined = self.networks.joined({self.players: network})
        return replace(self.line_up.get(self.company.searcher), network=joined)

    def learned(self, network: np.ndarray, numbers: Mapping[str, float]) -> Strategy:
        """A strategy that plays by a network; what `numbers` leaves open is as in the base."""
        kind = self.line_up.kinds["learned"]
        usual = self.line_up.get(self.company.base).numbers
        base = {**kind.default_numbers(), **usual, "whim": 0.0}
        joined = self.networks.joined({self.players: network})
        return Strategy("learned", "", kind, {**base, **numbers}, network=joined)

    def first_games(self, seed: int, first: int, last: int) -> Positions:
        """Games of strategies without a network, some of them rough, to learn the first one."""
        teachers = [self.line_up.get(spec) for spec in self.company.teachers]
        shares = list(self.company.teachers.values())
        return self._played(teachers, shares, len(teachers), seed, first, last)

    def games(
        self, newest: np.ndarray, past: Sequence[np.ndarray], seed: int, first: int, last: int
    ) -> Positions:
        """Games of the newest network among itself, past ones and other strategies."""
        learners = [
            self.learned(newest, {**self.thinking, **wider, "noise": noise, "whim": 0.05})
            for _, noise, wider in self.company.styles
        ]
        shares = [share for share, _, _ in self.company.styles]
        if self.opponents:
            rivals = [self.line_up.get(spec) for spec in self.opponents]
            return self._responses(learners, shares, rivals, seed, first, last)
        met = past[-_PAST:]
        rivals = [self.learned(network, {**self.thinking, "noise": 0.1}) for network in met]
        rivals += [self.line_up.get(spec) for spec in self.company.others]
        rest = 1.0 - _SHARE_OTHERS - (_SHARE_PAST if past else 0.0)
        shares = [rest * share for share in shares]
        shares += [_SHARE_PAST / max(1, len(met))] * len(met)
        shares += [_SHARE_OTHERS / len(self.company.others)] * len(self.company.others)
        return self._played([*learners, *rivals], shares, len(learners), seed, first, last)

    def searched_games(self, newest: np.ndarray, seed: int, first: int, last: int) -> Positions:
        """Games of search with the newest network, some seats being blurred players by it."""
        astray = self.learned(newest, {**self.thinking, "noise": _ASTRAY})
        shares = [_SHARE_SEARCH, 1 - _SHARE_SEARCH]
        return self._played([self.searching(newest), astray], shares, 2, seed, first, last)

    def fresh_games(
        self, network: np.ndarray, variant: str, seed: int, first: int, last: int, share: float
    ) -> Positions:
        """Games of the network among itself, without noise, by one variant as it is."""
        own = self.learned(network, self.thinking)
        m = last - first
        rules = np.tile(self.vectors[variant], (m, 1))
        seats = np.zeros((m, self.players), dtype=np.int64)
        return self._told([own], rules, seats, 1, seed, first, share)

    def match(
        self, network: np.ndarray, opponent: np.ndarray | str, seed: int, first: int, last: int
    ) -> np.ndarray:
        """The network's share of the wins in each deal of its variant, over all seats."""
        own = self.learned(network, self.thinking)
        if isinstance(opponent, str):
            rival = self.line_up.get(opponent)
        else:
            rival = self.learned(opponent, self.thinking)
        deals = last - first
        rules = np.tile(self.vectors[self.variant], (deals, 1))
        shares = np.zeros(deals)
        for seat in range(self.players):
            seats = np.ones((deals, self.players), dtype=np.int64)
            seats[:, seat] = 0
            played = self._in_pieces([own, rival], rules, seats, seed, first, 0.0)
            shares += played.won[:, seat] / self.players
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
        for at in range(first, last, CHUNK):
            m = min(CHUNK, last - at)
            rng = np.random.default_rng([seed, at])
            rules = self.varied_rules(m, rng)
            seats = rng.choice(len(strategies), p=weights, size=(m, self.players))
            share = self.company.share_told
            parts.append(self._told(strategies, rules, seats, n_told, seed, at, share))
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
        """Games of one learner each, the other seats being the rivals', rules as they are."""
        parts = []
        for at in range(first, last, CHUNK):
            m = min(CHUNK, last - at)
            rng = np.random.default_rng([seed, at])
            seats = len(learners) + rng.choice(len(rivals), size=(m, self.players))
            alone = rng.integers(0, self.players, m)
            seats[np.arange(m), alone] = rng.choice(len(learners), p=shares, size=m)
            rules = np.tile(self.vectors[self.variant], (m, 1))
            both = [*learners, *rivals]
            share = self.company.share_told
            parts.append(self._told(both, rules, seats, len(learners), seed, at, share))
        return Positions.joined(parts)

    def _told(
        self,
        strategies: Sequence[Strategy],
        rules: np.ndarray,
        seats: np.ndarray,
        n_told: int,
        seed: int,
        first: int,
        share: float,
    ) -> Positions:
        played = self._in_pieces(strategies, rules, seats, seed, first, share)
        game, seat = played.game, played.seat
        told = Positions(played.features.astype(np.float16), played.outcomes(), first + game)
        return told.where(seats[game, seat] < n_told)

    def _in_pieces(
        self,
        strategies: Sequence[Strategy],
        rules: np.ndarray,
        seats: np.ndarray,
        seed: int,
        first: int,
        share: float,
    ) -> Played:
        """The same as `play` in short calls, so that an interruption is heard between them."""
        parts = []
        for at in range(0, len(rules), _PIECE):
            here = slice(at, at + _PIECE)
            parts.append(
                (at, self.play(strategies, rules[here], seats[here], seed, first + at, share))
            )
        return Played.joined(parts)


L = TypeVar("L", bound=SelfPlayLearner)


def response_to(
    make: Callable[[int, Mapping[str, float], Sequence[str], str], L],
    line_up: LineUp,
    usual: Mapping[str, float],
    players: int,
    ruleset: str,
    victim: str,
) -> tuple[L, np.ndarray] | None:
    """The learner of a response to a strategy, thinking as it does, and that strategy's network.

    usual: how a network thinks where the strategy says nothing. None if it has no network for so
    many players, or if the ruleset is not learned.
    """
    strategy = line_up.get(victim)
    if strategy.network is None or line_up.networks is None:
        return None
    network = line_up.networks.alone(strategy.network, players)
    thinking = {name: strategy.numbers.get(name, number) for name, number in usual.items()}
    learner = make(players, thinking, (victim,), ruleset)
    if network is None or ruleset not in learner.variants:
        return None
    return learner, network
