"""Actions in thought, on a copy of the position: what they change that a player can foresee."""

from __future__ import annotations

import numpy as np

from kernels.jit import inlined, jit
from kernels.reef import parameters as P
from kernels.reef.board import card_points
from kernels.reef.cards import N_CARDS, N_COLOURS
from kernels.reef.family import weights as W
from kernels.reef.family.features import (
    fill_board_features,
    fill_final_features,
    fill_table_features,
    final_hand_points,
    weighted_sum,
)
from kernels.reef.state import (
    DECK,
    DISPLAY,
    HAND,
    HEIGHTS,
    LAST_ROUND,
    N_DISPLAY,
    N_LEFT,
    OPEN_SIZE,
    POINTS,
    POINTS_ON,
    RULES,
    SUPPLY,
    TOPS,
)
from kernels.reef.turn import close_gap, pieces_due


@inlined
def copy_open(source, target):
    """Make `target` the same position but for the deck, of which only the top is known."""
    for at in range(OPEN_SIZE):
        target[at] = source[at]


@inlined
def known_top(s):
    """The deck's top card, 0 if there is none."""
    return s[DECK + s[N_LEFT]] if s[N_LEFT] < N_CARDS else 0


@inlined
def note_top_gone(v):
    """The deck's top card has left: was it the last?"""
    v[N_LEFT] += 1
    v[LAST_ROUND] |= v[N_LEFT] == N_CARDS


@inlined
def think_take(v, seat, slot, top):
    """Take a card of the display; the deck's top card fills the gap, 0 if it is not known."""
    v[HAND + seat] |= np.int64(1) << v[DISPLAY + slot]
    v[POINTS + seat] += v[POINTS_ON + slot]
    v[POINTS_ON + slot] = 0
    if top:
        v[DISPLAY + slot] = top
        note_top_gone(v)
    else:
        close_gap(v, slot)


@inlined
def think_deck(v, seat, slot, top):
    """Take the deck's top card and pay for it."""
    v[HAND + seat] |= np.int64(1) << top
    v[POINTS + seat] -= 1
    v[POINTS_ON + slot] += 1
    note_top_gone(v)


@inlined
def think_play(v, seat, card):
    """Everything about playing a card but where its pieces go; returns their colours."""
    first, second = pieces_due(v, card)
    v[HAND + seat] ^= np.int64(1) << card
    if first >= 0:
        v[SUPPLY + first] -= 1
    if second >= 0:
        v[SUPPLY + second] -= 1
    for c in range(N_COLOURS):
        v[LAST_ROUND] |= v[SUPPLY + c] == 0
    return first, second


@jit
def begin_worth(v, seat, out, w):
    """Fill what is the same for every board: returns progress to the end and its worth."""
    if v[LAST_ROUND]:
        fill_final_features(v, seat, out)
        late = 1.0
    else:
        late = fill_table_features(v, seat, out)
    return late, weighted_sum(out, w, 0, W.N_TABLE_FEATURES)


@inlined
def board_worth(v, seat, begun, n_display, tops, heights, out, w):
    """What the position is worth with this board and n cards on display, after `begin_worth`."""
    late, table = begun
    if v[LAST_ROUND]:
        return table + w[W.FINAL_POINTS] * final_hand_points(v, seat, tops, heights)
    fill_board_features(v, seat, late, n_display, tops, heights, out)
    return table + weighted_sum(out, w, W.N_TABLE_FEATURES, W.FINAL_POINTS)


@inlined
def play_worth(v, seat, card, begun, n_display, tops, heights, out, w):
    """The same for a board that a card has just been played on: with what it scores."""
    points = card_points(tops, heights, card, v[RULES + P.PRINTED])
    value = board_worth(v, seat, begun, n_display, tops, heights, out, w)
    return value + w[W.POINTS] * points


@jit
def worth(v, seat, out, w):
    """What the position is worth to the seat, its turn being over."""
    begun = begin_worth(v, seat, out, w)
    return board_worth(v, seat, begun, v[N_DISPLAY], v[TOPS + seat], v[HEIGHTS + seat], out, w)
