"""All that the judge and the kernel say is legal in a position, side by side."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from analyzer.games.encounter.judge import Position
from analyzer.games.encounter.judge.algae import alga_objection
from analyzer.games.encounter.judge.placement import is_nowhere_left, joins_guarded_corals
from analyzer.games.encounter.rules import ALGAE, COLOURS
from kernels.encounter import parameters as P  # noqa: N812
from kernels.encounter import state as S  # noqa: N812
from kernels.encounter.alga import (
    alga_of_tile,
    lockable_tiles,
    stronger_colour,
    turnable_tiles,
    weaker_colour,
)
from kernels.encounter.coral import colour_at, corals_of, guarded_mask, protected_mask
from kernels.encounter.eating import edible_shrimps
from kernels.encounter.exchange import larva_exchanges, tile_exchanges
from kernels.encounter.placement import (
    empty_cells,
    find_placements,
    has_placement,
    joining_cells,
    legal_placements,
)
from kernels.encounter.scoring import fill_tiebreaks, score
from kernels.encounter.shrimps import can_introduce, find_targets, introduce_targets, move_targets
from kernels.encounter.state import coral_value
from kernels.encounter.turn import is_any_placement_left
from kernels.jit import jit
from kernels.vectors import in_lane
from tests.kernel.convert import LANE_BITS, bit, cells, guarded_cells, slot_of

Answer = tuple[str, object, object]
"""A question, the kernel's answer and the judge's."""


def on_rock(rock: str, found: set[str]) -> set[str]:
    """Those of the cells that lie on a rock."""
    return {cell for cell in found if cell[0] == rock}


def colours_of(packed_set: int) -> list[str]:
    """The colours of a packed set."""
    return [c for k, c in enumerate(COLOURS) if int(packed_set) >> LANE_BITS * k & 1]


def disagreements(state: np.ndarray, position: Position) -> list[str]:
    """Every question about a position that the two answer differently; empty if there is none."""
    return [
        f"{question}: kernel {kernel}, judge {judge}"
        for answers in (rock_answers, placement_answers, alga_answers)
        for question, kernel, judge in answers(state, position)
        if kernel != judge
    ] + [
        f"{question} of seat {seat}: kernel {kernel}, judge {judge}"
        for seat in range(position.rules.n_players)
        for question, kernel, judge in seat_answers(state, position, seat)
        if kernel != judge
    ]


def rock_answers(s: np.ndarray, position: Position) -> Iterator[Answer]:
    """Corals, protection, and empty cells."""
    empty = {
        c for c in position.rock_cells if c not in position.tiles and c not in position.shrimps
    }
    for slot, rock in enumerate(position.rocks):
        protected = cells(rock, protected_mask(s, slot))
        yield f"protected {rock}", protected, on_rock(rock, position.protected_cells())
        yield f"guarded {rock}", cells(rock, guarded_mask(s, slot)), guarded_cells(position, rock)
        yield f"empty {rock}", cells(rock, empty_cells(s, slot)), on_rock(rock, empty)
        for cell in on_rock(rock, set(position.rock_cells)):
            coral = position.coral_at(cell)
            if coral is not None:
                colour = colour_at(s, slot, bit(cell))
                yield f"colour at {cell}", colour, COLOURS.index(coral.colour)
                yield f"coral at {cell}", cells(rock, corals_of(s, slot, bit(cell))), coral.cells


def placement_answers(s: np.ndarray, position: Position) -> Iterator[Answer]:
    """Placements of every colour on every rock, and the joining rule."""
    for k, colour in enumerate(COLOURS):
        legal = position.legal_placements(colour)
        yield f"has placement {colour}", bool(has_placement(s, k)), bool(legal)
        yield f"number of placements {colour}", int(find_placements(s, k)), len(legal)
        on_all_rocks = found_cells(s, position)
        yield f"placements {colour}", on_all_rocks, legal
        for slot, rock in enumerate(position.rocks):
            kernel = cells(rock, legal_placements(s, slot, k))
            yield f"placements {colour} {rock}", kernel, on_rock(rock, legal)
            guards = s[S.SHRIMPS + slot] & s[S.COLOUR_TILES + 4 * k + slot]
            # the kernel's cells include sand beside a coral, where nothing is ever placed
            joining = cells(rock, joining_cells(s, slot, guards) & s[S.ROCK + slot])
            judge = {
                cell
                for cell in on_rock(rock, set(position.rock_cells))
                if joins_guarded_corals(position, colour, cell)
            }
            yield f"joining {colour} {rock}", joining, judge
    yield "any placement left", bool(is_any_placement_left(s)), not is_nowhere_left(position)


def alga_answers(s: np.ndarray, position: Position) -> Iterator[Answer]:
    """The sides of the coral tiles, what an alga would turn, the values of the colours."""
    for number, tile in position.coral_tiles.items():
        t = number - 1
        kernel = (stronger_colour(s, t), weaker_colour(s, t), alga_of_tile(s, t))
        face = tile.face
        judge = (COLOURS.index(face.stronger), COLOURS.index(face.weaker), ALGAE.index(face.large))
        yield f"coral tile {number}", tuple(int(k) for k in kernel), judge
    for k, alga in enumerate(ALGAE):
        judge_tiles = [
            t.number
            for t in position.coral_tiles.values()
            if t.locked is None and t.face.large == alga
        ]
        yield f"turned by {alga}", numbers(turnable_tiles(s, k)), judge_tiles
    values = {c: int(coral_value(s, k)) for k, c in enumerate(COLOURS)}
    yield "values", values, position.values()


def numbers(tiles: int) -> list[int]:
    """Printed numbers of coral tiles from their bits."""
    return [t + 1 for t in range(16) if int(tiles) >> t & 1]


def seat_answers(s: np.ndarray, position: Position, seat: int) -> Iterator[Answer]:
    """What one seat may do with shrimps, corals, coral tiles and exchanges; its score."""
    yield from shrimp_answers(s, position, seat)
    for final, least in ((False, P.MIN_EDIBLE), (True, P.FINAL_MIN_EDIBLE)):
        edible = set(position.edible_corals(seat, final))
        for slot, rock in enumerate(position.rocks):
            kernel = cells(rock, edible_shrimps(s, seat, slot, s[S.RULES + least]))
            yield f"edible {final=} {rock}", kernel, on_rock(rock, edible)
    lockable = [
        t.number
        for t in position.coral_tiles.values()
        if alga_objection(position, seat, t.face.large, t.number) is None
    ]
    yield "lockable", numbers(lockable_tiles(s, seat)), lockable
    yield "larva", colours_of(larva_exchanges(s, seat)), position.larva_exchanges(seat)
    if seat == position.seat or not any(position.use.owed.values()):
        yield "tile", colours_of(tile_exchanges(s, seat)), position.tile_exchanges(seat)
    ties = np.zeros(4, dtype=np.int32)
    fill_tiebreaks(s, seat, ties)
    yield "tie-breaks", ties.tolist(), position.tiebreaks()[seat]
    yield "score", int(score(s, seat)), position.scores()[seat]


def shrimp_answers(s: np.ndarray, position: Position, seat: int) -> Iterator[Answer]:
    """Targets of introducing and of moving every shrimp; onto bare rock is no kernel target."""
    targets = position.introduce_targets(seat)
    allowed = bool(can_introduce(s, seat))
    for slot, rock in enumerate(position.rocks):
        kernel = cells(rock, introduce_targets(s, seat, slot)) if allowed else set()
        yield f"introduce {rock}", kernel, on_rock(rock, targets)
    n_found = int(targets_from(s, seat, 0, 0))
    if allowed:
        yield "introduce", found_cells(s, position), targets
        yield "number of introductions", n_found, len(targets)
    for start in position.shrimps_of(seat):
        judge = {c for c in position.move_targets(seat, start) if c in position.tiles}
        for slot, rock in enumerate(position.rocks):
            at = slot_of(position, start)
            kernel = cells(rock, move_targets(s, seat, at, bit(start), slot))
            yield f"move {start} to {rock}", kernel, on_rock(rock, judge)
        n_found = int(targets_from(s, seat, slot_of(position, start), bit(start)))
        yield f"move {start}", found_cells(s, position), judge
        yield f"number of moves {start}", n_found, len(judge)


@jit
def targets_from(s, seat, slot, cell):
    """`find_targets` of a shrimp on a cell, or from the screen where the cell is 0."""
    return find_targets(s, seat, in_lane(slot, cell))


def found_cells(s: np.ndarray, position: Position) -> set[str]:
    """The cells that were written into LEGAL, on all rocks."""
    masks = enumerate(position.rocks)
    return {cell for slot, rock in masks for cell in cells(rock, s[S.LEGAL + slot])}
