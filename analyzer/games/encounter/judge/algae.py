"""Alga cylinders and coral tiles (action 7)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from analyzer.games.encounter.judge.tiles import total
from analyzer.games.encounter.rules import ALGA_NAMES, ALGAE

if TYPE_CHECKING:
    from analyzer.games.encounter.judge.position import CoralTile, Position

TILES_FOR_LAST_LOCK = 2
"""Tiles a parrotfish must hold before its player may lock the last coral tile."""


def alga_objection(position: Position, seat: int, alga: str, lock: int | None) -> str | None:
    """Why the seat may not play a cylinder (onto a coral tile, or None: the alga space)."""
    if not position.alga_supply[alga]:
        return f"no {ALGA_NAMES[alga]} alga cylinder is in supply"
    return None if lock is None else _lock_objection(position, seat, alga, lock)


def _lock_objection(position: Position, seat: int, alga: str, lock: int) -> str | None:
    if not position.players[seat].shrimps_eaten:
        return f"seat {seat} has not eaten yet and may not lock a coral tile"
    if position.use.has_locked:
        return "only one coral tile may be locked in a turn"
    tile = position.coral_tiles.get(lock)
    if tile is None:
        return f"there is no coral tile {lock}"
    if tile.locked is not None:
        return f"coral tile {lock} is already locked"
    if tile.face.large != alga:
        large = ALGA_NAMES[tile.face.large]
        return f"the large alga of coral tile {lock} is {large}, not {ALGA_NAMES[alga]}"
    eaten = total(position.players[seat].parrotfish)
    if len(uncovered(position)) == 1 and eaten < TILES_FOR_LAST_LOCK:
        return (
            f"the last coral tile may be locked only with {TILES_FOR_LAST_LOCK} tiles in the "
            f"parrotfish; seat {seat} has {eaten}"
        )
    return None


def alga_plays(position: Position, seat: int) -> list[tuple[str, int | None]]:
    """Legal plays of a cylinder; none without a consumed tile to pay with."""
    if not total(position.players[seat].consumed):
        return []
    plays: list[tuple[str, int | None]] = [(alga, None) for alga in ALGAE]
    plays += [(tile.face.large, tile.number) for tile in uncovered(position)]
    return [play for play in plays if alga_objection(position, seat, *play) is None]


def uncovered(position: Position) -> list[CoralTile]:
    """The coral tiles without a cylinder."""
    return [tile for tile in position.coral_tiles.values() if tile.locked is None]


def put_cylinder(position: Position, alga: str, lock: int | None) -> None:
    """Put a cylinder from the supply on a coral tile or the alga space and turn tiles over."""
    position.alga_supply[alga] -= 1
    if lock is not None:
        position.coral_tiles[lock].locked = alga
    else:
        if position.alga_space is not None:
            position.alga_supply[position.alga_space] += 1
        position.alga_space = alga
    for tile in uncovered(position):
        if tile.face.large == alga:
            tile.star_up = not tile.star_up
