"""The uniform player: the baseline strategy `random`.

Chooses uniformly among the kinds of action that have a legal instance, then an instance.
Reads only its own hand, the open board and whether action 8 is possible.

Whether a kind has a legal instance is looked into once it is drawn: a kind (or a colour) that
turns out to have none is left out and the draw repeated, which leaves the others equally likely.
"""

from __future__ import annotations

from kernels.bits import nth_bit, popcount, small
from kernels.encounter import parameters as P
from kernels.encounter import streams
from kernels.encounter.alga import lock_tile, lockable_tiles, play_alga_space
from kernels.encounter.coral import corals_on_rocks
from kernels.encounter.counts import amount, colour_of, nth_tile, present, total
from kernels.encounter.eating import eat_coral, edible_shrimps
from kernels.encounter.exchange import larva_exchanges, take_larva, take_tile, tile_exchanges
from kernels.encounter.open_sea import draft
from kernels.encounter.parameters import GROWTHS_PER_TURN
from kernels.encounter.placement import (
    begin_growth,
    find_placements,
    has_placement,
    legal_placements,
    place_tile,
)
from kernels.encounter.setup import feed_tile, take_start_cube
from kernels.encounter.shrimps import (
    can_introduce,
    find_targets,
    introduce_shrimp,
    move_shrimp,
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
    OCCUPIED,
    OWED,
    OWN_SHRIMPS,
    RULES,
    shrimps_on_rocks,
)
from kernels.jit import inlined, jit, merged
from kernels.rng import below, below_by, lower_half, next_word, upper_half
from kernels.vectors import in_lane, is_any, load_four, popcounts, store_four, where_below

GROW = 1
INTRODUCE = 2
MOVE = 4
LARVA = 8
ALGA = 16
TILE = 32
DRAFT = 64


@inlined
def pick_by(rng, seat, half, mask):
    """A uniformly chosen bit of a non-empty mask, by half a random word."""
    return nth_bit(mask, below_by(rng, streams.DECISIONS + seat, half, popcount(mask)))


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
def choose_fed_tile(s, rng, seat):
    """Feed a start tile, each tile in hand being equally likely."""
    r = below(rng, streams.DECISIONS + seat, total(s[HAND + seat]))
    feed_tile(s, seat, nth_tile(s[HAND + seat], r))


@jit
def choose_start_cubes(s, rng, seat):
    """Take the first larva cubes, each of any colour still in supply."""
    for _ in range(s[RULES + P.START_LARVAE]):
        take_start_cube(s, seat, colour_of(pick(rng, seat, present(s[CUBE_SUPPLY]))))


@inlined
def maybe_eat(s, rng, seat, min_edible, returned):
    """Eat one of the k edible corals or none, each of the k + 1 choices equally likely."""
    own = load_four(s, OWN_SHRIMPS + 4 * seat) & load_four(s, OCCUPIED)
    if not is_any(~where_below(popcounts(corals_on_rocks(s, own)), min_edible)):
        return  # no rock has so many tiles in own corals
    store_four(s, LEGAL, in_lane(0, 0))
    k = 0
    for slot in range(s[N_PLAYERS]):
        s[LEGAL + slot] = edible_shrimps(s, seat, slot, min_edible)
        k += popcount(s[LEGAL + slot])
    if k == 0:
        return
    r = below(rng, streams.DECISIONS + seat, k + 1)
    if r < k:
        slot, r = slot_of(s, LEGAL, r)
        eat_coral(s, seat, slot, nth_bit(s[LEGAL + slot], r), returned)


@inlined
def slot_of(s, masks, r):
    """The rock on which the r-th cell of the masks s[masks + slot] is, and its number there."""
    # without branches, since nobody could predict them
    n_0 = popcount(s[masks])
    n_1 = n_0 + popcount(s[masks + 1])
    n_2 = n_1 + popcount(s[masks + 2])
    slot = int(r >= n_0) + int(r >= n_1) + int(r >= n_2)
    before = n_0 if slot > 0 else 0
    before = n_1 if slot > 1 else before
    before = n_2 if slot > 2 else before
    return slot, r - before


@inlined
def pick_placeable(s, rng, seat, colours):
    """One of those colours of a set that have a legal placement, as a set; 0 if none has."""
    while colours:
        single = pick(rng, seat, colours)
        if has_placement(s, colour_of(single)):
            return single
        colours -= single
    return 0


@inlined
def growing_colours(s, seat):
    """The set of colours with a cube and a tile at the screen, while a growth is left."""
    colours = present(s[CUBES + seat]) & present(s[HAND + seat] + s[CONSUMED + seat])
    return colours if s[GROWTHS] < GROWTHS_PER_TURN else 0


@jit
def exchange_larva(s, rng, seat):
    """Action 6 in a uniformly chosen colour; False if none leaves a growth where one is owed."""
    colours = larva_exchanges(s, seat)
    if s[RULES + P.SAME_TURN]:
        if s[GROWTHS] >= GROWTHS_PER_TURN:
            return False
        tiles_left = s[HAND + seat] + s[CONSUMED + seat] - colours
        colours = pick_placeable(s, rng, seat, colours & present(tiles_left))
    if colours:
        take_larva(s, seat, colour_of(pick(rng, seat, colours)))
        return True
    return False


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
def find_growth(s, rng, seat, half):
    """A colour to grow that has a placement, and how many it has, in LEGAL; 0 of them if none."""
    colours = present(s[OWED])
    if colours:
        c = colour_of(colours & -colours)
        return c, find_placements(s, c)
    colours = growing_colours(s, seat)
    while colours:
        single = pick_by(rng, seat, half, colours)
        c = colour_of(single)
        n_cells = find_placements(s, c)
        if n_cells > 0:
            return c, n_cells
        colours -= single
        half = upper_half(next_word(rng, streams.DECISIONS + seat))
    return -1, 0


@merged
def grow(s, rng, seat, half):
    """Grow a colour, cells uniformly, stopping with probability 1/4 after each; False if none."""
    c, total_legal = find_growth(s, rng, seat, half)
    if c < 0:
        return False
    stream = streams.DECISIONS + seat
    begin_growth(s, seat, c, False)
    while total_legal > 0:
        word = next_word(rng, stream)
        slot, r = slot_of(s, LEGAL, below_by(rng, stream, upper_half(word), total_legal))
        place_tile(s, seat, slot, nth_bit(s[LEGAL + slot], r))
        from_behind = amount(s[HAND + seat], c) > 0 and s[FROM_BEHIND] < s[RULES + P.GROW_LIMIT]
        has_tile = from_behind or amount(s[CONSUMED + seat], c) > 0
        if not has_tile or below_by(rng, stream, lower_half(word), 4) == 0:
            break  # before looking for the next cells, which costs most
        total_legal -= popcount(s[LEGAL + slot])
        s[LEGAL + slot] = legal_placements(s, slot, c)
        total_legal += popcount(s[LEGAL + slot])
    return True


@merged
def introduce(s, rng, seat, half):
    """Introduce a shrimp on a uniformly chosen target tile; False if there is none."""
    n_targets = find_targets(s, seat, in_lane(0, 0))
    if n_targets == 0:
        return False
    slot, r = slot_of(s, LEGAL, below_by(rng, streams.DECISIONS + seat, half, n_targets))
    introduce_shrimp(s, seat, slot, nth_bit(s[LEGAL + slot], r))
    return True


@merged
def move(s, rng, seat, half):
    """Move a uniformly chosen own shrimp to a uniformly chosen tile or behind the screen."""
    stream = streams.DECISIONS + seat
    r = below_by(rng, stream, half, shrimps_on_rocks(s, seat))
    from_slot, r = slot_of(s, OWN_SHRIMPS + 4 * seat, r)
    cell = nth_bit(s[OWN_SHRIMPS + 4 * seat + from_slot], r)
    n_targets = find_targets(s, seat, in_lane(from_slot, cell))
    r = below(rng, stream, n_targets + 1)
    if r == n_targets:
        take_back_shrimp(s, seat, from_slot, cell)
    else:
        slot, r = slot_of(s, LEGAL, r)
        move_shrimp(s, seat, from_slot, cell, slot, nth_bit(s[LEGAL + slot], r))


@jit
def play_alga(s, rng, seat, half):
    """A uniformly chosen use of a cylinder, paid with a uniformly chosen colour; False if none."""
    algae = supplied_algae(s)
    tiles = lockable_tiles(s, seat)
    n_space = popcount(algae)
    n_uses = n_space + popcount(tiles)
    if n_uses == 0:
        return False
    r = below_by(rng, streams.DECISIONS + seat, half, n_uses)
    paid = colour_of(pick(rng, seat, present(s[CONSUMED + seat])))
    if r < n_space:
        play_alga_space(s, seat, index_of(nth_bit(algae, r)), paid)
    else:
        lock_tile(s, seat, index_of(nth_bit(tiles, r - n_space)), paid)
    return True


@inlined
def likely_kinds(s, seat):
    """The kinds of action that have a legal instance, and perhaps some more."""
    if s[OWED]:
        return GROW
    # one expression, as every part is cheaper than a branch that nobody could predict
    return (
        DRAFT
        | (GROW if growing_colours(s, seat) else 0)
        | (INTRODUCE if can_introduce(s, seat) else 0)
        | (MOVE if shrimps_on_rocks(s, seat) > 0 else 0)
        | (TILE if tile_exchanges(s, seat) else 0)
        | (LARVA | ALGA if s[CONSUMED + seat] else 0)
    )


@jit
def take_turn(s, rng, seat):
    """Play a whole turn; it ends with a draft or with the end of the game."""
    seat = small(seat)
    if shrimps_on_rocks(s, seat) > 0:
        maybe_eat(s, rng, seat, s[RULES + P.MIN_EDIBLE], s[RULES + P.EAT_RETURN])
    kinds = likely_kinds(s, seat)
    while not s[ENDED_BY]:
        word = next_word(rng, streams.DECISIONS + seat)
        kind = pick_by(rng, seat, upper_half(word), kinds)
        half = lower_half(word)  # what is left for the instance
        if kind == DRAFT:
            draft(s, rng, seat, below_by(rng, streams.DECISIONS + seat, half, 5))
            return
        was_legal = True
        if kind == MOVE:
            move(s, rng, seat, half)
        elif kind == GROW:
            was_legal = grow(s, rng, seat, half)
        elif kind == TILE:
            take_tile(s, seat, colour_of(pick_by(rng, seat, half, tile_exchanges(s, seat))))
        elif kind == INTRODUCE:
            was_legal = introduce(s, rng, seat, half)
        elif kind == LARVA:
            was_legal = exchange_larva(s, rng, seat)
        else:
            was_legal = play_alga(s, rng, seat, half)
        kinds = likely_kinds(s, seat) if was_legal else kinds ^ kind
