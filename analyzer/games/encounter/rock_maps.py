"""The rocks as rows of signs, for small maps in reports."""

from __future__ import annotations

from analyzer.games.encounter.judge.components import COLUMNS, ROWS, components


def rock_maps() -> dict[str, list[str]]:
    """By rock six rows of seven signs: `.` sand, `#` rock, `*` growth cell, start corals."""
    return {name: [_row(name, row) for row in ROWS] for name in components().rocks}


def _row(name: str, row: str) -> str:
    rock = components().rocks[name]
    cells = [f"{name}{column}{row}" for column in COLUMNS]
    return "".join(
        rock.start_corals.get(cell) or ("*" if cell == rock.growth_cell else "#")
        if cell in rock.cells
        else "."
        for cell in cells
    )
