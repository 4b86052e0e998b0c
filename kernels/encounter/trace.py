"""The event trace: what was done and what chance gave, in order.

The trace is the tail of the state array: event k takes five words, its kind and four details. A
trace is also a plan: the same events can be played on another copy of the position.
"""

from __future__ import annotations

from kernels.encounter.state import EVENT_WORDS, EVENTS, N_EVENTS
from kernels.jit import inlined

# kind: details
EAT = 1  # slot, cell index of the shrimp
GROW = 2  # colour, 1 if free
PLACE = 3  # slot, cell index, consumed colour or -1, 1 if from behind the screen
EXTRA = 4  # slot, cell index
INTRODUCE = 5  # slot, cell index
MOVE = 6  # from slot, from cell index, to slot (-1 for behind the screen), to cell index
LARVA = 7  # colour
ALGA = 8  # alga, coral tile or -1 for the alga space, colour paid
TILE = 9  # colour
DRAFT = 10  # space, packed tiles taken
REFILL = 11  # space, colour laid
FEED = 12  # seat, colour
TAKE_CUBE = 13  # seat, colour
DEAL = 14  # seat, colour: a start tile
SEA = 15  # space, colour: a tile first put on the open sea
TURN = 16  # seat: a turn begins
FINAL = 17  # seat: a final chance to eat begins

SCREEN = -1


@inlined
def note(s, kind, a, b=0, c=0, d=0):
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
            s[N_EVENTS] = n + 1
