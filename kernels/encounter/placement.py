"""Placing polyp tiles: where it is legal, attacks, and the compulsory extra growth."""

from __future__ import annotations

from kernels.bits import lowest_index, neighbours, small
from kernels.encounter import parameters as P
from kernels.encounter import trace
from kernels.encounter.coral import (
    attackers_mask,
    colour_at,
    corals_of,
    lay_tile,
    linked,
    protected_mask,
    remove_tiles,
)
from kernels.encounter.counts import amount, one
from kernels.encounter.state import (
    ATTACK_COUNT,
    BONUS,
    COLOUR_TILES,
    CONSUMED,
    COUNT_SIZE,
    CUBE_SUPPLY,
    CUBES,
    EXTRA_GROWTH_COUNT,
    FROM_BEHIND,
    GROWING,
    GROWTH_CELL,
    GROWTH_COUNT,
    GROWTHS,
    HAND,
    KNOWN_HAND,
    LEGAL,
    LINK_DOWN,
    LINK_RIGHT,
    N_PLAYERS,
    OCCUPIED,
    OWED,
    OWN_SHRIMPS,
    PLACEMENT_COUNT,
    ROCK,
    RULES,
    SHRIMPS,
    SUFFERED_COUNT,
    WEAKER,
    n_legal,
)
from kernels.encounter.stocks import take_bonus
from kernels.jit import inlined, jit
from kernels.vectors import is_any, load_four, store_four


@inlined
def weaker_tiles(s, slot, c):
    """Tiles on the rock of all colours weaker than c."""
    weaker = s[WEAKER + c]
    at = COLOUR_TILES + slot
    return (
        (s[at] & -(weaker & 1))
        | (s[at + 4] & -(weaker >> 1 & 1))
        | (s[at + 8] & -(weaker >> 2 & 1))
        | (s[at + 12] & -(weaker >> 3 & 1))
        | (s[at + 16] & -(weaker >> 4 & 1))
    )


@inlined
def weaker_tiles_on_rocks(s, c):
    """As `weaker_tiles` on all rocks: a vector of masks."""
    weaker = s[WEAKER + c]
    return (
        (load_four(s, COLOUR_TILES) & -(weaker & 1))
        | (load_four(s, COLOUR_TILES + 4) & -(weaker >> 1 & 1))
        | (load_four(s, COLOUR_TILES + 8) & -(weaker >> 2 & 1))
        | (load_four(s, COLOUR_TILES + 12) & -(weaker >> 3 & 1))
        | (load_four(s, COLOUR_TILES + 16) & -(weaker >> 4 & 1))
    )


@jit
def joining_cells(s, slot, shrimps):
    """Cells next to two or more of the corals under the given shrimps."""
    slot = small(slot)
    once = 0
    twice = 0
    while shrimps:
        shrimp = shrimps & -shrimps
        shrimps ^= shrimp
        beside = neighbours(corals_of(s, slot, shrimp))
        twice |= once & beside
        once |= beside
    return twice


@inlined
def attack_targets(s, slot, c):
    """Tiles that colour c may attack, before the joining rule."""
    attackers = attackers_mask(s[COLOUR_TILES + 4 * c + slot])
    return neighbours(attackers) & weaker_tiles(s, slot, c) & ~protected_mask(s, slot)


@inlined
def empty_cells(s, slot):
    """Rock cells without tile and shrimp."""
    return s[ROCK + slot] & ~(s[OCCUPIED + slot] | s[SHRIMPS + slot])


@inlined
def legal_placements(s, slot, c):
    """Cells of the rock where a tile of colour c may be placed, empty cells and attacks alike."""
    legal = empty_cells(s, slot) | attack_targets(s, slot, c)
    guards = s[SHRIMPS + slot] & s[COLOUR_TILES + 4 * c + slot]
    if guards & (guards - 1):
        legal &= ~joining_cells(s, slot, guards)
    return legal


@inlined
def find_placements(s, c):
    """Write LEGAL, the legal placements of colour c on every rock; how many they are."""
    own = load_four(s, COLOUR_TILES + 4 * c)
    occupied = load_four(s, OCCUPIED)
    shrimps = load_four(s, SHRIMPS)
    protected = linked(shrimps & occupied, load_four(s, LINK_RIGHT), load_four(s, LINK_DOWN))
    attacked = neighbours(attackers_mask(own)) & weaker_tiles_on_rocks(s, c) & ~protected
    store_four(s, LEGAL, (load_four(s, ROCK) & ~(occupied | shrimps)) | attacked)
    guards = shrimps & own
    if is_any(guards & (guards - 1)):
        for slot in range(s[N_PLAYERS]):
            here = s[SHRIMPS + slot] & s[COLOUR_TILES + 4 * c + slot]
            if here & (here - 1):
                s[LEGAL + slot] &= ~joining_cells(s, slot, here)
    return n_legal(s)


@inlined
def has_easy_placement(s, c):
    """Whether some rock has an empty cell and too few shrimps on colour c for any joining."""
    for slot in range(s[N_PLAYERS]):
        guards = s[SHRIMPS + slot] & s[COLOUR_TILES + 4 * c + slot]
        if not guards & (guards - 1) and empty_cells(s, slot):
            return True
    return False


@jit
def has_any_placement(s, c):
    """Whether colour c can be placed anywhere on the rocks, every rock looked at closely."""
    for slot in range(s[N_PLAYERS]):
        if legal_placements(s, slot, c):
            return True
    return False


@inlined
def has_placement(s, c):
    """Whether colour c can be placed anywhere on the rocks."""
    return has_easy_placement(s, c) or has_any_placement(s, c)


@inlined
def begin_growth(s, seat, c, free):
    """Return a larva cube (unless the growth is free) and start a growth of colour c."""
    if not free:
        s[CUBES + seat] -= one(c)
        s[CUBE_SUPPLY] += one(c)
        if amount(s[OWED], c) > 0:
            s[OWED] -= one(c)
    s[GROWTHS] += 1
    s[GROWING] = c
    s[FROM_BEHIND] = 0
    s[GROWTH_COUNT + COUNT_SIZE * seat] += 1
    trace.note(s, trace.GROW, c, free)


@inlined
def play_from_hand(s, seat, c):
    """A tile leaves the screen; if it was not taken in the open, a start tile is revealed."""
    s[HAND + seat] -= one(c)
    if amount(s[KNOWN_HAND + seat], c) > 0:
        s[KNOWN_HAND + seat] -= one(c)


@jit
def count_attack(s, seat, slot, cell):
    """Count an attack for the attacker and for the owner of a shrimp on the attacked coral."""
    seat, slot = small(seat), small(slot)
    s[ATTACK_COUNT + COUNT_SIZE * seat] += 1
    shrimps = s[SHRIMPS + slot] & s[COLOUR_TILES + 4 * colour_at(s, slot, cell) + slot]
    if shrimps == 0:
        return  # no coral of the colour has one, which is cheaper to see than this coral
    coral = corals_of(s, slot, cell)
    if coral & shrimps:
        for owner in range(s[N_PLAYERS]):
            if coral & s[OWN_SHRIMPS + 4 * owner + slot]:
                s[SUFFERED_COUNT + COUNT_SIZE * owner] += 1


@inlined
def place_tile(s, seat, slot, cell):
    """Place the next tile of the growth under way, then the extra growth if it is due.

    The tile comes from behind the screen while there is one and the limit allows, else from the
    consumed tiles. `cell` is a one-bit mask and must be legal.
    """
    c = small(s[GROWING])
    behind = amount(s[HAND + seat], c) > 0 and s[FROM_BEHIND] < s[RULES + P.GROW_LIMIT]
    lay_growing_tile(s, seat, slot, cell, behind)


@inlined
def lay_growing_tile(s, seat, slot, cell, behind):
    """Place a tile of the growth under way from behind the screen or from the consumed tiles."""
    c = small(s[GROWING])
    if behind:
        play_from_hand(s, seat, c)
        s[FROM_BEHIND] += 1
    else:
        s[CONSUMED + seat] -= one(c)
    attacked = -1
    if s[OCCUPIED + slot] & cell:
        attacked = colour_at(s, slot, cell)
        count_attack(s, seat, slot, cell)
        remove_tiles(s, slot, cell, attacked)
        s[CONSUMED + seat] += one(attacked)
    lay_tile(s, slot, cell, c)
    s[PLACEMENT_COUNT + COUNT_SIZE * seat] += 1
    trace.note(s, trace.PLACE, slot, lowest_index(cell), attacked, 1 if behind else 0)
    if s[RULES + P.EXTRA_GROWTH] and neighbours(cell) & s[GROWTH_CELL + slot]:
        grow_extra(s, seat, slot, c)


@jit
def grow_extra(s, seat, slot, c):
    """Fill the rock's growth cell with the bonus tile of colour c wherever that is compulsory."""
    seat, slot, c = small(seat), small(slot), small(c)
    cell = s[GROWTH_CELL + slot]
    if (s[OCCUPIED + slot] | s[SHRIMPS + slot]) & cell or amount(s[BONUS], c) == 0:
        return
    guards = s[SHRIMPS + slot] & s[COLOUR_TILES + 4 * c + slot]
    if guards & (guards - 1) and joining_cells(s, slot, guards) & cell:
        return
    take_bonus(s, one(c))
    lay_tile(s, slot, cell, c)
    s[EXTRA_GROWTH_COUNT + COUNT_SIZE * seat] += 1
    trace.note(s, trace.EXTRA, slot, lowest_index(cell))
