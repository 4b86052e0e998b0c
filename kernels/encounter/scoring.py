"""Scores, tie-breaks and ranks."""

from __future__ import annotations

from kernels.bits import popcount
from kernels.encounter import parameters as P
from kernels.encounter.coral import corals_of
from kernels.encounter.counts import amount, total
from kernels.encounter.state import (
    CONSUMED,
    CUBES,
    FISH,
    HAND,
    LEAD_CHANGES,
    LEAD_SINCE,
    LEADER,
    N_PLAYERS,
    OCCUPIED,
    OWN_SHRIMPS,
    RULES,
    SCORE_AFTER,
    STANDING_CHANGED,
    TURN,
    coral_value,
)
from kernels.jit import inlined, jit

CHECKPOINT_ROUNDS = 4  # points are noted after rounds 4, 8, 12 and 16
N_CHECKPOINTS = 4


@inlined
def score(s, seat):
    """Points of the parrotfish at the coral values as they stand."""
    points = 0
    for c in range(5):
        points += amount(s[FISH + seat], c) * coral_value(s, c)
    return points


@jit
def guarded_tiles(s, seat):
    """Tiles on the rocks in corals that hold the seat's shrimps."""
    n = 0
    for slot in range(s[N_PLAYERS]):
        n += popcount(corals_of(s, slot, s[OWN_SHRIMPS + 4 * seat + slot] & s[OCCUPIED + slot]))
    return n


@jit
def fill_tiebreaks(s, seat, out):
    """Write the seat's four tie-break numbers: consumed, cubes, tiles behind, guarded tiles."""
    out[0] = total(s[CONSUMED + seat])
    out[1] = total(s[CUBES + seat])
    out[2] = total(s[HAND + seat])
    out[3] = guarded_tiles(s, seat)


@jit
def is_better(s, score_a, ties_a, score_b, ties_b):
    """Whether result a beats result b, tie-breaks included."""
    if score_a != score_b:
        return score_a > score_b
    if s[RULES + P.FEWEST_TILES]:
        return ties_a[0] + ties_a[2] < ties_b[0] + ties_b[2]
    for k in range(4):
        if ties_a[k] != ties_b[k]:
            return ties_a[k] > ties_b[k]
    return False


@jit
def fill_ranks(s, n, scores, ties, ranks):
    """Write each seat's rank, 1 for the best; equal results share a rank."""
    for seat in range(n):
        rank = 1
        for other in range(n):
            if is_better(s, scores[other], ties[other], scores[seat], ties[seat]):
                rank += 1
        ranks[seat] = rank


@jit
def note_leader(s):
    """Note who leads on points, how often that changes and since when it holds."""
    s[STANDING_CHANGED] = 0
    best = -1
    leader = -1
    for seat in range(s[N_PLAYERS]):
        points = score(s, seat)
        if points > best:
            best = points
            leader = seat
        elif points == best:
            # a tie at the top leaves the lead with whoever had it
            leader = s[LEADER]
    if leader != s[LEADER]:
        s[LEAD_CHANGES] += s[LEADER] >= 0
        s[LEADER] = leader
        s[LEAD_SINCE] = s[TURN]


@jit
def note_checkpoint(s):
    """Note everybody's points if just now round 4, 8, 12 or 16 ended."""
    n = s[N_PLAYERS]
    between = CHECKPOINT_ROUNDS * n
    checkpoint = s[TURN] // between - 1
    if s[TURN] % between == 0 and 0 <= checkpoint < N_CHECKPOINTS:
        for seat in range(n):
            s[SCORE_AFTER + N_CHECKPOINTS * seat + checkpoint] = score(s, seat)


@inlined
def follow_lead(s):
    """After a turn: who leads, and what everybody has at the checkpoints."""
    if s[STANDING_CHANGED]:
        note_leader(s)
    if s[TURN] & (CHECKPOINT_ROUNDS - 1) == 0:  # a cheap test that most turns fail
        note_checkpoint(s)
