"""The referee: replays a record, chance included, and says what is wrong with it first."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from analyzer.games.reef.judge.position import Position
from analyzer.games.reef.judge.record import (
    SetupRecord,
    TurnRecord,
    checked_record,
    checked_result,
    checked_setup,
    checked_turn,
    rules_of,
)
from analyzer.games.reef.judge.setup import deal_position
from analyzer.games.reef.rules import Rules
from analyzer.records.errors import IllegalAction, RecordViolation, shown
from analyzer.records.verdict import Verdict


@dataclass(frozen=True, slots=True)
class Step:
    """One moment of a replayed game: the position right after the set-up or an action.

    `position` is the live position, which the next step changes: take a `snapshot()` or a
    `copy()` to keep it. `part` is "setup", "turns" or "final", `turn` the index there.
    """

    part: str
    turn: int | None
    seat: int | None
    action_index: int | None
    action: str | None
    position: Position


def judge_game(record: object) -> Verdict:
    """Judge a whole record, whatever JSON it is."""
    try:
        for _ in replay(record):
            pass
    except RecordViolation as v:
        return Verdict(False, v.reason, v.part, v.turn, v.action_index, v.action)
    except RecursionError:
        return Verdict(False, "the record is nested too deeply", "record")
    return Verdict(True)


def replay(record: object) -> Iterator[Step]:
    """Replay a record step by step; RecordViolation at the first thing that is wrong with it."""
    data = checked_record(record)
    rules = rules_of(data)
    position = _set_up(rules, checked_setup(data["setup"], rules))
    yield Step("setup", None, None, None, None, position)
    yield from _replay_turns(position, data["turns"])
    result = checked_result(data["result"])
    _check_end(position, result)
    yield from _replay_final(position, data["final"])
    _check_result(position, result)


def _set_up(rules: Rules, setup: SetupRecord) -> Position:
    try:
        position = deal_position(rules, setup.deal)
        for placements in setup.start:
            position.apply(placements)
    except IllegalAction as illegal:
        raise RecordViolation("setup", illegal.reason) from None
    return position


def _replay_turns(position: Position, turns: object) -> Iterator[Step]:
    if not isinstance(turns, list):
        raise RecordViolation("turns", f"turns must be a list, not {shown(turns)}")
    for index, entry in enumerate(turns):
        turn = checked_turn(entry, "turns", index)
        if position.has_stopped:
            reason = f"the game ended in turn {index - 1} ({position.ended_by}) but goes on"
            raise RecordViolation("turns", reason, index)
        if turn.seat != position.to_play:
            reason = f"it is the turn of seat {position.to_play}, not of seat {shown(turn.seat)}"
            raise RecordViolation("turns", reason, index)
        if len(turn.actions) != 1:
            reason = f"a turn is exactly one action, not {len(turn.actions)}"
            raise RecordViolation("turns", reason, index)
        yield _played(position, "turns", index, turn, 0)


def _played(position: Position, part: str, index: int, turn: TurnRecord, k: int) -> Step:
    action = turn.actions[k]
    try:
        position.apply(action)
    except IllegalAction as illegal:
        raise RecordViolation(part, illegal.reason, index, k, action) from None
    return Step(part, index, turn.seat, k, action, position)


def _check_end(position: Position, result: dict[str, object]) -> None:
    if not position.has_stopped:
        raise RecordViolation("result", "the game has not ended after its last turn")
    _compare("ended_by", position.ended_by, result["ended_by"])
    _compare("ender", position.ender, result["ender"])


def _replay_final(position: Position, final: object) -> Iterator[Step]:
    n_players = position.rules.n_players
    if not isinstance(final, list):
        raise RecordViolation("final", f"final must be a list, not {shown(final)}")
    for index, entry in enumerate(final):
        turn = checked_turn(entry, "final", index)
        if index >= n_players:
            raise RecordViolation("final", f"{n_players} seats score at the end", index)
        if turn.seat != index:
            reason = f"seats score in order: seat {index}, not seat {shown(turn.seat)}"
            raise RecordViolation("final", reason, index)
        for k, action in enumerate(turn.actions):
            if position.to_play != index:
                reason = f"seat {index} has no card left to score"
                raise RecordViolation("final", reason, index, k, action)
            yield _played(position, "final", index, turn, k)
        if position.to_play == index:
            left = ", ".join(str(card) for card in position.players[index].hand)
            raise RecordViolation("final", f"seat {index} has not scored {left}", index)
    if len(final) < n_players:
        raise RecordViolation("final", f"seat {len(final)} has no entry in the final scoring")


def _check_result(position: Position, result: dict[str, object]) -> None:
    for key, true in position.result().items():
        if key in result:
            _compare(key, true, result[key])


def _compare(key: str, true: object, recorded: object) -> None:
    if true != recorded:
        raise RecordViolation(
            "result", f"{key} is {shown(true, 100)}, but the record says {shown(recorded, 100)}"
        )
