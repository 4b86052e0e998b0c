"""The shape of a record: which keys and types it has. Whether the game was legal comes later."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TypeGuard

from analyzer.errors import UsageError
from analyzer.games.encounter.judge.setup import FEEDS_NOTHING, Deal, n_coral_tiles
from analyzer.games.encounter.rules import COLOURS, PLAYER_COUNTS, Rules, make_rules
from analyzer.records.errors import RecordViolation, printable, shown

FORMAT = "reef-encounter/1"
ENDS = ("locks", "shrimps", "no_placement", "refill", "turn_limit")

_RECORD_KEYS = ("format", "ruleset", "players", "setup", "turns", "result")
_RECORD_OPTIONS = ("overrides", "final")
_SETUP_KEYS = ("rocks", "star_up", "first_space", "open_sea", "hands", "fed", "larvae")
_SETUP_OPTIONS = ("alga_space",)
_TURN_KEYS = ("seat", "actions")
_RESULT_KEYS = ("ended_by", "ender", "values", "parrotfish", "scores", "tiebreaks", "ranks")


@dataclass(frozen=True, slots=True)
class TurnRecord:
    """One entry of `turns` or `final`."""

    seat: int
    actions: tuple[str, ...]


def checked_keys(
    value: object, part: str, needed: Iterable[str], options: Iterable[str] = ()
) -> dict[str, object]:
    """The value as an object with exactly these keys; RecordViolation otherwise."""
    if not isinstance(value, dict):
        raise RecordViolation(part, f"the {part} must be an object, not {shown(value)}")
    needed, options = tuple(needed), tuple(options)
    for key in needed:
        if key not in value:
            raise RecordViolation(part, f"the {part} has no {key!r}")
    for key in value:
        if key not in needed and key not in options:
            raise RecordViolation(part, f"the {part} has an unknown key {shown(key)}")
    return value


def checked_record(record: object) -> dict[str, object]:
    """The record as an object of the known format with exactly the known keys."""
    if isinstance(record, dict) and record.get("format", FORMAT) != FORMAT:
        found = shown(record["format"])
        raise RecordViolation("record", f"unknown format {found}; known is {FORMAT!r}")
    return checked_keys(record, "record", _RECORD_KEYS, _RECORD_OPTIONS)


def rules_of(record: Mapping[str, object]) -> Rules:
    """The rules of a game: ruleset, overrides and number of players."""
    players = record["players"]
    if not is_texts(players) or len(players) not in PLAYER_COUNTS:
        raise RecordViolation("record", f"players must be 2 to 4 names, not {shown(players)}")
    overrides = record.get("overrides", {})
    if not isinstance(overrides, dict):
        raise RecordViolation("record", f"overrides must be an object, not {shown(overrides)}")
    ruleset = record["ruleset"]
    if not isinstance(ruleset, str):
        raise RecordViolation("record", f"ruleset must be a name, not {shown(ruleset)}")
    try:
        rules = make_rules(ruleset, len(players), overrides)
    except UsageError as error:
        raise RecordViolation("record", printable(str(error))) from error
    except (ValueError, RecursionError) as error:
        raise RecordViolation("record", "overrides hold an impossible value") from error
    for name, value in overrides.items():
        # Settings may be typed as text on a command line; a record has JSON's own types.
        held = rules.values()[name]
        if value != (list(held) if isinstance(held, tuple) else held):
            raise RecordViolation("record", f"override {name} = {shown(value)} has the wrong type")
    return rules


@dataclass(frozen=True, slots=True)
class SetupRecord:
    """The set-up as recorded: the deal, then the choices by seat."""

    deal: Deal
    fed: str
    larvae: tuple[str, ...]


def checked_setup(setup: object, rules: Rules) -> SetupRecord:
    """The set-up of a record with its types checked."""
    data = checked_keys(setup, "setup", _SETUP_KEYS, _SETUP_OPTIONS)
    open_sea, alga = data["open_sea"], data.get("alga_space")
    if not isinstance(open_sea, dict) or not is_texts(list(open_sea.values())):
        raise RecordViolation("setup", f"open_sea must give a word a space, not {shown(open_sea)}")
    if alga is not None and not isinstance(alga, str):
        raise RecordViolation("setup", f"alga_space must be a letter, not {shown(alga)}")
    deal = Deal(
        rocks=_text(data, "rocks"),
        star_up=_star_up(data["star_up"], rules),
        first_space=_text(data, "first_space"),
        open_sea=open_sea,
        hands=_texts(data, "hands"),
        alga_space=alga,
    )
    larvae = _texts(data, "larvae")
    if len(larvae) != rules.n_players:
        raise RecordViolation("setup", f"larvae must be {rules.n_players} words, one a seat")
    return SetupRecord(deal, _fed(_text(data, "fed"), rules), larvae)


def _fed(fed: str, rules: Rules) -> str:
    nobody = not rules.fed_tiles or not any(rules.start_tile_counts())
    if nobody and not fed:
        return FEEDS_NOTHING * rules.n_players
    if len(fed) != rules.n_players:
        due = "empty" if nobody else f"{rules.n_players} letters, one a seat"
        raise RecordViolation("setup", f"fed must be {due}, not {shown(fed)}")
    return fed


def _star_up(star_up: object, rules: Rules) -> tuple[bool, ...]:
    if rules.coral_toss == "all":
        if not isinstance(star_up, bool):
            raise RecordViolation("setup", f"star_up must be true or false, not {shown(star_up)}")
        return (star_up,) * n_coral_tiles()
    if (
        not isinstance(star_up, list)
        or len(star_up) != n_coral_tiles()
        or not all(isinstance(up, bool) for up in star_up)
    ):
        raise RecordViolation(
            "setup", f"star_up must be a list of ten true or false, not {shown(star_up)}"
        )
    return tuple(star_up)


def _text(data: Mapping[str, object], key: str) -> str:
    value = data[key]
    if not isinstance(value, str):
        raise RecordViolation("setup", f"{key} must be a text, not {shown(value)}")
    return value


def _texts(data: Mapping[str, object], key: str) -> tuple[str, ...]:
    value = data[key]
    if not is_texts(value):
        raise RecordViolation("setup", f"{key} must be a list of words, not {shown(value)}")
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
    data = checked_keys(result, "result", _RESULT_KEYS)
    shapes = {
        "ended_by": data["ended_by"] in ENDS,
        "ender": data["ender"] is None or is_number(data["ender"]),
        "values": _is_values(data["values"]),
        "parrotfish": is_texts(data["parrotfish"]),
        "scores": is_numbers(data["scores"]),
        "tiebreaks": _is_tiebreaks(data["tiebreaks"]),
        "ranks": is_numbers(data["ranks"]),
    }
    for key, is_right in shapes.items():
        if not is_right:
            raise RecordViolation("result", f"{key} has an impossible value {shown(data[key])}")
    return data


def _is_values(value: object) -> bool:
    if not isinstance(value, dict) or set(value) != set(COLOURS):
        return False
    return is_numbers(list(value.values()))


def _is_tiebreaks(value: object) -> bool:
    return isinstance(value, list) and all(is_numbers(row) for row in value)


def is_number(value: object) -> TypeGuard[int]:
    """Whether a JSON value is a whole number (true and 1.0 are not)."""
    return isinstance(value, int) and not isinstance(value, bool)


def is_numbers(value: object) -> TypeGuard[list[int]]:
    """Whether a JSON value is a list of whole numbers."""
    return isinstance(value, list) and all(is_number(v) for v in value)


def is_texts(value: object) -> TypeGuard[list[str]]:
    """Whether a JSON value is a list of texts."""
    return isinstance(value, list) and all(isinstance(v, str) for v in value)
