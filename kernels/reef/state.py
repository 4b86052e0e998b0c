"""The position of one game: a flat int64 array, each field at a named offset.

Flat, so that a look-ahead copies it with one assignment. `seat` is 0..n-1 from the start player,
`c` a colour. Cards are numbers 1-60, sets of cards are masks with bit k for card k.

A board is two words of four 16-bit masks (see `kernels.reef.cards`): TOPS, lane c the cells whose
top piece has colour c, and HEIGHTS, lane k the cells with more than k pieces. Only the top of a
stack and its height ever matter, so what lies below is not kept.
"""

from __future__ import annotations

import numpy as np

from kernels.reef.cards import FAMILIES, N_CARDS, N_COLOURS
from kernels.reef.parameters import RULES_SIZE

MAX_PLAYERS = 4
MAX_DISPLAY = 6
N_CHECKPOINTS = 4
CHECKPOINT_ROUNDS = 5  # points are noted after rounds 5, 10, 15 and 20


class _Layout:
    """Hands out consecutive offsets."""

    def __init__(self) -> None:
        self.size = 0

    def field(self, size: int = 1) -> int:
        offset = self.size
        self.size += size
        return offset


_at = _Layout()

N_PLAYERS = _at.field()

# --- players ---
TOPS = _at.field(MAX_PLAYERS)  # + seat
HEIGHTS = _at.field(MAX_PLAYERS)  # + seat
HAND = _at.field(MAX_PLAYERS)  # + seat: set of cards
START_CARDS = _at.field(MAX_PLAYERS)  # + seat: the set of two that was dealt, hidden until played
POINTS = _at.field(MAX_PLAYERS)  # + seat

# --- the table ---
SUPPLY = _at.field(N_COLOURS)  # + c
DISPLAY = _at.field(MAX_DISPLAY)  # + slot: card
POINTS_ON = _at.field(MAX_DISPLAY)  # + slot: points lying on it
N_DISPLAY = _at.field()
PLAYED = _at.field()  # set of cards out of the game
N_LEFT = _at.field()  # cards that have left the deck, so that its top is DECK + N_LEFT

# --- the turn ---
SEAT = _at.field()  # whose turn it is
TURN = _at.field()  # turns completed
LAST_ROUND = _at.field()  # 1 once a supply or the deck ran out
ENDED_BY = _at.field()
ENDER = _at.field()  # the seat that brought the end about, -1 before

# --- the rules ---
RULES = _at.field(RULES_SIZE)  # + one of kernels.reef.parameters

OPEN_SIZE = _at.size  # a look-ahead that draws no cards copies this much

DECK = _at.field(N_CARDS)  # + k: card that leaves the deck as number k; in order up to its top

POSITION_SIZE = _at.size  # a game played on in thought copies this much

# --- what is only reported ---
LEADER = _at.field()
LEAD_SINCE = _at.field()  # turn in which the leader took the lead
LEAD_CHANGES = _at.field()
FIRST_DISPLAY = _at.field(MAX_DISPLAY)  # + slot
SCORE_AFTER = _at.field(MAX_PLAYERS * N_CHECKPOINTS)  # + 4 * seat + k
_COUNTS = _at.field(MAX_PLAYERS * 32)

# counts: + COUNT_SIZE * seat
COUNT_SIZE = 32
PLAY_COUNT = _COUNTS
BLANK_COUNT = _COUNTS + 1  # plays that scored nothing
TAKE_COUNT = _COUNTS + 2  # from the display
DECK_COUNT = _COUNTS + 3  # from the deck
PASS_COUNT = _COUNTS + 4
BEST_PLAY = _COUNTS + 5  # most points with one card
PAID = _COUNTS + 6  # points laid on the display
GAINED = _COUNTS + 7  # points taken from the display
FINAL_POINTS = _COUNTS + 8
FINAL_CARDS = _COUNTS + 9  # cards left in hand
PIECE_COUNT = _COUNTS + 10  # + c: pieces placed, start pieces included
FAMILY_POINTS = _COUNTS + 14  # + family: points of cards played
N_COUNTS = 14 + len(FAMILIES)

# --- the trace (see kernels.reef.trace) ---
N_EVENTS = _at.field()  # events traced, -1 when nothing is to be traced
EVENTS = _at.size
EVENT_WORDS = 6

# why a game ended
RUNNING = 0
ENDED_BY_SUPPLY = 1
ENDED_BY_DECK = 2
ENDINGS = ("running", "supply", "deck")

assert N_COUNTS <= COUNT_SIZE


def new_state(max_events: int = 0) -> np.ndarray:
    """An empty state, with the trace on if there is room for events; the set-up fills it."""
    s = np.zeros(EVENTS + EVENT_WORDS * max_events, dtype=np.int64)
    s[N_EVENTS] = 0 if max_events else -1
    return s
