"""The turn of `search`: the planner's best choices in games that the fast policy plays to the end.

All choices meet the same worlds: in each the rivals' hidden start cards and the deck below its top
are dealt anew, consistent with what the seat has seen. Sequential halving (Karnin, Koren & Somekh,
2013) gives the games to the choices that are still in the race.
"""

from __future__ import annotations

import math

import numpy as np

from kernels.bits import lowest_index
from kernels.jit import inlined, jit
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
from kernels.reef.family.thought import copy_position
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
    RUNNING,
    SEAT,
    START_CARDS,
)
from kernels.reef.streams import BANK_WORDS, seed_streams
from kernels.reef.turn import end_turn
from kernels.rng import below, next_word

# words of the weight vector after those of the planner
BUDGET = 50  # games played on for one decision
PRIOR = 51  # how many games the planner's judgement counts for
WORTH_SCALE = 52  # share of a win that one point of worth counts for, in that judgement
MARGIN_SCALE = 53  # log odds that one point of the final margin counts for, besides the win

WORLD = 2  # row of room
N_ROWS = 3
IN_GAME = CHOICES_SIZE  # words of scratch: what the policies of a game played on work in
RESULTS = 2 * CHOICES_SIZE  # + k: sum of results
ALIVE = RESULTS + MAX_CHOICES  # + k: 1.0 while in the race
N_WORDS = ALIVE + MAX_CHOICES


@jit
def deal_world(s, me, world, rng):
    """Copy the position with the rivals' hidden start cards dealt anew.

    The deck's order below its top needs no dealing: it is drawn as cards are turned up.
    """
    copy_position(s, world)
    n_unseen = N_CARDS - 1 - s[N_LEFT]
    if n_unseen <= 0:
        return
    for seat in range(s[N_PLAYERS]):
        hidden = s[HAND + seat] & s[START_CARDS + seat]
        if seat == me:
            continue
        while hidden:
            # a card in a hand and one in the deck change places; or they do not
            card = lowest_index(hidden)
            hidden &= hidden - 1
            swap_with_deck(world, seat, card, n_unseen, rng)


@inlined
def swap_with_deck(world, seat, card, n_unseen, rng):
    """Exchange a hidden card for an unseen one, itself included."""
    k = below(rng, streams.DECK, n_unseen + 1)
    if k == n_unseen:
        return
    at = DECK + world[N_LEFT] + 1 + k
    other = world[at]
    world[at] = card
    world[HAND + seat] ^= (np.int64(1) << card) | (np.int64(1) << other)
    world[START_CARDS + seat] ^= (np.int64(1) << card) | (np.int64(1) << other)


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
    return 0.5 * win + 0.5 / (1.0 + math.exp(-w[MARGIN_SCALE] * margin))


@jit
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


@jit
def race(s, rng, seat, w, room, scratch):
    """Sequential halving over the choices; the number of the winner."""
    n = int(scratch[COUNT])
    for k in range(n):
        # the planner's judgement counts like some games that were played before
        scratch[RESULTS + k] = w[PRIOR] * w[WORTH_SCALE] * scratch[choice_at(k) + WORTH]
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
        for _ in range(n_alive(scratch) // 2):
            drop_worst(scratch)
    for k in range(n):
        if scratch[ALIVE + k] > 0.0:
            return k
    return 0


@jit
def take_turn(s, rng, seat, w, room, scratch):
    """Make the choice after which games went best."""
    find_choices(s, rng, seat, w, room, scratch)
    make_choice(s, rng, seat, scratch, race(s, rng, seat, w, room, scratch))
