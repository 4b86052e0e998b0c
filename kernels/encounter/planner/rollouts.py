"""Monte Carlo over the planner's best turns: what comes of each when games are played on.

Every game played on starts from a world dealt consistently with what the seat has seen, and all
seats play it by the fast policy. Turns are compared on the same worlds; sequential halving
(Karnin, Koren & Somekh 2013) gives more games to the turns that do well.
"""

from __future__ import annotations

import math

from kernels.encounter import parameters as P
from kernels.encounter import streams
from kernels.encounter.family import turn as family
from kernels.encounter.family.worth import position_worth
from kernels.encounter.planner.beam import (
    FINISHED,
    FINISHED_WORTH,
    MAX_TURNS,
    N_FINISHED,
    N_PLANNER_ROWS,
    N_PLANNER_WORDS,
)
from kernels.encounter.planner.numbers import (
    BUDGET,
    HORIZON,
    MARGIN_SCALE,
    PRIOR,
    WORTH_SCALE,
)
from kernels.encounter.planner.turn import play_finished, think_of_turns
from kernels.encounter.planner.view import deal_world
from kernels.encounter.scoring import score
from kernels.encounter.state import (
    ENDED_BY,
    ENDED_BY_SHRIMPS,
    ENDER,
    N_EVENTS,
    N_PLAYERS,
    RULES,
    RUNNING,
    SEAT,
    TURN,
)
from kernels.encounter.streams import BANK_WORDS, seed_streams
from kernels.encounter.turn import begin_turn, end_turn
from kernels.jit import inlined, jit, merged
from kernels.rng import next_word

WORLD = N_PLANNER_ROWS
N_ROLLOUT_ROWS = WORLD + 1
RESULTS = N_PLANNER_WORDS  # + k: sum of the results of turn k
ALIVE = RESULTS + MAX_TURNS  # + k: 1 while turn k is in the race
N_ROLLOUT_WORDS = ALIVE + MAX_TURNS


@jit
def lead_in_worth(s, me, w):
    """How much more the position is worth to the seat than to its best rival."""
    best = -1e30
    for seat in range(s[N_PLAYERS]):
        if seat != me:
            best = max(best, position_worth(s, seat, w))
    return position_worth(s, me, w) - best


@jit
def lead_in_points(s, me):
    """Points of the seat less those of its best rival."""
    best = -1
    for seat in range(s[N_PLAYERS]):
        if seat != me:
            best = max(best, score(s, seat))
    return score(s, me) - best


@inlined
def as_win(lead):
    """A lead, in log odds, as a share of a win between 0 and 1."""
    return 1.0 / (1.0 + math.exp(-lead))


@jit
def result_for(s, me, w):
    """What a game is worth: win or loss and how clearly; how likely a win is if it goes on."""
    if s[ENDED_BY] == RUNNING:
        return as_win(w[WORTH_SCALE] * lead_in_worth(s, me, w))
    margin = lead_in_points(s, me)
    win = 1.0 if margin > 0 else 0.5 if margin == 0 else 0.0
    return 0.5 * win + 0.5 * as_win(w[MARGIN_SCALE] * margin)


@merged
def play_on(s, rng, w, room, scratch):
    """Play a game on with the fast policy at every seat, to the horizon or to its end."""
    last_turn = s[RULES + P.TURN_LIMIT]
    if w[HORIZON] > 0.0:
        last_turn = s[TURN] + int(w[HORIZON]) * s[N_PLAYERS] - 1
    while s[ENDED_BY] == RUNNING and s[TURN] < last_turn:
        begin_turn(s)
        family.take_turn(s, rng, s[SEAT], w, room, scratch)
        if s[ENDED_BY] == RUNNING:
            end_turn(s)
    if s[ENDED_BY] != RUNNING and s[ENDED_BY] <= ENDED_BY_SHRIMPS:
        n = s[N_PLAYERS]
        for step in range(1, n):
            family.eat_at_the_end(s, (s[ENDER] + step) % n)


@merged
def roll_out(s, rng, seed, number, seat, k, w, room, scratch):
    """The result of playing turn k and then on, in world `number`."""
    world = room[WORLD]
    thought = rng[BANK_WORDS:]
    seed_streams(thought, seed, number, 0)
    deal_world(s, seat, world, thought)
    world[N_EVENTS] = -1
    play_finished(world, thought, seat, room[FINISHED + k], w, room, scratch)
    if world[ENDED_BY] == RUNNING:
        end_turn(world)
    play_on(world, thought, w, room, scratch)
    return result_for(world, seat, w)


@jit
def n_alive(scratch):
    """Turns still in the race."""
    n = 0
    for k in range(int(scratch[N_FINISHED])):
        n += scratch[ALIVE + k] > 0.0
    return n


@jit
def drop_worst(scratch):
    """Take the worst turn out of the race, by results and then by worth."""
    worst = -1
    for k in range(int(scratch[N_FINISHED])):
        if scratch[ALIVE + k] > 0.0 and (
            worst < 0
            or scratch[RESULTS + k] < scratch[RESULTS + worst]
            or (
                scratch[RESULTS + k] == scratch[RESULTS + worst]
                and scratch[FINISHED_WORTH + k] < scratch[FINISHED_WORTH + worst]
            )
        ):
            worst = k
    scratch[ALIVE + worst] = 0.0


@jit
def n_halvings(n):
    """How often n turns are halved until one is left."""
    halvings = 0
    while n > 1:
        n -= n // 2
        halvings += 1
    return halvings


@jit
def enter_turns(w, scratch):
    """Let the finished turns into the race, the best ones only if the budget is small."""
    for k in range(int(scratch[N_FINISHED])):
        # the planner's judgement counts like some games that were played before; a quarter of
        # the scale is the slope of the win probability in an even position
        scratch[RESULTS + k] = w[PRIOR] * 0.25 * w[WORTH_SCALE] * scratch[FINISHED_WORTH + k]
        scratch[ALIVE + k] = 1.0
    n = int(scratch[N_FINISHED])
    while n > 2 and n * n_halvings(n) > w[BUDGET]:
        drop_worst(scratch)
        n -= 1


@merged
def race_turns(s, rng, seat, w, room, scratch):
    """Sequential halving over the finished turns; the number of the winner."""
    enter_turns(w, scratch)
    n = int(scratch[N_FINISHED])
    seed = next_word(rng, streams.DECISIONS + seat)
    halvings = n_halvings(n_alive(scratch))
    played = 0
    for _ in range(halvings):
        games = max(1, int(w[BUDGET]) // (halvings * n_alive(scratch)))
        for number in range(played, played + games):
            for k in range(n):
                if scratch[ALIVE + k] > 0.0:
                    scratch[RESULTS + k] += roll_out(
                        s, rng, seed, number, seat, k, w, room, scratch
                    )
        played += games
        for _ in range(n_alive(scratch) // 2):
            drop_worst(scratch)
    for k in range(n):
        if scratch[ALIVE + k] > 0.0:
            return k
    return 0


@merged
def take_turn(s, rng, seat, w, room, scratch):
    """Play the turn after which games went best."""
    think_of_turns(s, rng, seat, w, room, scratch)
    best = race_turns(s, rng, seat, w, room, scratch)
    play_finished(s, rng, seat, room[FINISHED + best], w, room, scratch)
