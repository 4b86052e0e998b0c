"""Flips and locks: what a change of the coral values is worth."""

from __future__ import annotations

from kernels.bits import lowest_index, popcount, small
from kernels.encounter import parameters as P
from kernels.encounter import streams
from kernels.encounter.alga import (
    alga_of_tile,
    lock_tile,
    lockable_tiles,
    play_alga_space,
    stronger_colour,
    turnable_tiles,
    weaker_colour,
)
from kernels.encounter.coral import colour_at, corals_of
from kernels.encounter.counts import amount
from kernels.encounter.family import weights as W
from kernels.encounter.family.candidates import FIRM_STAKES, STAKES, TRIAL, consider
from kernels.encounter.family.knowledge import known_fish, known_score
from kernels.encounter.family.worth import final_worth, hand_worth, position_worth
from kernels.encounter.replaying import copy_position
from kernels.encounter.state import (
    ALGA_SUPPLY,
    CONSUMED,
    CUBES,
    ENDED_BY,
    HAND,
    N_PLAYERS,
    OCCUPIED,
    OWN_SHRIMPS,
    RULES,
    SHRIMPS,
)
from kernels.jit import inlined, jit
from kernels.rng import unit


@jit
def best_rival(s, me):
    """The rival with the most points, as far as the seat knows."""
    best = -1
    most = -1
    for seat in range(s[N_PLAYERS]):
        if seat != me:
            points = known_score(s, seat, me)
            if points > most:
                most = points
                best = seat
    return best


@jit
def find_stakes(s, me, w, scratch):
    """What one more point on each colour would be worth to the seat."""
    me = small(me)
    rival = best_rival(s, me)
    own_fish = known_fish(s, me, me)
    rival_fish = known_fish(s, rival, me)
    for c in range(5):
        firm = amount(own_fish, c) - w[W.RIVAL_POINTS] * amount(rival_fish, c)
        scratch[FIRM_STAKES + c] = firm
        scratch[STAKES + c] = w[W.POINTS_OPEN] * amount(own_fish, c)
        scratch[STAKES + c] -= w[W.RIVAL_POINTS] * amount(rival_fish, c)
        if amount(s[CUBES + me], c) > 0:
            scratch[STAKES + c] += w[W.PAIR_VALUE] * min(4, amount(s[HAND + me], c))
    returned = s[RULES + P.EAT_RETURN]
    for slot in range(s[N_PLAYERS]):
        shrimps = s[SHRIMPS + slot] & s[OCCUPIED + slot]
        while shrimps:
            shrimp = shrimps & -shrimps
            shrimps ^= shrimp
            size = popcount(corals_of(s, slot, shrimp))
            c = colour_at(s, slot, shrimp)
            if shrimp & s[OWN_SHRIMPS + 4 * me + slot]:
                scratch[STAKES + c] += w[W.OWN_EDIBLE] * max(0, size - returned)
                scratch[STAKES + c] += w[W.OWN_SEED] * min(size, returned)
            else:
                scratch[STAKES + c] += w[W.RIVAL_EDIBLE] * max(0, size - returned)
                scratch[STAKES + c] += w[W.RIVAL_SEED] * min(size, returned)


@inlined
def flips_gain(s, tiles, scratch):
    """What turning coral tiles (bits) over gains."""
    gain = 0.0
    while tiles:
        tile = lowest_index(tiles)
        tiles &= tiles - 1
        gain += scratch[STAKES + weaker_colour(s, tile)]
        gain -= scratch[STAKES + stronger_colour(s, tile)]
    return gain


@inlined
def lock_gain(s, tile, w, scratch):
    """What locking a coral tile gains: its point becomes firm, others turn over."""
    a = alga_of_tile(s, tile)
    gain = flips_gain(s, turnable_tiles(s, a) & ~(1 << tile), scratch)
    strong = stronger_colour(s, tile)
    weak = weaker_colour(s, tile)
    firm = scratch[FIRM_STAKES + strong] - scratch[FIRM_STAKES + weak]
    return gain + w[W.LOCK_FIRM] * firm


@jit
def cheapest_payment(s, seat):
    """The consumed colour whose loss costs least."""
    seat = small(seat)
    best = -1
    best_worth = -1e30
    consumed = s[CONSUMED + seat]
    for c in range(5):
        if amount(consumed, c) > 0:
            # a consumed tile is worth more where it could become a cube for tiles in hand
            worth = -1.0 * (amount(s[HAND + seat], c) > 0 and amount(s[CUBES + seat], c) == 0)
            worth += 0.1 * amount(consumed, c)
            if worth > best_worth:
                best_worth = worth
                best = c
    return best


@jit
def consider_best_alga(s, rng, seat, w, room, scratch):
    """Try every flip and lock by its effect on the values, and keep the best as a candidate."""
    seat = small(seat)
    find_stakes(s, seat, w, scratch)
    best = -1e30
    best_alga = -1
    best_tile = -1
    for a in range(4):
        if s[ALGA_SUPPLY + a] > 0:
            gain = w[W.TIDE] * flips_gain(s, turnable_tiles(s, a), scratch)
            if gain > best:
                best = gain
                best_alga = a
    tiles = lockable_tiles(s, seat)
    while tiles:
        tile = lowest_index(tiles)
        tiles &= tiles - 1
        gain = w[W.TIDE] * lock_gain(s, tile, w, scratch)
        if gain > best:
            best = gain
            best_tile = tile
    if best_alga < 0 and best_tile < 0:
        return
    paid = cheapest_payment(s, seat)
    trial = room[TRIAL]
    copy_position(s, trial)
    if best_tile >= 0:
        lock_tile(trial, seat, best_tile, paid)
    else:
        play_alga_space(trial, seat, best_alga, paid)
    gain = best + hand_worth(s, s[HAND + seat], s[CUBES + seat], trial[CONSUMED + seat], w)
    gain -= hand_worth(s, s[HAND + seat], s[CUBES + seat], s[CONSUMED + seat], w)
    if trial[ENDED_BY]:
        gain = final_worth(trial, seat, w, True)
    consider(room, scratch, gain + w[W.WHIM] * (unit(rng, streams.DECISIONS + seat) - 0.5))


@jit
def consider_every_alga(s, seat, w, worth, room, scratch):
    """Try every flip and lock by all that it changes; `worth` is the position's as it stands."""
    paid = cheapest_payment(s, seat)
    locks = lockable_tiles(s, seat)
    trial = room[TRIAL]
    for a in range(4):
        if s[ALGA_SUPPLY + a] > 0:
            copy_position(s, trial)
            play_alga_space(trial, seat, a, paid)
            consider(room, scratch, position_worth(trial, seat, w) - worth)
    while locks:
        copy_position(s, trial)
        lock_tile(trial, seat, lowest_index(locks), paid)
        locks &= locks - 1
        if trial[ENDED_BY]:
            consider(room, scratch, final_worth(trial, seat, w, True))
        else:
            consider(room, scratch, position_worth(trial, seat, w) - worth)
