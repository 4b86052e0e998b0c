"""Turns of recorded games of Reef Encounter, judged by the kernel's own search for turns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np

from analyzer.analysis.analyst import LearnedAnalyst
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
from kernels.encounter.value.choice import choose_turn, find_turns
from kernels.encounter.value.judge import draft_logit, end_logit, keep_position, network_for
from kernels.encounter.value.numbers import BUDGET, N_SEARCH_NUMBERS, N_TURNS
from kernels.encounter.value.search import (
    N_SEARCH_WORDS,
    OUTER_NUMBERS,
    race_turns,
    think_inside,
    think_outside,
    try_turn,
)
from kernels.network import as_probability
from kernels.rng import next_word

STRATEGY = "search:budget=1600:width=16:breadth=16:turns=64:drafts=8:candidates=16"
"""Who judges where nobody is named: analysis has more time than a game."""
PLAYED = MAX_TURNS - 1
"""Which of the finished turns is the one that was played; those found are fewer."""


class EncounterAnalyst(LearnedAnalyst[Moment]):
    """One recorded game and the strategy that judges its turns."""

    game = GAME
    learned, search, budget = LEARNED, SEARCH, BUDGET

    def __init__(self, record: Mapping[str, object], spec: str, seed: int) -> None:
        """RecordViolation if the judge rejects the record; UsageError if `spec` cannot judge."""
        super().__init__(record, moments_of(record), spec, seed, line_up_of, new_room())
        if self._searches:
            think_outside(self._numbers, self._scratch)
            self._numbers[:N_SEARCH_NUMBERS] = self._scratch[OUTER_NUMBERS:N_SEARCH_WORDS]
        self._numbers[N_TURNS] = min(self._numbers[N_TURNS], PLAYED)

    def _streams(self, moment: Moment, turn: int) -> np.ndarray:  # noqa: ARG002
        rng = new_streams()
        seed_streams(rng, np.uint64(self._seed), turn, 0)
        return rng

    def _find(self, moment: Moment, rng: np.ndarray) -> int:
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
        return PLAYED

    def _logit(self, k: int) -> float:
        return float(self._scratch[FINISHED_WORTH + k])

    def _choice(self, moment: Moment, rng: np.ndarray) -> int:
        if self._searches:
            return int(race_turns(moment.state, rng, moment.seat, *self._thinking()))
        return int(choose_turn(rng, moment.seat, self._numbers, self._scratch))

    def _odds(self, moment: Moment, k: int, rng: np.ndarray) -> np.ndarray:
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

    def _words(self, moment: Moment, k: int) -> Iterator[str]:
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
