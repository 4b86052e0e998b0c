"""The referee: replays a record, chance included, and says what is wrong with it first."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from analyzer.games.encounter.judge.play import cut_off, decline_final, play_action
from analyzer.games.encounter.judge.position import Position
from analyzer.games.encounter.judge.record import (
    SetupRecord,
    checked_record,
    checked_result,
    checked_setup,
    rules_of,
)
from analyzer.games.encounter.judge.setup import deal_position, feed, take_start_larvae
from analyzer.games.encounter.rules import COLOURS, Rules
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
    yield from _replay_final(position, data.get("final", []))
    _check_result(position, result)


def _set_up(rules: Rules, setup: SetupRecord) -> Position:
    try:
        position = deal_position(rules, setup.deal)
        for seat in range(rules.n_players):
            feed(position, seat, setup.fed[seat])
        for seat in range(rules.n_players):
            take_start_larvae(position, seat, setup.larvae[seat])
    except IllegalAction as illegal:
        raise RecordViolation("setup", illegal.reason) from None
    return position


def _replay_turns(position: Position, turns: object) -> Iterator[Step[Position]]:
    for index, turn in checked_turns(turns, "turns"):
        if position.ended_by is not None:
            reason = f"the game ended in turn {index - 1} ({position.ended_by}) but goes on"
            raise RecordViolation("turns", reason, index)
        yield from _replay_turn(position, turn, index)


def _replay_turn(position: Position, turn: TurnRecord, index: int) -> Iterator[Step[Position]]:
    if turn.seat != position.seat:
        reason = f"it is the turn of seat {position.seat}, not of seat {shown(turn.seat)}"
        raise RecordViolation("turns", reason, index)
    for k, action in enumerate(turn.actions):
        if position.ended_by is None and position.turn != index:
            raise RecordViolation("turns", "the draft has ended the turn", index, k, action)
        yield _played(position, "turns", index, turn, k)
    if position.ended_by is None and position.turn == index:
        raise RecordViolation("turns", "the turn does not end with a draft", index)


def _played(position: Position, part: str, index: int, turn: TurnRecord, k: int) -> Step[Position]:
    return played(partial(play_action, position, turn.seat), position, part, index, turn, k)


def _check_end(position: Position, result: dict[str, object]) -> None:
    """Check that the game ended as recorded; a cut-off game ends here."""
    if position.ended_by is None:
        if result["ended_by"] != "turn_limit":
            raise RecordViolation(
                "result",
                f"the game has not ended after its last turn, but ended_by is {result['ended_by']}",
            )
        try:
            cut_off(position)
        except IllegalAction as illegal:
            raise RecordViolation("result", illegal.reason) from None
    compare_result("ended_by", position.ended_by, result["ended_by"])
    compare_result("ender", position.ender, result["ender"])


def _replay_final(position: Position, final: object) -> Iterator[Step[Position]]:
    due = list(position.final_seats)
    for index, turn in checked_turns(final, "final"):
        if index >= len(due):
            reason = f"the final round has {len(due)} entries after the end by {position.ended_by}"
            raise RecordViolation("final", reason, index)
        if turn.seat != due[index]:
            reason = f"it is the last chance of seat {due[index]}, not of seat {shown(turn.seat)}"
            raise RecordViolation("final", reason, index)
        for k, action in enumerate(turn.actions):
            if k:
                reason = "in the final round a player may eat one coral and nothing else"
                raise RecordViolation("final", reason, index, k, action)
            yield _played(position, "final", index, turn, k)
        if not turn.actions:
            decline_final(position, turn.seat)
    if position.final_seats:
        raise RecordViolation(
            "final", f"seat {position.final_seats[0]} has no entry in the final round"
        )


def _check_result(position: Position, result: dict[str, object]) -> None:
    fish = result["parrotfish"]
    assert isinstance(fish, list)
    sorted_result = {**result, "parrotfish": [_sorted_word(letters) for letters in fish]}
    for key, true in position.result().items():
        compare_result(key, true, sorted_result[key])


def _sorted_word(letters: str) -> str:
    return "".join(sorted(letters, key=lambda c: (COLOURS + c).index(c)))
