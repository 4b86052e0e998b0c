"""The table of Reef as text: a stack is the letter of its top piece and its height."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from analyzer.games.reef.action_words import pattern_words
from analyzer.games.reef.cards import cards
from analyzer.wording import seat_name
from reports.games.reef.boards import COLUMNS, ROWS
from reports.replay.drawing import Paint
from reports.replay.scenes import Document, Scene

SIGNS = (
    "letter and number: top piece and height of a stack, . empty, + changed in this turn,"
    " 24+1 card with a point on it"
)
# 256-colour codes of backgrounds, light enough for black letters.
_CODES = {"r": 210, "y": 221, "g": 114, "p": 183}
_GAP = 4


def table_lines(
    document: Document, scene: Scene, width: int, paint: Paint, hidden: bool
) -> list[str]:
    """The table at the end of a turn: boards, display, deck and supply, hands.

    `width` is in characters; `hidden` shows the start cards in hand.
    """
    position = scene.position
    seats = range(len(document["players"]))
    return [
        *_boards(document, scene, width, paint),
        "",
        *_display(position, paint),
        *(line for seat in seats for line in _hand(position, seat, hidden, paint)),
    ]


def _piece(letter: str, text: str, paint: Paint) -> str:
    return paint(text, f"30;48;5;{_CODES[letter]}")


def _boards(document: Document, scene: Scene, width: int, paint: Paint) -> list[str]:
    """The boards beside each other, as many in a row as fit."""
    blocks = [_board(document, scene, seat, paint) for seat in range(len(document["players"]))]
    block_width = 2 + 4 * len(COLUMNS) + _GAP
    per_row = max(1, (width + _GAP) // block_width)
    lines: list[str] = []
    for start in range(0, len(blocks), per_row):
        if lines:
            lines.append("")
        row = blocks[start : start + per_row]
        lines += [(" " * _GAP).join(parts) for parts in zip(*row, strict=True)]
    return lines


def _board(document: Document, scene: Scene, seat: int, paint: Paint) -> list[str]:
    player = scene.position["players"][seat]
    wide = 2 + 4 * len(COLUMNS)
    sign = ">" if seat == scene.seat else " "
    heading = f"{sign}{seat + 1} {document['players'][seat]}"
    points = f" {player['points']}"
    heading = heading[: wide - len(points)].ljust(wide - len(points)) + points
    lines = [paint(heading, "1"), "  " + "".join(f" {column}  " for column in COLUMNS)]
    for row in ROWS:
        cells = (_cell(f"{column}{row}", seat, player, scene, paint) for column in COLUMNS)
        lines.append(f"{row} " + "".join(cells))
    return lines


def _cell(cell: str, seat: int, player: dict[str, Any], scene: Scene, paint: Paint) -> str:
    """Four characters of one cell."""
    stack = player["stacks"].get(cell)
    sign = "+" if f"{seat}{cell}" in scene.changed else " "
    if not stack:
        return f"{sign}.  "
    return sign + _piece(stack[-1], f"{stack[-1]}{len(stack)}", paint) + " "


def _display(position: dict[str, Any], paint: Paint) -> Iterable[str]:
    supply = "  ".join(f"{_piece(c, c, paint)} {n}" for c, n in position["supply"].items())
    deck = position["deck"]
    yield f"supply   {supply}   deck {deck['size']}"
    for k, entry in enumerate(position["display"]):
        yield f"{'display' if k == 0 else '':8} {_card(entry['card'], entry['points'], paint)}"
    if deck["top"] is not None:
        yield f"{'top':8} {_card(deck['top'], 0, paint)}"


def _card(number: int, points: int, paint: Paint) -> str:
    card = cards()[number]
    lying = f"+{points}" if points else ""
    built = "".join(_piece(c, c, paint) for c in card.pieces)
    return f"{f'{number}{lying}':>5} builds {built}, {card.points} for {pattern_words(card)}"


def _hand(position: dict[str, Any], seat: int, hidden: bool, paint: Paint) -> Iterable[str]:
    player, n_players = position["players"][seat], len(position["players"])
    start = player["start_cards"] if hidden else [None] * len(player["start_cards"])
    unknown = sum(card is None for card in start)
    known = [card for card in (*start, *player["taken"]) if card is not None]
    more = f" and {unknown} hidden" if unknown else ""
    yield paint(f"hand of the {seat_name(seat, n_players)}: {len(known)} known{more}", "1")
    for card in known:
        yield f"{'':8} {_card(card, 0, paint)}"
