"""A recorded game of Reef as frames.

In a frame `changed` names cells as `0b2` (seat and cell) and cards as `card 24`.
"""

from __future__ import annotations

from typing import Any

from analyzer.games.reef.about import ABOUT
from analyzer.games.reef.action_words import ENDINGS, action_words
from analyzer.games.reef.judge import Action, Position, Step, parse_action, replay
from analyzer.games.reef.judge.actions import Play, Take, TakeDeck
from analyzer.games.reef.rules import PRINTED
from analyzer.records.replay import Frame, document, frame_of


def replay_document(record: object) -> dict[str, Any]:
    """The frames of a recorded game; RecordViolation if the judge rejects the record."""
    frames = [_frame(step) for step in replay(record)]
    assert isinstance(record, dict)  # the judge has read it
    passed = "has no card left in hand"
    return document(ABOUT.name, PRINTED, record, frames, passed, ENDINGS.__getitem__)


def _frame(step: Step[Position]) -> Frame:
    words, changed = "Start pieces are placed, and the display is laid out.", list[str]()
    if step.action is not None:
        action = parse_action(step.action)
        words, changed = action_words(action), _changed(action, step.seat)
    return frame_of(step, words, changed, step.position.scores(), step.position.snapshot())


def _changed(action: Action, seat: int | None) -> list[str]:
    match action:
        case Take(_, _, fill):
            return [] if fill is None else [f"card {fill}"]
        case TakeDeck(_, onto):
            return [f"card {onto}"]
        case Play(_, placements):
            return list(dict.fromkeys(f"{seat}{cell}" for _, cell in placements))
        case _:
            return []
