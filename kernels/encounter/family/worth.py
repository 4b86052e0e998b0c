"""What a position is worth to a seat: the weighted features.

Reads only what the seat can know: the table, its own screen and, of the rivals, the cubes and
tiles they took in the open and how many tiles they hide. Never a rival's hand, what was fed at
set-up, or the bag.
"""

from __future__ import annotations

from kernels.bits import neighbours, popcount
from kernels.encounter import parameters as P
from kernels.encounter.coral import attackers_mask, colour_at, corals_of, linked
from kernels.encounter.counts import amount, one, present, total
from kernels.encounter.family import weights as W
from kernels.encounter.geometry import STAR_STRONGER, STAR_WEAKER
from kernels.encounter.placement import empty_cells, weaker_tiles
from kernels.encounter.state import (
    BEHIND,
    CONSUMED,
    CUBES,
    EATEN,
    FED,
    FISH,
    HAND,
    KNOWN_HAND,
    LINK_DOWN,
    LINK_RIGHT,
    LOCKED,
    N_PLAYERS,
    OCCUPIED,
    OWN_SHRIMPS,
    RULES,
    SHRIMPS,
    STAR_UP,
    TILES,
    WEAKER,
    coral_value,
    shrimps_on_rocks,
)
from kernels.jit import inlined, jit


@inlined
def known_fish(s, seat, observer):
    """The tiles of a parrotfish an observer knows of: all but what another seat fed at set-up."""
    fish = s[FISH + seat]
    if seat != observer and s[FED + seat] >= 0:
        fish -= one(s[FED + seat])
    return fish


@inlined
def known_score(s, seat, observer):
    """Points of a parrotfish as far as the observer knows."""
    fish = known_fish(s, seat, observer)
    points = 0
    for c in range(5):
        points += amount(fish, c) * (1 + popcount(s[WEAKER + c]))
    return points


@inlined
def playable_colours(s, seat, observer):
    """The set of colours the seat could grow next, as far as the observer knows."""
    if seat == observer:
        return present(s[CUBES + seat]) & present(s[HAND + seat] + s[CONSUMED + seat])
    cubes = present(s[CUBES + seat])
    if total(s[HAND + seat]) > total(s[KNOWN_HAND + seat]):
        return cubes  # a hidden start tile might be of any colour
    return cubes & present(s[KNOWN_HAND + seat] + s[CONSUMED + seat])


@jit
def rivals_colours(s, me):
    """The set of colours some rival could grow next, as far as the seat knows."""
    colours = 0
    for seat in range(s[N_PLAYERS]):
        if seat != me:
            colours |= playable_colours(s, seat, me)
    return colours


@jit
def locked_wins(s, c):
    """Locked coral tiles that show colour c as the stronger."""
    wins = 0
    for tile in range(10):
        if s[LOCKED] >> tile & 1:
            strong = STAR_STRONGER[tile] if s[STAR_UP] >> tile & 1 else STAR_WEAKER[tile]
            wins += strong == c
    return wins


@jit
def standing_worth(s, me, w):
    """Points in the parrotfishes, tempo and shrimps."""
    n = s[N_PLAYERS]
    firm = 0
    for c in range(5):
        tiles = amount(s[FISH + me], c)
        if tiles:
            firm += tiles * (1 + locked_wins(s, c))
    points = known_score(s, me, me)
    best_rival = 0
    rival_eaten = 0
    for seat in range(n):
        if seat != me:
            best_rival = max(best_rival, known_score(s, seat, me))
            rival_eaten = max(rival_eaten, s[EATEN + seat])
    worth = w[W.POINTS_FIRM] * firm + w[W.POINTS_OPEN] * (points - firm)
    worth -= w[W.RIVAL_POINTS] * best_rival
    worth += w[W.EATEN_SHRIMP] * s[EATEN + me] + w[W.RIVAL_EATEN] * rival_eaten
    worth += w[W.HASTE] * (points - best_rival) * max(rival_eaten, s[EATEN + me])
    worth += w[W.SHRIMP_BEHIND] * s[BEHIND + me]
    worth += w[W.SHRIMP_GUARDING] * shrimps_on_rocks(s, me)
    return worth


@jit
def hand_worth(s, hand, cubes, consumed, w):
    """Tiles, cubes and consumed tiles, given as packed counts."""
    pairs = 0
    worth = 0.0
    for c in range(5):
        tiles = amount(hand, c)
        q = amount(cubes, c)
        usable = min(tiles, 4 * q)
        pairs += usable
        worth += w[W.PAIR_VALUE] * usable * (popcount(s[WEAKER + c]) - 2)
        worth += w[W.LOOSE_TILE] * (tiles - usable)
        worth += w[W.LOOSE_CUBE] * max(0, q - tiles // 4)
    worth += w[W.PAIR] * min(pairs, 8) + w[W.PAIR_EXCESS] * max(0, pairs - 8)
    n_consumed = total(consumed)
    worth += w[W.CONSUMED_TILE] * min(n_consumed, 4)
    return worth + w[W.CONSUMED_EXCESS] * max(0, n_consumed - 4)


@inlined
def own_hand_worth(s, me, w):
    """The worth of the seat's own screen."""
    return hand_worth(s, s[HAND + me], s[CUBES + me], s[CONSUMED + me], w)


@inlined
def own_coral_worth(s, me, w, coral, size, c, threatened, exposed, empty):
    """A guarded coral of the seat's own."""
    value = 1 + popcount(s[WEAKER + c])
    returned = s[RULES + P.EAT_RETURN]
    edible = max(0, size - returned)
    worth = w[W.OWN_EDIBLE] * edible * value
    worth += w[W.OWN_SEED] * min(size, returned) * value
    worth += w[W.OWN_THREAT] * popcount(coral & threatened) * value
    worth += w[W.OWN_EXPOSED] * popcount(coral & exposed) * value
    room = min(4, popcount(neighbours(coral) & empty))
    worth += w[W.OWN_ROOM] * room
    if amount(s[CUBES + me], c) > 0:
        grown = size + min(room, amount(s[HAND + me], c))
        worth += w[W.OWN_NEXT] * max(0, grown - returned - edible) * value
    return worth


@inlined
def rival_coral_worth(s, w, coral, size, c, targets):
    """A guarded coral of a rival's."""
    value = 1 + popcount(s[WEAKER + c])
    returned = s[RULES + P.EAT_RETURN]
    worth = w[W.RIVAL_EDIBLE] * max(0, size - returned) * value
    worth += w[W.RIVAL_SEED] * min(size, returned) * value
    return worth + w[W.RIVAL_THREAT] * popcount(coral & targets) * value


@jit
def rock_worth(s, slot, me, w, own_colours, rival_colours):
    """Everything that stands on one rock.

    own_colours, rival_colours: sets of colours that can be grown next by the seat, by any rival.
    """
    occupied = s[OCCUPIED + slot]
    empty = empty_cells(s, slot)
    shrimps = s[SHRIMPS + slot] & occupied
    right = s[LINK_RIGHT + slot]
    down = s[LINK_DOWN + slot]
    open_tiles = occupied & ~linked(shrimps, right, down)
    threatened = 0
    targets = 0
    weak = 0
    for c in range(5):
        weaker = weaker_tiles(s, slot, c) & open_tiles
        reach = neighbours(attackers_mask(s[TILES + 5 * slot + c])) & weaker
        if rival_colours & one(c):
            threatened |= reach
            weak |= weaker
        if own_colours & one(c):
            targets |= reach
    exposed = weak & neighbours(empty) & ~threatened
    worth = 0.0
    guarded = 0
    while shrimps:
        shrimp = shrimps & -shrimps
        shrimps ^= shrimp
        coral = corals_of(s, slot, shrimp)
        guarded |= coral
        c = colour_at(s, slot, shrimp)
        size = popcount(coral)
        if shrimp & s[OWN_SHRIMPS + 4 * me + slot]:
            worth += own_coral_worth(s, me, w, coral, size, c, threatened, exposed, empty)
        else:
            worth += rival_coral_worth(s, w, coral, size, c, targets)
    if w[W.FREE_CORAL] != 0.0:
        for c in range(5):
            tiles = popcount(attackers_mask(s[TILES + 5 * slot + c] & ~guarded))
            worth += w[W.FREE_CORAL] * tiles * coral_value(s, c)
    return worth


@jit
def rocks_worth(s, me, w, rival_colours):
    """Everything that stands on the rocks."""
    worth = 0.0
    own_colours = playable_colours(s, me, me)
    for slot in range(s[N_PLAYERS]):
        worth += rock_worth(s, slot, me, w, own_colours, rival_colours)
    return worth


@jit
def best_final_meal(s, seat):
    """The most points a seat can still eat in the final round."""
    best = 0
    for slot in range(s[N_PLAYERS]):
        shrimps = s[OWN_SHRIMPS + 4 * seat + slot] & s[OCCUPIED + slot]
        while shrimps:
            shrimp = shrimps & -shrimps
            shrimps ^= shrimp
            size = popcount(corals_of(s, slot, shrimp))
            if size >= s[RULES + P.FINAL_MIN_EDIBLE]:
                c = colour_at(s, slot, shrimp)
                best = max(best, (size - s[RULES + P.FINAL_RETURN]) * coral_value(s, c))
    return best


@jit
def final_worth(s, me, w, with_last_meals):
    """The position as the end of the game: won or lost, and by how much."""
    margin = 1000
    for seat in range(s[N_PLAYERS]):
        if seat != me:
            rival = known_score(s, seat, me)
            if s[FED + seat] >= 0:
                rival += 3  # the hidden tile is worth three on average
            if with_last_meals:
                rival += best_final_meal(s, seat)
            margin = min(margin, known_score(s, me, me) - rival)
    if margin > 0:
        return w[W.WIN] + margin
    return margin - w[W.WIN] if margin < 0 else 0.0


@jit
def position_worth(s, me, w):
    """The whole position, in the middle of the game."""
    worth = standing_worth(s, me, w) + own_hand_worth(s, me, w)
    return worth + rocks_worth(s, me, w, rivals_colours(s, me))
