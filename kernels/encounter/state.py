"""The position of one game: a flat int64 array, each field at a named offset.

Flat, so that a look-ahead copies it with one assignment. `slot` is 0..n-1 for the rocks in play
(in the order A-D), `seat` 0..n-1 from the start player, `c` a colour, `a` an alga.

Board fields are bit masks (see `kernels.bits`); everything else is a number. The masks of the four
rocks lie side by side, so that one operation does for all of them (see `kernels.vectors`); rocks
that are not in play have none.
"""

from __future__ import annotations

import numpy as np

from kernels.bits import popcount
from kernels.encounter.geometry import N_ALGAE, N_COLOURS, SHRIMPS_PER_PLAYER
from kernels.encounter.parameters import RULES_SIZE
from kernels.jit import inlined

MAX_PLAYERS = 4
MAX_ROCKS = 4


class _Layout:
    """Hands out consecutive offsets."""

    def __init__(self) -> None:
        self.size = 0

    def field(self, size: int = 1) -> int:
        offset = self.size
        self.size += size
        return offset


_at = _Layout()

# --- the rocks ---
N_PLAYERS = _at.field()
ROCK_ID = _at.field(MAX_ROCKS)  # + slot: which rock lies there
ROCK = _at.field(MAX_ROCKS)  # + slot: its cells
GROWTH_CELL = _at.field(MAX_ROCKS)  # + slot
COLOUR_TILES = _at.field(MAX_ROCKS * N_COLOURS)  # + 4 * c + slot: polyp tiles of a colour
OCCUPIED = _at.field(MAX_ROCKS)  # + slot: all polyp tiles
LINK_RIGHT = _at.field(MAX_ROCKS)  # + slot: tile and its right neighbour have one colour
LINK_DOWN = _at.field(MAX_ROCKS)  # + slot: tile and its lower neighbour have one colour
SHRIMPS = _at.field(MAX_ROCKS)  # + slot: everybody's shrimps
GUARDED = _at.field(MAX_ROCKS)  # + slot: all tiles of corals with a shrimp, -1 if to be found
OWN_SHRIMPS = _at.field(MAX_PLAYERS * MAX_ROCKS)  # + 4 * seat + slot

# --- stocks (packed counts, see kernels.encounter.counts) ---
BAG = _at.field()
BONUS = _at.field()  # bonus tiles beside the open sea
BONUS_OPEN = _at.field()  # 0 once the bonus tiles went into the bag
CUBE_SUPPLY = _at.field()
SEA = _at.field(N_COLOURS)  # + space: its tiles

# --- coral tiles and algae ---
STAR_UP = _at.field()  # bit t: coral tile t shows its star side
LOCKED = _at.field()  # bit t: coral tile t carries a cylinder
WEAKER = _at.field(N_COLOURS)  # + c: bit d: colour d is weaker than c
ALGA_SPACE = _at.field()  # alga on the space, -1 for none
ALGA_SUPPLY = _at.field(N_ALGAE)

# --- players (packed counts) ---
HAND = _at.field(MAX_PLAYERS)  # + seat: tiles behind the screen
KNOWN_HAND = _at.field(MAX_PLAYERS)  # the part of it that was taken in the open
CONSUMED = _at.field(MAX_PLAYERS)  # tiles in front of the screen
CUBES = _at.field(MAX_PLAYERS)  # larva cubes
FISH = _at.field(MAX_PLAYERS)  # tiles in the parrotfish
FED = _at.field(MAX_PLAYERS)  # colour fed at set-up, -1 for none: hidden from the others
BEHIND = _at.field(MAX_PLAYERS)  # shrimps behind the screen
EATEN = _at.field(MAX_PLAYERS)  # shrimps eaten

# --- the turn ---
SEAT = _at.field()  # whose turn it is
TURN = _at.field()  # turns completed
GROWTHS = _at.field()  # growths made this turn
GROWING = _at.field()  # colour of the growth under way
FROM_BEHIND = _at.field()  # tiles from behind the screen in it
INTRODUCED = _at.field()  # shrimps introduced this turn
LOCKS_MADE = _at.field()  # locks made this turn
OWED = _at.field()  # packed: cubes that must pay for a growth this turn
ENDED_BY = _at.field()
ENDER = _at.field()

# --- the rules ---
RULES = _at.field(RULES_SIZE)  # + one of kernels.encounter.parameters

POSITION_SIZE = _at.size  # a look-ahead copies this much

# --- what is only reported ---
LEADER = _at.field()
LEAD_SINCE = _at.field()  # turn in which the leader took the lead
LEAD_CHANGES = _at.field()
STANDING_CHANGED = _at.field()  # a parrotfish or a coral value changed since the last look
FIRST_SPACE = _at.field()
FIRST_STAR_UP = _at.field()  # STAR_UP and, next to it, ALGA_SPACE as the game began
FIRST_ALGA = _at.field()
FIRST_HAND = _at.field(MAX_PLAYERS)  # + seat: the start tiles as dealt
SCORE_AFTER = _at.field(MAX_PLAYERS * 4)  # + 4 * seat + k: points after round 4 * (k + 1)
_COUNTS = _at.field(MAX_PLAYERS * 32)

# counts: + COUNT_SIZE * seat
COUNT_SIZE = 32
GROWTH_COUNT = _COUNTS
PLACEMENT_COUNT = _COUNTS + 1
ATTACK_COUNT = _COUNTS + 2
SUFFERED_COUNT = _COUNTS + 3
EXTRA_GROWTH_COUNT = _COUNTS + 4
INTRODUCE_COUNT = _COUNTS + 5
MOVE_COUNT = _COUNTS + 6
LARVA_COUNT = _COUNTS + 7
TILE_COUNT = _COUNTS + 8
SPACE_ALGA_COUNT = _COUNTS + 9
FLIP_COUNT = _COUNTS + 10
LOCK_COUNT = _COUNTS + 11
EAT_COUNT = _COUNTS + 12
EATEN_SIZE = _COUNTS + 13  # + k: size of the k-th coral eaten
DRAFT_COUNT = _COUNTS + 17  # + space
N_COUNTS = 22

# --- room to work in ---
LEGAL = _at.field(MAX_ROCKS)  # + slot: cells under consideration, for a tile or a shrimp

# --- the trace (see kernels.encounter.trace) ---
N_EVENTS = _at.field()  # events traced, -1 when nothing is to be traced
EVENTS = _at.size
EVENT_WORDS = 5


# why a game ended
RUNNING = 0
ENDED_BY_LOCKS = 1
ENDED_BY_SHRIMPS = 2
ENDED_BY_NO_PLACEMENT = 3
ENDED_BY_REFILL = 4
ENDED_BY_TURN_LIMIT = 5
ENDINGS = ("running", "locks", "shrimps", "no_placement", "refill", "turn_limit")

assert SHRIMPS_PER_PLAYER == 4


def new_state(max_events: int = 0) -> np.ndarray:
    """An empty state, with the trace on if there is room for events; the set-up fills it."""
    s = np.zeros(EVENTS + EVENT_WORDS * max_events, dtype=np.int64)
    s[N_EVENTS] = 0 if max_events else -1
    return s


@inlined
def shrimps_on_rocks(s, seat):
    """Own shrimps standing on rocks, also on bare rock."""
    return SHRIMPS_PER_PLAYER - s[BEHIND + seat] - s[EATEN + seat]


@inlined
def coral_value(s, c):
    """Points of one tile of the colour: 1 plus the coral tiles that show it as the stronger."""
    return 1 + popcount(s[WEAKER + c])


@inlined
def n_legal(s):
    """How many cells the masks of LEGAL have on all rocks."""
    return (
        popcount(s[LEGAL])
        + popcount(s[LEGAL + 1])
        + popcount(s[LEGAL + 2])
        + popcount(s[LEGAL + 3])
    )
