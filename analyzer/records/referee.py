"""What the referees of all games share: the steps of a replayed game, and the verdict."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from analyzer.records.errors import IllegalAction, RecordViolation, shown
from analyzer.records.shape import TurnRecord
from analyzer.records.verdict import Verdict

PositionT = TypeVar("PositionT")


@dataclass(frozen=True, slots=True)
class Step(Generic[PositionT]):
    """One moment of a replayed game: the position right after the set-up or an action.

    `position` is the live position, which the next step changes: take a `snapshot()` or a
    `copy()` to keep it. `part` is "setup", "turns" or "final", `turn` the index there.
    """

    part: str
    turn: int | None
    seat: int | None
    action_index: int | None
    action: str | None
    position: PositionT


def judged(replay: Callable[[object], Iterator[Step[Any]]], record: object) -> Verdict:
    """Judge a whole record, whatever JSON it is."""
    try:
        for _ in replay(record):
            pass
    except RecordViolation as v:
        return Verdict(False, v.reason, v.part, v.turn, v.action_index, v.action)
    except RecursionError:
        return Verdict(False, "the record is nested too deeply", "record")
    return Verdict(True)


def played(
    apply: Callable[[str], object],
    position: PositionT,
    part: str,
    index: int,
    turn: TurnRecord,
    k: int,
) -> Step[PositionT]:
    """Apply an action of an entry of the record to the position."""
    action = turn.actions[k]
    try:
        apply(action)
    except IllegalAction as illegal:
        raise RecordViolation(part, illegal.reason, index, k, action) from None
    return Step(part, index, turn.seat, k, action, position)


def compare_result(key: str, true: object, recorded: object) -> None:
    """RecordViolation if a part of the result is not what the game gave."""
    if true != recorded:
        raise RecordViolation(
            "result", f"{key} is {shown(true, 100)}, but the record says {shown(recorded, 100)}"
        )
