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
from kernels.encounter.replaying import copy_position, play_event
from kernels.encounter.state import (
    BONUS,
    ENDED_BY,
    EVENT_WORDS,
    EVENTS,
    N_EVENTS,
)
from kernels.jit import jit, merged

# words of the weight vector after those of the family
WIDTH = 48  # plans the beam keeps
N_TURNS = 49  # finished turns that are judged after the rivals' replies
REPLY_SHARE = 50  # how much the worth after replies counts, 0 to 1
ROUNDS = 51  # rounds played on in thought before a turn is judged
BUDGET = 52  # games a search plays on for one decision
HORIZON = 53  # rounds after which such a game is judged by its worth, 0: at its end
PRIOR = 54  # how many such games the planner's own judgement counts for
WORTH_SCALE = 55  # log odds of winning that one point of worth ahead counts for
MARGIN_SCALE = 56  # log odds that one point of the final margin counts for, besides the win


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
def best_finished(scratch):
    """The number of the finished turn that is worth most."""
    best = 0
    for k in range(1, int(scratch[N_FINISHED])):
        if scratch[FINISHED_WORTH + k] > scratch[FINISHED_WORTH + best]:
            best = k
    return best


@merged
def take_turn(s, rng, seat, w, room, scratch):
    """Play the whole turn that is worth most."""
    think_of_turns(s, rng, seat, w, room, scratch)
    play_finished(s, rng, seat, room[FINISHED + best_finished(scratch)], w, room, scratch)
