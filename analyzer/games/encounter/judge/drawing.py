"""Looking at a position: rocks drawn as text (which parses back), and JSON for viewers.

A drawn rock has a line of column letters and six lines of seven signs: `.` sand, `#` bare rock,
`*` the empty growth cell, a colour letter for a tile; a digit after a sign is the seat whose
shrimp stands there. Rock D at the start of a game:

       a  b  c  d  e  f  g
    1  .  #  #  #  #  #  .
    2  #  #  #  o  .  #  #
    3  #  #  .  #  g  #  #
    4  #  w  #  *  #  #  #
    5  .  #  p  #  y  #  .
    6  .  #  #  .  #  #  .
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from analyzer.games.encounter.judge.components import COLUMNS, ROWS, components
from analyzer.games.encounter.judge.tiles import word
from analyzer.games.encounter.rules import ALGAE, COLOURS

if TYPE_CHECKING:
    from analyzer.games.encounter.judge.position import Position


def draw_rock(position: Position, rock: str) -> str:
    """One rock as text."""
    lines = ["   " + "  ".join(COLUMNS)]
    for row in ROWS:
        signs = [_sign(position, f"{rock}{column}{row}") for column in COLUMNS]
        lines.append(f"{row}  " + " ".join(f"{sign:<2}" for sign in signs).rstrip())
    return "\n".join(lines)


def _sign(position: Position, cell: str) -> str:
    if not position.is_rock_cell(cell):
        return "."
    bare = "*" if cell == components().rocks[cell[0]].growth_cell else "#"
    return position.tiles.get(cell, bare) + str(position.shrimps.get(cell, ""))


def read_rock(rock: str, text: str) -> tuple[dict[str, str], dict[str, int]]:
    """Tiles (colour by cell) and shrimps (seat by cell) of a drawn rock; ValueError if ill-drawn.

    The line of column letters and the row numbers may be left out.
    """
    lines = [line.split() for line in text.splitlines() if line.strip()]
    lines = [line for line in lines if line != list(COLUMNS)]
    lines = [line[1:] if len(line) == len(COLUMNS) + 1 else line for line in lines]
    if [len(line) for line in lines] != [len(COLUMNS)] * len(ROWS):
        raise ValueError(f"rock {rock} needs {len(ROWS)} lines of {len(COLUMNS)} signs")
    tiles, shrimps = {}, {}
    cells = components().rocks[rock].cells
    for row, line in zip(ROWS, lines, strict=True):
        for column, sign in zip(COLUMNS, line, strict=True):
            cell = f"{rock}{column}{row}"
            if (sign == ".") != (cell not in cells):
                raise ValueError(f"{cell} is drawn as {sign!r}, but sand and rock are fixed")
            if sign[0] in COLOURS:
                tiles[cell] = sign[0]
            if len(sign) > 1:
                shrimps[cell] = int(sign[1:])
    return tiles, shrimps


def text(position: Position) -> str:
    """The whole position as text, for debugging."""
    parts = [f"turn {position.turn}, seat {position.seat}"]
    if position.ended_by is not None:
        parts[0] += f", ended by {position.ended_by}"
    for rock in position.rocks:
        parts.append(f"rock {rock}\n{draw_rock(position, rock)}")
    sea = (f"{c}:{word(s.tiles)}{'' if s.has_cube else '!'}" for c, s in position.open_sea.items())
    tiles = (
        f"{t.number}:{t.face.stronger}>{t.face.weaker}({t.face.large}{t.face.small})"
        f"{'' if t.locked is None else '=' + t.locked}"
        for t in position.coral_tiles.values()
    )
    counts = " ".join(f"{c}{position.bag[c]}" for c in COLOURS)
    cubes = " ".join(f"{c}{position.larva_supply[c]}" for c in COLOURS)
    algae = " ".join(f"{a}{position.alga_supply[a]}" for a in ALGAE)
    parts += [
        "open sea  " + " ".join(sea),
        f"coral tiles  {' '.join(tiles)}  alga space {position.alga_space or 'empty'}",
        f"bag {counts}  bonus {word(position.bonus) or '-'}  cubes {cubes}  algae {algae}",
    ]
    for seat, p in enumerate(position.players):
        parts.append(
            f"seat {seat}  hand {word(p.hand) or '-'}  consumed {word(p.consumed) or '-'}"
            f"  larvae {word(p.larvae) or '-'}  parrotfish {word(p.parrotfish) or '-'}"
            f"  shrimps behind {p.shrimps_behind} eaten {p.shrimps_eaten}"
        )
    return "\n".join(parts)


def snapshot(position: Position) -> dict[str, object]:
    """The position as JSON-able data; cells are written without their rock (`d4`)."""
    return {
        "rocks": {rock: _rock_data(position, rock) for rock in position.rocks},
        "open_sea": {
            c: {"tiles": word(s.tiles), "cube": s.has_cube} for c, s in position.open_sea.items()
        },
        "coral_tiles": [
            {
                "id": t.number,
                "star_up": t.star_up,
                "stronger": t.face.stronger,
                "weaker": t.face.weaker,
                "large": t.face.large,
                "small": t.face.small,
                "locked": t.locked,
            }
            for t in position.coral_tiles.values()
        ],
        "alga_space": position.alga_space,
        "alga_supply": dict(position.alga_supply),
        "values": position.values(),
        "larva_supply": dict(position.larva_supply),
        "bag": dict(position.bag),
        "bonus": word(position.bonus),
        "players": _player_data(position),
        "turn": position.turn,
        "seat": position.seat,
    }


def _rock_data(position: Position, rock: str) -> dict[str, object]:
    cells = components().rocks[rock].cells
    return {
        "cells": {c[1:]: position.tiles[c] for c in cells if c in position.tiles},
        "shrimps": {c[1:]: position.shrimps[c] for c in cells if c in position.shrimps},
        "protected": [c[1:] for c in cells if position.is_protected(c)],
    }


def _player_data(position: Position) -> list[dict[str, object]]:
    return [
        {
            "hand": word(p.hand),
            "consumed": word(p.consumed),
            "larvae": word(p.larvae),
            "parrotfish": word(p.parrotfish),
            "shrimps_behind": p.shrimps_behind,
            "shrimps_eaten": p.shrimps_eaten,
            "score": score,
        }
        for p, score in zip(position.players, position.scores(), strict=True)
    ]
