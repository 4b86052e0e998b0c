"""Turns of recorded games of Reef, judged by the kernel's own search for choices."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from analyzer.analysis.analyst import LearnedAnalyst
from analyzer.games.reef.action_words import action_words
from analyzer.games.reef.bot_games import as_event, pieces_of
from analyzer.games.reef.game import GAME
from analyzer.games.reef.judge import Action, Position, parse_action, replay
from analyzer.games.reef.rules import COLOURS
from analyzer.games.reef.settings import rules_vector
from analyzer.games.reef.strategies import line_up_of
from analyzer.games.reef.traces import action_of, events_of
from kernels.network import as_probability
from kernels.reef import replaying, streams, trace
from kernels.reef import state as S  # noqa: N812
from kernels.reef.board import laid
from kernels.reef.cards import N_CARDS
from kernels.reef.family import choices as C  # noqa: N812
from kernels.reef.parameters import RULES_SIZE
from kernels.reef.policy import LEARNED, SEARCH, new_room
from kernels.reef.streams import new_streams, seed_streams
from kernels.reef.value.choice import (
    CONSIDERED,
    RIVALS_TOLD,
    choice_logit,
    choose,
    find_choices,
    network_for,
)
from kernels.reef.value.numbers import BUDGET
from kernels.reef.value.search import race, try_choice
from kernels.reef.worlds import unseen_cards
from kernels.rng import next_word

STRATEGY = "search:budget=600:placements=16:candidates=16"
"""Who judges where nobody is named: analysis has more time than a game."""
_ACTIONS = {trace.TAKE: C.TAKE, trace.DECK: C.DECK, trace.PLAY: C.PLAY}
"""Actions of a choice by their kind in the trace; a pass is no choice."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A turn: whose, the state at its beginning, and what was done."""

    seat: int
    state: np.ndarray
    action: Action


def moments_of(record: Mapping[str, object]) -> list[Moment]:
    """Every turn of a recorded game; RecordViolation if the judge rejects the record."""
    moments = []
    before: Position | None = None
    for step in replay(record):
        if step.part == "turns":
            assert step.seat is not None
            assert step.action is not None
            assert before is not None
            moments.append(Moment(step.seat, state_of(before), parse_action(step.action)))
        before = step.position.copy()
    return moments


def state_of(position: Position) -> np.ndarray:
    """The kernel's state for a position of the judge between two turns."""
    s = S.new_state()
    n = position.rules.n_players
    s[S.RULES : S.RULES + RULES_SIZE] = rules_vector(position.rules)
    s[S.N_PLAYERS] = n
    seen: set[int | None] = {*position.display, *position.deck[:1]}
    for seat, player in enumerate(position.players):
        stacks = tuple((colour, cell) for cell, stack in player.board.items() for colour in stack)
        board = S.TOPS + seat, S.HEIGHTS + seat
        for piece in pieces_of(stacks):
            s[board[0]], s[board[1]] = laid(s[board[0]], s[board[1]], piece)
        s[S.HAND + seat] = _set(player.hand)
        s[S.START_CARDS + seat] = _set(player.start_cards)
        s[S.POINTS + seat] = player.points
        s[S.PLAYED] |= _set(player.played)
        seen |= {*player.hand, *player.played}
    for c, colour in enumerate(COLOURS):
        s[S.SUPPLY + c] = position.supply[colour]
    for slot, (card, points) in enumerate(position.display.items()):
        s[S.DISPLAY + slot], s[S.POINTS_ON + slot] = card, points
    s[S.N_DISPLAY] = len(position.display)
    s[S.N_LEFT] = N_CARDS - len(position.deck)
    below = [card for card in range(1, N_CARDS + 1) if card not in seen]
    deck = [*position.deck[:1], *below]
    s[S.DECK + N_CARDS - len(deck) : S.DECK + N_CARDS] = deck
    enders = [e for e in (position.supply_ender, position.deck_ender) if e is not None]
    s[S.LAST_ROUND] = bool(enders)
    s[S.ENDER] = enders[0] if enders else -1
    s[S.SEAT] = position.turn % n
    s[S.TURN] = position.turn
    return s


def _set(cards: Iterable[int | None]) -> int:
    return sum(1 << card for card in cards if card is not None)


class ReefAnalyst(LearnedAnalyst[Moment]):
    """One recorded game and the strategy that judges its turns."""

    game = GAME
    learned, search, budget = LEARNED, SEARCH, BUDGET

    def __init__(self, record: Mapping[str, object], spec: str, seed: int) -> None:
        """RecordViolation if the judge rejects the record; UsageError if `spec` cannot judge."""
        super().__init__(record, moments_of(record), spec, seed, line_up_of, new_room())

    def _streams(self, moment: Moment, turn: int) -> np.ndarray:
        rng = new_streams()
        seed_streams(rng, np.uint64(self._seed), turn, 0, int(moment.state[S.N_PLAYERS]))
        return rng

    def _find(self, moment: Moment, rng: np.ndarray) -> int:
        find_choices(moment.state, rng, moment.seat, *self._thinking())
        return self._played(moment)

    def _logit(self, k: int) -> float:
        return float(self._scratch[C.choice_at(k) + C.WORTH])

    def _played(self, moment: Moment) -> int:
        """The number of the choice that was made, put among those found; 0 for a pass."""
        kind, which, first, second = as_event(moment.state, moment.action)
        if kind not in _ACTIONS:
            return 0
        scratch, n = self._scratch, int(self._scratch[C.COUNT])
        own = (_ACTIONS[kind], which, first, second)
        for k in range(n):
            at = C.choice_at(k)
            if tuple(scratch[at + C.ACTION : at + C.CHOICE_WORDS]) == own:
                return k
        considered = scratch[CONSIDERED:]
        considered[C.choice_at(0) + C.ACTION : C.choice_at(0) + C.CHOICE_WORDS] = own
        scratch[RIVALS_TOLD] = 0.0
        s, seat, networks = moment.state, moment.seat, self._networks
        logit = choice_logit(
            s, seat, unseen_cards(s, seat), 0, networks, network_for(s, self._numbers, networks),
            self._room, scratch, self._work,
        )  # fmt: skip
        place = n if n < C.MAX_CHOICES else int(C.worst_choice(scratch))
        C.keep_choice(scratch, logit, *own)
        return place

    def _choice(self, moment: Moment, rng: np.ndarray) -> int:
        if self._searches or self._scratch[C.COUNT] == 0:
            return int(race(moment.state, rng, moment.seat, *self._thinking()))
        return int(choose(rng, moment.seat, self._numbers, self._scratch))

    def _odds(self, moment: Moment, k: int, rng: np.ndarray) -> np.ndarray:
        is_pass = self._scratch[C.COUNT] == 0
        if not self._searches and not is_pass:
            return np.array([as_probability(self._logit(k))])
        drawn = rng.copy()  # every choice is tried in the same worlds, which the race did not see
        seed = np.uint64(next_word(drawn, streams.DECISIONS + moment.seat))
        _, *thinking = self._thinking()
        return np.array(
            [
                try_choice(moment.state, drawn, seed, number, moment.seat, k, *thinking)
                for number in range(max(1, int(self._numbers[BUDGET])))
            ]
        )

    def _words(self, moment: Moment, k: int) -> Iterator[str]:
        at = C.choice_at(k)
        action, *rest = (int(word) for word in self._scratch[at + C.ACTION : at + C.CHOICE_WORDS])
        kind = next(kind for kind, each in _ACTIONS.items() if each == action)
        after = S.new_state(1)
        after[: S.N_EVENTS] = moment.state[: S.N_EVENTS]
        # The card that is turned up then is named too.
        replaying.take_action(after, self._streams(moment, 0), moment.seat, kind, *rest)
        yield action_words(action_of(events_of(after)[0]))


def make_analyst(record: Mapping[str, object], spec: str, seed: int) -> ReefAnalyst:
    """What judges the turns of a recorded game."""
    return ReefAnalyst(record, spec, seed)
