"""Actions in thought, on a copy of the position: what they change that a player can foresee."""

from __future__ import annotations

import numpy as np

from kernels.jit import inlined, jit
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
    N_LEFT,
    POINTS,
    POINTS_ON,
    POSITION_SIZE,
    SUPPLY,
    TOPS,
)
from kernels.reef.turn import close_gap, pieces_due


@inlined
def copy_position(source, target):
    """Make `target` the same position."""
    for at in range(POSITION_SIZE):
        target[at] = source[at]


@inlined
def think_take(v, seat, slot, is_top_known):
    """Take a card of the display; the deck's top card fills the gap if it is known."""
    v[HAND + seat] |= np.int64(1) << v[DISPLAY + slot]
    v[POINTS + seat] += v[POINTS_ON + slot]
    v[POINTS_ON + slot] = 0
    if is_top_known and v[N_LEFT] < N_CARDS:
        v[DISPLAY + slot] = v[DECK + v[N_LEFT]]
        v[N_LEFT] += 1
        v[LAST_ROUND] |= v[N_LEFT] == N_CARDS
    else:
        close_gap(v, slot)


@inlined
def think_deck(v, seat, slot):
    """Take the deck's top card and pay for it."""
    v[HAND + seat] |= np.int64(1) << v[DECK + v[N_LEFT]]
    v[POINTS + seat] -= 1
    v[POINTS_ON + slot] += 1
    v[N_LEFT] += 1
    v[LAST_ROUND] |= v[N_LEFT] == N_CARDS


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
def begin_worth(v, seat, out):
    """Fill the features that are the same for every board; returns progress to the end."""
    if v[LAST_ROUND]:
        fill_final_features(v, seat, out)
        return 1.0
    fill_table_features(v, seat, out)
    return out[W.LATE_POINTS]


@inlined
def board_worth(v, seat, late, tops, heights, out, w):
    """What the position is worth with this board, after `begin_worth`."""
    if v[LAST_ROUND]:
        out[W.FINAL_POINTS] = final_hand_points(v, seat, tops, heights)
    else:
        fill_board_features(v, seat, late, tops, heights, out)
    return weighted_sum(out, w)


@jit
def worth(v, seat, out, w):
    """What the position is worth to the seat, its turn being over."""
    late = begin_worth(v, seat, out)
    return board_worth(v, seat, late, v[TOPS + seat], v[HEIGHTS + seat], out, w)
