"""The features of a position for a seat: numbers that a value is built on.

They are made of what the seat may know: boards, points, supplies, display and its own hand.
"""

from __future__ import annotations

import numpy as np

from kernels.bits import lowest_index, popcount
from kernels.jit import inlined, jit
from kernels.reef import cards as C
from kernels.reef import parameters as P
from kernels.reef.board import card_points, n_completions, pattern_cells
from kernels.reef.cards import ALL_CELLS, CARDS, N_CARDS, N_CELLS, N_COLOURS
from kernels.reef.family import weights as W
from kernels.reef.scoring import final_card_points
from kernels.reef.state import (
    DISPLAY,
    HAND,
    HEIGHTS,
    LAST_ROUND,
    N_DISPLAY,
    N_PLAYERS,
    POINTS,
    POINTS_ON,
    RULES,
    SUPPLY,
    TOPS,
)


def _cell_shares() -> np.ndarray:
    """Value of each card per cell of its pattern."""
    cells = np.maximum(CARDS[:, C.N_PATTERN_CELLS], 1)
    return CARDS[:, C.VALUE] / cells


def _supplied() -> np.ndarray:
    """[card, other]: share of the card's value that the other card's pieces would build."""
    shares = np.zeros((N_CARDS + 1, N_CARDS + 1))
    for card in range(1, N_CARDS + 1):
        wanted = set()
        if not CARDS[card, C.WILD]:
            wanted.add(CARDS[card, C.TOP] // N_CELLS)
            if CARDS[card, C.IS_TWO]:
                wanted.add(CARDS[card, C.OTHER_TOP] // N_CELLS)
        for other in range(1, N_CARDS + 1):
            pieces = CARDS[other, [C.PIECE_1, C.PIECE_2]]
            shares[card, other] = CELL_SHARE[card] * sum(int(c) in wanted for c in pieces)
    return shares


CELL_SHARE = _cell_shares()
SUPPLIED = _supplied()


@inlined
def points_and_fit(tops, heights, card, is_printed):
    """What a card would score, and its pattern's value for each cell that could be part of it."""
    first, second = pattern_cells(tops, heights, card)
    points = CARDS[card, C.VALUE] * n_completions(first, second, heights, card, is_printed)
    return points, CELL_SHARE[card] * popcount(first | second)


@inlined
def progress(v):
    """How far the game is towards the end by supply, 0 to 1."""
    least = v[SUPPLY]
    for c in range(1, N_COLOURS):
        least = min(least, v[SUPPLY + c])
    return 1.0 - least / (v[RULES + P.SUPPLY] - v[N_PLAYERS])


@inlined
def supplied_by_hand(hand):
    """What the cards of a hand would build for one another's patterns."""
    total = 0.0
    cards = hand
    while cards:
        card = lowest_index(cards)
        cards &= cards - 1
        others = hand ^ (np.int64(1) << card)
        while others:
            total += SUPPLIED[card, lowest_index(others)]
            others &= others - 1
    return total


@jit
def fill_final_features(v, seat, out):
    """The features of a seat that has no turn left: points, and cards in hand as they score."""
    for k in range(W.N_FEATURES):
        out[k] = 0.0
    fill_points(v, seat, out)


@inlined
def fill_points(v, seat, out):
    """Own points and the best rival's."""
    best = 0
    for other in range(v[N_PLAYERS]):
        if other != seat:
            best = max(best, v[POINTS + other])
    out[W.POINTS] = v[POINTS + seat]
    out[W.RIVAL_POINTS] = best


@jit
def fill_table_features(v, seat, out):
    """Points, hand and what the next player gets; returns progress to the end."""
    fill_points(v, seat, out)
    late = progress(v)
    out[W.HAND_CARDS] = popcount(v[HAND + seat])
    out[W.LATE_CARDS] = late * out[W.HAND_CARDS]
    out[W.HAND_SUPPLIED] = supplied_by_hand(v[HAND + seat])
    out[W.LEAD_PROGRESS] = late * (out[W.POINTS] - out[W.RIVAL_POINTS])
    next_seat = (seat + 1) % v[N_PLAYERS]
    most = 0
    for slot in range(v[N_DISPLAY]):
        points = card_points(
            v[TOPS + next_seat],
            v[HEIGHTS + next_seat],
            v[DISPLAY + slot],
            v[RULES + P.PRINTED],
        )
        most = max(most, points + v[POINTS_ON + slot])
    out[W.RIVAL_DISPLAY] = most
    out[W.FINAL_POINTS] = 0.0
    return late


@inlined
def fill_board_features(v, seat, late, n_display, tops, heights, out):
    """What hangs on the own board: what the hand and n cards on display would score there."""
    is_printed = v[RULES + P.PRINTED]
    total = 0
    best = 0
    fits = 0.0
    hand = v[HAND + seat]
    while hand:
        card = lowest_index(hand)
        hand &= hand - 1
        points, fit = points_and_fit(tops, heights, card, is_printed)
        total += points
        best = max(best, points)
        fits += fit
    out[W.HAND_POINTS] = total
    out[W.HAND_BEST] = best
    out[W.HAND_FIT] = fits
    out[W.LATE_POINTS] = late * total
    total = 0
    best = 0
    fits = 0.0
    for slot in range(n_display):
        card = v[DISPLAY + slot]
        points, fit = points_and_fit(tops, heights, card, is_printed)
        points += v[POINTS_ON + slot]
        total += points
        best = max(best, points)
        fits += fit
    out[W.DISPLAY_POINTS] = total
    out[W.DISPLAY_BEST] = best
    out[W.DISPLAY_FIT] = fits
    out[W.COVERED] = popcount(heights & ALL_CELLS)
    out[W.HIGH_2] = popcount(heights >> N_CELLS & ALL_CELLS)
    out[W.HIGH_3] = popcount(heights >> (2 * N_CELLS) & ALL_CELLS)
    out[W.HIGH_4] = popcount(heights >> (3 * N_CELLS) & ALL_CELLS)


@inlined
def final_hand_points(v, seat, tops, heights):
    """What the cards in hand give at the end."""
    total = 0
    hand = v[HAND + seat]
    while hand:
        total += final_card_points(
            tops,
            heights,
            lowest_index(hand),
            v[RULES + P.PRINTED],
            v[RULES + P.FINAL_ALL],
        )
        hand &= hand - 1
    return total


@jit
def fill_features(v, seat, out):
    """Write all N_FEATURES features of the position after the seat's turn."""
    if v[LAST_ROUND]:
        fill_final_features(v, seat, out)
        out[W.FINAL_POINTS] = final_hand_points(v, seat, v[TOPS + seat], v[HEIGHTS + seat])
    else:
        late = fill_table_features(v, seat, out)
        fill_board_features(v, seat, late, v[N_DISPLAY], v[TOPS + seat], v[HEIGHTS + seat], out)


@inlined
def weighted_sum(out, w, first, last):
    """The value of the features [first, last): their weighted sum."""
    total = 0.0
    for k in range(first, last):
        total += out[k] * w[k]
    return total
