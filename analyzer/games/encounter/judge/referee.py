"""The referee: replays a record, chance included, and says what is wrong with it first."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from analyzer.games.encounter.judge.play import cut_off, decline_final, play_action
from analyzer.games.encounter.judge.position import Position
from analyzer.games.encounter.judge.record import (
    SetupRecord,
    TurnRecord,
    checked_record,
    checked_result,
    checked_setup,
    checked_turn,
    rules_of,
)
from analyzer.games.encounter.judge.setup import deal_position, feed, take_start_larvae
from analyzer.games.encounter.rules import COLOURS, Rules
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


def _replay_turns(position: Position, turns: object) -> Iterator[Step]:
    if not isinstance(turns, list):
        raise RecordViolation("turns", f"turns must be a list, not {shown(turns)}")
    for index, entry in enumerate(turns):
        turn = checked_turn(entry, "turns", index)
        if position.ended_by is not None:
            raise RecordViolation(
                "turns",
                f"the game ended in turn {index - 1} ({position.ended_by}) but goes on",
                index,
            )
        yield from _replay_turn(position, turn, index)


def _replay_turn(position: Position, turn: TurnRecord, index: int) -> Iterator[Step]:
    if turn.seat != position.seat:
        raise RecordViolation(
            "turns",
            f"it is the turn of seat {position.seat}, not of seat {shown(turn.seat)}",
            index,
        )
    for k, action in enumerate(turn.actions):
        if position.ended_by is None and position.turn != index:
            raise RecordViolation("turns", "the draft has ended the turn", index, k, action)
        yield _played(position, "turns", index, turn.seat, k, action)
    if position.ended_by is None and position.turn == index:
        raise RecordViolation("turns", "the turn does not end with a draft", index)


def _played(position: Position, part: str, index: int, seat: int, k: int, action: str) -> Step:
    try:
        play_action(position, seat, action)
    except IllegalAction as illegal:
        raise RecordViolation(part, illegal.reason, index, k, action) from None
    return Step(part, index, seat, k, action, position)


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
    _compare("ended_by", position.ended_by, result["ended_by"])
    _compare("ender", position.ender, result["ender"])


def _replay_final(position: Position, final: object) -> Iterator[Step]:
    if not isinstance(final, list):
        raise RecordViolation("final", f"final must be a list, not {shown(final)}")
    due = list(position.final_seats)
    for index, entry in enumerate(final):
        turn = checked_turn(entry, "final", index)
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
            yield _played(position, "final", index, turn.seat, k, action)
        if not turn.actions:
            decline_final(position, turn.seat)
    if position.final_seats:
        raise RecordViolation(
            "final", f"seat {position.final_seats[0]} has no entry in the final round"
        )


def _check_result(position: Position, result: dict[str, object]) -> None:
    fish = result["parrotfish"]
    assert isinstance(fish, list)
    _compare("values", position.values(), result["values"])
    _compare("parrotfish", position.parrotfish_words(), [_sorted_word(f) for f in fish])
    _compare("scores", position.scores(), result["scores"])
    _compare("tiebreaks", position.tiebreaks(), result["tiebreaks"])
    _compare("ranks", position.ranks(), result["ranks"])


def _sorted_word(letters: str) -> str:
    return "".join(sorted(letters, key=lambda c: (COLOURS + c).index(c)))


def _compare(key: str, true: object, recorded: object) -> None:
    if true != recorded:
        raise RecordViolation(
            "result", f"{key} is {shown(true, 100)}, but the record says {shown(recorded, 100)}"
        )
