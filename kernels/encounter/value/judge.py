"""How likely a seat is to win: by its network while the game goes on, exactly at its end.

All is in log odds. Positions are seen through `make_counted_view`, so nothing hidden is read.
"""

from __future__ import annotations

import math

from kernels.bits import popcount
from kernels.encounter import parameters as P
from kernels.encounter.coral import colour_at, corals_of
from kernels.encounter.counts import amount, one, total
from kernels.encounter.family.knowledge import known_score
from kernels.encounter.geometry import LEAST_IN_BAG, SPACE_LIMIT
from kernels.encounter.numbers import NETWORK
from kernels.encounter.planner.view import make_view
from kernels.encounter.scoring import guarded_tiles
from kernels.encounter.state import (
    BAG,
    BONUS,
    BONUS_OPEN,
    CONSUMED,
    CUBE_SUPPLY,
    CUBES,
    FED,
    FISH,
    HAND,
    KNOWN_HAND,
    N_PLAYERS,
    OCCUPIED,
    OWN_SHRIMPS,
    RULES,
    SEA,
    coral_value,
)
from kernels.encounter.value.features import fill_features, n_unseen
from kernels.encounter.value.tables import BASE
from kernels.jit import inlined, jit
from kernels.network import keep_base, nearby_logit, network_logit

CERTAIN = 12.0  # log odds of what is certain: beyond anything a network says
_LEAST = math.exp(-CERTAIN)


@jit
def make_counted_view(s, me, view):
    """The position as the seat knows it, with the number of hidden tiles kept.

    Hidden tiles of rivals stand there as white ones: they are counted, their colour is not read.
    """
    make_view(s, me, view)
    for seat in range(s[N_PLAYERS]):
        if seat != me:
            view[HAND + seat] += n_unseen(s, seat) * one(0)
            if s[FED + seat] >= 0:
                view[FED + seat] = 0
                view[FISH + seat] += one(0)


@inlined
def network_for(s, w, networks):
    """Where a strategy's network for this number of players stands.

    A strategy's networks begin with a table of where each is, counted from there: for two, three
    and four players.
    """
    begin = int(w[NETWORK])
    return begin + int(networks[begin + s[N_PLAYERS] - 2])


@inlined
def is_last_refill(s, me, space):
    """Whether the refill after drafting a space cannot be completed: the game ends."""
    if amount(s[CUBE_SUPPLY], space) == 0:
        return True
    wanted = SPACE_LIMIT
    if not s[RULES + P.TAKEN_TO_THREE]:
        wanted = 1
        for other in range(5):
            wanted += other != space and total(s[SEA + other]) < SPACE_LIMIT
    tiles = total(s[BAG])
    for seat in range(s[N_PLAYERS]):
        if seat != me:  # the view counts what rivals hide as being in the bag
            tiles -= n_unseen(s, seat) + (s[FED + seat] >= 0)
    if s[BONUS_OPEN]:
        tiles += total(s[BONUS])
    if s[RULES + P.FEWER_THAN_THREE]:
        wanted += LEAST_IN_BAG
    return tiles < wanted


@jit
def last_meal(s, seat, as_points):
    """The coral a seat eats in the final round: its points, or its tiles; 0 if it eats none."""
    most = 0
    tiles = 0
    for slot in range(s[N_PLAYERS]):
        shrimps = s[OWN_SHRIMPS + 4 * seat + slot] & s[OCCUPIED + slot]
        while shrimps:
            shrimp = shrimps & -shrimps
            shrimps ^= shrimp
            size = popcount(corals_of(s, slot, shrimp))
            if size >= s[RULES + P.FINAL_MIN_EDIBLE]:
                value = coral_value(s, colour_at(s, slot, shrimp))
                points = (size - s[RULES + P.FINAL_RETURN]) * value
                if points > most:
                    most = points
                    tiles = size
    return most if as_points else tiles


@jit
def tie_break(s, me, rival, with_last_meals):
    """The share of a win with as many points as a rival: 1, 0, or a half."""
    own = total(s[CONSUMED + me])
    other = total(s[CONSUMED + rival])
    if s[RULES + P.FEWEST_TILES]:
        own += total(s[HAND + me])
        other += total(s[HAND + rival])
        return 0.5 if own == other else 1.0 if own < other else 0.0
    if own != other:
        return 1.0 if own > other else 0.0
    own = total(s[CUBES + me])
    other = total(s[CUBES + rival])
    if own != other:
        return 1.0 if own > other else 0.0
    own = total(s[HAND + me])
    other = total(s[HAND + rival])
    if own != other:
        return 1.0 if own > other else 0.0
    own = guarded_tiles(s, me)
    other = guarded_tiles(s, rival)
    if with_last_meals:
        other -= last_meal(s, rival, False)
    return 0.5 if own == other else 1.0 if own > other else 0.0


@jit
def share_against(s, me, rival, points, with_last_meals):
    """The chance to be ahead of one rival at the end, over what it may have fed at set-up."""
    rest = known_score(s, rival, me)
    if with_last_meals:
        rest += last_meal(s, rival, True)
    tie = tie_break(s, me, rival, with_last_meals)
    if s[FED + rival] < 0:
        return tie if points == rest else 1.0 if points > rest else 0.0
    share = 0.0
    for c in range(5):
        reached = rest + coral_value(s, c)
        if points > reached:
            share += amount(s[BAG], c)
        elif points == reached:
            share += tie * amount(s[BAG], c)
    return share / max(1, total(s[BAG]))


@jit
def end_logit(s, me, with_last_meals):
    """The log odds of having won, the game being over but for the rivals' last meals."""
    points = known_score(s, me, me)
    share = 1.0
    for seat in range(s[N_PLAYERS]):
        if seat != me:
            share *= share_against(s, me, seat, points, with_last_meals)
    share = min(max(share, _LEAST), 1.0 - _LEAST)
    return math.log(share / (1.0 - share))


@inlined
def bounded(logit):
    """Log odds of a network, never as certain as an end."""
    return min(max(logit, -CERTAIN + 1.0), CERTAIN - 1.0)


@jit
def position_logit(s, me, networks, at, work):
    """The log odds by the network: after the seat's turn, its draft taken, before the refill."""
    fill_features(s, me, work)
    return bounded(network_logit(networks, at, work))


@jit
def keep_position(s, me, networks, at, work):
    """Keep what the network makes of a position, from which `draft_logit` goes on."""
    fill_features(s, me, work)
    keep_base(networks, at, work, BASE)


@jit
def draft_logit(s, me, space, networks, at, work):
    """The log odds if the seat, at the end of its turn, drafts a space; leaves s as it was.

    `keep_position` must have kept some position of this seat and network, best one near by.
    """
    tiles = s[SEA + space]
    s[CUBES + me] += one(space)
    s[HAND + me] += tiles
    s[KNOWN_HAND + me] += tiles
    s[SEA + space] = 0
    if is_last_refill(s, me, space):
        logit = end_logit(s, me, False)
    else:
        fill_features(s, me, work)
        logit = bounded(nearby_logit(networks, at, work, BASE))
    s[CUBES + me] -= one(space)
    s[HAND + me] -= tiles
    s[KNOWN_HAND + me] -= tiles
    s[SEA + space] = tiles
    return logit
