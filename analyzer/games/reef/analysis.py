"""Turns of recorded games judged by a strategy with a learned value, as it judges its own.

Nothing hidden is read: the value is told what the seat to move knows, and games that `search`
plays on begin in worlds that fit what it saw.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np

from analyzer.analysis.judged import JudgedTurn, judged_turn
from analyzer.cells import Cell
from analyzer.errors import UsageError
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
_SAME = 1e-7  # choices of equal odds lay the same pieces in another order


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


class ReefAnalyst:
    """One recorded game and the strategy that judges its turns."""

    def __init__(self, record: Mapping[str, object], spec: str, seed: int) -> None:
        """RecordViolation if the judge rejects the record; UsageError if `spec` cannot judge."""
        self._moments = moments_of(record)
        self.n_turns = len(self._moments)
        players = record["players"]
        assert isinstance(players, list)
        n = len(players)
        strategy = GAME.line_up(Cell(GAME.name, n, GAME.defaults.ruleset, (spec,) * n))[0]
        if strategy.kind < LEARNED:
            raise UsageError(f"strategy {spec} has no learned value to judge turns by")
        self._searches = strategy.kind == SEARCH
        _, weights, self._networks = line_up_of([strategy])
        self._numbers = weights[0].copy()
        self._seed = seed
        self._room, self._scratch, self._work = new_room()

    def warm_up(self) -> None:
        """Judge a turn with as little thought as can be."""
        numbers = self._numbers.copy()
        self._numbers[BUDGET] = 1
        self.judge(0)
        self._numbers[:] = numbers

    def judge(self, turn: int) -> JudgedTurn:
        """What was played in a turn beside what the strategy would have played."""
        moment = self._moments[turn]
        with np.errstate(over="ignore"):  # only felt where the compiler is switched off
            rng = new_streams()
            seed_streams(rng, np.uint64(self._seed), turn, 0, int(moment.state[S.N_PLAYERS]))
            find_choices(moment.state, rng, moment.seat, *self._thinking())
            played = self._played(moment)
            best = self._choice(moment, rng)
            is_same = best == played or abs(self._logit(best) - self._logit(played)) < _SAME
            tried = [played] if is_same else [played, best]
            odds, *others = (self._odds(moment, k, rng) for k in tried)
            better = () if is_same else (self._words(moment, best),)
        return judged_turn(turn, moment.seat, odds, others[0] if others else odds, better)

    # --- choices found and judged ----------------------------------------------------------------

    def _thinking(self) -> tuple[np.ndarray, ...]:
        """What the kernel's functions need besides a position and random numbers, in order."""
        return self._numbers, self._networks, self._room, self._scratch, self._work

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
        """Which of the choices the strategy would make."""
        if self._searches or self._scratch[C.COUNT] == 0:
            return int(race(moment.state, rng, moment.seat, *self._thinking()))
        return int(choose(rng, moment.seat, self._numbers, self._scratch))

    def _odds(self, moment: Moment, k: int, rng: np.ndarray) -> np.ndarray:
        """The chance of a win after a choice: in each world played on, or the value's."""
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

    def _words(self, moment: Moment, k: int) -> str:
        """A choice as the replay would tell it, which also names the card that is turned up."""
        at = C.choice_at(k)
        action, *rest = (int(word) for word in self._scratch[at + C.ACTION : at + C.CHOICE_WORDS])
        kind = next(kind for kind, each in _ACTIONS.items() if each == action)
        after = S.new_state(1)
        after[: S.N_EVENTS] = moment.state[: S.N_EVENTS]
        rng = new_streams()
        seed_streams(rng, np.uint64(self._seed), 0, 0, int(moment.state[S.N_PLAYERS]))
        replaying.take_action(after, rng, moment.seat, kind, *rest)
        return action_words(action_of(events_of(after)[0]))


def make_analyst(record: Mapping[str, object], spec: str, seed: int) -> ReefAnalyst:
    """What judges the turns of a recorded game."""
    return ReefAnalyst(record, spec, seed)
