"""Features of a position for a seat: whole numbers, each with the name of a weight.

They come in parts (what stands in the parrotfishes, what is behind a screen, what is on a rock), so
that after a change only the parts that it touches have to be looked at anew. `fill_features` puts
all of them together; what makes a value of them, a weighted sum or a network, is another matter.

They read only what the seat can know (see `kernels.encounter.family.knowledge`).
"""

from __future__ import annotations

from kernels.bits import lowest_index, neighbours, popcount, small
from kernels.encounter import parameters as P
from kernels.encounter.coral import attackers_mask, colour_at, corals_of, linked
from kernels.encounter.counts import amount, total
from kernels.encounter.family import weights as W
from kernels.encounter.family.knowledge import known_score, playable_colours, rivals_colours
from kernels.encounter.geometry import STAR_STRONGER, STAR_WEAKER
from kernels.encounter.placement import empty_cells
from kernels.encounter.state import (
    BEHIND,
    COLOUR_TILES,
    CONSUMED,
    CUBES,
    EATEN,
    FISH,
    HAND,
    LINK_DOWN,
    LINK_RIGHT,
    LOCKED,
    N_PLAYERS,
    OCCUPIED,
    OWN_SHRIMPS,
    RULES,
    SHRIMPS,
    STAR_UP,
    WEAKER,
    coral_value,
    shrimps_on_rocks,
)
from kernels.jit import inlined, jit

FIRST_PAIRS = 8  # tiles with a cube that count in full
FIRST_CONSUMED = 4  # consumed tiles that count in full
MOST_ROOM = 4  # empty cells beside a coral that count


@jit
def locked_wins(s, c):
    """Locked coral tiles that show colour c as the stronger."""
    wins = 0
    locked = s[LOCKED]
    while locked:
        tile = lowest_index(locked)
        locked &= locked - 1
        strong = STAR_STRONGER[tile] if s[STAR_UP] >> tile & 1 else STAR_WEAKER[tile]
        wins += strong == c
    return wins


@jit
def standing_features(s, me):
    """Points, tempo and shrimps: points_firm, points_open, rival_points (as a loss), shrimp_behind,
    shrimp_guarding, eaten, rival_eaten, haste."""
    me = small(me)
    firm = 0
    for c in range(5):
        tiles = amount(s[FISH + me], c)
        if tiles:
            firm += tiles * (1 + locked_wins(s, c))
    points = known_score(s, me, me)
    best_rival = 0
    rival_eaten = 0
    for seat in range(s[N_PLAYERS]):
        if seat != me:
            best_rival = max(best_rival, known_score(s, seat, me))
            rival_eaten = max(rival_eaten, s[EATEN + seat])
    haste = (points - best_rival) * max(rival_eaten, s[EATEN + me])
    return (
        firm,
        points - firm,
        -best_rival,
        s[BEHIND + me],
        shrimps_on_rocks(s, me),
        s[EATEN + me],
        rival_eaten,
        haste,
    )


@inlined
def hand_features(s, hand, cubes, consumed):
    """Tiles, cubes and consumed tiles, given as packed counts: pair, pair_value, pair_excess,
    loose_tile, loose_cube, consumed, consumed_excess."""
    pairs = 0
    value = 0
    loose_cubes = 0
    for c in range(5):
        tiles = amount(hand, c)
        q = amount(cubes, c)
        usable = min(tiles, 4 * q)
        pairs += usable
        value += usable * (popcount(s[WEAKER + c]) - 2)
        loose_cubes += max(0, q - (tiles >> 2))
    n_consumed = total(consumed)
    return (
        min(pairs, FIRST_PAIRS),
        value,
        max(0, pairs - FIRST_PAIRS),
        total(hand) - pairs,
        loose_cubes,
        min(n_consumed, FIRST_CONSUMED),
        max(0, n_consumed - FIRST_CONSUMED),
    )


@inlined
def reach_of(s, slot, c):
    """Cells of a rock beside corals of colour c that could attack."""
    return neighbours(attackers_mask(s[COLOUR_TILES + 4 * c + slot]))


@inlined
def beaters(s, c, colours):
    """The colours (bits) of a set of colours that are stronger than c."""
    among = (
        (colours & 1)
        | (colours >> 11 & 2)
        | (colours >> 22 & 4)
        | (colours >> 33 & 8)
        | (colours >> 44 & 16)
    )
    return among & ~(s[WEAKER + c] | 1 << c)


@inlined
def united(reach, colours):
    """The cells that any of the colours (bits) reaches; `reach` has the cells of each colour."""
    return (
        (reach[0] & -(colours & 1))
        | (reach[1] & -(colours >> 1 & 1))
        | (reach[2] & -(colours >> 2 & 1))
        | (reach[3] & -(colours >> 3 & 1))
        | (reach[4] & -(colours >> 4 & 1))
    )


@jit
def rock_features(s, slot, me, own_colours, rival_colours):
    """What stands on one rock: own_edible, own_seed, own_threat, own_exposed, own_room, own_next,
    rival_edible, rival_seed, rival_threat, free_coral.

    own_colours, rival_colours: sets of colours that can be grown next by the seat, by any rival.
    """
    slot, me = small(slot), small(me)
    occupied = s[OCCUPIED + slot]
    empty = empty_cells(s, slot)
    near_empty = neighbours(empty)
    returned = s[RULES + P.EAT_RETURN]
    shrimps = s[SHRIMPS + slot] & occupied
    open_tiles = occupied & ~linked(shrimps, s[LINK_RIGHT + slot], s[LINK_DOWN + slot])
    reach = (
        reach_of(s, slot, 0),
        reach_of(s, slot, 1),
        reach_of(s, slot, 2),
        reach_of(s, slot, 3),
        reach_of(s, slot, 4),
    )
    own_edible, own_seed, own_threat, own_exposed, own_room, own_next = 0, 0, 0, 0, 0, 0
    rival_edible, rival_seed, rival_threat = 0, 0, 0
    guarded = 0
    while shrimps:
        shrimp = shrimps & -shrimps
        shrimps ^= shrimp
        coral = corals_of(s, slot, shrimp)
        guarded |= coral
        c = colour_at(s, slot, shrimp)
        value = coral_value(s, c)
        size = popcount(coral)
        edible = max(0, size - returned)
        if shrimp & s[OWN_SHRIMPS + 4 * me + slot]:
            stronger = beaters(s, c, rival_colours)
            threatened = coral & open_tiles & united(reach, stronger)
            own_edible += edible * value
            own_seed += min(size, returned) * value
            own_threat += popcount(threatened) * value
            if stronger:
                own_exposed += popcount(coral & open_tiles & near_empty & ~threatened) * value
            room = min(MOST_ROOM, popcount(neighbours(coral) & empty))
            own_room += room
            if amount(s[CUBES + me], c) > 0:
                grown = size + min(room, amount(s[HAND + me], c))
                own_next += max(0, grown - returned - edible) * value
        else:
            rival_edible += edible * value
            rival_seed += min(size, returned) * value
            targets = coral & open_tiles & united(reach, beaters(s, c, own_colours))
            rival_threat += popcount(targets) * value
    free_coral = 0
    for c in range(5):
        tiles = attackers_mask(s[COLOUR_TILES + 4 * c + slot] & ~guarded)
        free_coral += popcount(tiles) * coral_value(s, c)
    return (
        own_edible,
        own_seed,
        own_threat,
        own_exposed,
        own_room,
        own_next,
        rival_edible,
        rival_seed,
        rival_threat,
        free_coral,
    )


@jit
def fill_features(s, me, out):
    """Write every feature of the position at the place of its weight: out float64 (N_NUMBERS,).

    Places of numbers that weigh no feature are left as they are.
    """
    (
        out[W.POINTS_FIRM],
        out[W.POINTS_OPEN],
        out[W.RIVAL_POINTS],
        out[W.SHRIMP_BEHIND],
        out[W.SHRIMP_GUARDING],
        out[W.EATEN_SHRIMP],
        out[W.RIVAL_EATEN],
        out[W.HASTE],
    ) = standing_features(s, me)
    (
        out[W.PAIR],
        out[W.PAIR_VALUE],
        out[W.PAIR_EXCESS],
        out[W.LOOSE_TILE],
        out[W.LOOSE_CUBE],
        out[W.CONSUMED_TILE],
        out[W.CONSUMED_EXCESS],
    ) = hand_features(s, s[HAND + me], s[CUBES + me], s[CONSUMED + me])
    own_colours = playable_colours(s, me, me)
    rival_colours = rivals_colours(s, me)
    for k in range(W.OWN_EDIBLE, W.FREE_CORAL + 1):
        out[k] = 0.0
    for slot in range(s[N_PLAYERS]):
        rock = rock_features(s, slot, me, own_colours, rival_colours)
        for k in range(len(rock)):
            out[W.OWN_EDIBLE + k] += rock[k]
