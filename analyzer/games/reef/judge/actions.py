"""The actions as typed values, and their one written form.

| action | written |
|---|---|
| start pieces | `gb2,rc2,pb3,yc3` |
| take | `take 24 with 1: 18`, `take 39: 40`, `take 39: -` |
| deck | `deck 22 onto 24` |
| play | `play 22 at pc3,pb2 scoring 3`, `play 24 at - scoring 3` |
| pass | `pass` |
| final | `score 38 for 0` |
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from analyzer.records.errors import MalformedAction, shown
from analyzer.records.shape import Parsers, parsed_action

NOTHING = "-"

Placements = tuple[tuple[str, str], ...]
"""Pieces in the order of placing: colour letter and cell."""


@dataclass(frozen=True, slots=True)
class Start:
    """The four start pieces placed."""

    placements: Placements


@dataclass(frozen=True, slots=True)
class Take:
    """A display card taken with the points on it; `fill` is the card that fills the gap."""

    card: int
    points: int
    fill: int | None


@dataclass(frozen=True, slots=True)
class TakeDeck:
    """The deck's top card taken, the point laid onto display card `onto`."""

    card: int
    onto: int


@dataclass(frozen=True, slots=True)
class Play:
    """A card played: the pieces placed and the points it scores."""

    card: int
    placements: Placements
    points: int


@dataclass(frozen=True, slots=True)
class Pass:
    """Neither taking nor playing is possible."""


@dataclass(frozen=True, slots=True)
class Score:
    """The points of a card left in hand when play has stopped."""

    card: int
    points: int


Action = Start | Take | TakeDeck | Play | Pass | Score

_CARD = "([1-9][0-9]?)"
_POINTS = "(0|[1-9][0-9]{0,3})"
_PLACEMENTS = "[rygp][a-d][1-4](?:,[rygp][a-d][1-4])*"

_START = re.compile(_PLACEMENTS)
_TAKE = re.compile(f"take {_CARD}(?: with ([1-9][0-9]{{0,3}}))?: (?:{_CARD}|-)")
_DECK = re.compile(f"deck {_CARD} onto {_CARD}")
_PLAY = re.compile(f"play {_CARD} at ({_PLACEMENTS}|-) scoring {_POINTS}")
_PASS = re.compile("pass")
_SCORE = re.compile(f"score {_CARD} for {_POINTS}")


def parse_action(text: object) -> Action:
    """The action of a turn or of the final scoring that a text writes; MalformedAction if none."""
    return parsed_action(text, _PARSERS)


def parse_start(text: object) -> Start:
    """The start pieces that a text writes; MalformedAction if it writes none."""
    if not isinstance(text, str) or not _START.fullmatch(text):
        raise MalformedAction(
            f"malformed start pieces {shown(text)}; they are written `gb2,rc2,pb3,yc3`"
        )
    return Start(_placements(text))


def _placements(text: str) -> Placements:
    if text == NOTHING:
        return ()
    return tuple((word[0], word[1:]) for word in text.split(","))


_PARSERS: Parsers[Action] = {
    "take": (
        _TAKE,
        "take 24 with 1: 18` or `take 39: 40",
        lambda m: Take(int(m[1]), int(m[2] or 0), int(m[3]) if m[3] else None),
    ),
    "deck": (_DECK, "deck 22 onto 24", lambda m: TakeDeck(int(m[1]), int(m[2]))),
    "play": (
        _PLAY,
        "play 22 at pc3,pb2 scoring 3",
        lambda m: Play(int(m[1]), _placements(m[2]), int(m[3])),
    ),
    "pass": (_PASS, "pass", lambda _: Pass()),
    "score": (_SCORE, "score 38 for 0", lambda m: Score(int(m[1]), int(m[2]))),
}


def write_action(action: Action) -> str:
    """The written form of an action; `parse_action` and `parse_start` read it back."""
    match action:
        case Start(placements):
            return write_placements(placements)
        case Take(card, points, fill):
            with_points = f" with {points}" if points else ""
            return f"take {card}{with_points}: {NOTHING if fill is None else fill}"
        case TakeDeck(card, onto):
            return f"deck {card} onto {onto}"
        case Play(card, placements, points):
            return f"play {card} at {write_placements(placements)} scoring {points}"
        case Pass():
            return "pass"
        case Score(card, points):
            return f"score {card} for {points}"


def write_placements(placements: Placements) -> str:
    """Pieces and cells in the order of placing, `-` for none."""
    return ",".join(colour + cell for colour, cell in placements) or NOTHING
