"""Where shrimps may stand, and which corals may be eaten (actions 1, 4 and 5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from analyzer.games.encounter.judge.position import Coral, Position


def introduce_objection(position: Position, seat: int, cell: str) -> str | None:
    """Why the seat may not introduce a shrimp onto the cell; None if it may."""
    if position.use.has_introduced:
        return "only one shrimp may be introduced in a turn"
    if position.players[seat].shrimps_behind == 0:
        return f"seat {seat} has no shrimp behind the screen"
    if not position.is_rock_cell(cell):
        return f"{cell} is not a rock cell of this game"
    coral = position.coral_at(cell)
    if coral is None:
        return f"a shrimp is introduced onto a tile, but {cell} is bare rock"
    if position.shrimp_on(coral) is not None:
        return f"the coral at {cell} already holds a shrimp"
    n_on_rocks = len(position.shrimps_of(seat))
    if n_on_rocks >= position.rules.shrimps_on_rocks:
        return f"seat {seat} already has {n_on_rocks} shrimps on the rocks"
    return _crowd_objection(position, seat, cell)


def introduce_targets(position: Position, seat: int) -> set[str]:
    """Tiles onto which the seat may introduce a shrimp."""
    return {c for c in position.tiles if introduce_objection(position, seat, c) is None}


def move_objection(position: Position, seat: int, start: str, target: str | None) -> str | None:
    """Why the seat may not move its shrimp from start to target (None: behind the screen)."""
    owner = position.shrimps.get(start)
    if owner is None:
        return f"no shrimp stands on {start}"
    if owner != seat:
        return f"the shrimp on {start} belongs to seat {owner}"
    if target is None:
        return None
    if not position.is_rock_cell(target):
        return f"{target} is not a rock cell of this game"
    if target == start:
        return f"the shrimp already stands on {start}"
    if target in position.shrimps:
        return f"a shrimp already stands on {target}"
    coral = position.coral_at(target)
    if coral is not None and start not in coral.cells and position.shrimp_on(coral) is not None:
        return f"the coral at {target} already holds a shrimp"
    return None if target[0] == start[0] else _crowd_objection(position, seat, target)


def move_targets(position: Position, seat: int, start: str) -> set[str]:
    """Cells to which the seat may move its shrimp from start, bare rock included."""
    return {c for c in position.rock_cells if move_objection(position, seat, start, c) is None}


def _crowd_objection(position: Position, seat: int, cell: str) -> str | None:
    n_there = sum(other[0] == cell[0] for other in position.shrimps_of(seat))
    if n_there >= position.rules.shrimps_per_rock:
        return f"seat {seat} already has {n_there} shrimps on rock {cell[0]}"
    return None


def eat_objection(position: Position, seat: int, cell: str, final: bool) -> str | None:
    """Why the seat may not eat the coral on which its shrimp stands at the cell; None if it may."""
    owner = position.shrimps.get(cell)
    if owner is None:
        return f"no shrimp stands on {cell}"
    if owner != seat:
        return f"the shrimp on {cell} belongs to seat {owner}"
    coral = position.coral_at(cell)
    if coral is None:
        return f"the shrimp on {cell} stands on bare rock"
    least = position.rules.final_min_edible if final else position.rules.min_edible
    if len(coral.cells) < least:
        return f"the coral at {cell} has {len(coral.cells)} tiles; {least} are needed to eat it"
    return None


def edible_corals(position: Position, seat: int, final: bool) -> dict[str, Coral]:
    """Corals that the seat may eat, by the cell of its shrimp."""
    found = {}
    for cell in position.shrimps_of(seat):
        coral = position.coral_at(cell)
        if coral is not None and eat_objection(position, seat, cell, final) is None:
            found[cell] = coral
    return found
