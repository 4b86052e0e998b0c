"""Vectors of a handicap by seat around the printed one."""

from __future__ import annotations

import itertools
from dataclasses import replace

from analyzer.cells import Cell
from analyzer.errors import UsageError
from analyzer.games import get_game

Vector = tuple[int, ...]


def printed_vector(cell: Cell, parameter: str) -> Vector:
    """The handicap by seat under the rules of a cell."""
    game = get_game(cell.game)
    found = game.rules(cell).get(parameter)
    if not isinstance(found, (tuple, list)) or len(found) != cell.players:
        raise UsageError(f"{game.title} has no parameter {parameter} by seat")
    return tuple(int(value) for value in found)


def default_range(players: int, step: int) -> int:
    """How far a seat's number goes to both sides unless told: some tens of vectors to try."""
    return max(1, 5 - players) * step


def with_vector(cell: Cell, parameter: str, vector: Vector, printed: Vector) -> Cell:
    """The cell with that handicap; the printed one needs no change of rules."""
    if vector == printed:
        return cell
    kept = tuple(pair for pair in cell.overrides if pair[0] != parameter)
    return get_game(cell.game).check(replace(cell, overrides=(*kept, (parameter, vector))))


def neighbourhood(
    cell: Cell, parameter: str, printed: Vector, reach: int, step: int, any_order: bool
) -> list[Vector]:
    """The vectors within ± reach of the printed one in every seat, itself first.

    Only those that the rules allow and, unless any_order, that never fall from seat to seat. A
    printed vector that falls makes falling ones welcome.
    """
    falls = any(a > b for a, b in itertools.pairwise(printed))
    changes = range(-(reach // step) * step, reach + 1, step)
    found = [printed]
    for change in itertools.product(changes, repeat=len(printed)):
        vector = tuple(a + b for a, b in zip(printed, change, strict=True))
        is_rising = all(a <= b for a, b in itertools.pairwise(vector))
        if vector == printed or not (is_rising or any_order or falls):
            continue
        try:
            with_vector(cell, parameter, vector, printed)
        except UsageError:
            continue
        found.append(vector)
    return found


def vector_text(vector: Vector) -> str:
    """As options and tables write it: `6,7,9`."""
    return ",".join(map(str, vector))


def scale_text(vector: Vector) -> str:
    """As sentences write it: `6-7-9`."""
    return "-".join(map(str, vector))
