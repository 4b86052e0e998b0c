"""The rocks with corals and shrimps on them, and rocks as small maps."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from analyzer.games.encounter.judge.components import components
from analyzer.wording import seat_name
from reports.games.encounter.looks import POLYPS, ROCK, ROCK_EDGE, SAND, letter_on
from reports.replay.drawing import BOARD, Panel
from reports.replay.scenes import NOW, Document, Frame
from reports.replay.sketch import MARK, Group, Polygon, Rect, Shape, Sketch, Text, seat_badge

COLUMNS, ROWS = "abcdefg", "123456"
_CELL, _MARGIN = 40, 18
_MAP_CELL, _MAP_GAP = 6.0, 10.0


def rock_panels(document: Document, frame: Frame, marks: Mapping[str, str]) -> Iterator[Panel]:
    """A panel for every rock in play."""
    for rock, shape in document["rocks"].items():
        state = frame["position"]["rocks"][rock]
        own = {cell[1:]: when for cell, when in marks.items() if cell[0] == rock}
        sketch = Sketch(
            _MARGIN + _CELL * len(COLUMNS) + 4,
            _MARGIN + _CELL * len(ROWS) + 4,
            [*_ground(shape), *_corals(state), *_shrimps(state), *_changes(own)],
            _rock_text(rock, state, len(document["players"])),
        )
        yield Panel(BOARD, f"Rock {rock}", sketch)


def _corner(name: str) -> tuple[float, float]:
    return _MARGIN + _CELL * COLUMNS.index(name[0]), _MARGIN + _CELL * ROWS.index(name[1])


def _neighbour(name: str, dx: int, dy: int) -> str:
    """The cell beside one; no cell's name beyond the edge."""
    column, row = COLUMNS.index(name[0]) + dx, ROWS.index(name[1]) + dy
    return f"{COLUMNS[column : column + 1]}{ROWS[row : row + 1]}"


def _ground(shape: Mapping[str, Any]) -> Iterator[Shape]:
    yield Rect(_MARGIN, _MARGIN, _CELL * len(COLUMNS), _CELL * len(ROWS), 6, fill=SAND)
    for k, column in enumerate(COLUMNS):
        yield Text(_MARGIN + _CELL * (k + 0.5), _MARGIN / 2, column, 12)
    for k, row in enumerate(ROWS):
        yield Text(_MARGIN / 2, _MARGIN + _CELL * (k + 0.5), row, 12)
    for name in shape["cells"]:
        x, y = _corner(name)
        yield Rect(x + 1, y + 1, _CELL - 2, _CELL - 2, 3, fill=ROCK, stroke=ROCK_EDGE)
        if name == shape["growth"]:
            yield Text(x + _CELL / 2, y + _CELL / 2, "+", 26, fill="#ffffff")


def _corals(state: Mapping[str, Any]) -> Iterator[Shape]:
    cells: Mapping[str, str] = state["cells"]
    for name, colour in cells.items():
        yield Group(tuple(_tile(name, colour, cells)))
    for name, colour in cells.items():
        x, y = _corner(name)
        if name in state["protected"]:
            size = _CELL - 12
            yield Rect(x + 6, y + 6, size, size, 4, stroke="#111111", line=1.8, dash=(4, 2.5))
        if name not in state["shrimps"]:
            yield letter_on(x + _CELL / 2, y + _CELL / 2 + 1, colour, 18)


def _tile(name: str, colour: str, cells: Mapping[str, str]) -> Iterator[Shape]:
    """A tile, and the bridges that make the tiles of one coral hang together."""
    x, y = _corner(name)
    look = POLYPS[colour]
    yield Rect(x + 3, y + 3, _CELL - 6, _CELL - 6, 7, fill=look, stroke="#222222", line=1.2)
    if cells.get(_neighbour(name, 1, 0)) == colour:
        left, right, top, bottom = x + _CELL - 6, x + _CELL + 6, y + 9, y + _CELL - 9
        yield Rect(left, top, right - left, bottom - top, fill=look)
        for edge in (top, bottom):
            yield _edge((left + 2.4, edge), (right - 2.4, edge))
    if cells.get(_neighbour(name, 0, 1)) == colour:
        left, right, top, bottom = x + 9, x + _CELL - 9, y + _CELL - 6, y + _CELL + 6
        yield Rect(left, top, right - left, bottom - top, fill=look)
        for edge in (left, right):
            yield _edge((edge, top + 2.4), (edge, bottom - 2.4))


def _edge(start: tuple[float, float], end: tuple[float, float]) -> Polygon:
    return Polygon((start, end), is_open=True, stroke="#222222", line=1.2)


def _shrimps(state: Mapping[str, Any]) -> Iterator[Shape]:
    for name, seat in state["shrimps"].items():
        x, y = _corner(name)
        colour = state["cells"].get(name)
        aside, up = (5, 3) if colour else (0, 0)
        yield seat_badge(x + _CELL / 2 + aside, y + _CELL / 2 - up, seat, 10)
        if colour:
            yield letter_on(x + 12, y + _CELL - 13, colour, 13)


def _changes(marks: Mapping[str, str]) -> Iterator[Shape]:
    for name, when in marks.items():
        x, y = _corner(name)
        yield Rect(
            x + 0.5, y + 0.5, _CELL - 1, _CELL - 1, 8, stroke=MARK, name=f"changed {when}",
            line=3 if when == NOW else 1.6, dash=() if when == NOW else (2, 3),
        )  # fmt: skip


def _rock_text(rock: str, state: Mapping[str, Any], players: int) -> str:
    tiles = []
    for name, colour in state["cells"].items():
        seat = state["shrimps"].get(name)
        guard = ", protected" if name in state["protected"] else ""
        more = guard if seat is None else f", shrimp of the {seat_name(seat, players)}"
        tiles.append(f"{name} {POLYPS[colour].name}{more}")
    return f"Rock {rock}: {'; '.join(tiles) or 'no tiles'}"


def small_maps(rocks: str) -> Sketch:
    """Some rocks as they are at the start, as small maps beside each other."""
    width = _MAP_CELL * len(COLUMNS) + _MAP_GAP
    shapes: list[Shape] = []
    for k, letter in enumerate(rocks):
        rock, left = components().rocks[letter], k * width + _MAP_GAP
        shapes.append(Text(left - 5, 5, letter, 9))
        for cell in rock.cells:
            x = left + _MAP_CELL * COLUMNS.index(cell[1])
            y = _MAP_CELL * ROWS.index(cell[2])
            colour = rock.start_corals.get(cell)
            fill = POLYPS[colour].fill if colour else "#8a8178"
            size = 0.92 * _MAP_CELL
            shapes.append(Rect(x, y, size, size, fill=fill, stroke="#333333", line=0.3))
    return Sketch(len(rocks) * width, _MAP_CELL * len(ROWS), shapes, f"rocks {', '.join(rocks)}")
