"""Actions and endings of a game in words, for people who watch a replay."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from analyzer.games.reef.cards import Card, PatternCell, cards
from analyzer.games.reef.judge.actions import (
    Action,
    Pass,
    Placements,
    Play,
    Score,
    Start,
    Take,
    TakeDeck,
)
from analyzer.games.reef.rules import COLOUR_NAMES
from analyzer.records.endings import ending_sentence
from analyzer.wording import counted

_ENDINGS = {
    "supply": "a colour ran out and the round was finished",
    "deck": "the deck ran out",
}
_SHAPES = {
    "single": "",
    "pair_orthogonal": " side by side",
    "pair_diagonal": " diagonally",
    "line_3": " in a line",
    "diagonal_3": " in a diagonal line",
    "corner_3": " round a corner",
    "square_2x2": " in a square",
}


def action_words(action: Action) -> str:
    """What a seat did, in words."""
    match action:
        case Start(placements):
            return f"places its start pieces: {_placed(placements)}"
        case Take(card, points, fill):
            with_points = f" with {counted(points, 'point')} on it" if points else ""
            filled = f"; card {fill} fills the gap" if fill else ""
            return f"takes {card_name(card)}{with_points}{filled}"
        case TakeDeck(card, onto):
            return f"pays a point, laid on card {onto}, for the deck's {card_name(card)}"
        case Play(card, placements, points):
            placed = f"places {_placed(placements)}" if placements else "places nothing"
            return f"plays {card_name(card)}: {placed} and scores {counted(points, 'point')}"
        case Score(card, points):
            return f"scores {counted(points, 'point')} for {card_name(card)} left in hand"
        case Pass():
            return "can neither take nor play"


def _placed(placements: Placements) -> str:
    return ", ".join(f"{COLOUR_NAMES[colour]} on {cell}" for colour, cell in placements)


def card_name(number: int) -> str:
    """A card with what it scores: `card 24 (red and green side by side, 3)`."""
    card = cards()[number]
    return f"card {number} ({pattern_words(card)}, {card.points})"


def pattern_words(card: Card) -> str:
    """What a card asks for."""
    if card.is_special:
        assert card.highest is not None
        assert card.neighbour is not None
        highest, neighbour = COLOUR_NAMES[card.highest], COLOUR_NAMES[card.neighbour]
        return f"each {neighbour} around the highest {highest}"
    asked = Counter(_cell_words(cell) for cell in card.cells)
    words = " and ".join(f"{n} {what}" if n > 1 else what for what, n in asked.items())
    return words + _SHAPES[card.shape]


def _cell_words(cell: PatternCell) -> str:
    colour = COLOUR_NAMES[cell.colour] if cell.colour else "any"
    if len(cell.heights) == 1:
        return f"{colour} {cell.heights[0]} high"
    return colour if cell.heights[0] == 1 else f"{colour} {cell.heights[0]} or higher"


def ending_words(result: Mapping[str, Any], names: list[str]) -> str:
    """How a game ended and who won."""
    return ending_sentence(_ENDINGS[result["ended_by"]], result, names)
