"""What a position is worth to a seat: the weighted sum of its features, part by part."""

from __future__ import annotations

from kernels.bits import popcount
from kernels.encounter import parameters as P
from kernels.encounter.coral import colour_at, corals_of
from kernels.encounter.counts import amount
from kernels.encounter.family import weights as W
from kernels.encounter.family.features import (
    FIRST_PAIRS,
    hand_features,
    rock_features,
    standing_features,
)
from kernels.encounter.family.knowledge import known_score, playable_colours, rivals_colours
from kernels.encounter.state import (
    CONSUMED,
    CUBES,
    FED,
    HAND,
    N_PLAYERS,
    OCCUPIED,
    OWN_SHRIMPS,
    RULES,
    WEAKER,
    coral_value,
)
from kernels.jit import inlined, jit


@jit
def standing_worth(s, me, w):
    """Points in the parrotfishes, tempo and shrimps."""
    firm, points_open, rival, behind, guarding, eaten, rival_eaten, haste = standing_features(s, me)
    worth = w[W.POINTS_FIRM] * firm + w[W.POINTS_OPEN] * points_open
    worth += w[W.RIVAL_POINTS] * rival
    worth += w[W.SHRIMP_BEHIND] * behind + w[W.SHRIMP_GUARDING] * guarding
    worth += w[W.EATEN_SHRIMP] * eaten + w[W.RIVAL_EATEN] * rival_eaten
    return worth + w[W.HASTE] * haste


@jit
def hand_worth(s, hand, cubes, consumed, w):
    """Tiles, cubes and consumed tiles, given as packed counts."""
    pairs, value, excess, loose_tiles, loose_cubes, n_consumed, more_consumed = hand_features(
        s, hand, cubes, consumed
    )
    worth = w[W.PAIR] * pairs + w[W.PAIR_VALUE] * value + w[W.PAIR_EXCESS] * excess
    worth += w[W.LOOSE_TILE] * loose_tiles + w[W.LOOSE_CUBE] * loose_cubes
    return worth + w[W.CONSUMED_TILE] * n_consumed + w[W.CONSUMED_EXCESS] * more_consumed


@jit
def start_hand_worth(s, hand, cubes, w):
    """As `hand_worth` for the choice of the first cubes, added up colour by colour.

    Nothing random is added to that choice, so how sums are rounded decides between equals: the
    order of this one is part of what a seed gives.
    """
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
    return worth + (
        w[W.PAIR] * min(pairs, FIRST_PAIRS) + w[W.PAIR_EXCESS] * max(0, pairs - FIRST_PAIRS)
    )


@inlined
def own_hand_worth(s, me, w):
    """The worth of the seat's own screen."""
    return hand_worth(s, s[HAND + me], s[CUBES + me], s[CONSUMED + me], w)


@jit
def rock_worth(s, slot, me, w, own_colours, rival_colours):
    """Everything that stands on one rock; arguments as for `rock_features`."""
    (
        own_edible, own_seed, own_threat, own_exposed, own_room, own_next,
        rival_edible, rival_seed, rival_threat, free_coral,
    ) = rock_features(s, slot, me, own_colours, rival_colours)  # fmt: skip
    worth = w[W.OWN_EDIBLE] * own_edible + w[W.OWN_SEED] * own_seed
    worth += w[W.OWN_THREAT] * own_threat + w[W.OWN_EXPOSED] * own_exposed
    worth += w[W.OWN_ROOM] * own_room + w[W.OWN_NEXT] * own_next
    worth += w[W.RIVAL_EDIBLE] * rival_edible + w[W.RIVAL_SEED] * rival_seed
    return worth + w[W.RIVAL_THREAT] * rival_threat + w[W.FREE_CORAL] * free_coral


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
