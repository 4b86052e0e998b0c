"""A turn of the family: the best next action again and again, then the best draft.

Every candidate is tried on a copy of the position (`trial`) and its worth compared with the
present one; the best gain is played for real. Copies record what was done on them, so playing a
candidate for real is replaying its trace.
"""

from __future__ import annotations

from kernels.bits import neighbours, popcount, small
from kernels.encounter import parameters as P
from kernels.encounter import streams
from kernels.encounter.coral import attackers_mask, colour_at, corals_of, linked
from kernels.encounter.counts import amount, one, present
from kernels.encounter.eating import eat_coral, edible_shrimps
from kernels.encounter.exchange import larva_exchanges, take_larva, take_tile
from kernels.encounter.family import weights as W
from kernels.encounter.family.candidates import (
    HAND_WORTH,
    ROCK_WORTH,
    STANDING_WORTH,
    TRIAL,
    best_candidate,
    candidate_worth,
    clear_candidates,
    consider,
    is_kept,
)
from kernels.encounter.family.growth import (
    FREE,
    LIFTING,
    N_OPTIONS,
    PLAIN,
    WITH_CONSUMED,
    WITH_LARVA,
    founding_cell,
    grow_coral,
)
from kernels.encounter.family.knowledge import playable_colours, rivals_colours
from kernels.encounter.family.tide import consider_best_alga
from kernels.encounter.family.worth import (
    final_worth,
    hand_worth,
    own_hand_worth,
    position_worth,
    rock_worth,
    standing_worth,
)
from kernels.encounter.parameters import GROWTHS_PER_TURN
from kernels.encounter.replaying import copy_position, play_plan
from kernels.encounter.shrimps import (
    can_introduce,
    introduce_shrimp,
    introduce_targets,
    move_shrimp,
    move_targets,
)
from kernels.encounter.state import (
    BONUS,
    COLOUR_TILES,
    CONSUMED,
    CUBES,
    ENDED_BY,
    GROWTHS,
    HAND,
    LINK_DOWN,
    LINK_RIGHT,
    N_PLAYERS,
    OCCUPIED,
    OWN_SHRIMPS,
    RULES,
    SHRIMPS,
    WEAKER,
)
from kernels.jit import inlined, jit, merged
from kernels.rng import unit

MAX_STEPS = 14
LEAST_TO_FOUND = 3  # tiles in hand with which a new coral is considered
NOTHING = -1e30


@inlined
def whim(rng, seat, w):
    """A small random number that varies play between equals."""
    return w[W.WHIM] * (unit(rng, streams.DECISIONS + seat) - 0.5)


@jit
def look_around(s, seat, w, rival_colours, scratch):
    """Note what each part of the position is worth as it stands."""
    seat = small(seat)
    own_colours = playable_colours(s, seat, seat)
    for slot in range(s[N_PLAYERS]):
        scratch[ROCK_WORTH + slot] = rock_worth(s, slot, seat, w, own_colours, rival_colours)
    scratch[HAND_WORTH] = own_hand_worth(s, seat, w)
    scratch[STANDING_WORTH] = standing_worth(s, seat, w)


@inlined
def introduction_gain(w):
    """What a shrimp on a coral is worth more than behind the screen, whatever it guards."""
    return w[W.SHRIMP_GUARDING] - w[W.SHRIMP_BEHIND]


@jit
def best_guard_cell(s, slot, coral):
    """The cell of a coral on which a shrimp protects most, attackable tiles counting twice."""
    slot = small(slot)
    right = s[LINK_RIGHT + slot]
    down = s[LINK_DOWN + slot]
    danger = 0
    own_colour = colour_at(s, slot, coral & -coral)
    for c in range(5):
        reach = neighbours(attackers_mask(s[COLOUR_TILES + 4 * c + slot]))
        danger |= reach & -(s[WEAKER + c] >> own_colour & 1)
    best = 0
    most = -1
    while coral:
        cell = coral & -coral
        coral ^= cell
        covered = linked(cell, right, down)
        n = popcount(covered) + popcount(covered & danger)
        if n > most:
            most = n
            best = cell
    return best


@jit
def consider_growth(s, rng, seat, slot, c, seed, option, w, rival_colours, room, scratch):
    """Try one growth, and where the coral has no shrimp also with one introduced on it."""
    seat, slot, c = small(seat), small(slot), small(c)
    trial = room[TRIAL]
    copy_position(s, trial)
    if option == WITH_LARVA:
        take_larva(trial, seat, c)
    if grow_coral(trial, seat, slot, c, seed, option, w) == 0:
        return
    own_colours = playable_colours(trial, seat, seat)
    worth = rock_worth(trial, slot, seat, w, own_colours, rival_colours)
    gain = worth - scratch[ROCK_WORTH + slot]
    gain += own_hand_worth(trial, seat, w) - scratch[HAND_WORTH]
    if option == LIFTING:
        gain += standing_worth(trial, seat, w) - scratch[STANDING_WORTH]
    consider(room, scratch, gain + whim(rng, seat, w))
    if can_introduce(trial, seat) and introduce_targets(trial, seat, slot) & seed:
        coral = corals_of(trial, slot, seed)
        introduce_shrimp(trial, seat, slot, best_guard_cell(trial, slot, coral))
        gain += rock_worth(trial, slot, seat, w, own_colours, rival_colours) - worth
        consider(room, scratch, gain + introduction_gain(w) + whim(rng, seat, w))


@merged
def consider_growths_on(s, rng, seat, slot, c, w, rival_colours, room, scratch):
    """Try to grow every coral of a colour on a rock that is one's own or nobody's."""
    tiles = s[COLOUR_TILES + 4 * c + slot]
    mine = s[OWN_SHRIMPS + 4 * seat + slot] & tiles
    rivals = corals_of(s, slot, s[SHRIMPS + slot] & tiles & ~mine)
    seeds = tiles & ~rivals
    if can_introduce(s, seat) and amount(s[HAND + seat], c) >= LEAST_TO_FOUND:
        seeds |= founding_cell(s, slot, c)
    in_hand = amount(s[HAND + seat], c)
    in_front = amount(s[CONSUMED + seat], c)
    has_cube = amount(s[CUBES + seat], c) > 0
    options = 0
    if larva_exchanges(s, seat) & one(c):
        options |= (1 << WITH_LARVA) * (in_hand + in_front > 1)
    if has_cube:
        options |= (1 << PLAIN) * (in_hand > 0) | (1 << WITH_CONSUMED) * (in_front > 0)
        options |= (1 << LIFTING) * (mine & (mine - 1) != 0)
    if s[RULES + P.FREE_GROWTH]:
        options |= (1 << FREE) * (in_front > 0)
    while seeds:
        seed = seeds & -seeds
        seeds &= ~corals_of(s, slot, seed)  # an empty cell is its own
        for option in range(N_OPTIONS):
            if options >> option & 1:
                consider_growth(
                    s, rng, seat, slot, c, seed, option, w, rival_colours, room, scratch
                )


@merged
def consider_growths(s, rng, seat, w, rival_colours, room, scratch):
    """Try every growth."""
    if s[GROWTHS] >= GROWTHS_PER_TURN:
        return
    colours = present(s[HAND + seat] + s[CONSUMED + seat])
    if not s[RULES + P.FREE_GROWTH]:
        colours &= present(s[CUBES + seat]) | larva_exchanges(s, seat)
    for c in range(5):
        if colours & one(c):
            for slot in range(s[N_PLAYERS]):
                consider_growths_on(s, rng, seat, slot, c, w, rival_colours, room, scratch)


@merged
def consider_introductions(s, rng, seat, w, rival_colours, room, scratch):
    """Try a shrimp on every coral of two tiles or more that has none."""
    if not can_introduce(s, seat):
        return
    trial = room[TRIAL]
    own_colours = playable_colours(s, seat, seat)
    for slot in range(s[N_PLAYERS]):
        targets = introduce_targets(s, seat, slot)
        right = s[LINK_RIGHT + slot]
        down = s[LINK_DOWN + slot]
        targets &= right | (right << 1) | down | (down << 8)  # not single tiles
        while targets:
            coral = corals_of(s, slot, targets & -targets)
            targets &= ~coral
            copy_position(s, trial)
            introduce_shrimp(trial, seat, slot, best_guard_cell(s, slot, coral))
            gain = rock_worth(trial, slot, seat, w, own_colours, rival_colours)
            gain += introduction_gain(w) - scratch[ROCK_WORTH + slot]
            consider(room, scratch, gain + whim(rng, seat, w))


@jit
def consider_move(s, rng, seat, slot, shrimp, to_slot, cell, w, rival_colours, room, scratch):
    """Try one move of a shrimp."""
    seat, slot, to_slot = small(seat), small(slot), small(to_slot)
    trial = room[TRIAL]
    copy_position(s, trial)
    move_shrimp(trial, seat, slot, shrimp, to_slot, cell)
    own_colours = playable_colours(trial, seat, seat)
    gain = rock_worth(trial, slot, seat, w, own_colours, rival_colours)
    gain -= scratch[ROCK_WORTH + slot]
    if to_slot != slot:
        gain += rock_worth(trial, to_slot, seat, w, own_colours, rival_colours)
        gain -= scratch[ROCK_WORTH + to_slot]
    consider(room, scratch, gain + whim(rng, seat, w))


@jit
def largest_free_coral(s, seat, from_slot, shrimp, slot):
    """The largest coral of a rock to which the shrimp may move, its own coral left out."""
    seat, from_slot, slot = small(seat), small(from_slot), small(slot)
    targets = move_targets(s, seat, from_slot, shrimp, slot)
    if slot == from_slot:
        targets &= ~corals_of(s, slot, shrimp)
    largest = 0
    while targets:
        coral = corals_of(s, slot, targets & -targets)
        targets &= ~coral
        if popcount(coral) > popcount(largest):
            largest = coral
    return largest


@merged
def consider_moves(s, rng, seat, w, rival_colours, room, scratch):
    """Try every own shrimp at the best cell of its coral, or on the largest free corals."""
    for slot in range(s[N_PLAYERS]):
        shrimps = s[OWN_SHRIMPS + 4 * seat + slot]
        while shrimps:
            shrimp = shrimps & -shrimps
            shrimps ^= shrimp
            coral = corals_of(s, slot, shrimp & s[OCCUPIED + slot])
            if coral:
                cell = best_guard_cell(s, slot, coral)
                if cell != shrimp:
                    consider_move(
                        s, rng, seat, slot, shrimp, slot, cell, w, rival_colours, room, scratch
                    )
            for to_slot in range(s[N_PLAYERS]):
                other = largest_free_coral(s, seat, slot, shrimp, to_slot)
                if popcount(other) > popcount(coral):
                    cell = best_guard_cell(s, to_slot, other)
                    consider_move(
                        s, rng, seat, slot, shrimp, to_slot, cell, w, rival_colours, room, scratch
                    )


@merged
def consider_exchanges(s, rng, seat, w, room, scratch):
    """Try cubes for consumed tiles and tiles for cubes."""
    trial = room[TRIAL]
    hand, cubes, consumed = s[HAND + seat], s[CUBES + seat], s[CONSUMED + seat]
    larvae = 0
    if not s[RULES + P.SAME_TURN]:  # a cube that must be used at once comes with its growth
        larvae = larva_exchanges(s, seat)
    # the bonus stock lies open and has a colour whenever the bag has it
    tiles = present(cubes) & present(s[BONUS])
    for c in range(5):
        single = one(c)
        if larvae & single:
            worth = hand_worth(s, hand, cubes + single, consumed - single, w)
            gain = worth - scratch[HAND_WORTH] + whim(rng, seat, w)
            if is_kept(scratch, gain):
                copy_position(s, trial)
                take_larva(trial, seat, c)
                consider(room, scratch, gain)
        if tiles & single:
            worth = hand_worth(s, hand + single, cubes - single, consumed, w)
            gain = worth - scratch[HAND_WORTH] + whim(rng, seat, w)
            if is_kept(scratch, gain):
                copy_position(s, trial)
                take_tile(trial, seat, c)
                consider(room, scratch, gain)


@jit
def take_best_meal(s, rng, seat, w, room, scratch):
    """Eat the coral that is best eaten now, or none."""
    seat = small(seat)
    trial = room[TRIAL]
    now = NOTHING
    best_slot = -1
    best_shrimp = 0
    best = 0.0
    for slot in range(s[N_PLAYERS]):
        edible = edible_shrimps(s, seat, slot, s[RULES + P.MIN_EDIBLE])
        while edible:
            if now == NOTHING:
                now = position_worth(s, seat, w)
            shrimp = edible & -edible
            edible ^= shrimp
            copy_position(s, trial)
            eat_coral(trial, seat, slot, shrimp, s[RULES + P.EAT_RETURN])
            if trial[ENDED_BY]:
                gain = final_worth(trial, seat, w, True)
            else:
                gain = position_worth(trial, seat, w) - now
            gain += whim(rng, seat, w)
            if gain > best:
                best = gain
                best_slot = slot
                best_shrimp = shrimp
    if best_slot >= 0:
        eat_coral(s, seat, best_slot, best_shrimp, s[RULES + P.EAT_RETURN])


@jit
def consider_all(s, rng, seat, w, rival_colours, room, scratch):
    """Try every optional action but the play of algae."""
    seat = small(seat)
    look_around(s, seat, w, rival_colours, scratch)
    consider_growths(s, rng, seat, w, rival_colours, room, scratch)
    consider_introductions(s, rng, seat, w, rival_colours, room, scratch)
    consider_moves(s, rng, seat, w, rival_colours, room, scratch)
    consider_exchanges(s, rng, seat, w, room, scratch)


@jit
def take_best_actions(s, rng, seat, w, room, scratch):
    """Play the optional actions of the turn, the best first, while they gain enough."""
    seat = small(seat)
    rival_colours = rivals_colours(s, seat)
    for _ in range(MAX_STEPS):
        clear_candidates(scratch, 1)
        consider_all(s, rng, seat, w, rival_colours, room, scratch)
        if s[CONSUMED + seat]:
            consider_best_alga(s, rng, seat, w, room, scratch)
        if candidate_worth(scratch, 0) <= w[W.STEP]:
            return
        play_plan(s, seat, room[best_candidate(scratch)], 0)
        if s[ENDED_BY]:
            return
