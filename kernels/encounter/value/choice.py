"""Finding a whole turn by the network: a beam that keeps the plans with the best odds.

Every plan on the way is a finished turn but for its draft, so the network judges it as one. The
family's weights only say which next actions of a plan are looked at.
"""

from __future__ import annotations

import math

from kernels.encounter import parameters as P
from kernels.encounter import streams, trace
from kernels.encounter.eating import eat_coral, edible_shrimps
from kernels.encounter.family.candidates import (
    FOUNDS_BARE,
    MAX_CANDIDATES,
    N_CANDIDATES,
    ROWS,
    clear_candidates,
    copy_plan,
)
from kernels.encounter.family.knowledge import rivals_colours
from kernels.encounter.family.plan import consider_all
from kernels.encounter.family.tide import consider_every_alga
from kernels.encounter.family.turn import draft_worth, hands_worth
from kernels.encounter.family.worth import position_worth
from kernels.encounter.parameters import GROWTHS_PER_TURN
from kernels.encounter.planner.beam import (
    BEAM,
    BEAM_WORTH,
    FINISHED,
    FINISHED_WORTH,
    N_BEAM,
    N_FINISHED,
    NEXT,
    NEXT_WORTH,
    REPLY,
    VIEW,
    append_plan,
    drafted_space,
)
from kernels.encounter.planner.rollouts import N_ROLLOUT_WORDS
from kernels.encounter.planner.turn import play_finished
from kernels.encounter.replaying import copy_position
from kernels.encounter.state import (
    CONSUMED,
    ENDED_BY,
    GROWTHS,
    N_EVENTS,
    N_PLAYERS,
    RULES,
)
from kernels.encounter.value.judge import (
    draft_logit,
    end_logit,
    keep_position,
    make_counted_view,
    network_for,
)
from kernels.encounter.value.numbers import BREADTH, DRAFTS, N_TURNS, NOISE, PROMISE, SLACK, WIDTH
from kernels.encounter.value.promise import attackable_tiles, tiles_laid_open
from kernels.jit import inlined, jit
from kernels.rng import unit

N_NEXT = N_ROLLOUT_WORDS  # word of the scratch: plans kept of the next length
N_CHOICE_WORDS = N_NEXT + 1

MAX_LENGTH = 9  # actions of a plan, the meal and the draft not counted
SAME = 1e-7  # plans of equal odds reach one position in different orders


@jit
def best_draft(s, seat, w):
    """The space that the family's weights rank first."""
    best = 0
    most = -1e30
    own_now, next_now = hands_worth(s, seat, w)
    for space in range(5):
        worth = draft_worth(s, seat, space, w, own_now, next_now)
        if worth > most:
            most = worth
            best = space
    return best


@jit
def add_turn(room, scratch, row, logit, space, capacity):
    """Keep a finished turn with its draft among the best; space -1 if it ends the game."""
    n = int(scratch[N_FINISHED])
    place = n
    worst = 1e30
    for k in range(n):
        odds = scratch[FINISHED_WORTH + k]
        if abs(odds - logit) < SAME:
            return
        if n == capacity and odds < worst:
            worst = odds
            place = k
    if n == capacity and worst >= logit:
        return
    if n < capacity:
        scratch[N_FINISHED] = n + 1
    copy_plan(room[row], room[FINISHED + place])
    scratch[FINISHED_WORTH + place] = logit
    if space >= 0:
        trace.note(room[FINISHED + place], trace.DRAFT, space)


@jit
def keep_plan(room, scratch, row, logit, width):
    """Put a plan among the best of the next length, sorted, unless it is there already."""
    n = int(scratch[N_NEXT])
    place = n
    while place > 0 and scratch[NEXT_WORTH + place - 1] < logit:
        place -= 1
    if place >= width or (place > 0 and scratch[NEXT_WORTH + place - 1] - logit < SAME):
        return
    last = min(n, width - 1)
    for k in range(last, place, -1):
        copy_plan(room[NEXT + k - 1], room[NEXT + k])
        scratch[NEXT_WORTH + k] = scratch[NEXT_WORTH + k - 1]
    copy_plan(room[row], room[NEXT + place])
    scratch[NEXT_WORTH + place] = logit
    scratch[N_NEXT] = last + 1


@jit
def judge_plan(room, scratch, row, seat, w, networks, work):
    """Judge a plan as a finished turn with its likeliest draft, and keep it as such."""
    s = room[row]
    capacity = int(w[N_TURNS])
    if s[ENDED_BY]:
        logit = end_logit(s, seat, True)
        add_turn(room, scratch, row, logit, -1, capacity)
        return logit
    space = best_draft(s, seat, w)
    logit = draft_logit(s, seat, space, networks, network_for(s, w, networks), work)
    add_turn(room, scratch, row, logit, space, capacity)
    return logit


@inlined
def next_plans_to_beam(room, scratch, least):
    """Make the plans kept of the next length the beam, those with too poor odds left out."""
    n = 0
    for k in range(int(scratch[N_NEXT])):
        if scratch[NEXT_WORTH + k] >= least:
            copy_plan(room[NEXT + k], room[BEAM + n])
            scratch[BEAM_WORTH + n] = scratch[NEXT_WORTH + k]
            n += 1
    scratch[N_BEAM] = n
    scratch[N_NEXT] = 0


@jit
def begin_plans(s, seat, w, networks, room, scratch, work):
    """Start the beam: nothing eaten, or one of the edible corals."""
    scratch[N_FINISHED] = 0
    scratch[N_NEXT] = 0
    make_counted_view(s, seat, room[VIEW])
    view = room[VIEW]
    keep_position(view, seat, networks, network_for(view, w, networks), work)
    logit = judge_plan(room, scratch, VIEW, seat, w, networks, work)
    keep_plan(room, scratch, VIEW, logit, MAX_CANDIDATES)
    for slot in range(view[N_PLAYERS]):
        edible = edible_shrimps(view, seat, slot, view[RULES + P.MIN_EDIBLE])
        while edible:
            shrimp = edible & -edible
            edible ^= shrimp
            trial = room[REPLY]
            copy_position(view, trial)
            eat_coral(trial, seat, slot, shrimp, view[RULES + P.EAT_RETURN])
            logit = judge_plan(room, scratch, REPLY, seat, w, networks, work)
            if not trial[ENDED_BY]:
                keep_plan(room, scratch, REPLY, logit, MAX_CANDIDATES)
    next_plans_to_beam(room, scratch, -1e30)


@jit
def judge_next(k, seat, n_open, is_ambush, w, networks, room, scratch, work):
    """Judge plan k with candidates as its next action: those that prepare an attack, or the rest.

    n_open: tiles that the plan lays open as it is.
    """
    for j in range(int(scratch[N_CANDIDATES])):
        row = int(scratch[ROWS + j])
        laid_open = tiles_laid_open(room[row], seat, n_open) if w[PROMISE] > 0.0 else 0
        if (laid_open > 0) != is_ambush:
            continue
        append_plan(room, BEAM + k, row, REPLY)
        logit = judge_plan(room, scratch, REPLY, seat, w, networks, work)
        if not room[REPLY, ENDED_BY]:
            keep_plan(room, scratch, REPLY, logit + w[PROMISE] * laid_open, int(w[WIDTH]))


@jit
def lengthen_plan(rng, k, seat, w, networks, room, scratch, work):
    """Judge the next actions of plan k that the family's weights rank first.

    Flips that prepare an attack are judged whatever their rank, if the strategy counts what they
    promise.
    """
    plan = room[BEAM + k]
    n_open = attackable_tiles(plan, seat) if w[PROMISE] > 0.0 else 0
    clear_candidates(scratch, int(w[BREADTH]))
    scratch[FOUNDS_BARE] = 1.0
    consider_all(plan, rng, seat, w, rivals_colours(plan, seat), room, scratch)
    scratch[FOUNDS_BARE] = 0.0
    worth = 0.0
    if plan[CONSUMED + seat]:
        worth = position_worth(plan, seat, w)
        consider_every_alga(plan, seat, w, worth, room, scratch)
    judge_next(k, seat, n_open, False, w, networks, room, scratch, work)
    if w[PROMISE] > 0.0 and plan[CONSUMED + seat] and plan[GROWTHS] < GROWTHS_PER_TURN:
        clear_candidates(scratch, MAX_CANDIDATES)
        consider_every_alga(plan, seat, w, worth, room, scratch)
        judge_next(k, seat, n_open, True, w, networks, room, scratch, work)


@inlined
def best_logit(scratch):
    """The best odds of a finished turn."""
    best = -1e30
    for k in range(int(scratch[N_FINISHED])):
        best = max(best, scratch[FINISHED_WORTH + k])
    return best


@jit
def judge_drafts(seat, w, networks, room, scratch, work):
    """Judge every other draft of the best finished turns."""
    n = int(scratch[N_FINISHED])
    capacity = int(w[N_TURNS])
    # turns are looked at best first; those found on the way have had their turn
    bound = 1e30
    at = network_for(room[VIEW], w, networks)
    for _ in range(min(n, int(w[DRAFTS]))):
        best = -1
        for k in range(int(scratch[N_FINISHED])):
            odds = scratch[FINISHED_WORTH + k]
            if odds < bound and (best < 0 or odds > scratch[FINISHED_WORTH + best]):
                best = k
        if best < 0:
            return
        bound = scratch[FINISHED_WORTH + best]
        drafted = drafted_space(room[FINISHED + best])
        if drafted < 0:
            continue
        copy_plan(room[FINISHED + best], room[REPLY])
        room[REPLY, N_EVENTS] -= 1  # its draft
        for space in range(5):
            if space != drafted:
                logit = draft_logit(room[REPLY], seat, space, networks, at, work)
                add_turn(room, scratch, REPLY, logit, space, capacity)


@jit
def find_turns(s, rng, seat, w, networks, room, scratch, work):
    """Fill the finished rows with the best whole turns, their log odds included."""
    begin_plans(s, seat, w, networks, room, scratch, work)
    for _ in range(MAX_LENGTH):
        for k in range(int(scratch[N_BEAM])):
            lengthen_plan(rng, k, seat, w, networks, room, scratch, work)
        next_plans_to_beam(room, scratch, best_logit(scratch) - w[SLACK])
        if scratch[N_BEAM] == 0:
            break
    judge_drafts(seat, w, networks, room, scratch, work)


@jit
def choose_turn(rng, seat, w, scratch):
    """The number of the finished turn with the best odds, blurred by the strategy's noise."""
    best = 0
    most = -1e30
    for k in range(int(scratch[N_FINISHED])):
        odds = scratch[FINISHED_WORTH + k]
        if w[NOISE] > 0.0:  # Gumbel noise: a choice in proportion to the powers of the odds
            chance = unit(rng, streams.DECISIONS + seat) + 1e-12
            odds -= w[NOISE] * math.log(-math.log(chance))
        if odds > most:
            most = odds
            best = k
    return best


@jit
def take_turn(s, rng, seat, w, networks, room, scratch, work):
    """Play the whole turn with the best odds."""
    find_turns(s, rng, seat, w, networks, room, scratch, work)
    best = choose_turn(rng, seat, w, scratch)
    play_finished(s, rng, seat, room[FINISHED + best], w, room, scratch)
