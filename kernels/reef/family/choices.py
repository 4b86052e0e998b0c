"""The choices under consideration in a turn: the best few, kept in the float words of a policy.

scratch[0:N_FEATURES] is where features are written; the list follows. A choice is what to do, the
card (or the slot of the display) and the pieces of a play.
"""

from __future__ import annotations

from kernels.jit import inlined, jit
from kernels.reef.family.weights import N_FEATURES
from kernels.reef.turn import pass_turn, play_card, take_deck, take_display

NOTHING = -1e30  # worth less than anything

# what to do
PASS = 0
TAKE = 1  # with the slot
DECK = 2  # with the slot that gets the point
PLAY = 3  # with the card

# words of scratch
CAPACITY = 32  # choices that are kept
COUNT = 33  # choices kept
LEAST = 34  # worth that a further choice must exceed
FIRST_CHOICE = 35
CHOICE_WORDS = 5
WORTH = 0  # words of a choice
ACTION = 1
WHICH = 2  # card or slot
PIECE_1 = 3
PIECE_2 = 4
MAX_CHOICES = 32
CHOICES_SIZE = FIRST_CHOICE + CHOICE_WORDS * MAX_CHOICES

assert N_FEATURES <= CAPACITY


@inlined
def clear_choices(scratch, capacity):
    """Begin a list that keeps the best `capacity` choices."""
    scratch[CAPACITY] = capacity
    scratch[COUNT] = 0
    scratch[LEAST] = NOTHING


@inlined
def choice_at(k):
    """Where choice k begins."""
    return FIRST_CHOICE + CHOICE_WORDS * k


@jit
def keep_choice(scratch, worth, action, which, first, second):
    """Keep a choice whose worth exceeds scratch[LEAST], for the worst one if the list is full."""
    k = int(scratch[COUNT])
    if k < scratch[CAPACITY]:
        scratch[COUNT] += 1
    else:
        k = worst_choice(scratch)
    at = choice_at(k)
    scratch[at + WORTH] = worth
    scratch[at + ACTION] = action
    scratch[at + WHICH] = which
    scratch[at + PIECE_1] = first
    scratch[at + PIECE_2] = second
    if scratch[COUNT] == scratch[CAPACITY]:
        scratch[LEAST] = scratch[choice_at(worst_choice(scratch)) + WORTH]


@inlined
def worst_choice(scratch):
    """The number of the choice that is worth least."""
    worst = 0
    for k in range(1, int(scratch[COUNT])):
        if scratch[choice_at(k) + WORTH] < scratch[choice_at(worst) + WORTH]:
            worst = k
    return worst


@inlined
def best_choice(scratch):
    """The number of the choice that is worth most."""
    best = 0
    for k in range(1, int(scratch[COUNT])):
        if scratch[choice_at(k) + WORTH] > scratch[choice_at(best) + WORTH]:
            best = k
    return best


@jit
def make_choice(s, rng, seat, scratch, k):
    """Do what choice k says; pass if there is none."""
    at = choice_at(k)
    which = int(scratch[at + WHICH])
    if scratch[COUNT] == 0:
        pass_turn(s, seat)
    elif scratch[at + ACTION] == PLAY:
        play_card(s, seat, which, int(scratch[at + PIECE_1]), int(scratch[at + PIECE_2]))
    elif scratch[at + ACTION] == TAKE:
        take_display(s, rng, seat, which)
    else:
        take_deck(s, rng, seat, which)
