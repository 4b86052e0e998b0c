"""Guarded corals as a network is told of them: size, points, and what rivals could tear off."""

from __future__ import annotations

from kernels.bits import neighbours, popcount
from kernels.encounter import parameters as P
from kernels.encounter.coral import attackers_mask, colour_at, corals_of, linked
from kernels.encounter.counts import amount
from kernels.encounter.family.knowledge import known_fish
from kernels.encounter.placement import empty_cells
from kernels.encounter.state import (
    COLOUR_TILES,
    LINK_DOWN,
    LINK_RIGHT,
    N_PLAYERS,
    OCCUPIED,
    OWN_SHRIMPS,
    RULES,
    SHRIMPS,
    WEAKER,
)
from kernels.encounter.value import tables as T
from kernels.jit import inlined, jit

CORALS_TOLD = 3  # of each side, the largest by value
CORAL_SIZE = 10
SUMS_TOLD = 6


@inlined
def owner_of(s, slot, shrimp):
    """The seat whose shrimp stands there."""
    for seat in range(s[N_PLAYERS]):
        if s[OWN_SHRIMPS + 4 * seat + slot] & shrimp:
            return seat
    return 0


@jit
def fill_losses(s, slot, k, open_tiles, seat, work):
    """work[ROW], work[ROW + 1] := tiles of a coral of colour k that one growth could tear off.

    First by a coral of two tiles that stands beside it, then by one that must grow to two first.
    open_tiles: those that no shrimp protects.
    """
    sure = 0.0
    likely = 0.0
    n_open = float(popcount(open_tiles))
    empty = empty_cells(s, slot)
    for c in range(5):
        tiles = work[T.DANGER + 5 * seat + c]
        if not s[WEAKER + c] >> k & 1 or tiles < 0.2:
            continue
        own = s[COLOUR_TILES + 4 * c + slot]
        if neighbours(attackers_mask(own)) & open_tiles:
            sure = max(sure, min(n_open, float(tiles)))
        elif neighbours(own | (neighbours(own) & empty)) & open_tiles:
            likely = max(likely, min(n_open, float(tiles) - 1.0))
        elif neighbours(empty) & open_tiles:
            likely = max(likely, min(n_open, float(tiles) - 2.0))
    work[T.ROW] = sure
    work[T.ROW + 1] = max(likely, sure)


@jit
def tell_coral(s, slot, shrimp, seat, out, sums, work):
    """Write the numbers of one guarded coral to work[ROW:] and add them to the side's sums."""
    coral = corals_of(s, slot, shrimp)
    k = colour_at(s, slot, shrimp)
    size = popcount(coral)
    value = float(work[T.VALUE + k])
    guarded = linked(s[SHRIMPS + slot] & coral, s[LINK_RIGHT + slot], s[LINK_DOWN + slot])
    open_tiles = coral & ~guarded
    fill_losses(s, slot, k, open_tiles, seat, work)
    sure = float(work[T.ROW])
    likely = float(work[T.ROW + 1])
    room = popcount(neighbours(coral) & empty_cells(s, slot))
    returned = s[RULES + P.EAT_RETURN]
    least = s[RULES + P.MIN_EDIBLE]
    meal = max(0, size - returned) * value if size >= least else 0.0
    secure = max(0.0, size - sure - returned) * value if size - sure >= least else 0.0
    safe = max(0.0, size - likely - returned) * value if size - likely >= least else 0.0
    grown = size + min(float(room), float(work[T.RESERVE + 5 * seat + k]))
    next_meal = max(0.0, grown - returned) * value if grown >= least else 0.0
    final = (size - s[RULES + P.FINAL_RETURN]) * value
    if size >= s[RULES + P.FINAL_MIN_EDIBLE] and final > work[T.FINAL_MEAL + seat]:
        work[T.FINAL_MEAL + seat] = final
    if size >= least:
        work[T.MEALS + seat] += 1.0
        work[T.STAKE + 5 * seat + k] += max(0, size - returned)
        if meal > work[T.MEAL + seat]:
            work[T.SECOND_MEAL + seat] = work[T.MEAL + seat]
            work[T.MEAL + seat] = meal
        elif meal > work[T.SECOND_MEAL + seat]:
            work[T.SECOND_MEAL + seat] = meal
    work[T.ROW] = 0.1 * meal
    work[T.ROW + 1] = 0.15 * size
    work[T.ROW + 2] = 0.2 * value
    work[T.ROW + 3] = 0.25 * sure
    work[T.ROW + 4] = 0.25 * likely
    work[T.ROW + 5] = 0.15 * room
    work[T.ROW + 6] = 0.1 * next_meal
    work[T.ROW + 7] = 0.1 * secure
    work[T.ROW + 8] = 0.1 * safe
    work[T.ROW + 9] = 0.2 * popcount(open_tiles)
    sums[0] += 0.1 * size
    sums[1] += 0.05 * meal
    sums[2] += 0.05 * secure
    sums[3] += 0.05 * sure * value
    sums[4] += 0.05 * next_meal
    sums[5] += 0.3
    insert_coral(seat, size * value + next_meal, out, work)


@jit
def insert_coral(seat, key, out, work):
    """Put the coral at work[ROW:] among those told of the side, sorted by key."""
    n = int(work[T.CORALS + seat])
    place = n
    while place > 0 and work[T.KEY + 4 * seat + place - 1] < key:
        place -= 1
    if place >= CORALS_TOLD:
        return
    last = min(n, CORALS_TOLD - 1)
    for k in range(last, place, -1):
        work[T.KEY + 4 * seat + k] = work[T.KEY + 4 * seat + k - 1]
        for j in range(CORAL_SIZE):
            out[k * CORAL_SIZE + j] = out[(k - 1) * CORAL_SIZE + j]
    work[T.KEY + 4 * seat + place] = key
    for j in range(CORAL_SIZE):
        out[place * CORAL_SIZE + j] = work[T.ROW + j]
    work[T.CORALS + seat] = last + 1


@jit
def fill_corals(s, me, work, corals_at, sums_at, side_size):
    """Tell of every side's guarded corals, and note meals and stakes in the tables.

    corals_at, sums_at: where the own side's begin; a rival's stand `side_size` words further on
    for each step in the order of play.
    """
    n = s[N_PLAYERS]
    for seat in range(n):
        work[T.MEAL + seat] = 0.0
        work[T.SECOND_MEAL + seat] = 0.0
        work[T.MEALS + seat] = 0.0
        work[T.FINAL_MEAL + seat] = 0.0
        work[T.CORALS + seat] = 0.0
        fish = known_fish(s, seat, me)
        for c in range(5):
            work[T.STAKE + 5 * seat + c] = amount(fish, c)
    for slot in range(n):
        shrimps = s[SHRIMPS + slot] & s[OCCUPIED + slot]
        while shrimps:
            shrimp = shrimps & -shrimps
            shrimps ^= shrimp
            seat = owner_of(s, slot, shrimp)
            shift = ((seat - me + n) % n) * side_size
            out = work[corals_at + shift : corals_at + shift + CORALS_TOLD * CORAL_SIZE]
            sums = work[sums_at + shift : sums_at + shift + SUMS_TOLD]
            tell_coral(s, slot, shrimp, seat, out, sums, work)
