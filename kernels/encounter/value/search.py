"""Search by the network: the best turns are played on in worlds that fit what was seen.

Every turn is played on in the same worlds: the rivals answer, each by the network and by what it
can see there, and what the player could make of its own next turn is judged by the network, at
the point at which the network has learned to judge. Sequential halving (Karnin, Koren & Somekh
2013) gives more worlds to the turns that do well.
"""

from __future__ import annotations

from kernels.encounter import parameters as P
from kernels.encounter import streams
from kernels.encounter.family import turn as family
from kernels.encounter.planner.beam import FINISHED, FINISHED_WORTH, MAX_TURNS, N_FINISHED
from kernels.encounter.planner.rollouts import N_ROLLOUT_ROWS, WORLD, n_halvings
from kernels.encounter.planner.turn import play_finished
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
from kernels.encounter.value import numbers as V
from kernels.encounter.value.choice import (
    N_CHOICE_WORDS,
    best_logit,
    find_turns,
)
from kernels.encounter.value.choice import take_turn as take_turn_by_odds
from kernels.encounter.value.judge import tie_break
from kernels.jit import inlined, jit
from kernels.network import as_probability
from kernels.rng import next_word

# rows of the room: those of the turns to choose from, then those of turns in thought
INNER_ROWS = N_ROLLOUT_ROWS
N_SEARCH_ROWS = INNER_ROWS + N_ROLLOUT_ROWS

# words of the scratch: those of the turns to choose from, the race, then those of turns in thought
RESULTS = N_CHOICE_WORDS  # + k: sum of the results of turn k
ALIVE = RESULTS + MAX_TURNS  # + k: 1 while turn k is in the race
WORLDS = ALIVE + MAX_TURNS  # + k: worlds in which turn k was tried
INNER_NUMBERS = WORLDS + MAX_TURNS  # the strategy's numbers as they are for turns in thought
INNER_WORDS = INNER_NUMBERS + V.N_SEARCH_NUMBERS
OUTER_NUMBERS = INNER_WORDS + N_CHOICE_WORDS  # and as they are for the turns to choose from
N_SEARCH_WORDS = OUTER_NUMBERS + V.N_SEARCH_NUMBERS

# how turns in thought are found, by the budget from which on: some forty games with better thought
# beat many more with brief thought
INNER_FROM = (0, 25, 80, 160, 640)
INNER_WIDTH = (1, 1, 2, 4, 8)
INNER_BREADTH = (3, 4, 6, 8, 12)
INNER_SLACK = (0.0, 0.1, 0.3, 0.5, 1.0)
INNER_DRAFTS = (0, 1, 2, 2, 4)
INNER_TURNS = (8, 8, 8, 8, 16)
INNER_COST = (0.8, 1.0, 2.0, 4.0, 11.0)  # of a game, in games of brief thought

# how the turns to choose from are found at least, from this budget on: better thought about few
# turns no longer pays where the best one is not among them
WIDE_FROM = 640
WIDE_WIDTH = 16
WIDE_BREADTH = 16
WIDE_SLACK = 1.5
WIDE_TURNS = 48
WIDE_DRAFTS = 8
WIDE_CANDIDATES = 16


@jit
def think_outside(w, scratch):
    """Say how the turns to choose from are found: the strategy's numbers, or wider ones."""
    outer = scratch[OUTER_NUMBERS:N_SEARCH_WORDS]
    for k in range(V.N_SEARCH_NUMBERS):
        outer[k] = w[k]
    if w[V.BUDGET] >= WIDE_FROM:
        outer[V.WIDTH] = max(w[V.WIDTH], WIDE_WIDTH)
        outer[V.BREADTH] = max(w[V.BREADTH], WIDE_BREADTH)
        outer[V.SLACK] = max(w[V.SLACK], WIDE_SLACK)
        outer[V.N_TURNS] = max(w[V.N_TURNS], WIDE_TURNS)
        outer[V.DRAFTS] = max(w[V.DRAFTS], WIDE_DRAFTS)
        outer[V.CANDIDATES] = max(w[V.CANDIDATES], WIDE_CANDIDATES)


@jit
def think_inside(w, scratch):
    """Say how turns in thought are found; how many games the budget then pays for.

    More budget means better thought on both sides, with about as many games: with the same
    thought more games soon make no difference.
    """
    budget = w[V.BUDGET]
    level = 0
    while level < len(INNER_COST) - 1 and budget >= INNER_FROM[level + 1]:
        level += 1
    for k in range(V.N_SEARCH_NUMBERS):
        scratch[INNER_NUMBERS + k] = w[k]
    scratch[INNER_NUMBERS + V.WIDTH] = INNER_WIDTH[level]
    scratch[INNER_NUMBERS + V.BREADTH] = INNER_BREADTH[level]
    scratch[INNER_NUMBERS + V.SLACK] = INNER_SLACK[level]
    scratch[INNER_NUMBERS + V.DRAFTS] = INNER_DRAFTS[level]
    scratch[INNER_NUMBERS + V.N_TURNS] = INNER_TURNS[level]
    scratch[INNER_NUMBERS + V.NOISE] = 0.0
    return max(1, int(budget / INNER_COST[level]))


@jit
def share_of_win(s, me):
    """The seat's share of the win in a world where the game is over."""
    if s[ENDED_BY] <= ENDED_BY_SHRIMPS:
        n = s[N_PLAYERS]
        for step in range(1, n):
            family.eat_at_the_end(s, (s[ENDER] + step) % n)
    share = 1.0
    points = score(s, me)
    for seat in range(s[N_PLAYERS]):
        if seat != me:
            rival = score(s, seat)
            if points < rival:
                return 0.0
            if points == rival:
                share = min(share, tie_break(s, me, seat, False))
    return share


@jit
def play_on(s, rng, me, w, networks, room, scratch, work):
    """Play a world on for some rounds; the chance of a win for the seat after its own turn."""
    last_turn = s[TURN] + int(w[V.ROUNDS]) * s[N_PLAYERS] - 1
    inner = scratch[INNER_NUMBERS:INNER_WORDS]
    rows = room[INNER_ROWS:]
    words = scratch[INNER_WORDS:]
    while s[ENDED_BY] == RUNNING and s[TURN] < last_turn and s[TURN] < s[RULES + P.TURN_LIMIT]:
        begin_turn(s)
        take_turn_by_odds(s, rng, s[SEAT], inner, networks, rows, words, work)
        if s[ENDED_BY] == RUNNING:
            end_turn(s)
    if s[ENDED_BY] != RUNNING:
        return share_of_win(s, me)
    begin_turn(s)
    find_turns(s, rng, me, inner, networks, rows, words, work)
    return as_probability(best_logit(words))


@jit
def try_turn(s, rng, seed, number, seat, k, w, networks, room, scratch, work):
    """The chance of a win after turn k in world `number`."""
    world = room[WORLD]
    thought = rng[BANK_WORDS:]
    seed_streams(thought, seed, number, 0)
    deal_world(s, seat, world, thought)
    world[N_EVENTS] = -1
    play_finished(world, thought, seat, room[FINISHED + k], w, room, scratch)
    if world[ENDED_BY] == RUNNING:
        end_turn(world)
    return play_on(world, thought, seat, w, networks, room, scratch, work)


@jit
def n_alive(scratch):
    """Turns still in the race."""
    n = 0
    for k in range(int(scratch[N_FINISHED])):
        n += scratch[ALIVE + k] > 0.0
    return n


@jit
def drop_worst(scratch):
    """Take the worst turn out of the race."""
    worst = -1
    for k in range(int(scratch[N_FINISHED])):
        is_worse = worst < 0 or scratch[RESULTS + k] < scratch[RESULTS + worst]
        if scratch[ALIVE + k] > 0.0 and is_worse:
            worst = k
    scratch[ALIVE + worst] = 0.0


@jit
def enter_turns(w, games, scratch):
    """Let the turns with the best odds into the race, as many as the games allow."""
    n = int(scratch[N_FINISHED])
    for k in range(n):
        # the network's judgement counts like some worlds that were tried before
        scratch[RESULTS + k] = w[V.PRIOR] * as_probability(scratch[FINISHED_WORTH + k])
        scratch[RESULTS + k] += 1e-9 * scratch[FINISHED_WORTH + k]
        scratch[ALIVE + k] = 1.0
        scratch[WORLDS + k] = 0.0
    while n > 1 and (n > w[V.CANDIDATES] or n * n_halvings(n) > games):
        drop_worst(scratch)
        n -= 1


@jit
def race_turns(s, rng, seat, w, networks, room, scratch, work):
    """Sequential halving over the finished turns; the number of the winner."""
    games = think_inside(w, scratch)
    enter_turns(w, games, scratch)
    n = int(scratch[N_FINISHED])
    seed = next_word(rng, streams.DECISIONS + seat)
    halvings = n_halvings(n_alive(scratch))
    tried = 0
    for _ in range(halvings):
        worlds = max(1, games // (halvings * n_alive(scratch)))
        for number in range(tried, tried + worlds):
            for k in range(n):
                if scratch[ALIVE + k] > 0.0:
                    scratch[RESULTS + k] += try_turn(
                        s, rng, seed, number, seat, k, w, networks, room, scratch, work
                    )
                    scratch[WORLDS + k] += 1.0
        tried += worlds
        for _ in range(n_alive(scratch) // 2):
            drop_worst(scratch)
    best = 0
    for k in range(n):
        if scratch[ALIVE + k] > 0.0:
            best = k
    return best


@inlined
def tried_chance(scratch, k, prior):
    """The mean chance of a win after turn k in the worlds in which it was tried."""
    judged = prior * as_probability(scratch[FINISHED_WORTH + k])
    return (scratch[RESULTS + k] - judged) / scratch[WORLDS + k]


@jit
def take_turn(s, rng, seat, w, networks, room, scratch, work):
    """Play the turn after which the odds were best."""
    think_outside(w, scratch)
    outer = scratch[OUTER_NUMBERS:N_SEARCH_WORDS]
    find_turns(s, rng, seat, outer, networks, room, scratch, work)
    best = race_turns(s, rng, seat, outer, networks, room, scratch, work)
    play_finished(s, rng, seat, room[FINISHED + best], w, room, scratch)
