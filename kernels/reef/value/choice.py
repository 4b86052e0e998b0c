"""The turn of strategies with a network: the choice after which the odds are best.

The family's weights only say which placements of a card the network is asked about.
"""

from __future__ import annotations

import math

from kernels.bits import lowest_index
from kernels.jit import inlined, jit, merged
from kernels.network import keep_base, nearby_logit
from kernels.reef import streams
from kernels.reef.board import NO_PIECE
from kernels.reef.family.choices import (
    ACTION,
    CHOICES_SIZE,
    COUNT,
    DECK,
    LEAST,
    MAX_CHOICES,
    PIECE_1,
    PIECE_2,
    PLAY,
    TAKE,
    WHICH,
    WORTH,
    choice_at,
    clear_choices,
    keep_choice,
    make_choice,
)
from kernels.reef.family.thought import copy_open, known_top
from kernels.reef.family.turn import consider_plays
from kernels.reef.planner.turn import consider_placements, think_choice
from kernels.reef.state import HAND, LAST_ROUND, N_DISPLAY, N_LEFT, N_PLAYERS
from kernels.reef.turn import can_take, can_take_deck, cheapest_slots
from kernels.reef.value.features import BASE, fill_mine, fill_rivals
from kernels.reef.value.numbers import NETWORK, NOISE, PLACEMENTS
from kernels.reef.worlds import unseen_cards
from kernels.rng import unit

AFTER = 1  # row of room: the position after a choice
# words of scratch behind those of the choices with their odds
CONSIDERED = CHOICES_SIZE  # choices that the network is about to judge
RIVALS_TOLD = CONSIDERED + CHOICES_SIZE  # 1.0 if the features tell of rivals as they are now
HAS_BASE = RIVALS_TOLD + 1  # 1.0 if a position of this turn has been judged
N_LEARNED_WORDS = HAS_BASE + 1


@inlined
def network_for(s, w, networks):
    """Where a strategy's network for this number of players stands.

    A strategy's networks begin with a table of where each is, counted from there: for two, three
    and four players.
    """
    begin = int(w[NETWORK])
    return begin + int(networks[begin + s[N_PLAYERS] - 2])


@inlined
def top_after(s, v):
    """The deck's top card as far as it is known after a choice: not if a card has left the deck."""
    return known_top(s) if v[N_LEFT] == s[N_LEFT] else 0


@jit
def choice_logit(s, seat, unseen, k, networks, at, room, scratch, work):
    """The log odds after a considered choice."""
    v = room[AFTER]
    considered = scratch[CONSIDERED:]
    think_choice(s, seat, considered, k, v)
    is_play = considered[choice_at(k) + ACTION] == PLAY
    is_table_new = not is_play or v[LAST_ROUND] != s[LAST_ROUND]
    if is_table_new or scratch[RIVALS_TOLD] == 0.0:
        fill_rivals(v, seat, unseen, work)
        scratch[RIVALS_TOLD] = 0.0 if is_table_new else 1.0
    fill_mine(v, seat, top_after(s, v), unseen, work)
    if scratch[HAS_BASE] == 0.0:
        keep_base(networks, at, work, BASE)
        scratch[HAS_BASE] = 1.0
    return nearby_logit(networks, at, work, BASE)


@jit
def judge_considered(s, seat, unseen, networks, at, room, scratch, work):
    """Judge all considered choices and keep the best."""
    considered = scratch[CONSIDERED:]
    for k in range(int(considered[COUNT])):
        logit = choice_logit(s, seat, unseen, k, networks, at, room, scratch, work)
        if logit > scratch[LEAST]:
            c = choice_at(k)
            keep_choice(
                scratch,
                logit,
                int(considered[c + ACTION]),
                int(considered[c + WHICH]),
                int(considered[c + PIECE_1]),
                int(considered[c + PIECE_2]),
            )


@jit
def consider_every_take(s, seat, considered):
    """Consider every card that can be taken, and every card that the point could go on."""
    if not can_take(s, seat):
        return
    for slot in range(s[N_DISPLAY]):
        keep_choice(considered, 0.0, TAKE, slot, NO_PIECE, NO_PIECE)
    if can_take_deck(s, seat):
        slots = cheapest_slots(s)
        while slots:
            keep_choice(considered, 0.0, DECK, lowest_index(slots), NO_PIECE, NO_PIECE)
            slots &= slots - 1


@jit
def find_choices(s, rng, seat, w, networks, room, scratch, work):
    """The choices of a turn with their log odds as their worth."""
    at = network_for(s, w, networks)
    unseen = unseen_cards(s, seat)
    considered = scratch[CONSIDERED:]
    scratch[RIVALS_TOLD] = 0.0
    scratch[HAS_BASE] = 0.0
    clear_choices(scratch, MAX_CHOICES)
    if w[PLACEMENTS] > 1.0:
        hand = s[HAND + seat]
        while hand:
            clear_choices(considered, min(MAX_CHOICES, int(w[PLACEMENTS])))
            copy_open(s, room[0])
            consider_placements(room[0], seat, lowest_index(hand), considered, w)
            judge_considered(s, seat, unseen, networks, at, room, scratch, work)
            hand &= hand - 1
    else:
        clear_choices(considered, MAX_CHOICES)
        consider_plays(s, rng, seat, w, room[0], considered)
        judge_considered(s, seat, unseen, networks, at, room, scratch, work)
    clear_choices(considered, MAX_CHOICES)
    consider_every_take(s, seat, considered)
    judge_considered(s, seat, unseen, networks, at, room, scratch, work)


@jit
def choose(rng, seat, w, scratch):
    """The number of the choice with the best odds, blurred by the strategy's noise."""
    best = 0
    most = -1e30
    for k in range(int(scratch[COUNT])):
        odds = scratch[choice_at(k) + WORTH]
        if w[NOISE] > 0.0:  # Gumbel noise: a choice in proportion to the powers of the odds
            chance = unit(rng, streams.DECISIONS + seat) + 1e-12
            odds -= w[NOISE] * math.log(-math.log(chance))
        if odds > most:
            most = odds
            best = k
    return best


@merged
def take_turn(s, rng, seat, w, networks, room, scratch, work):
    """Make the choice with the best odds."""
    find_choices(s, rng, seat, w, networks, room, scratch, work)
    make_choice(s, rng, seat, scratch, choose(rng, seat, w, scratch))
