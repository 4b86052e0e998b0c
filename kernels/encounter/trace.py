"""The event trace: what was done and what chance gave, in order.

A trace is an int64 array: word 0 is the number of events, or -1 when nothing is to be traced;
event k occupies words 1 + 5k to 5 + 5k: its kind and four details. A trace is also a plan: the
same events can be played on another copy of the position (`kernels.encounter.turn.play_event`).
"""

from __future__ import annotations

import numpy as np

from kernels.jit import inlined

EVENT_WORDS = 5

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
DRAFT = 10  # space
REFILL = 11  # space, colour laid
FEED = 12  # seat, colour
TAKE_CUBE = 13  # seat, colour
DEAL = 14  # seat, colour: a start tile
SEA = 15  # space, colour: a tile first put on the open sea
TURN = 16  # seat: a turn begins
FINAL = 17  # seat: a final chance to eat begins

SCREEN = -1


def new_trace(n_events: int = 4000) -> np.ndarray:
    """A trace that is switched on, with room for the events of any game."""
    return np.zeros(1 + EVENT_WORDS * n_events, dtype=np.int64)


def no_trace() -> np.ndarray:
    """A trace that is switched off."""
    return np.full(1, -1, dtype=np.int64)


@inlined
def note(ev, kind, a, b=0, c=0, d=0):
    """Append an event, if the trace is on and has room."""
    n = ev[0]
    if n >= 0:
        at = 1 + EVENT_WORDS * n
        if at + EVENT_WORDS <= ev.size:
            ev[at] = kind
            ev[at + 1] = a
            ev[at + 2] = b
            ev[at + 3] = c
            ev[at + 4] = d
            ev[0] = n + 1
