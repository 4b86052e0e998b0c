"""The shape of records: which keys and types they have, as far as all games agree."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeGuard, TypeVar

from analyzer.errors import UsageError
from analyzer.records.errors import MalformedAction, RecordViolation, printable, shown

_MAX_REASON = 300


class _Rules(Protocol):
    def values(self) -> dict[str, object]: ...


RulesT = TypeVar("RulesT", bound=_Rules)
ActionT = TypeVar("ActionT")
Parsers = dict[str, tuple[re.Pattern[str], str, Callable[[re.Match[str]], ActionT]]]
"""By the first word of an action: how it is written, an example, and what makes it of a match."""


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
    value: object, part: str, needed: Sequence[str], options: Iterable[str] = ()
) -> dict[str, object]:
    """The value as an object with these keys and no unknown ones; RecordViolation otherwise."""
    data = checked_object(value, part, needed)
    known = {*needed, *options}
    for key in data:
        if key not in known:
            raise RecordViolation(part, f"the {part} has an unknown key {shown(key)}")
    return data


def check_format(record: object, known: str) -> None:
    """RecordViolation if the record says that it is of another format."""
    if isinstance(record, dict) and record.get("format", known) != known:
        found = shown(record["format"])
        raise RecordViolation("record", f"unknown format {found}; known is {known!r}")


def checked_rules(
    record: Mapping[str, object],
    player_counts: Sequence[int],
    make: Callable[[int, dict[str, object]], RulesT],
) -> RulesT:
    """The rules of a recorded game, made from the number of its players and its overrides."""
    players = record["players"]
    if not is_texts(players) or len(players) not in player_counts:
        raise RecordViolation("record", f"players must be 2 to 4 names, not {shown(players)}")
    overrides = record.get("overrides", {})
    if not isinstance(overrides, dict):
        raise RecordViolation("record", f"overrides must be an object, not {shown(overrides)}")
    try:
        rules = make(len(players), overrides)
    except UsageError as error:
        reason = printable(str(error))
        if len(reason) > _MAX_REASON:
            reason = reason[: _MAX_REASON - 3] + "..."
        raise RecordViolation("record", reason) from error
    except (ValueError, RecursionError) as error:  # a value that cannot even be shown
        raise RecordViolation("record", "overrides hold an impossible value") from error
    for name, value in overrides.items():
        # Settings may be typed as text on a command line; a record has JSON's own types.
        held = rules.values()[name]
        if value != (list(held) if isinstance(held, tuple) else held):
            raise RecordViolation("record", f"override {name} = {shown(value)} has the wrong type")
    return rules


def checked_turns(turns: object, part: str) -> Iterator[tuple[int, TurnRecord]]:
    """The entries of `turns` or `final` one after the other, each with its index."""
    if not isinstance(turns, list):
        raise RecordViolation(part, f"{part} must be a list, not {shown(turns)}")
    for index, entry in enumerate(turns):
        try:
            data = checked_keys(entry, part, ("seat", "actions"))
        except RecordViolation as violation:
            raise RecordViolation(part, violation.reason, index) from None
        seat, actions = data["seat"], data["actions"]
        if not is_number(seat):
            raise RecordViolation(part, f"seat must be a number, not {shown(seat)}", index)
        if not is_texts(actions):
            raise RecordViolation(part, f"actions must be texts, not {shown(actions)}", index)
        yield index, TurnRecord(seat, tuple(actions))


def parsed_action(text: object, parsers: Parsers[ActionT]) -> ActionT:
    """The action that a text writes; MalformedAction if it writes none."""
    if not isinstance(text, str):
        raise MalformedAction(f"an action must be a text, not {shown(text)}")
    verb = text.split(" ", 1)[0]
    if verb not in parsers:
        known = ", ".join(parsers)
        raise MalformedAction(f"unknown action {shown(verb)}; an action begins with {known}")
    pattern, form, build = parsers[verb]
    match = pattern.fullmatch(text)
    if match is None:
        raise MalformedAction(f"malformed action {shown(text)}; it is written `{form}`")
    return build(match)


def check_result(data: Mapping[str, object], is_right: Mapping[str, bool]) -> None:
    """RecordViolation at the first part of a result that cannot be."""
    for key, is_possible in is_right.items():
        if not is_possible:
            raise RecordViolation("result", f"{key} has an impossible value {shown(data[key])}")


def is_number(value: object) -> TypeGuard[int]:
    """Whether a JSON value is a whole number (true and 1.0 are not)."""
    return isinstance(value, int) and not isinstance(value, bool)


def is_numbers(value: object) -> TypeGuard[list[int]]:
    """Whether a JSON value is a list of whole numbers."""
    return isinstance(value, list) and all(is_number(v) for v in value)


def is_number_lists(value: object) -> TypeGuard[list[list[int]]]:
    """Whether a JSON value is a list of lists of whole numbers."""
    return isinstance(value, list) and all(is_numbers(row) for row in value)


def is_texts(value: object) -> TypeGuard[list[str]]:
    """Whether a JSON value is a list of texts."""
    return isinstance(value, list) and all(isinstance(v, str) for v in value)
