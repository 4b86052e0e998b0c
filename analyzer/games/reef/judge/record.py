"""The shape of a record: which keys and types it has. Whether the game was legal comes later."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TypeGuard

from analyzer.errors import UsageError
from analyzer.games.reef.judge.setup import Deal
from analyzer.games.reef.rules import PLAYER_COUNTS, PRINTED, Rules, make_rules
from analyzer.records.errors import RecordViolation, printable, shown

FORMAT = "reef/1"
ENDS = ("deck", "supply")

_RECORD_KEYS = ("format", "players", "setup", "turns", "final", "result")
_SETUP_KEYS = ("hands", "display", "deck", "start")
_TURN_KEYS = ("seat", "actions")
_RESULT_KEYS = ("ended_by", "ender", "scores", "tiebreaks", "ranks")
_RESULT_OPTIONS = ("boards",)


@dataclass(frozen=True, slots=True)
class SetupRecord:
    """The set-up as recorded: the deal, then the start pieces by seat."""

    deal: Deal
    start: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TurnRecord:
    """One entry of `turns` or `final`."""

    seat: int
    actions: tuple[str, ...]


def checked_object(value: object, part: str, needed: Iterable[str]) -> dict[str, object]:
    """The value as an object that has these keys; RecordViolation otherwise."""
    if not isinstance(value, dict):
        raise RecordViolation(part, f"the {part} must be an object, not {shown(value)}")
    for key in needed:
        if key not in value:
            raise RecordViolation(part, f"the {part} has no {key!r}")
    return value


def checked_keys(
    value: object, part: str, needed: Iterable[str], options: Iterable[str] = ()
) -> dict[str, object]:
    """The value as an object with these keys and no unknown ones; RecordViolation otherwise."""
    needed = tuple(needed)
    data = checked_object(value, part, needed)
    known = {*needed, *options}
    for key in data:
        if key not in known:
            raise RecordViolation(part, f"the {part} has an unknown key {shown(key)}")
    return data


def checked_record(record: object) -> dict[str, object]:
    """The record as an object of the known format; further fields at its top are ignored."""
    if isinstance(record, dict) and record.get("format", FORMAT) != FORMAT:
        found = shown(record["format"])
        raise RecordViolation("record", f"unknown format {found}; known is {FORMAT!r}")
    return checked_object(record, "record", _RECORD_KEYS)


def rules_of(record: Mapping[str, object]) -> Rules:
    """The rules of a game: print, its overrides and the number of players."""
    players = record["players"]
    if not is_texts(players) or len(players) not in PLAYER_COUNTS:
        raise RecordViolation("record", f"players must be 2 to 4 names, not {shown(players)}")
    overrides = record.get("overrides", {})
    if not isinstance(overrides, dict):
        raise RecordViolation("record", f"overrides must be an object, not {shown(overrides)}")
    try:
        rules = make_rules(PRINTED, len(players), overrides)
    except UsageError as error:
        raise RecordViolation("record", shortened(printable(str(error)))) from error
    except (ValueError, RecursionError) as error:  # a value that cannot even be shown
        raise RecordViolation("record", "overrides hold an impossible value") from error
    for name, value in overrides.items():
        # Settings may be typed as text on a command line; a record has JSON's own types.
        held = rules.values()[name]
        if value != (list(held) if isinstance(held, tuple) else held):
            raise RecordViolation("record", f"override {name} = {shown(value)} has the wrong type")
    return rules


def shortened(text: str, limit: int = 300) -> str:
    """A text of bounded length."""
    return text if len(text) <= limit else text[: limit - 3] + "..."


def checked_setup(setup: object, rules: Rules) -> SetupRecord:
    """The set-up of a record with its types checked."""
    data = checked_keys(setup, "setup", _SETUP_KEYS)
    hands, start = data["hands"], data["start"]
    if not isinstance(hands, list) or not all(is_numbers(hand) for hand in hands):
        raise RecordViolation("setup", f"hands must be lists of card numbers, not {shown(hands)}")
    if not is_texts(start) or len(start) != rules.n_players:
        raise RecordViolation(
            "setup", f"start must be {rules.n_players} texts, one a seat, not {shown(start)}"
        )
    deal = Deal(tuple(tuple(hand) for hand in hands), _cards(data, "display"), _cards(data, "deck"))
    return SetupRecord(deal, tuple(start))


def _cards(data: Mapping[str, object], key: str) -> tuple[int, ...]:
    value = data[key]
    if not is_numbers(value):
        raise RecordViolation("setup", f"{key} must be a list of card numbers, not {shown(value)}")
    return tuple(value)


def checked_turn(turn: object, part: str, index: int) -> TurnRecord:
    """One entry of `turns` or `final` with its types checked."""
    try:
        data = checked_keys(turn, part, _TURN_KEYS)
    except RecordViolation as violation:
        raise RecordViolation(part, violation.reason, index) from None
    seat, actions = data["seat"], data["actions"]
    if not is_number(seat):
        raise RecordViolation(part, f"seat must be a number, not {shown(seat)}", index)
    if not is_texts(actions):
        raise RecordViolation(part, f"actions must be texts, not {shown(actions)}", index)
    return TurnRecord(seat, tuple(actions))


def checked_result(result: object) -> dict[str, object]:
    """The result block with its keys and types checked."""
    data = checked_keys(result, "result", _RESULT_KEYS, _RESULT_OPTIONS)
    tiebreaks = data["tiebreaks"]
    shapes = {
        "ended_by": data["ended_by"] in ENDS,
        "ender": is_number(data["ender"]),
        "scores": is_numbers(data["scores"]),
        "tiebreaks": isinstance(tiebreaks, list) and all(is_numbers(row) for row in tiebreaks),
        "ranks": is_numbers(data["ranks"]),
        "boards": is_texts(data.get("boards", [])),
    }
    for key, is_right in shapes.items():
        if not is_right:
            raise RecordViolation("result", f"{key} has an impossible value {shown(data[key])}")
    return data


def is_number(value: object) -> TypeGuard[int]:
    """Whether a JSON value is a whole number (true and 1.0 are not)."""
    return isinstance(value, int) and not isinstance(value, bool)


def is_numbers(value: object) -> TypeGuard[list[int]]:
    """Whether a JSON value is a list of whole numbers."""
    return isinstance(value, list) and all(is_number(v) for v in value)


def is_texts(value: object) -> TypeGuard[list[str]]:
    """Whether a JSON value is a list of texts."""
    return isinstance(value, list) and all(isinstance(v, str) for v in value)
