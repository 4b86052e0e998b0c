"""The turns of `planner` and `search`."""

from __future__ import annotations

from kernels.encounter import trace
from kernels.encounter.counts import amount
from kernels.encounter.family.plan import take_best_actions
from kernels.encounter.family.turn import choose_draft
from kernels.encounter.open_sea import draft
from kernels.encounter.placement import legal_placements
from kernels.encounter.planner.beam import (
    FINISHED,
    FINISHED_WORTH,
    N_FINISHED,
    find_turns,
    judge_replies,
)
from kernels.encounter.replaying import play_event
from kernels.encounter.state import (
    BAG,
    BONUS,
    ENDED_BY,
    EVENT_WORDS,
    EVENTS,
    GROWING,
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
WORTH_SCALE = 55  # wins that one point of worth, or of the final margin, counts for


@jit
def is_playable(s, kind, a, b):
    """Whether a planned action is possible after all: the bag may not hold what was hoped for.

    Without a bonus tile there is no extra growth to build on, and no tile to be had for a cube.
    """
    if kind == trace.PLACE:
        return legal_placements(s, a, s[GROWING]) >> b & 1 == 1
    if kind == trace.TILE:
        return amount(s[BAG] + s[BONUS], a) > 0
    return True


@jit
def play_finished(s, rng, seat, plan, w, room, scratch):
    """Play a finished turn for real, its draft included."""
    for k in range(plan[N_EVENTS]):
        at = EVENTS + EVENT_WORDS * k
        kind = plan[at]
        if kind == trace.DRAFT:
            draft(s, rng, seat, plan[at + 1])
            return
        if not is_playable(s, kind, plan[at + 1], plan[at + 2]):
            break
        play_event(s, seat, kind, plan[at + 1], plan[at + 2], plan[at + 3], plan[at + 4])
        if s[ENDED_BY]:
            return
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
