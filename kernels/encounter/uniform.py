"""The uniform player: the baseline strategy `random`.

Chooses uniformly among the kinds of action that have a legal instance, then an instance.
Reads only its own hand, the open board and whether action 8 is possible.
"""

from __future__ import annotations

from kernels.bits import nth_bit, popcount
from kernels.encounter import parameters as P
from kernels.encounter import streams
from kernels.encounter.alga import lock_tile, lockable_tiles, play_alga_space
from kernels.encounter.counts import amount, colour_of, nth_tile, one, present, total
from kernels.encounter.eating import eat_coral, edible_shrimps, n_edible
from kernels.encounter.exchange import larva_exchanges, take_larva, take_tile, tile_exchanges
from kernels.encounter.open_sea import draft
from kernels.encounter.parameters import GROWTHS_PER_TURN
from kernels.encounter.placement import (
    begin_growth,
    has_placement,
    legal_placements,
    place_tile,
)
from kernels.encounter.setup import feed_tile, take_start_cube
from kernels.encounter.shrimps import (
    can_introduce,
    introduce_shrimp,
    introduce_targets,
    move_shrimp,
    move_targets,
    take_back_shrimp,
)
from kernels.encounter.state import (
    ALGA_SUPPLY,
    CONSUMED,
    CUBE_SUPPLY,
    CUBES,
    ENDED_BY,
    FROM_BEHIND,
    GROWTHS,
    HAND,
    LEGAL,
    N_PLAYERS,
    OWED,
    OWN_SHRIMPS,
    RULES,
    shrimps_on_rocks,
)
from kernels.jit import inlined, jit, merged
from kernels.rng import below

GROW = 1
INTRODUCE = 2
MOVE = 4
LARVA = 8
ALGA = 16
TILE = 32
DRAFT = 64


@inlined
def pick(rng, seat, mask):
    """A uniformly chosen bit of a non-empty mask, as a one-bit mask."""
    n = popcount(mask)
    if n == 1:
        return mask
    return nth_bit(mask, below(rng, streams.DECISIONS + seat, n))


@inlined
def index_of(one_bit):
    """The index of a one-bit mask."""
    return popcount(one_bit - 1)


@jit
def choose_setup(s, rng, seat):
    """Feed a tile, each tile in hand being equally likely, and take larva cubes."""
    tiles = total(s[HAND + seat])
    if s[RULES + P.FED_TILES] and tiles > 0:
        r = below(rng, streams.DECISIONS + seat, tiles)
        feed_tile(s, seat, nth_tile(s[HAND + seat], r))
    for _ in range(s[RULES + P.START_LARVAE]):
        take_start_cube(s, seat, colour_of(pick(rng, seat, present(s[CUBE_SUPPLY]))))


@jit
def maybe_eat(s, rng, seat, min_edible, returned):
    """Eat one of the k edible corals or none, each of the k + 1 choices equally likely."""
    k = n_edible(s, seat, min_edible)
    if k == 0:
        return
    r = below(rng, streams.DECISIONS + seat, k + 1)
    if r == k:
        return
    for slot in range(s[N_PLAYERS]):
        edible = edible_shrimps(s, seat, slot, min_edible)
        n = popcount(edible)
        if r < n:
            eat_coral(s, seat, slot, nth_bit(edible, r), returned)
            return
        r -= n


@jit
def placeable(s, colours):
    """Those of a set of colours that have a legal placement."""
    for c in range(5):
        if colours & one(c) and not has_placement(s, c):
            colours -= one(c)
    return colours


@inlined
def is_any_placeable(s, colours):
    """Whether one of a set of colours has a legal placement; nearly always the first one does."""
    while colours:
        single = colours & -colours
        if has_placement(s, colour_of(single)):
            return True
        colours -= single
    return False


@inlined
def growing_colours(s, seat):
    """The set of colours with a cube and a tile at the screen, while a growth is left."""
    if s[GROWTHS] >= GROWTHS_PER_TURN:
        return 0
    return present(s[CUBES + seat]) & present(s[HAND + seat] + s[CONSUMED + seat])


@jit
def larva_colours(s, seat):
    """The set of colours in which action 6 is possible and leaves a growth where one is owed."""
    colours = larva_exchanges(s, seat)
    if s[RULES + P.SAME_TURN] and colours:
        if s[GROWTHS] >= GROWTHS_PER_TURN:
            return 0
        tiles_left = s[HAND + seat] + s[CONSUMED + seat] - colours
        return placeable(s, colours & present(tiles_left))
    return colours


@inlined
def supplied_algae(s):
    """Alga colours (bits) in supply."""
    return (
        (s[ALGA_SUPPLY] > 0)
        | (s[ALGA_SUPPLY + 1] > 0) << 1
        | (s[ALGA_SUPPLY + 2] > 0) << 2
        | (s[ALGA_SUPPLY + 3] > 0) << 3
    )


@inlined
def has_introduce_target(s, seat):
    """Whether action 4 is possible."""
    if can_introduce(s, seat):
        for slot in range(s[N_PLAYERS]):
            if introduce_targets(s, seat, slot):
                return True
    return False


@inlined
def slot_of(s, r):
    """The rock of the r-th cell of the masks at LEGAL; r is counted from its first cell on."""
    slot = 0
    while r >= popcount(s[LEGAL + slot]):
        r -= popcount(s[LEGAL + slot])
        slot += 1
    return slot, r


@merged
def grow(s, rng, seat):
    """Grow a colour: cells uniformly, after each placement stop with probability 1/4."""
    colours = present(s[OWED])
    if not colours:
        colours = placeable(s, growing_colours(s, seat))
    c = colour_of(pick(rng, seat, colours))
    stream = streams.DECISIONS + seat
    n = s[N_PLAYERS]
    begin_growth(s, seat, c, False)
    total_legal = 0
    for slot in range(n):
        s[LEGAL + slot] = legal_placements(s, slot, c)
        total_legal += popcount(s[LEGAL + slot])
    while total_legal > 0:
        slot, r = slot_of(s, below(rng, stream, total_legal))
        cell = nth_bit(s[LEGAL + slot], r)
        place_tile(s, seat, slot, cell)
        total_legal -= popcount(s[LEGAL + slot])
        s[LEGAL + slot] = legal_placements(s, slot, c)
        total_legal += popcount(s[LEGAL + slot])
        from_behind = amount(s[HAND + seat], c) > 0 and s[FROM_BEHIND] < s[RULES + P.GROW_LIMIT]
        if not from_behind and amount(s[CONSUMED + seat], c) == 0:
            return
        if below(rng, stream, 4) == 0:
            return


@jit
def introduce(s, rng, seat):
    """Introduce a shrimp on a uniformly chosen target tile."""
    n_targets = 0
    for slot in range(s[N_PLAYERS]):
        s[LEGAL + slot] = introduce_targets(s, seat, slot)
        n_targets += popcount(s[LEGAL + slot])
    slot, r = slot_of(s, below(rng, streams.DECISIONS + seat, n_targets))
    introduce_shrimp(s, seat, slot, nth_bit(s[LEGAL + slot], r))


@merged
def move(s, rng, seat):
    """Move a uniformly chosen own shrimp to a uniformly chosen tile or behind the screen."""
    stream = streams.DECISIONS + seat
    r = below(rng, stream, shrimps_on_rocks(s, seat))
    from_slot = 0
    while r >= popcount(s[OWN_SHRIMPS + 4 * seat + from_slot]):
        r -= popcount(s[OWN_SHRIMPS + 4 * seat + from_slot])
        from_slot += 1
    cell = nth_bit(s[OWN_SHRIMPS + 4 * seat + from_slot], r)
    n_targets = 0
    for slot in range(s[N_PLAYERS]):
        s[LEGAL + slot] = move_targets(s, seat, from_slot, cell, slot)
        n_targets += popcount(s[LEGAL + slot])
    r = below(rng, stream, n_targets + 1)
    if r == n_targets:
        take_back_shrimp(s, seat, from_slot, cell)
    else:
        slot, r = slot_of(s, r)
        move_shrimp(s, seat, from_slot, cell, slot, nth_bit(s[LEGAL + slot], r))


@jit
def play_alga(s, rng, seat):
    """A uniformly chosen legal use of a cylinder, paid with a uniformly chosen colour."""
    algae = supplied_algae(s)
    tiles = lockable_tiles(s, seat)
    n_space = popcount(algae)
    r = below(rng, streams.DECISIONS + seat, n_space + popcount(tiles))
    paid = colour_of(pick(rng, seat, present(s[CONSUMED + seat])))
    if r < n_space:
        play_alga_space(s, seat, index_of(nth_bit(algae, r)), paid)
    else:
        lock_tile(s, seat, index_of(nth_bit(tiles, r - n_space)), paid)


@jit
def kinds_with_consumed(s, seat):
    """The kinds of action that consumed tiles make possible."""
    kinds = 0
    if larva_colours(s, seat):
        kinds |= LARVA
    if supplied_algae(s) or lockable_tiles(s, seat):
        kinds |= ALGA
    return kinds


@inlined
def legal_kinds(s, seat):
    """The kinds of action with at least one legal instance."""
    if s[OWED]:
        return GROW
    kinds = DRAFT
    if is_any_placeable(s, growing_colours(s, seat)):
        kinds |= GROW
    if has_introduce_target(s, seat):
        kinds |= INTRODUCE
    if shrimps_on_rocks(s, seat) > 0:
        kinds |= MOVE
    if s[CONSUMED + seat]:
        kinds |= kinds_with_consumed(s, seat)
    if tile_exchanges(s, seat):
        kinds |= TILE
    return kinds


@jit
def take_turn(s, rng, seat):
    """Play a whole turn; it ends with a draft or with the end of the game."""
    seat &= 3  # tells the compiler that offsets from the seat are never negative
    if shrimps_on_rocks(s, seat) > 0:
        maybe_eat(s, rng, seat, s[RULES + P.MIN_EDIBLE], s[RULES + P.EAT_RETURN])
    while not s[ENDED_BY]:
        kind = pick(rng, seat, legal_kinds(s, seat))
        if kind == DRAFT:
            draft(s, rng, seat, below(rng, streams.DECISIONS + seat, 5))
            return
        if kind == MOVE:
            move(s, rng, seat)
        elif kind == GROW:
            grow(s, rng, seat)
        elif kind == TILE:
            take_tile(s, seat, colour_of(pick(rng, seat, tile_exchanges(s, seat))))
        elif kind == INTRODUCE:
            introduce(s, rng, seat)
        elif kind == LARVA:
            take_larva(s, seat, colour_of(pick(rng, seat, larva_colours(s, seat))))
        else:
            play_alga(s, rng, seat)
