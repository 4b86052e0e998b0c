"""Search by the network: the best choices are played on in worlds that fit what was seen.

Every choice is tried in the same worlds, in which the rivals' hidden start cards and the deck
below its top are dealt anew: the rivals answer, each by the network and by what it can see there,
and what the player could make of its own next turn is judged by the network, at the point at
which the network has learned to judge. Sequential halving (Karnin, Koren & Somekh, 2013) gives
more worlds to the choices that do well.
"""

from __future__ import annotations

from kernels.jit import inlined, jit, merged
from kernels.network import as_probability
from kernels.reef import streams
from kernels.reef.family.choices import (
    COUNT,
    MAX_CHOICES,
    WORTH,
    best_choice,
    choice_at,
    make_choice,
)
from kernels.reef.scoring import score_hands, standing
from kernels.reef.state import ENDED_BY, N_EVENTS, N_PLAYERS, RUNNING, SEAT
from kernels.reef.streams import BANK_WORDS, seed_streams
from kernels.reef.turn import end_turn
from kernels.reef.value.choice import N_LEARNED_WORDS, find_choices
from kernels.reef.value.numbers import (
    BUDGET,
    CANDIDATES,
    N_VECTOR_WORDS,
    PLACEMENTS,
    PRIOR,
)
from kernels.reef.worlds import deal_world
from kernels.rng import next_word

WORLD = 2  # row of room
N_SEARCH_ROWS = 3
# words of scratch: those of the choices, the race, then those of turns in thought
RESULTS = N_LEARNED_WORDS  # + k: sum of the results of choice k
ALIVE = RESULTS + MAX_CHOICES  # + k: 1.0 while in the race
INNER_NUMBERS = ALIVE + MAX_CHOICES  # the strategy's numbers as they are for turns in thought
INNER_WORDS = INNER_NUMBERS + N_VECTOR_WORDS
N_SEARCH_WORDS = INNER_WORDS + N_LEARNED_WORDS
INNER_PLACEMENTS = 2.0


@jit
def share_of_win(s, me):
    """The seat's share of the win in a world where the game is over, but for more than two."""
    score_hands(s)
    own = standing(s, me)
    best = 0
    for seat in range(s[N_PLAYERS]):
        if seat != me:
            best = max(best, standing(s, seat))
    return 1.0 if own > best else 0.5 if own == best else 0.0


@jit
def try_choice(s, rng, seed, number, me, k, networks, room, scratch, work):
    """The chance of a win after choice k in world `number`: at the end, or at the own next turn."""
    world = room[WORLD]
    thought = rng[BANK_WORDS:]
    inner = scratch[INNER_NUMBERS:INNER_WORDS]
    words = scratch[INNER_WORDS:]
    seed_streams(thought, seed, number, 0, s[N_PLAYERS])
    deal_world(s, me, world, thought)
    world[N_EVENTS] = -1
    make_choice(world, thought, me, scratch, k)
    end_turn(world)
    while world[ENDED_BY] == RUNNING:
        seat = world[SEAT]
        find_choices(world, thought, seat, inner, networks, room, words, work)
        best = best_choice(words)
        if seat == me and words[COUNT] > 0:
            return as_probability(words[choice_at(best) + WORTH])
        make_choice(world, thought, seat, words, best)
        end_turn(world)
    return share_of_win(world, me)


@inlined
def n_alive(scratch):
    """Choices still in the race."""
    n = 0
    for k in range(int(scratch[COUNT])):
        n += scratch[ALIVE + k] > 0.0
    return n


@jit
def drop_worst(scratch):
    """Take the choice with the worst results out of the race."""
    worst = -1
    for k in range(int(scratch[COUNT])):
        if scratch[ALIVE + k] > 0.0 and (
            worst < 0 or scratch[RESULTS + k] < scratch[RESULTS + worst]
        ):
            worst = k
    scratch[ALIVE + worst] = 0.0


@inlined
def n_halvings(n):
    """How often n choices are halved until one is left."""
    halvings = 0
    while n > 1:
        n -= n // 2
        halvings += 1
    return halvings


@jit
def enter_choices(w, scratch):
    """Let the choices with the best odds into the race, as many as the budget allows."""
    n = int(scratch[COUNT])
    for k in range(n):
        # the network's judgement counts like some worlds that were tried before
        logit = scratch[choice_at(k) + WORTH]
        scratch[RESULTS + k] = w[PRIOR] * as_probability(logit) + 1e-9 * logit
        scratch[ALIVE + k] = 1.0
    while n > 1 and (n > w[CANDIDATES] or n * n_halvings(n) > w[BUDGET]):
        drop_worst(scratch)
        n -= 1


@jit
def race(s, rng, seat, w, networks, room, scratch, work):
    """Sequential halving over the choices; the number of the winner."""
    enter_choices(w, scratch)
    for k in range(N_VECTOR_WORDS):
        scratch[INNER_NUMBERS + k] = w[k]
    scratch[INNER_NUMBERS + PLACEMENTS] = INNER_PLACEMENTS
    n = int(scratch[COUNT])
    seed = next_word(rng, streams.DECISIONS + seat)
    halvings = n_halvings(n_alive(scratch))
    tried = 0
    for _ in range(halvings):
        worlds = max(1, int(w[BUDGET]) // (halvings * n_alive(scratch)))
        for number in range(tried, tried + worlds):
            for k in range(n):
                if scratch[ALIVE + k] > 0.0:
                    scratch[RESULTS + k] += try_choice(
                        s, rng, seed, number, seat, k, networks, room, scratch, work
                    )
        tried += worlds
        for _ in range(n_alive(scratch) // 2):
            drop_worst(scratch)
    best = 0
    for k in range(n):
        if scratch[ALIVE + k] > 0.0:
            best = k
    return best


@merged
def take_turn(s, rng, seat, w, networks, room, scratch, work):
    """Make the choice after which the odds were best."""
    find_choices(s, rng, seat, w, networks, room, scratch, work)
    make_choice(s, rng, seat, scratch, race(s, rng, seat, w, networks, room, scratch, work))
