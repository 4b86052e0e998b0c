"""Boards with their stacks seen from above: the top piece, and how high it lies."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from analyzer.wording import seat_label, seat_name, sentence
from reports.games.reef.looks import EDGE, PIECES, SEA, SEA_EDGE, letter_on
from reports.replay.drawing import BOARD, Panel
from reports.replay.scenes import NOW, Document, Frame
from reports.replay.sketch import MARK, Group, Rect, Shape, Sketch, Text

COLUMNS, ROWS = "abcd", "1234"
_CELL, _MARGIN = 60, 18
_LEDGE = 3.5
"""How far the pieces below the top one look out."""


def board_panels(document: Document, frame: Frame, marks: Mapping[str, str]) -> Iterator[Panel]:
    """A panel for the board of every seat."""
    names = document["players"]
    for seat, player in enumerate(frame["position"]["players"]):
        own = {place[1:]: when for place, when in marks.items() if place[0] == str(seat)}
        sketch = Sketch(
            _MARGIN + _CELL * len(COLUMNS) + 4,
            _MARGIN + _CELL * len(ROWS) + 4,
            [*_ground(), *_stacks(player["stacks"]), *_changes(own)],
            _board_text(seat_name(seat, len(names)), player["stacks"]),
        )
        yield Panel(BOARD, sentence(seat_label(seat, names)), sketch)


def _corner(cell: str) -> tuple[float, float]:
    return _MARGIN + _CELL * COLUMNS.index(cell[0]), _MARGIN + _CELL * ROWS.index(cell[1])


def _ground() -> Iterator[Shape]:
    for k, column in enumerate(COLUMNS):
        yield Text(_MARGIN + _CELL * (k + 0.5), _MARGIN / 2, column, 12)
    for k, row in enumerate(ROWS):
        yield Text(_MARGIN / 2, _MARGIN + _CELL * (k + 0.5), row, 12)
    for column in COLUMNS:
        for row in ROWS:
            x, y = _corner(column + row)
            yield Rect(x + 1, y + 1, _CELL - 2, _CELL - 2, 4, fill=SEA, stroke=SEA_EDGE)


def _stacks(stacks: Mapping[str, str]) -> Iterator[Shape]:
    for cell, stack in stacks.items():
        pieces = ", ".join(PIECES[colour].name for colour in reversed(stack))
        yield Group(tuple(_stack(cell, stack)), title=f"{cell}, from the top: {pieces}")


def _stack(cell: str, stack: str) -> Iterator[Shape]:
    x, y = _corner(cell)
    size = _CELL - 12 - 3 * _LEDGE
    for level, colour in enumerate(stack):
        out = _LEDGE * (len(stack) - 1 - level)
        yield Rect(
            x + 6 + out, y + 6 + out, size, size, 8, fill=PIECES[colour], stroke=EDGE, line=1.3
        )
    yield letter_on(x + 6 + 0.4 * size, y + 6 + size / 2, stack[-1], 20)
    yield Text(
        x + 6 + 0.78 * size, y + 6 + 0.72 * size, str(len(stack)), 14, fill="#111111", halo=3
    )


def _changes(marks: Mapping[str, str]) -> Iterator[Shape]:
    for cell, when in marks.items():
        x, y = _corner(cell)
        yield Rect(
            x + 0.5, y + 0.5, _CELL - 1, _CELL - 1, 8, stroke=MARK, name=f"changed {when}",
            line=3 if when == NOW else 1.6, dash=() if when == NOW else (2, 3),
        )  # fmt: skip


def _board_text(who: str, stacks: Mapping[str, str]) -> str:
    told = (f"{c} {PIECES[stack[-1]].name} {len(stack)} high" for c, stack in stacks.items())
    return f"Board of the {who}: {'; '.join(told) or 'empty'}"
