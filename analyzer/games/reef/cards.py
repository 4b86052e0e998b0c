"""The 60 cards: what each builds and what each scores, read from the file of the judge."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources

from analyzer.games.reef.rules import COLOUR_NAMES

N_CARDS = 60
SPECIAL = "adjacent_to_highest"
_LETTERS = {name: letter for letter, name in COLOUR_NAMES.items()}


@dataclass(frozen=True, slots=True)
class PatternCell:
    """One cell of a pattern: rows downwards, columns to the right.

    colour: its letter, None if any will do. heights: the heights that fit.
    """

    row: int
    column: int
    colour: str | None
    heights: range


@dataclass(frozen=True, slots=True)
class Card:
    """One card.

    pieces: the letters of the two pieces it builds. points: the printed value. Either `cells` is
    the pattern, or the card is special: it scores tops of colour `neighbour` around the highest
    stack of colour `highest`.
    """

    number: int
    pieces: tuple[str, str]
    points: int
    shape: str
    cells: tuple[PatternCell, ...]
    highest: str | None
    neighbour: str | None

    @property
    def is_special(self) -> bool:
        """Whether it scores the neighbours of a stack instead of a pattern."""
        return self.shape == SPECIAL


@cache
def cards() -> Mapping[int, Card]:
    """The cards by number, read once."""
    text = resources.files("analyzer.games.reef.judge").joinpath("cards.json").read_text("utf-8")
    return {entry["id"]: _card(entry) for entry in json.loads(text)}


def _card(entry: dict[str, object]) -> Card:
    number, pieces, pattern, points = (entry[k] for k in ("id", "pieces", "pattern", "points"))
    assert isinstance(number, int)
    assert isinstance(points, int)
    assert isinstance(pieces, list)
    assert isinstance(pattern, dict)
    first, second = (_LETTERS[name] for name in pieces)
    return Card(
        number=number,
        pieces=(first, second),
        points=points,
        shape=pattern["shape"],
        cells=tuple(_pattern_cell(*cell) for cell in pattern.get("cells", ())),
        highest=_LETTERS.get(pattern.get("highest", "")),
        neighbour=_LETTERS.get(pattern.get("neighbour", "")),
    )


def _pattern_cell(row: int, column: int, colour: str, height: str) -> PatternCell:
    return PatternCell(row, column, None if colour == "any" else _LETTERS[colour], _heights(height))


def _heights(text: str) -> range:
    """The heights that `""`, `"3"` or `"2+"` stands for; a stack is never higher than 4."""
    if not text:
        return range(1, 5)
    lowest = int(text.removesuffix("+"))
    return range(lowest, 5 if text.endswith("+") else lowest + 1)
