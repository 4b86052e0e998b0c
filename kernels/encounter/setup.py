"""Setting a game up: rocks, bag, coral tiles, open sea, start tiles."""

from __future__ import annotations

from kernels.encounter import parameters as P
from kernels.encounter import streams, trace
from kernels.encounter.alga import set_strengths
from kernels.encounter.coral import lay_tile
from kernels.encounter.counts import ONE_OF_EACH, one
from kernels.encounter.geometry import (
    ALL_CORAL_TILES,
    CUBES_PER_COLOUR,
    CYLINDERS_PER_COLOUR,
    GROWTH_CELLS,
    N_ROCK_SETS,
    ROCK_CELLS,
    ROCK_SETS,
    SEA_ORDER,
    SEA_PLACE,
    SHRIMPS_PER_PLAYER,
    SPACE_LIMIT,
    START_CELLS,
    TILES_PER_COLOUR,
)
from kernels.encounter.parameters import RULES_SIZE
from kernels.encounter.state import (
    ALGA_SPACE,
    ALGA_SUPPLY,
    BAG,
    BEHIND,
    BONUS,
    BONUS_OPEN,
    CUBE_SUPPLY,
    CUBES,
    FED,
    FIRST_ALGA,
    FIRST_HAND,
    FIRST_SPACE,
    FIRST_STAR_UP,
    FISH,
    GROWING,
    GROWTH_CELL,
    HAND,
    LEADER,
    N_EVENTS,
    N_PLAYERS,
    ROCK,
    ROCK_ID,
    RULES,
    SEA,
    STAR_UP,
)
from kernels.encounter.stocks import draw_tile
from kernels.jit import inlined, jit, merged
from kernels.rng import below


@jit
def set_up_board(s, rules, n, rng):
    """Steps 1 to 6 of the set-up. What is fixed by choice still draws, so that deals stay alike."""
    for at in range(N_EVENTS):
        s[at] = 0
    for k in range(RULES_SIZE):
        s[RULES + k] = rules[k]
    s[N_PLAYERS] = n
    s[LEADER] = -1
    s[GROWING] = -1
    lay_out_rocks(s, n, rng)
    fill_stocks(s, n)
    toss_coral_tiles(s, rng)
    fill_open_sea(s, rng)
    for seat in range(n):
        s[FED + seat] = -1
        s[BEHIND + seat] = SHRIMPS_PER_PLAYER
        deal_start_tiles(s, rng, seat)
        s[FIRST_HAND + seat] = s[HAND + seat]


@merged
def lay_out_rocks(s, n, rng):
    """Step 1: n rocks with their start corals."""
    rocks = ROCK_SETS[n, below(rng, streams.SETUP, N_ROCK_SETS[n])]
    if s[RULES + P.FIXED_ROCKS]:
        rocks = s[RULES + P.FIXED_ROCKS]
    slot = 0
    for rock in range(4):
        if rocks >> rock & 1:
            s[ROCK_ID + slot] = rock
            s[ROCK + slot] = ROCK_CELLS[rock]
            s[GROWTH_CELL + slot] = GROWTH_CELLS[rock]
            for c in range(5):
                lay_tile(s, slot, START_CELLS[rock, c], c)
            slot += 1


@merged
def fill_stocks(s, n):
    """Steps 2 and 4: bag, bonus tiles, larva cubes, alga cylinders."""
    s[BAG] = ONE_OF_EACH * (TILES_PER_COLOUR - n - 1)
    s[CUBE_SUPPLY] = ONE_OF_EACH * (CUBES_PER_COLOUR - 1)
    s[BONUS] = ONE_OF_EACH
    s[BONUS_OPEN] = 1
    for a in range(4):
        s[ALGA_SUPPLY + a] = CYLINDERS_PER_COLOUR


@merged
def toss_coral_tiles(s, rng):
    """Step 3: sides of the coral tiles, and the alga space where the ruleset fills it."""
    star = below(rng, streams.SETUP, 2)
    each = below(rng, streams.SETUP, ALL_CORAL_TILES + 1)
    alga = below(rng, streams.SETUP, 4)
    if s[RULES + P.FIXED_SIDE] >= 0:
        s[STAR_UP] = ALL_CORAL_TILES * s[RULES + P.FIXED_SIDE]
    elif s[RULES + P.TOSS_EACH]:
        s[STAR_UP] = each
    else:
        s[STAR_UP] = ALL_CORAL_TILES * star
    set_strengths(s)
    s[ALGA_SPACE] = -1
    if s[RULES + P.START_ALGA]:
        s[ALGA_SPACE] = alga
        s[ALGA_SUPPLY + alga] -= 1
    s[FIRST_STAR_UP] = s[STAR_UP]
    s[FIRST_ALGA] = s[ALGA_SPACE]


@merged
def fill_open_sea(s, rng):
    """Step 5: 3, 3, 3, 2 and 1 tiles, clockwise from the first space."""
    # the bag holds every colour equally often, so the tile drawn for the first space is uniform
    first = below(rng, streams.SETUP, 5)
    if s[RULES + P.FIXED_FIRST_SPACE] >= 0:
        first = s[RULES + P.FIXED_FIRST_SPACE]
    s[FIRST_SPACE] = first
    for step in range(5):
        space = SEA_ORDER[(SEA_PLACE[first] + step) % 5]
        for _ in range(min(SPACE_LIMIT, 5 - step)):
            c = draw_tile(s, rng, streams.OPEN_SEA)
            s[SEA + space] += one(c)
            trace.note(s, trace.SEA, space, c)


@merged
def deal_start_tiles(s, rng, seat):
    """Step 6 for one seat."""
    if s[RULES + P.ONE_EACH_TILES]:
        s[BAG] -= ONE_OF_EACH
        s[HAND + seat] = ONE_OF_EACH
        for c in range(5):
            trace.note(s, trace.DEAL, seat, c)
        return
    for _ in range(s[RULES + P.START_TILES + seat]):
        c = draw_tile(s, rng, streams.START_TILES + seat)
        s[HAND + seat] += one(c)
        trace.note(s, trace.DEAL, seat, c)


@inlined
def must_feed(s, seat):
    """Whether step 7 asks the seat for a tile: the ruleset feeds, and it has one."""
    return s[RULES + P.FED_TILES] > 0 and s[HAND + seat] > 0


@inlined
def feed_tile(s, seat, c):
    """Step 7: a start tile goes, hidden, into the parrotfish."""
    s[HAND + seat] -= one(c)
    s[FISH + seat] += one(c)
    s[FED + seat] = c
    trace.note(s, trace.FEED, seat, c)


@inlined
def take_start_cube(s, seat, c):
    """Step 7: a larva cube from the supply."""
    s[CUBES + seat] += one(c)
    s[CUBE_SUPPLY] -= one(c)
    trace.note(s, trace.TAKE_CUBE, seat, c)


@jit
def take_one_cube_each(s, seat):
    """Step 7 where the ruleset gives every seat one larva cube of each colour."""
    for c in range(5):
        take_start_cube(s, seat, c)
