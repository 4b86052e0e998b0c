"""Where a polyp tile may be placed, and when the extra growth is due (actions 2 and 3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from analyzer.games.encounter.judge.components import components
from analyzer.games.encounter.rules import COLOUR_NAMES, COLOURS

if TYPE_CHECKING:
    from analyzer.games.encounter.judge.position import Position

ATTACKING_SIZE = 2
"""Tiles a coral needs to attack."""


def placement_objection(position: Position, colour: str, cell: str) -> str | None:
    """Why a tile of the colour may not be placed on the cell; None if it may."""
    if not position.is_rock_cell(cell):
        return f"{cell} is not a rock cell of this game"
    if cell in position.tiles:
        objection = _attack_objection(position, colour, cell)
        if objection is not None:
            return objection
    elif cell in position.shrimps:
        return f"a shrimp stands on the bare rock at {cell}"
    if joins_guarded_corals(position, colour, cell):
        return f"{COLOUR_NAMES[colour]} on {cell} would join corals that each hold a shrimp"
    return None


def _attack_objection(position: Position, colour: str, cell: str) -> str | None:
    target = position.tiles[cell]
    name, target_name = COLOUR_NAMES[colour], COLOUR_NAMES[target]
    if target == colour:
        return f"{cell} already holds {name}"
    if not position.is_stronger(colour, target):
        return f"{name} is not stronger than {target_name}, which holds {cell}"
    if position.is_protected(cell):
        return f"a shrimp protects the {target_name} tile on {cell}"
    for neighbour in position.neighbours[cell]:
        coral = position.coral_at(neighbour)
        if coral is not None and coral.colour == colour and len(coral.cells) >= ATTACKING_SIZE:
            return None
    return f"no {name} coral of at least {ATTACKING_SIZE} tiles is next to {cell}"


def joins_guarded_corals(position: Position, colour: str, cell: str) -> bool:
    """Whether a tile of the colour on the cell joins two or more corals that each hold a shrimp."""
    beside = {position.coral_at(c) for c in position.neighbours[cell]}
    guarded = [
        coral
        for coral in beside
        if coral is not None and coral.colour == colour and position.shrimp_on(coral) is not None
    ]
    return len(guarded) > 1


def legal_placements(position: Position, colour: str) -> set[str]:
    """All cells where a tile of the colour may be placed."""
    return {
        cell for cell in position.rock_cells if placement_objection(position, colour, cell) is None
    }


def has_placement(position: Position, colour: str) -> bool:
    """Whether a tile of the colour may be placed anywhere."""
    return any(placement_objection(position, colour, cell) is None for cell in position.rock_cells)


def is_nowhere_left(position: Position) -> bool:
    """Whether no colour has a legal placement anywhere, whatever anyone holds."""
    return not any(has_placement(position, colour) for colour in COLOURS)


def extra_growth_cell(position: Position, colour: str, placed: str) -> str | None:
    """The growth cell that must be filled right after a tile was placed, or None."""
    if not position.rules.extra_growth or not position.bonus[colour]:
        return None
    cell = components().rocks[placed[0]].growth_cell
    if cell not in position.neighbours[placed]:
        return None
    if cell in position.tiles or cell in position.shrimps:
        return None
    return None if joins_guarded_corals(position, colour, cell) else cell
