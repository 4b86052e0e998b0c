"""Turns of recorded games judged by a strategy with a learned value, as it judges its own.

Nothing hidden is read: the position is seen through what the seat to move knows, and games that
`search` plays on begin in worlds that fit what it saw.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np

from analyzer.analysis.judged import JudgedTurn, judged_turn
from analyzer.cells import Cell
from analyzer.errors import UsageError
from analyzer.games.encounter.action_words import action_words, draft_words
from analyzer.games.encounter.game import GAME
from analyzer.games.encounter.judge import play_action
from analyzer.games.encounter.judge.tiles import word
from analyzer.games.encounter.kernel_moves import secrets_of
from analyzer.games.encounter.kernel_replay import NO_DRAFT, Moment, moments_of
from analyzer.games.encounter.records import Event, RecordWriter, events_of
from analyzer.games.encounter.rules import COLOURS
from analyzer.games.encounter.strategies import line_up_of
from analyzer.games.encounter.view import seen_by
from kernels.encounter import streams, trace
from kernels.encounter.kinds import LEARNED, SEARCH
from kernels.encounter.planner.beam import FINISHED, FINISHED_WORTH, MAX_TURNS, VIEW
from kernels.encounter.policy import new_room
from kernels.encounter.replaying import copy_position, play_event
from kernels.encounter.streams import new_streams, seed_streams
from kernels.encounter.value.choice import SAME, choose_turn, find_turns
from kernels.encounter.value.judge import draft_logit, end_logit, keep_position, network_for
from kernels.encounter.value.numbers import BUDGET, N_TURNS
from kernels.encounter.value.search import race_turns, think_inside, try_turn
from kernels.network import as_probability
from kernels.rng import next_word

STRATEGY = "search:budget=1600:width=16:breadth=16:turns=64:drafts=8:candidates=16"
"""Who judges where nobody is named: analysis has more time than a game."""
PLAYED = MAX_TURNS - 1
"""Which of the finished turns is the one that was played; those found are fewer."""


class EncounterAnalyst:
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
        line_up = line_up_of([strategy])
        self._numbers, self._networks = line_up.numbers[0].copy(), line_up.networks
        self._numbers[N_TURNS] = min(self._numbers[N_TURNS], PLAYED)
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
            seed_streams(rng, np.uint64(self._seed), turn, 0)
            self._find(moment, rng)
            best = self._choice(moment, rng)
            is_same = abs(self._logit(best) - self._logit(PLAYED)) < SAME
            tried = [PLAYED] if is_same else [PLAYED, best]
            played, *others = (self._odds(moment, k, rng) for k in tried)
        better = () if is_same else tuple(self._words(moment, best))
        return judged_turn(turn, moment.seat, played, others[0] if others else played, better)

    # --- turns found and judged ------------------------------------------------------------------

    def _thinking(self) -> tuple[np.ndarray, ...]:
        """What the kernel's functions need besides a position and random numbers, in order."""
        return self._numbers, self._networks, self._room, self._scratch, self._work

    def _find(self, moment: Moment, rng: np.ndarray) -> None:
        """The best turns by the learned value, and the one that was played among them."""
        seat = moment.seat
        find_turns(moment.state, rng, seat, *self._thinking())
        view, row = self._room[VIEW], self._room[FINISHED + PLAYED]
        copy_position(view, row)
        for event in moment.events:
            play_event(row, seat, *event)
        if moment.space == NO_DRAFT:
            logit = end_logit(row, seat, True)
        else:
            at = network_for(view, self._numbers, self._networks)
            keep_position(view, seat, self._networks, at, self._work)
            logit = draft_logit(row, seat, moment.space, self._networks, at, self._work)
            trace.note(row, trace.DRAFT, moment.space)
        self._scratch[FINISHED_WORTH + PLAYED] = logit

    def _logit(self, k: int) -> float:
        return float(self._scratch[FINISHED_WORTH + k])

    def _choice(self, moment: Moment, rng: np.ndarray) -> int:
        """Which of the turns found the strategy would play."""
        if self._searches:
            return int(race_turns(moment.state, rng, moment.seat, *self._thinking()))
        return int(choose_turn(rng, moment.seat, self._numbers, self._scratch))

    def _odds(self, moment: Moment, k: int, rng: np.ndarray) -> np.ndarray:
        """The chance of a win after a finished turn: in each world played on, or the value's."""
        if not self._searches:
            return np.array([as_probability(self._logit(k))])
        worlds = think_inside(self._numbers, self._scratch)
        drawn = rng.copy()  # every turn is tried in the same worlds, which the choice did not see
        seed = np.uint64(next_word(drawn, streams.DECISIONS + moment.seat))
        return np.array(
            [
                try_turn(moment.state, drawn, seed, number, moment.seat, k, *self._thinking())
                for number in range(worlds)
            ]
        )

    # --- in words --------------------------------------------------------------------------------

    def _words(self, moment: Moment, k: int) -> Iterator[str]:
        """A turn that was found, as the replay would tell it."""
        events: list[Event] = events_of(self._room[FINISHED + k])
        position = seen_by(moment.position, moment.seat, secrets_of(moment.state))
        writer = RecordWriter(moment.state, position.rules)
        is_draft = bool(events) and events[-1][0] == trace.DRAFT
        for text in writer.actions(events[:-1] if is_draft else events):
            before = position.snapshot()
            action = play_action(position, moment.seat, text)
            yield action_words(action, moment.seat, before, position.snapshot())
        if is_draft:
            space = COLOURS[events[-1][1]]
            yield draft_words(space, word(position.open_sea[space].tiles))


def make_analyst(record: Mapping[str, object], spec: str, seed: int) -> EncounterAnalyst:
    """What judges the turns of a recorded game."""
    return EncounterAnalyst(record, spec, seed)
