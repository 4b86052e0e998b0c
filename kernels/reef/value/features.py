"""What a network is told of a position: numbers of about -4 to 4, as a player can know them.

First the table, then a block for each side: the player's own, then the rivals' in the order of
play. A position is judged after the player's own turn. Of a rival's hand nothing is read but its
size and the cards taken in the open, of the deck its size and its top card where that is known.
"""

from __future__ import annotations

import numpy as np

from kernels.bits import lowest_index, popcount
from kernels.jit import inlined, jit
from kernels.reef import parameters as P
from kernels.reef.board import card_points
from kernels.reef.cards import ALL_CELLS, N_CARDS, N_CELLS, N_COLOURS
from kernels.reef.family.features import CELL_SHARE, SUPPLIED, supplied_by_hand
from kernels.reef.scoring import final_card_points
from kernels.reef.state import (
    DISPLAY,
    HAND,
    HEIGHTS,
    LAST_ROUND,
    N_DISPLAY,
    N_LEFT,
    N_PLAYERS,
    POINTS,
    POINTS_ON,
    RULES,
    START_CARDS,
    SUPPLY,
    TOPS,
    TURN,
)
from kernels.reef.value.potential import PIECES, n_wanted, potential

# the table
N_TABLE = 24
# a block for each side: numbers, the best cards in hand, the best on display
N_SIDE_NUMBERS = 20
LEAD = 0  # the two leads and whether the side can end the game depend on all sides
WIDE_LEAD = 1
CAN_END = 2
HAND_ROWS = N_SIDE_NUMBERS
CARD_SIZE = 4
HAND_TOLD = 4
DISPLAY_ROWS = HAND_ROWS + HAND_TOLD * CARD_SIZE
DISPLAY_TOLD = 3
SIDE_SIZE = DISPLAY_ROWS + DISPLAY_TOLD * CARD_SIZE
MAX_FEATURES = N_TABLE + 4 * SIDE_SIZE

# words of `work` behind what any network's layers need
LAYER_WORDS = 512
TOTAL = LAYER_WORDS  # + seat: points with those of known cards left in hand
KEYS = TOTAL + 4  # + k: by which the cards of a side are sorted
BASE = 640  # the features of the first position judged in a turn, and the first layer they give
WORK_SIZE = 1024

BOUND = 4.0


def n_features(players: int) -> int:
    """Features of a position with so many players."""
    return N_TABLE + players * SIDE_SIZE


@inlined
def bounded(number):
    """A number within the bounds of a feature."""
    return min(max(number, -BOUND), BOUND)


@inlined
def side_at(v, me, seat):
    """Where the block of a seat begins."""
    return N_TABLE + SIDE_SIZE * ((seat - me) % v[N_PLAYERS])


@inlined
def known_hand(v, me, seat):
    """The cards of a seat that the player knows of."""
    return v[HAND + seat] if seat == me else v[HAND + seat] & ~v[START_CARDS + seat]


@inlined
def has_turn(v, me, seat):
    """Whether a seat will have a turn after the player's, which is over."""
    if not v[LAST_ROUND]:
        return True
    is_over = v[N_LEFT] == N_CARDS and not v[RULES + P.FINISH_ROUND]
    return seat > me and not is_over


@inlined
def sort_in(work, rows, n_rows, key, row):
    """Put a row of four numbers among the best so far, sorted by their keys."""
    place = n_rows
    while place > 0 and work[KEYS + place - 1] < key:
        place -= 1
    for k in range(n_rows - 1, place, -1):
        work[KEYS + k] = work[KEYS + k - 1]
        for j in range(CARD_SIZE):
            at = rows + CARD_SIZE * k + j
            work[at] = work[at - CARD_SIZE]
    if place < n_rows:
        work[KEYS + place] = key
        at = rows + CARD_SIZE * place
        work[at] = row[0]
        work[at + 1] = row[1]
        work[at + 2] = row[2]
        work[at + 3] = row[3]


@inlined
def soon(pieces, card, now, one, two):
    """What a card scores once pieces that are at hand have been laid."""
    wanted = n_wanted(pieces, card)
    return two if wanted >= 2 else one if wanted == 1 else now


@inlined
def hand_pieces(hand):
    """The pieces that the cards of a hand build, in lanes by colour."""
    pieces = np.int64(0)
    while hand:
        pieces += PIECES[lowest_index(hand)]
        hand &= hand - 1
    return pieces


@jit
def fill_hand(v, seat, hand, pieces, work, at):
    """What the cards of a hand would score: sums, and the best four."""
    tops = v[TOPS + seat]
    heights = v[HEIGHTS + seat]
    is_printed = v[RULES + P.PRINTED]
    for k in range(HAND_TOLD):
        work[KEYS + k] = -1.0
    sum_now = 0
    sum_one = 0
    sum_two = 0
    sum_soon = 0
    best = 0
    worth = supplied_by_hand(hand)
    while hand:
        card = lowest_index(hand)
        hand &= hand - 1
        now, one, two = potential(tops, heights, card, is_printed)
        later = soon(pieces, card, now, one, two)
        sum_now += now
        sum_one += one
        sum_two += two
        sum_soon += later
        best = max(best, now)
        worth += CELL_SHARE[card]
        row = (0.1 * now, 0.1 * one, 0.1 * two, 0.1 * later)
        sort_in(work, at + HAND_ROWS, HAND_TOLD, later + 0.3 * now, row)
    work[at + 3] = bounded(0.05 * sum_now)
    work[at + 4] = bounded(0.04 * sum_one)
    work[at + 5] = bounded(0.03 * sum_two)
    work[at + 6] = bounded(0.03 * sum_soon)
    work[at + 7] = bounded(0.1 * best)
    work[at + 8] = bounded(0.06 * worth)


@jit
def fill_display(v, seat, hand, pieces, work, at):
    """What the cards on display would do for a seat: the best three."""
    tops = v[TOPS + seat]
    heights = v[HEIGHTS + seat]
    is_printed = v[RULES + P.PRINTED]
    for k in range(DISPLAY_TOLD):
        work[KEYS + k] = -1.0
    for slot in range(v[N_DISPLAY]):
        card = v[DISPLAY + slot]
        on = v[POINTS_ON + slot]
        now, one, two = potential(tops, heights, card, is_printed)
        later = soon(pieces + PIECES[card], card, now, one, two)
        serves = 0.0
        cards = hand
        while cards:
            serves += SUPPLIED[lowest_index(cards), card]
            cards &= cards - 1
        row = (0.1 * (now + on), 0.1 * (two + on), 0.1 * (later + on), 0.1 * serves)
        sort_in(work, at + DISPLAY_ROWS, DISPLAY_TOLD, later + 0.3 * now + on, row)


@jit
def fill_unseen(v, seat, unseen, work, at):
    """What an unseen card would score for a seat, on average."""
    tops = v[TOPS + seat]
    heights = v[HEIGHTS + seat]
    is_printed = v[RULES + P.PRINTED]
    n = popcount(unseen)
    sum_now = 0
    sum_two = 0
    while unseen:
        now, _, two = potential(tops, heights, lowest_index(unseen), is_printed)
        unseen &= unseen - 1
        sum_now += now
        sum_two += two
    work[at + 9] = bounded(sum_now / (4.0 * max(n, 1)))
    work[at + 10] = bounded(sum_two / (8.0 * max(n, 1)))


@jit
def fill_side(v, me, seat, unseen, work):
    """The block of a seat but for what depends on other sides."""
    at = side_at(v, me, seat)
    for k in range(SIDE_SIZE):
        work[at + k] = 0.0
    tops = v[TOPS + seat]
    heights = v[HEIGHTS + seat]
    hand = known_hand(v, me, seat)
    final = 0
    cards = hand
    while cards:
        card = lowest_index(cards)
        cards &= cards - 1
        final += final_card_points(
            tops, heights, card, v[RULES + P.PRINTED], v[RULES + P.FINAL_ALL]
        )
    work[TOTAL + seat] = v[POINTS + seat] + final
    n_hand = popcount(v[HAND + seat])
    work[at + 11] = bounded(0.04 * v[POINTS + seat])
    work[at + 12] = bounded(0.1 * final)
    work[at + 13] = n_hand - popcount(hand)
    work[at + 14] = 0.125 * popcount(heights & ALL_CELLS)
    if not has_turn(v, me, seat):
        return
    pieces = hand_pieces(hand)
    fill_hand(v, seat, hand, pieces, work, at)
    fill_display(v, seat, hand, pieces, work, at)
    fill_unseen(v, seat, unseen, work, at)
    work[at + 15] = 0.25 * n_hand
    work[at + 16] = n_hand < v[RULES + P.HAND_LIMIT]
    work[at + 17] = 0.2 * popcount(heights >> N_CELLS & ALL_CELLS)
    work[at + 18] = 0.3 * popcount(heights >> (2 * N_CELLS) & ALL_CELLS)
    work[at + 19] = 0.4 * popcount(heights >> (3 * N_CELLS) & ALL_CELLS)


@inlined
def can_end(v, hand):
    """Whether a card of a hand takes the last piece of a colour."""
    while hand:
        pieces = PIECES[lowest_index(hand)]
        hand &= hand - 1
        for c in range(N_COLOURS):
            n = pieces >> (N_CELLS * c) & ALL_CELLS
            if n and n >= v[SUPPLY + c]:
                return True
    return False


@inlined
def fill_relations(v, me, work):
    """Leads, and who can end the game; after all sides have been told."""
    n = v[N_PLAYERS]
    most = -1000.0
    for seat in range(n):
        if seat != me:
            most = max(most, float(work[TOTAL + seat]))
    for seat in range(n):
        at = side_at(v, me, seat)
        lead = work[TOTAL + me] - (most if seat == me else work[TOTAL + seat])
        work[at + LEAD] = bounded(0.25 * lead)
        work[at + WIDE_LEAD] = bounded(0.04 * lead)
        is_able = has_turn(v, me, seat) and can_end(v, known_hand(v, me, seat))
        work[at + CAN_END] = is_able


@inlined
def fill_supplies(v, work, at):
    """How many pieces of each colour are left, fewest first, and the deck."""
    for c in range(N_COLOURS):
        number = float(v[SUPPLY + c])
        place = c
        while place > 0 and work[at + place - 1] > number:
            work[at + place] = work[at + place - 1]
            place -= 1
        work[at + place] = number
    for k in range(N_COLOURS):
        work[at + k] = bounded(0.1 * work[at + k])
    work[at + 4] = work[at] < 0.25
    work[at + 5] = 0.02 * (N_CARDS - v[N_LEFT])
    work[at + 6] = v[N_LEFT] > N_CARDS - 8


@inlined
def fill_top(v, me, top, work, at):
    """The deck's top card where it is known: for the player and for the next one."""
    is_printed = v[RULES + P.PRINTED]
    rival = (me + 1) % v[N_PLAYERS]
    now, _, two = potential(v[TOPS + me], v[HEIGHTS + me], top, is_printed)
    work[at] = 1.0
    work[at + 1] = 0.1 * now
    work[at + 2] = 0.1 * two
    work[at + 3] = 0.1 * card_points(v[TOPS + rival], v[HEIGHTS + rival], top, is_printed)


@jit
def fill_table(v, me, top, work):
    """What belongs to no side."""
    for k in range(N_TABLE):
        work[k] = 0.0
    n = v[N_PLAYERS]
    fill_supplies(v, work, 0)
    work[7] = v[LAST_ROUND]
    for seat in range(n):
        work[8] += 0.5 * (v[LAST_ROUND] and has_turn(v, me, seat))
    work[9 + me] = 1.0
    work[13] = 0.05 * (v[TURN] // n)
    for slot in range(v[N_DISPLAY]):
        work[14] += 0.2 * v[POINTS_ON + slot]
    work[15] = 0.3 * v[N_DISPLAY]
    work[16] = 0.2 * v[RULES + P.HAND_LIMIT]
    work[17] = v[RULES + P.PRINTED]
    work[18] = v[RULES + P.FINISH_ROUND]
    work[19] = v[RULES + P.FINAL_ALL]
    if top:
        fill_top(v, me, top, work, 20)


@jit
def fill_rivals(v, me, unseen, work):
    """The rivals' blocks: they change with boards, display and last round only."""
    for seat in range(v[N_PLAYERS]):
        if seat != me:
            fill_side(v, me, seat, unseen, work)


@jit
def fill_mine(v, me, top, unseen, work):
    """All but the rivals' blocks, which must have been told."""
    fill_table(v, me, top, work)
    fill_side(v, me, me, unseen, work)
    fill_relations(v, me, work)


@jit
def fill_features(v, me, top, unseen, work):
    """Write all features of the position after the player's turn.

    top: the deck's top card, 0 if it is not known; unseen: the set of cards the player has not
    seen.
    """
    fill_rivals(v, me, unseen, work)
    fill_mine(v, me, top, unseen, work)
