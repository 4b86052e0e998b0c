"""Values of the colours, scores, tiebreaks and ranks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from analyzer.games.encounter.judge.tiles import total
from analyzer.games.encounter.rules import COLOURS

if TYPE_CHECKING:
    from analyzer.games.encounter.judge.position import Position


def values(position: Position) -> dict[str, int]:
    """Points for a tile of each colour: 1 plus the coral tiles on which it is the stronger."""
    stronger = [tile.face.stronger for tile in position.coral_tiles.values()]
    return {c: 1 + stronger.count(c) for c in COLOURS}


def scores(position: Position) -> list[int]:
    """Points of the parrotfishes by seat."""
    worth = values(position)
    return [sum(worth[c] * n for c, n in p.parrotfish.items()) for p in position.players]


def tiebreaks(position: Position) -> list[list[int]]:
    """By seat: consumed tiles, larva cubes, tiles behind the screen, tiles in own corals."""
    return [
        [total(p.consumed), total(p.larvae), total(p.hand), guarded_tiles(position, seat)]
        for seat, p in enumerate(position.players)
    ]


def guarded_tiles(position: Position, seat: int) -> int:
    """Tiles on the rocks in corals that hold the seat's shrimps."""
    corals = (position.coral_at(cell) for cell in position.shrimps_of(seat))
    return sum(len(coral.cells) for coral in corals if coral is not None)


def ranks(position: Position) -> list[int]:
    """Places by seat, equal places shared."""
    points, ties = scores(position), tiebreaks(position)
    if position.rules.tiebreak == "fewest_tiles":
        keys = [[p, -(t[0] + t[2])] for p, t in zip(points, ties, strict=True)]
    else:
        keys = [[p, *t] for p, t in zip(points, ties, strict=True)]
    return [1 + sum(other > key for other in keys) for key in keys]
