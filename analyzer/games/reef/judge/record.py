"""The shape of a record: which keys and types it has. Whether the game was legal comes later."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from analyzer.games.reef.judge.setup import Deal
from analyzer.games.reef.rules import PLAYER_COUNTS, PRINTED, Rules, make_rules
from analyzer.records.errors import RecordViolation, shown
from analyzer.records.shape import (
    check_format,
    check_result,
    checked_keys,
    checked_object,
    checked_rules,
    is_number,
    is_number_lists,
    is_numbers,
    is_texts,
)

FORMAT = "reef/1"
ENDS = ("deck", "supply")

_RECORD_KEYS = ("format", "players", "setup", "turns", "final", "result")
_SETUP_KEYS = ("hands", "display", "deck", "start")
_RESULT_KEYS = ("ended_by", "ender", "scores", "tiebreaks", "ranks")
_RESULT_OPTIONS = ("boards",)


@dataclass(frozen=True, slots=True)
class SetupRecord:
    """The set-up as recorded: the deal, then the start pieces by seat."""

    deal: Deal
    start: tuple[str, ...]


def checked_record(record: object) -> dict[str, object]:
    """The record as an object of the known format; further fields at its top are ignored."""
    check_format(record, FORMAT)
    return checked_object(record, "record", _RECORD_KEYS)


def rules_of(record: Mapping[str, object]) -> Rules:
    """The rules of a game: print, its overrides and the number of players."""
    return checked_rules(record, PLAYER_COUNTS, lambda n, given: make_rules(PRINTED, n, given))


def checked_setup(setup: object, rules: Rules) -> SetupRecord:
    """The set-up of a record with its types checked."""
    data = checked_keys(setup, "setup", _SETUP_KEYS)
    hands, start = data["hands"], data["start"]
    if not is_number_lists(hands):
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


def written_head(
    rules: Rules, players: Sequence[str], deal: Deal, start: Sequence[str]
) -> dict[str, object]:
    """A record up to its turns; start: the start pieces by seat."""
    overrides = rules.overrides()
    return {
        "format": FORMAT,
        **({"overrides": overrides} if overrides else {}),
        "players": list(players),
        "setup": {
            "hands": [list(hand) for hand in deal.hands],
            "display": list(deal.display),
            "deck": list(deal.deck),
            "start": list(start),
        },
    }


def checked_result(result: object) -> dict[str, object]:
    """The result block with its keys and types checked."""
    data = checked_keys(result, "result", _RESULT_KEYS, _RESULT_OPTIONS)
    is_right = {
        "ended_by": data["ended_by"] in ENDS,
        "ender": is_number(data["ender"]),
        "scores": is_numbers(data["scores"]),
        "tiebreaks": is_number_lists(data["tiebreaks"]),
        "ranks": is_numbers(data["ranks"]),
        "boards": is_texts(data.get("boards", [])),
    }
    check_result(data, is_right)
    return data
