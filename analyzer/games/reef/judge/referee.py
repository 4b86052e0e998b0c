"""The referee: replays a record, chance included, and says what is wrong with it first."""

from __future__ import annotations

from collections.abc import Iterator

from analyzer.games.reef.judge.position import Position
from analyzer.games.reef.judge.record import (
    SetupRecord,
    checked_record,
    checked_result,
    checked_setup,
    rules_of,
)
from analyzer.games.reef.judge.setup import deal_position
from analyzer.games.reef.rules import Rules
from analyzer.records.errors import IllegalAction, RecordViolation, shown
from analyzer.records.referee import Step, compare_result, judged, played
from analyzer.records.shape import TurnRecord, checked_turns
from analyzer.records.verdict import Verdict


def judge_game(record: object) -> Verdict:
    """Judge a whole record, whatever JSON it is."""
    return judged(replay, record)


def replay(record: object) -> Iterator[Step[Position]]:
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


def _replay_turns(position: Position, turns: object) -> Iterator[Step[Position]]:
    for index, turn in checked_turns(turns, "turns"):
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


def _played(position: Position, part: str, index: int, turn: TurnRecord, k: int) -> Step[Position]:
    return played(position.apply, position, part, index, turn, k)


def _check_end(position: Position, result: dict[str, object]) -> None:
    if not position.has_stopped:
        raise RecordViolation("result", "the game has not ended after its last turn")
    compare_result("ended_by", position.ended_by, result["ended_by"])
    compare_result("ender", position.ender, result["ender"])


def _replay_final(position: Position, final: object) -> Iterator[Step[Position]]:
    n_players, seats = position.rules.n_players, 0
    for index, turn in checked_turns(final, "final"):
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
        seats += 1
    if seats < n_players:
        raise RecordViolation("final", f"seat {seats} has no entry in the final scoring")


def _check_result(position: Position, result: dict[str, object]) -> None:
    for key, true in position.result().items():
        if key in result:
            compare_result(key, true, result[key])
