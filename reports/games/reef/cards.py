"""Cards: what they build above, what they score below; the display, the deck and hands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from analyzer.games.reef.action_words import pattern_words
from analyzer.games.reef.cards import Card, cards
from analyzer.wording import seat_label, seat_name, sentence
from reports.games.reef.looks import EDGE, PIECES, letter_on
from reports.replay.drawing import SEAT, SIDE, Panel
from reports.replay.scenes import NOW
from reports.replay.sketch import (
    CARD,
    LINE,
    MARK,
    SOFT,
    Circle,
    Group,
    Look,
    Polygon,
    Rect,
    Shape,
    Sketch,
    Text,
)

_WIDTH, _HEIGHT, _GAP = 66, 96, 6
_SIDE = 300
"""Width of what lies beside the boards."""
_HAND = 4
"""Cards of a hand beside each other."""
_SQUARE = 15
"""Side of a cell of a pattern."""
_ANY = Look("any", "#dddddd")

Position = Mapping[str, Any]


def display_panel(position: Position, marks: Mapping[str, str]) -> Panel:
    """The display with the points on it, the deck and the supply."""
    shapes: list[Shape] = []
    columns = _SIDE // (_WIDTH + _GAP)
    for k, entry in enumerate(position["display"]):
        x, y = (k % columns) * (_WIDTH + _GAP), k // columns * (_HEIGHT + _GAP)
        shapes.append(_card(entry["card"], x, y, marks.get(f"card {entry['card']}")))
        if entry["points"]:
            shapes.append(_points_on(x + _WIDTH / 2 - 4, y + _HEIGHT - 12, entry["points"]))
    rows = max(1, -(-len(position["display"]) // columns))
    y = rows * (_HEIGHT + _GAP)
    shapes += [*_deck(position["deck"], y), *_supply(position["supply"], y)]
    return Panel(SIDE, "Display", Sketch(_SIDE, y + _HEIGHT, shapes, _display_text(position)))


def _deck(deck: Mapping[str, Any], y: float) -> Iterator[Shape]:
    if deck["top"] is not None:
        yield _card(deck["top"], 0, y, None)
    else:
        yield Rect(0.5, y + 0.5, _WIDTH, _HEIGHT - 2, 6, stroke=SOFT, dash=(3, 2))
    cards_left = f"deck: {deck['size']} card{'' if deck['size'] == 1 else 's'}"
    yield Text(_WIDTH + 10, y + 14, cards_left, 13, fill=SOFT, anchor="start")
    yield Text(_WIDTH + 10, y + 38, "supply", 13, fill=SOFT, anchor="start")


def _supply(supply: Mapping[str, int], y: float) -> Iterator[Shape]:
    for k, (colour, n) in enumerate(supply.items()):
        x = _WIDTH + 22 + 52 * k
        parts = (*_piece(x, y + 64, colour, 12), Text(x + 24, y + 64, str(n), 14))
        yield Group(parts, title=f"{n} {PIECES[colour].name} left")


def _piece(x: float, y: float, colour: str, r: float) -> Iterator[Shape]:
    yield Circle(x, y, r, fill=PIECES[colour], stroke=EDGE)
    yield letter_on(x, y + 0.5, colour, 1.2 * r)


def _points_on(x: float, y: float, points: int) -> Group:
    diamond = Polygon(
        ((x, y - 12), (x + 12, y), (x, y + 12), (x - 12, y)), fill="#ffe9a8", stroke=EDGE
    )
    number = Text(x, y + 0.5, str(points), 13, fill="#111111", is_bold=True)
    return Group((diamond, number), title=f"{points} on it")


def _card(number: int, x: float, y: float, mark: str | None, is_hidden: bool = False) -> Group:
    card = cards()[number]
    parts: list[Shape] = [
        Rect(
            0.5, 0.5, _WIDTH - 1, _HEIGHT - 2, 6, fill=CARD, stroke=MARK if mark else LINE,
            line=2.5 if mark == NOW else 1.3,
        ),
        *_piece(18, 16, card.pieces[0], 9.5),
        *_piece(39, 16, card.pieces[1], 9.5),
        Text(57, 9, str(number), 9, fill=SOFT),
        Polygon(((5, 30), (_WIDTH - 5, 30)), is_open=True, stroke=LINE),
        *(_special(card) if card.is_special else _pattern(card)),
        Text(10, _HEIGHT - 11, str(card.points), 14, is_bold=True),
    ]  # fmt: skip
    title = f"card {number}: builds {' and '.join(PIECES[c].name for c in card.pieces)}, scores"
    return Group(tuple(parts), x, y, title=f"{title} {pattern_words(card)}", is_hidden=is_hidden)


def _pattern(card: Card) -> Iterator[Shape]:
    """The cells of a pattern, in the middle of the lower half."""
    bottom = max(cell.row for cell in card.cells) + 1
    right = max(cell.column for cell in card.cells) + 1
    left, top = _WIDTH / 2 - _SQUARE * right / 2, 60 - _SQUARE * bottom / 2
    for cell in card.cells:
        x, y = left + _SQUARE * cell.column, top + _SQUARE * cell.row
        fill = PIECES[cell.colour] if cell.colour else _ANY.fill
        yield Rect(x, y, _SQUARE, _SQUARE, 2, fill=fill, stroke=EDGE, line=0.9)
        yield letter_on(x + _SQUARE / 2, y + _SQUARE / 2 + 0.5, cell.colour or "?", 9)
    heights = card.cells[0].heights
    if len(heights) < 4:
        sign = str(heights[0]) if len(heights) == 1 else f"{heights[0]}+"
        yield Text(_WIDTH - 5, _HEIGHT - 11, f"↕{sign}", 12, anchor="end")


def _special(card: Card) -> Iterator[Shape]:
    """The highest stack, and neighbours that score around it."""
    assert card.highest is not None
    assert card.neighbour is not None
    x, y = _WIDTH / 2, 59
    for dx in (-1, 0, 1):
        for dy in (-1, 0, 1):
            if dx or dy:
                yield Circle(
                    x + 15 * dx, y + 15 * dy, 5.5, fill=PIECES[card.neighbour], stroke=EDGE
                )
    yield Rect(x - 9, y - 9, 18, 18, 3, fill=PIECES[card.highest], stroke=EDGE, line=1.6)
    yield letter_on(x, y + 0.5, card.highest, 12)
    yield letter_on(x + 15, y + 0.5, card.neighbour, 8)
    yield Text(_WIDTH - 5, _HEIGHT - 11, "↑", 13, anchor="end")


def _display_text(position: Position) -> str:
    shown = (
        f"card {e['card']} ({pattern_words(cards()[e['card']])}) with {e['points']} points"
        for e in position["display"]
    )
    supply = ", ".join(f"{PIECES[c].name} {n}" for c, n in position["supply"].items())
    top = position["deck"]["top"]
    top_card = "" if top is None else f", card {top} on top"
    deck = f"deck of {position['deck']['size']}{top_card}"
    return f"Display: {'; '.join(shown) or 'empty'}. Supply: {supply}. The {deck}."


# --- hands ---------------------------------------------------------------------------------------


def hand_panel(seat: int, names: Sequence[str], player: Mapping[str, Any]) -> Panel:
    """The cards in a player's hand; start cards are hidden from the others."""
    hand = [(card, True) for card in player["start_cards"]]
    hand += [(card, False) for card in player["taken"]]
    shapes: list[Shape] = []
    for k, (card, is_hidden) in enumerate(hand):
        x, y = k % _HAND * (_WIDTH + _GAP), k // _HAND * (_HEIGHT + _GAP)
        if is_hidden:
            shapes.append(_back(x, y))
        if card is not None:
            shapes.append(_card(card, x, y, None, is_hidden))
    if not hand:
        shapes.append(Text(0, 14, "no cards in hand", 13, fill=SOFT, anchor="start"))
    rows = max(1, -(-len(hand) // _HAND))
    x = _HAND * (_WIDTH + _GAP)
    n_pieces = sum(map(len, player["stacks"].values()))
    for k, line in enumerate((f"{len(player['played'])} played", f"{n_pieces} pieces")):
        shapes.append(Text(x, 14 + 18 * k, line, 12.5, fill=SOFT, anchor="start"))
    sketch = Sketch(
        x + 64, rows * (_HEIGHT + _GAP), shapes, _hand_text(seat_name(seat, len(names)), player)
    )
    return Panel(SEAT, seat_label(seat, names), sketch, seat)


def _back(x: float, y: float) -> Group:
    back = Rect(0.5, 0.5, _WIDTH - 1, _HEIGHT - 2, 6, fill=LINE, stroke=SOFT)
    sign = Text(_WIDTH / 2, _HEIGHT / 2, "?", 28, fill=SOFT)
    return Group((back, sign), x, y, title="a start card")


def _hand_text(who: str, player: Mapping[str, Any]) -> str:
    taken = ", ".join(f"card {card}" for card in player["taken"]) or "none"
    return f"{sentence(who)}: {len(player['start_cards'])} start cards in hand, taken {taken}"
