"""Actions and endings of a game in words, for people who watch a replay."""

from __future__ import annotations

from collections import Counter

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
from analyzer.wording import counted, listed

ENDINGS = {"supply": "a colour ran out and the round was finished", "deck": "the deck ran out"}
_SHAPES = {
    "pair_orthogonal": "side by side",
    "pair_diagonal": "diagonally",
    "line_3": "in a line",
    "diagonal_3": "in a diagonal line",
    "corner_3": "round a corner",
    "square_2x2": "in a square",
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
    """A card with what it scores: `card 24 (3 for yellow and red side by side)`."""
    card = cards()[number]
    return f"card {number} ({card.points} for {pattern_words(card)})"


def pattern_words(card: Card) -> str:
    """What a card asks for."""
    if card.is_special:
        assert card.highest is not None
        assert card.neighbour is not None
        highest, neighbour = COLOUR_NAMES[card.highest], COLOUR_NAMES[card.neighbour]
        return f"each {neighbour} around the highest {highest}"
    asked = Counter(COLOUR_NAMES[cell.colour] if cell.colour else "any" for cell in card.cells)
    words = listed(f"{n} {colour}" if n > 1 else colour for colour, n in asked.items())
    height = _height_words(card.cells[0])  # all cells of a pattern ask for the same one
    if card.shape not in _SHAPES:
        return f"{words} {height}".rstrip()
    return f"{words} {_SHAPES[card.shape]}" + (f", {height}" if height else "")


def _height_words(cell: PatternCell) -> str:
    least = cell.heights[0]
    if len(cell.heights) == 1:
        return f"{least} high"
    return "" if least == 1 else f"{least} or higher"
