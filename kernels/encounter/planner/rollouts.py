"""Monte Carlo over the planner's best turns: what comes of each when games are played on.

Every game played on starts from a world dealt consistently with what the seat has seen, and all
seats play it by the fast policy. Turns are compared on the same worlds; sequential halving
(Karnin, Koren & Somekh 2013) gives more games to the turns that do well.
"""

from __future__ import annotations

from kernels.encounter import parameters as P
from kernels.encounter import streams
from kernels.encounter.family import turn as family
from kernels.encounter.family.candidates import MAX_CANDIDATES
from kernels.encounter.family.worth import position_worth
from kernels.encounter.planner.beam import (
    FINISHED,
    FINISHED_WORTH,
    N_FINISHED,
    N_PLANNER_ROWS,
    N_PLANNER_WORDS,
)
from kernels.encounter.planner.turn import (
    BUDGET,
    HORIZON,
    PRIOR,
    WORTH_SCALE,
    play_finished,
    think_of_turns,
)
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
from kernels.jit import jit, merged
from kernels.rng import next_word

WORLD = N_PLANNER_ROWS
N_ROLLOUT_ROWS = WORLD + 1
RESULTS = N_PLANNER_WORDS  # + k: sum of the results of turn k
ALIVE = RESULTS + MAX_CANDIDATES  # + k: 1 while turn k is in the race
N_ROLLOUT_WORDS = ALIVE + MAX_CANDIDATES


@jit
def result_for(s, me, w):
    """A finished game: 1 for a win, 0 for a loss, and the margin; else what it is worth."""
    if s[ENDED_BY] == RUNNING:
        return w[WORTH_SCALE] * position_worth(s, me, w)
    best = -1
    for seat in range(s[N_PLAYERS]):
        if seat != me:
            best = max(best, score(s, seat))
    margin = score(s, me) - best
    result = w[WORTH_SCALE] * margin
    if margin > 0:
        result += 1.0
    elif margin == 0:
        result += 0.5
    return result


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


@merged
def drop_worse_half(scratch):
    """Keep the better half of the turns in the race, by results and then by worth."""
    n = n_alive(scratch)
    for _ in range(n // 2):
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


@merged
def race_turns(s, rng, seat, w, room, scratch):
    """Sequential halving over the finished turns; the number of the winner."""
    n = int(scratch[N_FINISHED])
    for k in range(n):
        # the planner's judgement counts like some games that were played before
        scratch[RESULTS + k] = w[PRIOR] * w[WORTH_SCALE] * scratch[FINISHED_WORTH + k]
        scratch[ALIVE + k] = 1.0
    seed = next_word(rng, streams.DECISIONS + seat)
    halvings = n_halvings(n)
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
        drop_worse_half(scratch)
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
