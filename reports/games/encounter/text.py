"""The table of Reef Encounter as text.

Signs on a rock: a letter is a polyp tile, a digit after it the player whose shrimp stands
there (1 starts), `'` a tile protected by a shrimp beside it, `#` bare rock, `*` the empty growth
cell, `.` sand. Cells that the turn changed have a `+` before them.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from analyzer.wording import seat_label
from reports.games.encounter.looks import POLYPS, counted_colours
from reports.games.encounter.rocks import COLUMNS, ROWS
from reports.replay.drawing import Paint
from reports.replay.scenes import Document, Scene

SIGNS = (
    "letter tile, digit shrimp of that player, ' protected, # bare rock, * growth cell, . sand,"
    " + changed in this turn"
)

# 256-colour codes: text, background. All tiles are light, so black letters stay readable.
_TILE_CODES = {"w": 255, "y": 221, "o": 208, "p": 218, "g": 246}
_ROCK_CODE = "38;5;250;48;5;238"


def table_lines(
    document: Document, scene: Scene, width: int, paint: Paint, hidden: bool
) -> list[str]:
    """The table at the end of a turn: rocks, coral tiles, open sea, supply and players.

    `width` is in characters; `hidden` shows what is behind the screens.
    """
    position = scene.position
    seats = range(len(document["players"]))
    return [
        *_rocks(document, scene, width, paint),
        "",
        *_coral_tiles(position, paint),
        _open_sea(position, paint),
        *_stock(position, paint),
        "",
        *(line for seat in seats for line in _player(document, scene, seat, hidden, paint)),
    ]


def _tile(letter: str, paint: Paint) -> str:
    return paint(letter, f"30;48;5;{_TILE_CODES[letter]}")


def _counts(letters: str, paint: Paint) -> str:
    """Tiles or cubes by colour: `w2 g1`."""
    return " ".join(_tile(c, paint) + str(n) for c, n in counted_colours(letters)) or "-"


# --- the rocks -----------------------------------------------------------------------------------


def _rocks(document: Document, scene: Scene, width: int, paint: Paint) -> list[str]:
    """The rocks beside each other, as many in a row as fit."""
    blocks = [_rock(document, scene, rock, paint) for rock in document["rocks"]]
    block_width = 2 + 3 * len(COLUMNS) + 3
    per_row = max(1, width // block_width)
    lines: list[str] = []
    for start in range(0, len(blocks), per_row):
        if lines:
            lines.append("")
        row = blocks[start : start + per_row]
        lines += ["   ".join(parts) for parts in zip(*row, strict=True)]
    return lines


def _rock(document: Document, scene: Scene, rock: str, paint: Paint) -> list[str]:
    shape, state = document["rocks"][rock], scene.position["rocks"][rock]
    lines = [paint(rock, "1") + " " + "".join(f" {column} " for column in COLUMNS)]
    for row in ROWS:
        cells = (
            _cell(f"{column}{row}", rock, shape, state, scene.changed, paint) for column in COLUMNS
        )
        lines.append(f"{row} " + "".join(cells))
    return lines


def _cell(
    name: str,
    rock: str,
    shape: dict[str, Any],
    state: dict[str, Any],
    changed: set[str],
    paint: Paint,
) -> str:
    """Three characters of one cell."""
    if name not in shape["cells"]:
        return paint(" . ", "2")
    tile = state["cells"].get(name)
    sign = tile or ("*" if name == shape["growth"] else "#")
    is_changed = f"{rock}{name}" in changed
    if name in state["shrimps"]:
        mark = str(state["shrimps"][name] + 1)
    else:
        mark = "'" if name in state["protected"] else " "
    codes = f"30;48;5;{_TILE_CODES[tile]}" if tile else _ROCK_CODE
    return paint(("+" if is_changed else " ") + sign + mark, codes + (";1" if is_changed else ""))


# --- the rest of the table -----------------------------------------------------------------------


def _coral_tiles(position: dict[str, Any], paint: Paint) -> Iterable[str]:
    values = "  ".join(f"{_tile(c, paint)} {position['values'][c]}" for c in POLYPS)
    yield f"values       {values}"
    tiles = [_coral_tile(tile, paint) for tile in position["coral_tiles"]]
    yield f"coral tiles  {'  '.join(tiles[:5])}"
    yield f"             {'  '.join(tiles[5:])}"
    yield "             (stronger>weaker, its large and small alga, = locked)"


def _coral_tile(tile: dict[str, Any], paint: Paint) -> str:
    """Twelve characters of one coral tile."""
    locked = "=" if tile["locked"] else " "
    sides = f"{_tile(tile['stronger'], paint)}>{_tile(tile['weaker'], paint)}"
    return f"{tile['id']:>2}{locked}{sides} {tile['large'].upper()}{tile['small']}"


def _open_sea(position: dict[str, Any], paint: Paint) -> str:
    spaces = (
        f"{_tile(c, paint)}: {''.join(_tile(t, paint) for t in space['tiles']) or '-'}"
        f"{'' if space['cube'] else ' (no cube)'}"
        for c, space in position["open_sea"].items()
    )
    return f"open sea     {'   '.join(spaces)}"


def _stock(position: dict[str, Any], paint: Paint) -> Iterable[str]:
    bag = sum(position["bag"].values())
    cubes = "".join(c * n for c, n in position["larva_supply"].items())
    algae = " ".join(f"{a}{n}" for a, n in position["alga_supply"].items())
    yield f"supply       bag {bag}, bonus {position['bonus'] or '-'}, cubes {_counts(cubes, paint)}"
    yield f"             algae {algae}, alga space {position['alga_space'] or 'empty'}"


def _player(
    document: Document, scene: Scene, seat: int, hidden: bool, paint: Paint
) -> Iterable[str]:
    player = scene.position["players"][seat]
    active = ">" if seat == scene.seat else " "
    yield paint(f"{active}{seat + 1} {seat_label(seat, document['players'])}", "1") + (
        f": {player['score']} points" if hidden else ""
    )
    eaten, consumed = player["shrimps_eaten"], _counts(player["consumed"], paint)
    yield f"    in front   consumed {consumed}, shrimps eaten {eaten}"
    if hidden:
        yield (
            f"    behind     tiles {_counts(player['hand'], paint)}, cubes"
            f" {_counts(player['larvae'], paint)}, shrimps {player['shrimps_behind']}"
        )
        yield f"    parrotfish {_counts(player['parrotfish'], paint)}"
