"""The event trace: what was done and what chance gave, in order.

The trace is the tail of the state array: event k takes six words, its kind and five details. A
piece is written as 16 * colour + cell, -1 for none.
"""

from __future__ import annotations

from kernels.jit import inlined
from kernels.reef.state import EVENT_WORDS, EVENTS, N_EVENTS

# kind: details
START = 1  # seat, piece: a start piece
TAKE = 2  # seat, card, points on it, card that fills the gap or 0
DECK = 3  # seat, card, display card that gets the point
PLAY = 4  # seat, card, first piece, second piece, points
PASS = 5  # seat
SCORE = 6  # seat, card left in hand, points


@inlined
def note(s, kind, a, b=0, c=0, d=0, e=0):
    """Append an event, if the trace is on and has room."""
    n = s[N_EVENTS]
    if n >= 0:
        at = EVENTS + EVENT_WORDS * n
        if at + EVENT_WORDS <= s.size:
            s[at] = kind
            s[at + 1] = a
            s[at + 2] = b
            s[at + 3] = c
            s[at + 4] = d
            s[at + 5] = e
            s[N_EVENTS] = n + 1
