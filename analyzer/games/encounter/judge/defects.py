"""What can be wrong with a position by counting its pieces: a list of named defects."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from analyzer.games.encounter.judge.components import (
    CUBES_PER_COLOUR,
    CYLINDERS_PER_COLOUR,
    SEA_SPACE_LIMIT,
    SHRIMPS_PER_PLAYER,
    TILES_PER_COLOUR,
)
from analyzer.games.encounter.rules import ALGAE, COLOURS

if TYPE_CHECKING:
    from analyzer.games.encounter.judge.position import Position

VALUES_SUM = 15


@dataclass(frozen=True, slots=True)
class Defect:
    """One thing that cannot be: a name for programs, a sentence for humans."""

    name: str
    detail: str


def inventory_defects(position: Position) -> list[Defect]:
    """All defects of a position, none for a sound one."""
    return [
        *_count_defects("tile_count", TILES_PER_COLOUR, COLOURS, _tile_heaps(position)),
        *_count_defects("cube_count", CUBES_PER_COLOUR, COLOURS, _cube_heaps(position)),
        *_count_defects("cylinder_count", CYLINDERS_PER_COLOUR, ALGAE, _cylinder_heaps(position)),
        *_shrimp_defects(position),
        *_board_defects(position),
        *_sea_defects(position),
    ]


def _tile_heaps(position: Position) -> list[Mapping[str, int]]:
    heaps: list[Mapping[str, int]] = [position.bag, position.bonus]
    heaps.append(Counter(position.tiles.values()))
    heaps += [space.tiles for space in position.open_sea.values()]
    for player in position.players:
        heaps += [player.hand, player.consumed, player.parrotfish]
    return heaps


def _cube_heaps(position: Position) -> list[Mapping[str, int]]:
    on_sea = {c: int(space.has_cube) for c, space in position.open_sea.items()}
    return [position.larva_supply, on_sea, *(p.larvae for p in position.players)]


def _cylinder_heaps(position: Position) -> list[Mapping[str, int]]:
    on_board = Counter(t.locked for t in position.coral_tiles.values() if t.locked is not None)
    if position.alga_space is not None:
        on_board[position.alga_space] += 1
    return [position.alga_supply, on_board]


def _count_defects(
    name: str, due: int, letters: Iterable[str], heaps: list[Mapping[str, int]]
) -> Iterator[Defect]:
    for letter in letters:
        n = sum(heap.get(letter, 0) for heap in heaps)
        if n != due:
            yield Defect(name, f"{n} of {letter} instead of {due}")
        if any(heap.get(letter, 0) < 0 for heap in heaps):
            yield Defect("negative_count", f"a heap holds fewer than none of {letter}")


def _shrimp_defects(position: Position) -> Iterator[Defect]:
    for seat, player in enumerate(position.players):
        cells = position.shrimps_of(seat)
        n = len(cells) + player.shrimps_behind + player.shrimps_eaten
        if n != SHRIMPS_PER_PLAYER or player.shrimps_behind < 0:
            yield Defect("shrimp_count", f"seat {seat} has {n} shrimps")
        if len(cells) > position.rules.shrimps_on_rocks:
            yield Defect("shrimps_on_rocks", f"seat {seat} has {len(cells)} on the rocks")
        for rock, n_there in Counter(cell[0] for cell in cells).items():
            if n_there > position.rules.shrimps_per_rock:
                yield Defect("shrimps_per_rock", f"seat {seat} has {n_there} on rock {rock}")
    for coral, n in Counter(position.coral_at(cell) for cell in position.shrimps).items():
        if coral is not None and n > 1:
            yield Defect("shrimps_on_coral", f"{n} shrimps on the coral at {min(coral.cells)}")
    for cell, owner in position.shrimps.items():
        if cell not in position.tiles and owner != position.seat:
            yield Defect("shrimp_on_bare_rock", f"seat {owner}'s shrimp stands on bare {cell}")


def _board_defects(position: Position) -> Iterator[Defect]:
    for cell in (*position.tiles, *position.shrimps):
        if not position.is_rock_cell(cell):
            yield Defect("off_the_rocks", f"{cell} is not a rock cell of this game")
    points = sum(position.values().values())
    if points != VALUES_SUM:
        yield Defect("values_sum", f"the values sum to {points}, not {VALUES_SUM}")


def _sea_defects(position: Position) -> Iterator[Defect]:
    for colour, space in position.open_sea.items():
        if space.n_tiles > SEA_SPACE_LIMIT:
            yield Defect("sea_space_full", f"space {colour} holds {space.n_tiles} tiles")
    for colour in COLOURS:
        n = position.bonus[colour]
        if n > int(position.bonus_in_play):
            yield Defect("bonus_stock", f"{n} bonus tiles of {colour}")
        if position.bonus_in_play and not n and position.bag[colour]:
            yield Defect("bonus_stock", f"the bonus tile of {colour} was not topped up")
