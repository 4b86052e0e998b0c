"""The shape of a record: which keys and types it has. Whether the game was legal comes later."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from analyzer.games.encounter.judge.setup import FEEDS_NOTHING, Deal, n_coral_tiles
from analyzer.games.encounter.rules import COLOURS, PLAYER_COUNTS, Rules, make_rules
from analyzer.records.errors import RecordViolation, shown
from analyzer.records.shape import (
    check_format,
    check_result,
    checked_keys,
    checked_rules,
    is_number,
    is_number_lists,
    is_numbers,
    is_texts,
)

FORMAT = "reef-encounter/1"
ENDS = ("locks", "shrimps", "no_placement", "refill", "turn_limit")

_RECORD_KEYS = ("format", "ruleset", "players", "setup", "turns", "result")
_RECORD_OPTIONS = ("overrides", "final")
_SETUP_KEYS = ("rocks", "star_up", "first_space", "open_sea", "hands", "fed", "larvae")
_SETUP_OPTIONS = ("alga_space",)
_RESULT_KEYS = ("ended_by", "ender", "values", "parrotfish", "scores", "tiebreaks", "ranks")


def checked_record(record: object) -> dict[str, object]:
    """The record as an object of the known format with exactly the known keys."""
    check_format(record, FORMAT)
    return checked_keys(record, "record", _RECORD_KEYS, _RECORD_OPTIONS)


def rules_of(record: Mapping[str, object]) -> Rules:
    """The rules of a game: ruleset, overrides and number of players."""

    def make(n_players: int, overrides: dict[str, object]) -> Rules:
        ruleset = record["ruleset"]
        if not isinstance(ruleset, str):
            raise RecordViolation("record", f"ruleset must be a name, not {shown(ruleset)}")
        return make_rules(ruleset, n_players, overrides)

    return checked_rules(record, PLAYER_COUNTS, make)


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


def written_setup(
    rules: Rules, deal: Deal, fed: Sequence[str], larvae: Sequence[str]
) -> dict[str, object]:
    """The set-up block of a record; fed, larvae: what each seat fed and took."""
    setup: dict[str, object] = {
        "rocks": deal.rocks,
        "star_up": deal.star_up[0] if rules.coral_toss == "all" else list(deal.star_up),
        "first_space": deal.first_space,
        "open_sea": {c: deal.open_sea[c] for c in COLOURS},
        "hands": list(deal.hands),
        "fed": "" if set(fed) == {FEEDS_NOTHING} else "".join(fed),
        "larvae": list(larvae),
    }
    if deal.alga_space is not None:
        setup["alga_space"] = deal.alga_space
    return setup


def checked_result(result: object) -> dict[str, object]:
    """The result block with its keys and types checked."""
    data = checked_keys(result, "result", _RESULT_KEYS)
    is_right = {
        "ended_by": data["ended_by"] in ENDS,
        "ender": data["ender"] is None or is_number(data["ender"]),
        "values": _is_values(data["values"]),
        "parrotfish": is_texts(data["parrotfish"]),
        "scores": is_numbers(data["scores"]),
        "tiebreaks": is_number_lists(data["tiebreaks"]),
        "ranks": is_numbers(data["ranks"]),
    }
    check_result(data, is_right)
    return data


def _is_values(value: object) -> bool:
    if not isinstance(value, dict) or set(value) != set(COLOURS):
        return False
    return is_numbers(list(value.values()))
