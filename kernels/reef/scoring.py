"""Final scoring, tie-breaks, ranks, and who leads."""

from __future__ import annotations

from kernels.bits import lowest_index, popcount
from kernels.jit import inlined, jit
from kernels.reef import cards as C
from kernels.reef import parameters as P
from kernels.reef import trace
from kernels.reef.board import completions
from kernels.reef.cards import ALL_CELLS, CARDS, N_CELLS
from kernels.reef.state import (
    CHECKPOINT_ROUNDS,
    COUNT_SIZE,
    FINAL_CARDS,
    FINAL_POINTS,
    HAND,
    HEIGHTS,
    LEAD_CHANGES,
    LEAD_SINCE,
    LEADER,
    N_CHECKPOINTS,
    N_PLAYERS,
    POINTS,
    RULES,
    SCORE_AFTER,
    TOPS,
    TURN,
)


@inlined
def final_card_points(tops, heights, card, is_printed, is_all):
    """What a card left in hand scores: its pattern once, special cards as the rules say."""
    n = completions(tops, heights, card, is_printed)
    if n > 1 and not (is_all and CARDS[card, C.FAMILY] == C.SPECIAL):
        n = 1
    return CARDS[card, C.VALUE] * n


@jit
def score_hands(s):
    """The final scoring: every card left in hand."""
    for seat in range(s[N_PLAYERS]):
        hand = s[HAND + seat]
        s[FINAL_CARDS + COUNT_SIZE * seat] = popcount(hand)
        total = 0
        while hand:
            card = lowest_index(hand)
            hand &= hand - 1
            points = final_card_points(
                s[TOPS + seat],
                s[HEIGHTS + seat],
                card,
                s[RULES + P.PRINTED],
                s[RULES + P.FINAL_ALL],
            )
            total += points
            trace.note(s, trace.SCORE, seat, card, points)
        s[POINTS + seat] += total
        s[FINAL_POINTS + COUNT_SIZE * seat] = total


@inlined
def covered_cells(heights):
    """Number of cells with a piece."""
    return popcount(heights & ALL_CELLS)


@inlined
def stacks_of_four(heights):
    """Number of full stacks."""
    return popcount((heights >> (3 * N_CELLS)) & ALL_CELLS)


@inlined
def standing(s, seat):
    """One number that orders seats as the final ranking does: points, covered cells, fours."""
    heights = s[HEIGHTS + seat]
    return (s[POINTS + seat] << 10) | (covered_cells(heights) << 5) | stacks_of_four(heights)


@jit
def rank(s, seat):
    """The seat's place, 1 for the best; seats equal in everything share one."""
    own = standing(s, seat)
    place = 1
    for other in range(s[N_PLAYERS]):
        place += standing(s, other) > own
    return place


@inlined
def note_leader(s):
    """Note who leads on points, how often that changes and since when it holds.

    A tie at the top leaves the lead with whoever had it.
    """
    top = -1
    n_top = 0
    leader = -1
    for seat in range(s[N_PLAYERS]):
        points = s[POINTS + seat]
        if points > top:
            top = points
            n_top = 1
            leader = seat
        elif points == top:
            n_top += 1
    if n_top == 1 and leader != s[LEADER]:
        s[LEAD_CHANGES] += s[LEADER] >= 0
        s[LEADER] = leader
        s[LEAD_SINCE] = s[TURN]


@inlined
def note_checkpoint(s):
    """Note everybody's points if just now round 5, 10, 15 or 20 ended."""
    n = s[N_PLAYERS]
    for checkpoint in range(N_CHECKPOINTS):
        if s[TURN] == CHECKPOINT_ROUNDS * n * (checkpoint + 1):
            for seat in range(n):
                s[SCORE_AFTER + N_CHECKPOINTS * seat + checkpoint] = s[POINTS + seat]
