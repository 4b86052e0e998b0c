"""The best candidates found so far: rows of the room, best first, each with its gain.

Candidates are made on the trial row; the list keeps as many of the best as its capacity. Words of
the float scratch hold the list and what is known of the position the candidates start from.
"""

from __future__ import annotations

from kernels.encounter.state import EVENT_WORDS, EVENTS, N_EVENTS, POSITION_SIZE
from kernels.jit import inlined, jit

MAX_CANDIDATES = 16

# rows of the room
TRIAL = 0
FIRST_CANDIDATE = 1  # rows 1 to MAX_CANDIDATES
N_CANDIDATE_ROWS = 1 + MAX_CANDIDATES

# words of the float scratch
ROCK_WORTH = 0  # + slot: worth of each rock as it stands
HAND_WORTH = 4
STANDING_WORTH = 5
STAKES = 6  # + c: what one more point of the colour is worth
FIRM_STAKES = 11  # + c: tiles in the own parrotfish less those of the best rival
CAPACITY = 16
N_CANDIDATES = 17
PARENT = 18  # tag given to candidates that are added
FOUNDS_BARE = 19  # 1 while corals are to be founded also without a shrimp to guard them
GAINS = 20  # + k: gain of candidate k, best first
ROWS = GAINS + MAX_CANDIDATES  # + k: its row
PARENTS = ROWS + MAX_CANDIDATES  # + k: its tag
N_CANDIDATE_WORDS = PARENTS + MAX_CANDIDATES

NOTHING = -1e30
SAME = 1e-9  # candidates of equal worth reach one position in different orders


@jit
def clear_candidates(scratch, capacity):
    """Start an empty list."""
    scratch[CAPACITY] = capacity
    scratch[N_CANDIDATES] = 0
    scratch[PARENT] = 0
    for k in range(capacity):
        scratch[ROWS + k] = FIRST_CANDIDATE + k


@inlined
def candidate_worth(scratch, k):
    """The gain of candidate k, very low if there is none."""
    return scratch[GAINS + k] if k < scratch[N_CANDIDATES] else NOTHING


@inlined
def best_candidate(scratch):
    """The row of the best candidate."""
    return int(scratch[ROWS])


@inlined
def is_kept(scratch, gain):
    """Whether a candidate of that gain may get into the list."""
    n = int(scratch[N_CANDIDATES])
    return n < int(scratch[CAPACITY]) or gain > scratch[GAINS + n - 1]


@inlined
def copy_events(source, target):
    """Copy the plan that led to a position, without the position."""
    target[N_EVENTS] = source[N_EVENTS]
    for at in range(EVENTS, EVENTS + EVENT_WORDS * source[N_EVENTS]):
        target[at] = source[at]


@jit
def copy_plan(source, target):
    """Copy a position with the plan that led to it."""
    for at in range(POSITION_SIZE):
        target[at] = source[at]
    copy_events(source, target)


@jit
def consider(room, scratch, gain):
    """Keep the trial if it belongs to the best candidates and is not one of them already."""
    n = int(scratch[N_CANDIDATES])
    capacity = int(scratch[CAPACITY])
    if n == capacity and gain <= scratch[GAINS + n - 1]:
        return
    place = n
    while place > 0 and scratch[GAINS + place - 1] < gain:
        place -= 1
    if place > 0 and scratch[GAINS + place - 1] - gain < SAME:
        return
    last = n if n < capacity else capacity - 1
    row = scratch[ROWS + last]
    for k in range(last, place, -1):
        scratch[GAINS + k] = scratch[GAINS + k - 1]
        scratch[ROWS + k] = scratch[ROWS + k - 1]
        scratch[PARENTS + k] = scratch[PARENTS + k - 1]
    scratch[GAINS + place] = gain
    scratch[ROWS + place] = row
    scratch[PARENTS + place] = scratch[PARENT]
    scratch[N_CANDIDATES] = last + 1
    if capacity == 1:
        copy_events(room[TRIAL], room[int(row)])  # to be played for real, where it is made again
    else:
        copy_plan(room[TRIAL], room[int(row)])
