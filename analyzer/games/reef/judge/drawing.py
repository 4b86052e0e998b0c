"""Looking at a position: boards drawn as text for the terminal, and JSON for viewers.

A board is drawn as its stacks are seen from above: the letter of the top piece and the height.

       a  b  c  d
    1  .  g1 r1 .
    2  .  p2 r1 .
    3  .  p1 p2 .
    4  .  .  .  .
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from analyzer.games.reef.judge.board import COLUMNS, ROWS, Board, height, top, write_board
from analyzer.games.reef.judge.phases import Phase
from analyzer.games.reef.rules import COLOURS

if TYPE_CHECKING:
    from analyzer.games.reef.judge.position import Position

GAP = 4
"""Spaces between two boards drawn side by side."""


def draw_board(board: Board) -> str:
    """One board from above, five lines."""
    lines = ["   " + "  ".join(COLUMNS)]
    for row in ROWS:
        signs = [_sign(board, column + row) for column in COLUMNS]
        lines.append(f"{row}  " + " ".join(f"{sign:<2}" for sign in signs).rstrip())
    return "\n".join(lines)


def _sign(board: Board, cell: str) -> str:
    colour = top(board, cell)
    return f"{colour}{height(board, cell)}" if colour else "."


def draw(position: Position) -> str:
    """The whole position: what lies in the middle, then the boards side by side."""
    display = (f"{c}+{n}" if n else str(c) for c, n in position.display.items())
    supply = " ".join(f"{colour}{position.supply[colour]}" for colour in COLOURS)
    return "\n".join(
        [
            _headline(position),
            f"supply {supply}   display {' '.join(display) or 'empty'}   {_deck(position)}",
            *_side_by_side([_seat_block(position, k) for k in range(len(position.players))]),
        ]
    )


def _headline(position: Position) -> str:
    match position.phase:
        case Phase.START:
            return f"start: seat {position.to_play} places its pieces"
        case Phase.TURNS:
            return f"turn {position.turn}: seat {position.to_play} to play"
        case Phase.FINAL:
            return f"final scoring: seat {position.to_play}; ended by the {position.ended_by}"
        case Phase.OVER:
            return f"over after {position.turn} turns; ended by the {position.ended_by}"


def _deck(position: Position) -> str:
    if not position.deck:
        return "deck empty"
    is_face_up = position.phase is not Phase.START and position.deck[0] is not None
    top_card = f", top {position.deck[0]}" if is_face_up else ""
    return f"deck {len(position.deck)}{top_card}"


def _seat_block(position: Position, seat: int) -> list[str]:
    player = position.players[seat]
    hand = " ".join("?" if card is None else str(card) for card in player.hand)
    return [
        f"seat {seat}: {player.points} points",
        f"hand {hand or 'empty'}",
        *draw_board(player.board).splitlines(),
    ]


def _side_by_side(blocks: list[list[str]]) -> list[str]:
    widths = [max(len(line) for line in block) + GAP for block in blocks]
    return [
        "".join(line.ljust(width) for line, width in zip(row, widths, strict=True)).rstrip()
        for row in zip(*blocks, strict=True)
    ]


def snapshot(position: Position) -> dict[str, object]:
    """The position as JSON-able data; a card that is not known is null."""
    return {
        "phase": str(position.phase),
        "turn": position.turn,
        "seat": position.to_play,
        "supply": dict(position.supply),
        "display": [{"card": c, "points": n} for c, n in position.display.items()],
        "deck": {"size": len(position.deck), "top": _top_card(position)},
        "players": [
            {
                "board": write_board(player.board),
                "stacks": dict(player.board),
                "points": player.points,
                "start_cards": list(player.start_cards),
                "taken": list(player.taken),
                "played": list(player.played),
                "scored": list(player.scored),
            }
            for player in position.players
        ],
    }


def _top_card(position: Position) -> int | None:
    """The deck's top card if it lies face up."""
    return position.deck[0] if position.deck and position.phase is not Phase.START else None
