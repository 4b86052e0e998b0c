"""The turns of `planner` and `search`."""

from __future__ import annotations

from kernels.encounter import trace
from kernels.encounter.family.plan import take_best_actions
from kernels.encounter.family.turn import choose_draft
from kernels.encounter.open_sea import draft
from kernels.encounter.planner.beam import (
    FINISHED,
    FINISHED_WORTH,
    N_FINISHED,
    REPLY,
    VIEW,
    find_turns,
    judge_replies,
)
from kernels.encounter.planner.numbers import N_TURNS, REPLY_SHARE, ROUNDS, WIDTH
from kernels.encounter.replaying import copy_position, play_event
from kernels.encounter.state import (
    BONUS,
    ENDED_BY,
    EVENT_WORDS,
    EVENTS,
    N_EVENTS,
)
from kernels.jit import jit, merged


@jit
def play_finished(s, rng, seat, plan, w, room, scratch):
    """Play a finished turn for real, its draft included.

    A turn is planned as if the bag held every unseen tile. Where a bonus tile is not replaced
    after all, the rest of the turn is decided anew.
    """
    expected = room[REPLY]
    copy_position(room[VIEW], expected)
    for k in range(plan[N_EVENTS]):
        at = EVENTS + EVENT_WORDS * k
        kind = plan[at]
        if kind == trace.DRAFT:
            draft(s, rng, seat, plan[at + 1])
            return
        play_event(s, seat, kind, plan[at + 1], plan[at + 2], plan[at + 3], plan[at + 4])
        if s[ENDED_BY]:
            return
        play_event(expected, seat, kind, plan[at + 1], plan[at + 2], plan[at + 3], plan[at + 4])
        if s[BONUS] != expected[BONUS]:
            break
    take_best_actions(s, rng, seat, w, room, scratch)
    if not s[ENDED_BY]:
        draft(s, rng, seat, choose_draft(s, rng, seat, w))


@jit
def think_of_turns(s, rng, seat, w, room, scratch):
    """Find the best whole turns and judge them after the rivals' replies."""
    find_turns(s, rng, seat, w, int(w[WIDTH]), int(w[N_TURNS]), room, scratch)
    if w[REPLY_SHARE] > 0.0:
        judge_replies(rng, seat, w, int(w[ROUNDS]), w[REPLY_SHARE], room, scratch)


@jit
def best_finished(room, scratch):
    """The number of the finished turn that is worth most, the shorter one of two equals."""
    best = 0
    for k in range(1, int(scratch[N_FINISHED])):
        lead = scratch[FINISHED_WORTH + k] - scratch[FINISHED_WORTH + best]
        is_shorter = room[FINISHED + k, N_EVENTS] < room[FINISHED + best, N_EVENTS]
        if lead > 0.0 or (lead == 0.0 and is_shorter):
            best = k
    return best


@merged
def take_turn(s, rng, seat, w, room, scratch):
    """Play the whole turn that is worth most."""
    think_of_turns(s, rng, seat, w, room, scratch)
    play_finished(s, rng, seat, room[FINISHED + best_finished(room, scratch)], w, room, scratch)
