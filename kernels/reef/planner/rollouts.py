"""The turn of `search`: the planner's best choices in games that the fast policy plays to the end.

All choices meet the same worlds: in each the rivals' hidden start cards and the deck below its top
are dealt anew, consistent with what the seat has seen. Sequential halving (Karnin, Koren & Somekh,
2013) gives the games to the choices that are still in the race.
"""

from __future__ import annotations

import math

import numpy as np

from kernels.bits import lowest_index, nth_bit, popcount
from kernels.jit import inlined, jit, merged
from kernels.reef import streams
from kernels.reef.cards import N_CARDS
from kernels.reef.family import turn as family
from kernels.reef.family.choices import (
    CHOICES_SIZE,
    COUNT,
    MAX_CHOICES,
    WORTH,
    choice_at,
    make_choice,
)
from kernels.reef.planner import weights as PW
from kernels.reef.planner.turn import find_choices
from kernels.reef.scoring import score_hands, standing
from kernels.reef.state import (
    DECK,
    ENDED_BY,
    HAND,
    N_EVENTS,
    N_LEFT,
    N_PLAYERS,
    POINTS,
    POSITION_SIZE,
    RUNNING,
    SEAT,
    START_CARDS,
)
from kernels.reef.streams import BANK_WORDS, seed_streams
from kernels.reef.turn import end_turn
from kernels.rng import below, next_word

WORLD = 2  # row of room
N_ROWS = 3
IN_GAME = CHOICES_SIZE  # words of scratch: what the policies of a game played on work in
RESULTS = 2 * CHOICES_SIZE  # + k: sum of results
ALIVE = RESULTS + MAX_CHOICES  # + k: 1.0 while in the race
N_WORDS = ALIVE + MAX_CHOICES


@jit
def unseen_cards(s, me):
    """The set of cards that the seat cannot place: hidden start cards, the deck below its top."""
    unseen = np.int64(0)
    for k in range(s[N_LEFT] + 1, N_CARDS):
        unseen |= np.int64(1) << s[DECK + k]
    for seat in range(s[N_PLAYERS]):
        if seat != me:
            unseen |= s[HAND + seat] & s[START_CARDS + seat]
    return unseen


@jit
def deal_world(s, me, world, rng):
    """Copy the position with all that is hidden dealt anew, consistent with what was seen."""
    for at in range(POSITION_SIZE):
        world[at] = s[at]
    unseen = unseen_cards(s, me)
    for seat in range(s[N_PLAYERS]):
        if seat == me:
            continue
        hidden = s[HAND + seat] & s[START_CARDS + seat]
        world[HAND + seat] ^= hidden
        world[START_CARDS + seat] ^= hidden
        for _ in range(popcount(hidden)):
            card = nth_bit(unseen, below(rng, streams.DECK, popcount(unseen)))
            unseen ^= card
            world[HAND + seat] |= card
            world[START_CARDS + seat] |= card
    # the rest in any order: which card is next is drawn as it is turned up
    for k in range(s[N_LEFT] + 1, N_CARDS):
        world[DECK + k] = lowest_index(unseen)
        unseen &= unseen - 1


@jit
def result_for(s, me, w):
    """What a finished game is worth, 0 to 1: half for the win, half for how clear it is."""
    best = 0
    best_points = 0
    for seat in range(s[N_PLAYERS]):
        if seat != me:
            best = max(best, standing(s, seat))
            best_points = max(best_points, s[POINTS + seat])
    own = standing(s, me)
    win = 1.0 if own > best else 0.5 if own == best else 0.0
    margin = s[POINTS + me] - best_points
    return 0.5 * win + 0.5 / (1.0 + math.exp(-w[PW.MARGIN_SCALE] * margin))


@merged
def roll_out(s, rng, seed, number, seat, k, w, room, scratch):
    """The result of choice k and of playing on, in world `number`."""
    world = room[WORLD]
    thought = rng[BANK_WORDS:]
    seed_streams(thought, seed, number, 0, s[N_PLAYERS])
    deal_world(s, seat, world, thought)
    world[N_EVENTS] = -1
    make_choice(world, thought, seat, scratch, k)
    end_turn(world)
    while world[ENDED_BY] == RUNNING:
        family.take_turn(world, thought, world[SEAT], w, room, scratch[IN_GAME:])
        end_turn(world)
    score_hands(world)
    return result_for(world, seat, w)


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


@merged
def race(s, rng, seat, w, room, scratch):
    """Sequential halving over the choices; the number of the winner."""
    n = int(scratch[COUNT])
    for k in range(n):
        # the planner's judgement counts like some games that were played before
        scratch[RESULTS + k] = w[PW.PRIOR] * w[PW.WORTH_SCALE] * scratch[choice_at(k) + WORTH]
        scratch[ALIVE + k] = 1.0
    seed = next_word(rng, streams.DECISIONS + seat)
    halvings = n_halvings(n)
    played = 0
    for _ in range(halvings):
        games = max(1, int(w[PW.BUDGET]) // (halvings * n_alive(scratch)))
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
    """Make the choice after which games went best."""
    find_choices(s, rng, seat, w, room, scratch)
    make_choice(s, rng, seat, scratch, race(s, rng, seat, w, room, scratch))
