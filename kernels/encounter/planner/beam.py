"""Beam search over whole turns: a turn is deterministic until the open sea is refilled.

A plan is a position together with the events that led to it. The beam keeps the best plans of
each length; every plan on the way is also a finished turn, which only lacks its draft. The best
finished turns are judged again after the rivals' likely replies.
"""

from __future__ import annotations

from kernels.encounter import parameters as P
from kernels.encounter import trace
from kernels.encounter.eating import eat_coral, edible_shrimps
from kernels.encounter.family.candidates import (
    GAINS,
    MAX_CANDIDATES,
    N_CANDIDATE_ROWS,
    N_CANDIDATE_WORDS,
    N_CANDIDATES,
    PARENT,
    PARENTS,
    ROWS,
    SAME,
    TRIAL,
    clear_candidates,
    copy_plan,
)
from kernels.encounter.family.knowledge import rivals_colours
from kernels.encounter.family.plan import consider_all, take_best_actions, take_best_meal
from kernels.encounter.family.tide import consider_every_alga
from kernels.encounter.family.turn import choose_draft, draft_worth, hands_worth
from kernels.encounter.family.worth import final_worth, position_worth
from kernels.encounter.open_sea import take_space
from kernels.encounter.planner.view import make_view
from kernels.encounter.replaying import copy_position
from kernels.encounter.state import (
    CONSUMED,
    ENDED_BY,
    EVENT_WORDS,
    EVENTS,
    N_EVENTS,
    N_PLAYERS,
    RULES,
    RUNNING,
    SEAT,
)
from kernels.encounter.turn import begin_turn
from kernels.jit import inlined, jit, merged

MAX_TURNS = 128  # finished turns that can be compared

# rows of the room, after those of the candidates
VIEW = N_CANDIDATE_ROWS
BEAM = VIEW + 1  # + k: the plans of the present length
NEXT = BEAM + MAX_CANDIDATES  # + k: those one action longer
FINISHED = NEXT + MAX_CANDIDATES  # + k: finished turns, the draft included
REPLY = FINISHED + MAX_TURNS
N_PLANNER_ROWS = REPLY + 1

# words of the scratch, after those of the candidates
BEAM_WORTH = N_CANDIDATE_WORDS  # + k
NEXT_WORTH = BEAM_WORTH + MAX_CANDIDATES  # + k
FINISHED_WORTH = NEXT_WORTH + MAX_CANDIDATES  # + k
N_BEAM = FINISHED_WORTH + MAX_TURNS
N_FINISHED = N_BEAM + 1
N_PLANNER_WORDS = N_FINISHED + 1

MAX_LENGTH = 9  # actions of a plan, the meal and the draft not counted


@jit
def append_plan(room, source, extension, target):
    """target := the position of `extension` with the events of `source` before its own."""
    own = room[extension, N_EVENTS]
    before = room[source, N_EVENTS]
    copy_plan(room[extension], room[target])
    for k in range(EVENT_WORDS * own):
        room[target, EVENTS + EVENT_WORDS * before + k] = room[extension, EVENTS + k]
    for k in range(EVENT_WORDS * before):
        room[target, EVENTS + k] = room[source, EVENTS + k]
    room[target, N_EVENTS] = before + own


@jit
def add_to_beam(room, scratch, row, worth):
    """Put a plan into the beam of the present length."""
    n = int(scratch[N_BEAM])
    if n < MAX_CANDIDATES:
        copy_plan(room[row], room[BEAM + n])
        scratch[BEAM_WORTH + n] = worth
        scratch[N_BEAM] = n + 1


@jit
def add_finished(room, scratch, row, worth, space, capacity):
    """Keep a finished turn with its draft among the best; space -1 if the game ended before.

    Turns come in the order of their lengths, and of two that are worth the same the first stays.
    """
    n = int(scratch[N_FINISHED])
    place = n
    if n == capacity:
        place = 0
        for k in range(1, n):
            if scratch[FINISHED_WORTH + k] < scratch[FINISHED_WORTH + place]:
                place = k
        if scratch[FINISHED_WORTH + place] >= worth:
            return
    else:
        scratch[N_FINISHED] = n + 1
    for k in range(int(scratch[N_FINISHED])):
        if k != place and abs(scratch[FINISHED_WORTH + k] - worth) < SAME:
            if place == n:
                scratch[N_FINISHED] = n
            return
    copy_plan(room[row], room[FINISHED + place])
    scratch[FINISHED_WORTH + place] = worth
    if space >= 0:
        trace.note(room[FINISHED + place], trace.DRAFT, space)


@jit
def finish_plan(room, scratch, row, worth, seat, w, capacity):
    """Add the drafts of a plan: the best space, and for a wide list the second best too."""
    s = room[row]
    best = -1
    second = -1
    best_gain = -1e30
    second_gain = -1e30
    own_now, next_now = hands_worth(s, seat, w)
    for space in range(5):
        gain = draft_worth(s, seat, space, w, own_now, next_now)
        if gain > best_gain:
            second, second_gain = best, best_gain
            best, best_gain = space, gain
        elif gain > second_gain:
            second, second_gain = space, gain
    add_finished(room, scratch, row, worth + best_gain, best, capacity)
    add_finished(room, scratch, row, worth + second_gain, second, capacity)


@merged
def begin_plans(s, seat, w, capacity, room, scratch):
    """Start the beam: nothing eaten, or one of the edible corals."""
    scratch[N_BEAM] = 0
    scratch[N_FINISHED] = 0
    make_view(s, seat, room[VIEW])
    view = room[VIEW]
    add_to_beam(room, scratch, VIEW, position_worth(view, seat, w))
    for slot in range(view[N_PLAYERS]):
        edible = edible_shrimps(view, seat, slot, view[RULES + P.MIN_EDIBLE])
        while edible:
            shrimp = edible & -edible
            edible ^= shrimp
            copy_position(view, room[TRIAL])
            eat_coral(room[TRIAL], seat, slot, shrimp, view[RULES + P.EAT_RETURN])
            if room[TRIAL, ENDED_BY]:
                worth = scratch[BEAM_WORTH] + final_worth(room[TRIAL], seat, w, True)
                add_finished(room, scratch, TRIAL, worth, -1, capacity)
            else:
                add_to_beam(room, scratch, TRIAL, position_worth(room[TRIAL], seat, w))


@merged
def lengthen_plans(rng, seat, w, width, capacity, room, scratch):
    """Replace the beam by the best plans that are one action longer; whether there are any."""
    clear_candidates(scratch, width)
    for k in range(int(scratch[N_BEAM])):
        plan = room[BEAM + k]
        worth = scratch[BEAM_WORTH + k]
        finish_plan(room, scratch, BEAM + k, worth, seat, w, capacity)
        scratch[PARENT] = k
        # candidates are compared across plans, so gains count from the first plan's worth
        shift_gains(scratch, worth)
        consider_all(plan, rng, seat, w, rivals_colours(plan, seat), room, scratch)
        if plan[CONSUMED + seat]:
            consider_every_alga(plan, seat, w, worth, room, scratch)
        shift_gains(scratch, -worth)
    n = int(scratch[N_CANDIDATES])
    n_next = 0
    for k in range(n):
        row = int(scratch[ROWS + k])
        parent = int(scratch[PARENTS + k])
        append_plan(room, BEAM + parent, row, NEXT + n_next)
        scratch[NEXT_WORTH + n_next] = scratch[GAINS + k]
        if room[NEXT + n_next, ENDED_BY]:
            add_finished(room, scratch, NEXT + n_next, scratch[GAINS + k], -1, capacity)
        else:
            n_next += 1
    for k in range(n_next):
        copy_plan(room[NEXT + k], room[BEAM + k])
        scratch[BEAM_WORTH + k] = scratch[NEXT_WORTH + k]
    scratch[N_BEAM] = n_next
    return n_next > 0


@inlined
def shift_gains(scratch, worth):
    """Count the gains of the candidates kept so far from another worth."""
    for k in range(int(scratch[N_CANDIDATES])):
        scratch[GAINS + k] -= worth


@merged
def find_turns(s, rng, seat, w, width, capacity, room, scratch):
    """Fill the finished rows with the best whole turns, worth included."""
    begin_plans(s, seat, w, capacity, room, scratch)
    for _ in range(MAX_LENGTH):
        if not lengthen_plans(rng, seat, w, width, capacity, room, scratch):
            return
    for k in range(int(scratch[N_BEAM])):
        finish_plan(room, scratch, BEAM + k, scratch[BEAM_WORTH + k], seat, w, capacity)


@jit
def drafted_space(plan):
    """The space a finished turn drafts, -1 if the game ends before."""
    at = EVENTS + EVENT_WORDS * (plan[N_EVENTS] - 1)
    return plan[at + 1] if plan[N_EVENTS] > 0 and plan[at] == trace.DRAFT else -1


@merged
def play_in_thought(s, rng, seat, w, room, scratch):
    """A turn by the fast policy that draws nothing from the bag; whether the game goes on."""
    s[SEAT] = seat
    begin_turn(s)
    take_best_meal(s, rng, seat, w, room, scratch)
    if not s[ENDED_BY]:
        take_best_actions(s, rng, seat, w, room, scratch)
    if not s[ENDED_BY]:
        take_space(s, seat, choose_draft(s, rng, seat, w))
    return s[ENDED_BY] == RUNNING


@merged
def worth_after_replies(plan, rng, seat, w, rounds, room, scratch):
    """What a finished turn is worth after so many rounds by what everybody is known to hold."""
    reply = room[REPLY]
    copy_position(plan, reply)
    take_space(reply, seat, drafted_space(plan))
    n = reply[N_PLAYERS]
    for step in range(1, rounds * n):
        if not play_in_thought(reply, rng, (seat + step) % n, w, room, scratch):
            return final_worth(reply, seat, w, True) + position_worth(reply, seat, w)
    return position_worth(reply, seat, w)


@merged
def judge_replies(rng, seat, w, rounds, reply_share, room, scratch):
    """Mix the worth of every finished turn with its worth after the rivals' replies."""
    for k in range(int(scratch[N_FINISHED])):
        plan = room[FINISHED + k]
        if not plan[ENDED_BY]:
            after = worth_after_replies(plan, rng, seat, w, rounds, room, scratch)
            scratch[FINISHED_WORTH + k] *= 1.0 - reply_share
            scratch[FINISHED_WORTH + k] += reply_share * after
