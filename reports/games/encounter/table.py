"""What lies beside the rocks: coral tiles with the values, the open sea, and players' holdings."""

from __future__ import annotations

import math
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from analyzer.wording import seat_label
from reports.games.encounter.looks import ALGAE, POLYPS, counted_colours, letter_on
from reports.replay.drawing import SEAT, SIDE, Panel
from reports.replay.sketch import (
    CARD,
    INK,
    LINE,
    SOFT,
    Circle,
    Group,
    Polygon,
    Rect,
    Shape,
    Sketch,
    Text,
)

_SIDE = 340
"""Width of what lies beside the rocks."""
_SPACE, _SPACE_GAP = 64, 5
_HOLDINGS, _ROW, _TERM, _SHRIMPS = 362, 26, 78, 260
"""Width of a player's holdings, height of their rows, width of what they are called, and where
the shrimps are told."""

Position = Mapping[str, Any]


def coral_tile_panel(position: Position) -> Panel:
    """The coral tiles in their ring, and in it what a tile of each colour is worth."""
    tiles = position["coral_tiles"]
    shapes: list[Shape] = []
    for k, tile in enumerate(tiles):
        angle = 2 * math.pi * k / len(tiles) - math.pi / 2
        shapes.append(_coral_tile(170 + 136 * math.cos(angle), 170 + 140 * math.sin(angle), tile))
    shapes += [*_values(position["values"]), _alga_space(position["alga_space"])]
    return Panel(SIDE, "Coral tiles", Sketch(_SIDE, _SIDE, shapes, _ring_text(position)))


def _ring_text(position: Position) -> str:
    tiles = (f"{tile['id']} {_coral_tile_text(tile)}" for tile in position["coral_tiles"])
    values = (f"{look.name} {position['values'][c]}" for c, look in POLYPS.items())
    return f"Values: {', '.join(values)}. Coral tiles: {'; '.join(tiles)}"


def _coral_tile_text(tile: Mapping[str, Any]) -> str:
    sides = f"{POLYPS[tile['stronger']].name} over {POLYPS[tile['weaker']].name}"
    algae = f"large alga {ALGAE[tile['large']].name}, small {ALGAE[tile['small']].name}"
    return f"{sides}, {algae}{', locked' if tile['locked'] else ''}"


def _coral_tile(x: float, y: float, tile: Mapping[str, Any]) -> Group:
    is_locked = tile["locked"]
    parts = [
        Rect(
            0, 0, 64, 52, 7, fill=CARD, stroke=INK if is_locked else LINE,
            line=3.5 if is_locked else 1.5,
        ),
        *_disc(18, 19, tile["stronger"], 12.5),
        *_disc(47, 23, tile["weaker"], 8.5),
        Text(33.5, 21, "›", 15, fill=SOFT),
        _cylinder(18, 42, tile["large"], 1),
        _cylinder(34, 43, tile["small"], 0.75),
        Text(57, 7.5, str(tile["id"]), 9, fill=SOFT),
    ]  # fmt: skip
    if is_locked:
        parts += [
            Rect(50, 35.5, 6, 8, 3, stroke=INK, line=1.8),
            Rect(47.5, 40, 11, 8.5, 1.5, fill=INK),
        ]
    title = f"coral tile {tile['id']}: {_coral_tile_text(tile)}"
    return Group(tuple(parts), x - 32, y - 26, title=title)


def _disc(x: float, y: float, colour: str, r: float) -> Iterator[Shape]:
    yield Circle(x, y, r, fill=POLYPS[colour], stroke="#222222")
    yield letter_on(x, y + 0.5, colour, 1.2 * r)


def _cylinder(x: float, y: float, alga: str, scale: float) -> Group:
    letter = Text(0, 0.5, alga.upper(), 11, fill="#ffffff", is_bold=True)
    return Group((Rect(-9, -7, 18, 14, 5, fill=ALGAE[alga].fill), letter), x, y, scale)


def _values(values: Mapping[str, int]) -> Iterator[Shape]:
    yield Text(170, 108, "value of a tile", 12, fill=SOFT)
    for k, colour in enumerate(POLYPS):
        y = 128 + 21 * k
        bars = (Rect(170 + 8 * i, y - 4, 6, 8, fill=SOFT) for i in range(values[colour]))
        number = Text(158, y, str(values[colour]), 16, is_bold=True)
        yield Group((*_disc(136, y, colour, 9), number, *bars))


def _alga_space(alga: str | None) -> Group:
    space: Shape = Rect(190, 228, 20, 16, 5, stroke=SOFT, dash=(3, 2))
    if alga:
        space = _cylinder(200, 236, alga, 1.1)
    title = f"alga space: {ALGAE[alga].name if alga else 'empty'}"
    return Group((Text(155, 236, "alga space", 12, fill=SOFT), space), title=title)


# --- the open sea --------------------------------------------------------------------------------


def open_sea_panel(position: Position) -> Panel:
    """The spaces of the open sea, and the supply below them."""
    shapes: list[Shape] = []
    for k, (colour, space) in enumerate(position["open_sea"].items()):
        shapes.append(Group(tuple(_space(colour, space)), k * (_SPACE + _SPACE_GAP)))
    for k, line in enumerate(textwrap.wrap(_supply(position), 48)):
        shapes.append(Text(0, 134 + 18 * k, line, 13, fill=SOFT, anchor="start"))
    return Panel(SIDE, "Open sea", Sketch(_SIDE, 180, shapes, _open_sea_text(position)))


def _space(colour: str, space: Mapping[str, Any]) -> Iterator[Shape]:
    yield Rect(0.5, 0.5, _SPACE - 1, 115, 6, stroke=LINE)
    yield Rect(4, 5, _SPACE - 8, 8, 3, fill=POLYPS[colour], stroke="#222222")
    if space["cube"]:
        yield _cube(_SPACE / 2 - 12, 17, colour)
    else:
        yield Text(_SPACE / 2, 29, "no cube", 11, fill=SOFT)
    for k, letter in enumerate(space["tiles"]):
        x = _SPACE / 2 - 12 if k == 2 else _SPACE / 2 - 26 + 28 * k
        yield _tile(x, 81 if k == 2 else 53, letter)


def _tile(x: float, y: float, colour: str) -> Group:
    square = Rect(2, 2, 20, 20, 5, fill=POLYPS[colour], stroke="#222222", line=1.2)
    return Group((square, letter_on(12, 12.5, colour, 14)), x, y)


def _cube(x: float, y: float, colour: str) -> Group:
    outline = Polygon(
        ((4, 8), (9, 3), (21, 3), (21, 16), (16, 21), (4, 21)),
        fill=POLYPS[colour], stroke="#222222", line=1.2,
    )  # fmt: skip
    edges = (((4, 8), (16, 8), (16, 21)), ((16, 8), (21, 3)))
    lines = (Polygon(edge, is_open=True, stroke="#222222", line=1.2) for edge in edges)
    return Group((outline, *lines, letter_on(10, 15, colour, 12)), x, y)


def _supply(position: Position) -> str:
    cubes = ", ".join(f"{c} {n}" for c, n in position["larva_supply"].items())
    algae = ", ".join(f"{ALGAE[a].name} {n}" for a, n in position["alga_supply"].items())
    return (
        f"Bag {sum(position['bag'].values())} tiles; bonus tiles {position['bonus'] or 'none'};"
        f" cubes in supply {cubes}; alga cylinders {algae}."
    )


def _open_sea_text(position: Position) -> str:
    spaces = (
        f"{POLYPS[c].name} space: tiles {space['tiles'] or 'none'},"
        f" {'with its cube' if space['cube'] else 'no cube'}"
        for c, space in position["open_sea"].items()
    )
    return f"{'; '.join(spaces)}. {_supply(position)}"


# --- the players ---------------------------------------------------------------------------------


def holdings_panel(seat: int, names: Sequence[str], player: Mapping[str, Any]) -> Panel:
    """What a player holds, in front of and behind the screen."""
    eaten = f"shrimps eaten {player['shrimps_eaten']}"
    behind = f"behind screen {player['shrimps_behind']}"
    shapes = [
        *_holding(0, "consumed", player["consumed"], _tile),
        Text(_SHRIMPS, 0.5 * _ROW, eaten, 12.5, anchor="start"),
        *_holding(1, "larva cubes", player["larvae"], _cube, is_hidden=True),
        Text(_SHRIMPS, 1.5 * _ROW, behind, 12.5, anchor="start", is_hidden=True),
        *_holding(2, "tiles", player["hand"], _tile, is_hidden=True),
        *_holding(3, "parrotfish", player["parrotfish"], _tile, is_hidden=True),
    ]
    return Panel(SEAT, seat_label(seat, names), Sketch(_HOLDINGS, 4 * _ROW, shapes), seat)


def _holding(
    row: int, term: str, letters: str, icon: Any, is_hidden: bool = False
) -> Iterator[Shape]:
    """A row of holdings: what it is, and how many of each colour."""
    y = row * _ROW
    yield Text(0, y + _ROW / 2, term, 12.5, fill=SOFT, anchor="start", is_hidden=is_hidden)
    if letters == "":
        yield Text(_TERM, y + _ROW / 2, "–", 12.5, anchor="start", is_hidden=is_hidden)
    for k, (colour, n) in enumerate(counted_colours(letters)):
        x = _TERM - 2 + 35 * k
        parts = (icon(x, y + 1, colour), Text(x + 25, y + _ROW / 2, str(n), 13, anchor="start"))
        yield Group(parts, title=f"{n} {POLYPS[colour].name}", is_hidden=is_hidden)
