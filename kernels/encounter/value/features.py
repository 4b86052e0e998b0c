"""What a network is told of a position: numbers of about -4 to 4, as a player can know them.

First what all share, then a row for each colour (the most valuable first), then a block for each
side: the player's own, then the rivals' in the order of play. Nothing is read of a rival's hand
but its size and the tiles taken in the open, nothing of a fed tile but that there is one, and of
the bag only how many tiles it holds.
"""

from __future__ import annotations

from kernels.bits import neighbours, popcount
from kernels.encounter import parameters as P
from kernels.encounter.counts import amount, one, present, total
from kernels.encounter.family.knowledge import known_score
from kernels.encounter.geometry import SHRIMPS_PER_PLAYER, TILES_PER_COLOUR
from kernels.encounter.placement import empty_cells
from kernels.encounter.state import (
    ALGA_SUPPLY,
    BEHIND,
    BONUS,
    BONUS_OPEN,
    COLOUR_TILES,
    CONSUMED,
    CUBE_SUPPLY,
    CUBES,
    EATEN,
    FED,
    FISH,
    GROWTH_CELL,
    HAND,
    KNOWN_HAND,
    LOCKED,
    N_PLAYERS,
    OCCUPIED,
    RULES,
    SEA,
    SHRIMPS,
    TURN,
    coral_value,
    shrimps_on_rocks,
)
from kernels.encounter.value import tables as T
from kernels.encounter.value.corals import (
    CORAL_SIZE,
    CORALS_TOLD,
    SUMS_TOLD,
    fill_corals,
)
from kernels.encounter.value.flips import fill_flips
from kernels.jit import inlined, jit

# what all share
N_COMMON = 40
# a row for each colour
COLOUR_SIZE = 11
COLOURS_AT = N_COMMON
SIDES_AT = COLOURS_AT + 5 * COLOUR_SIZE
# a block for each side
N_SIDE_NUMBERS = 34
SIDE_CORALS = N_SIDE_NUMBERS
SIDE_SUMS = SIDE_CORALS + CORALS_TOLD * CORAL_SIZE
SIDE_SIZE = SIDE_SUMS + SUMS_TOLD
MAX_FEATURES = SIDES_AT + 4 * SIDE_SIZE
BOUND = 4.0


def n_features(players: int) -> int:
    """Features of a position with so many players."""
    return SIDES_AT + players * SIDE_SIZE


@inlined
def seen_hand(s, seat, me):
    """The tiles behind a seat's screen that the observer knows of."""
    return s[HAND + seat] if seat == me else s[KNOWN_HAND + seat]


@inlined
def n_unseen(s, seat):
    """Tiles behind a seat's screen that only the seat itself knows."""
    return total(s[HAND + seat]) - total(s[KNOWN_HAND + seat])


@jit
def fill_reserves(s, me, work):
    """Tables of what each seat could grow: tiles of one growth by colour, 0 without a cube."""
    n = s[N_PLAYERS]
    for c in range(5):
        work[T.VALUE + c] = coral_value(s, c)
    for seat in range(n):
        hand = seen_hand(s, seat, me)
        # an unseen tile may be of any of five colours
        unseen = 0.0 if seat == me else 0.2 * n_unseen(s, seat)
        for c in range(5):
            in_hand = min(amount(hand, c) + unseen, float(s[RULES + P.GROW_LIMIT]))
            in_front = amount(s[CONSUMED + seat], c)
            tiles = 0.0
            if amount(s[CUBES + seat], c) > 0:
                tiles = in_hand + in_front
            elif in_front > 0 and amount(s[CUBE_SUPPLY], c) > 0:
                tiles = in_hand + in_front - 1.0
            if s[RULES + P.FREE_GROWTH]:
                tiles = max(tiles, float(in_front))
            work[T.RESERVE + 5 * seat + c] = tiles
        points = float(known_score(s, seat, me))
        if seat != me and s[FED + seat] >= 0:
            points += 3.0  # a hidden tile is worth three on average
        work[T.POINTS + seat] = points
    for seat in range(n):
        for c in range(5):
            most = 0.0
            for rival in range(n):
                if rival != seat:
                    most = max(most, float(work[T.RESERVE + 5 * rival + c]))
            work[T.DANGER + 5 * seat + c] = most


@inlined
def pair_value(hand, cubes, work):
    """Tiles that have a cube to grow them, times their value."""
    worth = 0.0
    for c in range(5):
        worth += min(amount(hand, c), 4 * amount(cubes, c)) * work[T.VALUE + c]
    return worth


@jit
def fill_drafts(s, seat, hand, work, out):
    """The three best spaces of the open sea for a seat, by what they let it grow."""
    first = 0.0
    second = 0.0
    third = 0.0
    now = pair_value(hand, s[CUBES + seat], work)
    for space in range(5):
        tiles = s[SEA + space]
        gain = pair_value(hand + tiles, s[CUBES + seat] + one(space), work) - now
        gain += 0.5 * total(tiles)
        if gain > first:
            third = second
            second = first
            first = gain
        elif gain > second:
            third = second
            second = gain
        elif gain > third:
            third = gain
    out[0] = 0.1 * first
    out[1] = 0.1 * second
    out[2] = 0.1 * third


@jit
def fill_screen(s, seat, me, work, out):
    """Tiles, cubes and consumed tiles of a side (15 numbers)."""
    hand = seen_hand(s, seat, me)
    cubes = s[CUBES + seat]
    pairs = 0
    loose_cubes = 0
    worth = 0.0
    best = 0.0
    second = 0.0
    colours = 0
    for c in range(5):
        tiles = amount(hand, c)
        usable = min(tiles, 4 * amount(cubes, c))
        pairs += usable
        worth += usable * work[T.VALUE + c]
        loose_cubes += max(0, amount(cubes, c) - (tiles + 3) // 4)
        growth = work[T.RESERVE + 5 * seat + c] * work[T.VALUE + c]
        colours += growth > 0.0
        if growth > best:
            second = best
            best = growth
        elif growth > second:
            second = growth
    out[0] = 0.15 * total(s[CONSUMED + seat])
    out[1] = 0.2 * total(present(s[CONSUMED + seat]))
    out[2] = 0.2 * total(cubes)
    out[3] = 0.2 * total(present(cubes))
    out[4] = 0.1 * total(s[HAND + seat])
    out[5] = 0.15 * n_unseen(s, seat)
    out[6] = 0.15 * pairs
    out[7] = 0.04 * worth
    out[8] = 0.15 * (total(hand) - pairs)
    out[9] = 0.3 * loose_cubes
    out[10] = 0.06 * best
    out[11] = 0.06 * second
    out[12] = 0.2 * colours
    fill_drafts(s, seat, hand, work, out[13:16])


@jit
def fill_standing(s, seat, work, out):
    """Points, tempo and leads of a side (18 numbers)."""
    n = s[N_PLAYERS]
    points = work[T.POINTS + seat]
    ahead = 1000.0
    ahead_at_the_end = 1000.0
    ahead_by_eating = 1000.0
    for rival in range(n):
        if rival != seat:
            rest = work[T.POINTS + rival] + work[T.FINAL_MEAL + rival]
            ahead = min(ahead, float(points - work[T.POINTS + rival]))
            own = points + work[T.FINAL_MEAL + seat]
            ahead_at_the_end = min(ahead_at_the_end, float(own - rest))
            ahead_by_eating = min(ahead_by_eating, float(points + work[T.MEAL + seat] - rest))
    eaten = s[EATEN + seat]
    on_rocks = shrimps_on_rocks(s, seat)
    out[0] = 0.04 * points
    out[1] = 0.04 * work[T.FIRM + seat]
    out[2] = eaten >= 1
    out[3] = eaten >= 2
    out[4] = eaten >= 3
    out[5] = 0.3 * s[BEHIND + seat]
    out[6] = 0.3 * on_rocks
    out[7] = s[BEHIND + seat] > 0 and on_rocks < s[RULES + P.SHRIMPS_ON_ROCKS]
    out[8] = 0.1 * work[T.MEAL + seat]
    out[9] = 0.1 * work[T.SECOND_MEAL + seat]
    out[10] = 0.1 * work[T.FINAL_MEAL + seat]
    out[11] = 0.1 * ahead
    out[12] = 0.1 * ahead_at_the_end
    if eaten == SHRIMPS_PER_PLAYER - 1 and work[T.MEALS + seat] > 0.0:
        out[13] = 1.0
        out[14] = 0.2 * ahead_by_eating
        out[15] = ahead_by_eating > 0.0
    out[16] = 0.1 * work[T.BEST_FLIP + seat]
    out[17] = 0.1 * work[T.WORST_FLIP + seat]


@jit
def fill_rules(s, out):
    """The rules in force, as differences from the printed basic game (13 numbers)."""
    out[0] = s[RULES + P.EXTRA_GROWTH]
    out[1] = s[RULES + P.EAT_RETURN] - 4
    out[2] = s[RULES + P.FINAL_RETURN] - 5
    out[3] = s[RULES + P.MIN_EDIBLE] - 5
    out[4] = s[RULES + P.FINAL_MIN_EDIBLE] - 5
    out[5] = 0.5 * (s[RULES + P.GROW_LIMIT] - 4)
    out[6] = s[RULES + P.SAME_TURN]
    out[7] = s[RULES + P.FREE_GROWTH]
    out[8] = s[RULES + P.SHRIMPS_PER_ROCK] - 2
    out[9] = 0.5 * (s[RULES + P.SHRIMPS_ON_ROCKS] - 4)
    out[10] = s[RULES + P.TAKEN_TO_THREE]
    out[11] = s[RULES + P.FEWEST_TILES]
    out[12] = s[RULES + P.FEWER_THAN_THREE]


@jit
def fill_course(s, me, out):
    """How far the game has come, and what lies about for all (27 numbers)."""
    n = s[N_PLAYERS]
    empty = 0
    cells = 0
    growth_cells = 0
    free_tiles = 0
    for slot in range(n):
        bare = empty_cells(s, slot)
        empty += popcount(bare)
        cells += 34
        growth_cells += bare & s[GROWTH_CELL + slot] != 0
        for c in range(5):
            own = s[COLOUR_TILES + 4 * c + slot] & ~work_guarded(s, slot)
            free_tiles += popcount(own & neighbours(own))
    locked = popcount(s[LOCKED])
    scarcest = 10
    algae = 0
    for c in range(5):
        scarcest = min(scarcest, amount(s[CUBE_SUPPLY], c))
    for a in range(4):
        algae += s[ALGA_SUPPLY + a]
    sea = 0
    for space in range(5):
        sea += total(s[SEA + space])
    most_eaten = 0
    for seat in range(n):
        most_eaten = max(most_eaten, s[EATEN + seat])
    rounds = s[TURN] / n
    out[0] = s[TURN] == 0
    out[1] = 0.2 * min(rounds, 5.0)
    out[2] = 0.1 * min(rounds, 20.0)
    out[3] = 0.2 * locked
    out[4] = locked >= 8
    out[5] = locked == 9
    out[6] = 0.05 * algae
    out[7] = 2.0 * empty / cells
    out[8] = 0.5 * growth_cells
    out[9] = 0.1 * free_tiles
    out[10] = 0.2 * scarcest
    out[11] = scarcest == 0
    out[12] = 0.1 * sea
    out[13] = 0.01 * bag_size(s, sea)
    out[14] = s[BONUS_OPEN]
    out[15] = 0.2 * total(present(s[BONUS]))
    out[16] = 0.5 * me
    out[17] = me == 0
    out[18] = me == n - 1
    out[19] = 0.3 * most_eaten
    out[20] = 1.0 if s[TURN] > 0 else 0.5 * me


@inlined
def work_guarded(s, slot):
    """Tiles next to or under shrimps: near enough to guarded for a count of free tiles."""
    shrimps = s[SHRIMPS + slot] & s[OCCUPIED + slot]
    return shrimps | neighbours(shrimps)


@inlined
def bag_size(s, in_sea):
    """Tiles in the bag: all that are nowhere else, which everybody can count."""
    elsewhere = in_sea + total(s[BONUS])
    for seat in range(s[N_PLAYERS]):
        elsewhere += total(s[HAND + seat]) + total(s[FISH + seat]) + total(s[CONSUMED + seat])
        elsewhere += popcount(s[OCCUPIED + seat])  # as many rocks as players
    return 5 * TILES_PER_COLOUR - elsewhere


@jit
def fill_colours(s, me, work, out):
    """A row for each colour, the most valuable first, those with more at stake before others."""
    for c in range(5):
        work[T.ORDER + c] = work[T.VALUE + c] * 100.0 + work[T.STAKE + 5 * me + c]
    for place in range(5):
        best = 0
        for c in range(1, 5):
            if work[T.ORDER + c] > work[T.ORDER + best]:
                best = c
        work[T.ORDER + best] = -1.0
        fill_colour(s, me, best, work, out[place * COLOUR_SIZE : (place + 1) * COLOUR_SIZE])


@jit
def fill_colour(s, me, c, work, out):
    """One colour: its value, who has it at stake, who can grow it, what lies about."""
    rival_stake = 0.0
    in_sea = 0
    for seat in range(s[N_PLAYERS]):
        if seat != me:
            rival_stake = max(rival_stake, float(work[T.STAKE + 5 * seat + c]))
    for space in range(5):
        in_sea += amount(s[SEA + space], c)
    out[0] = 0.3 * work[T.VALUE + c]
    out[1] = 0.3 * work[T.LOCKED_WINS + c]
    out[2] = 0.3 * work[T.LOCKED_LOSSES + c]
    out[3] = 0.1 * work[T.STAKE + 5 * me + c]
    out[4] = 0.1 * rival_stake
    out[5] = 0.15 * amount(s[HAND + me], c)
    out[6] = 0.5 * amount(s[CUBES + me], c)
    out[7] = 0.25 * amount(s[CONSUMED + me], c)
    out[8] = 0.2 * work[T.DANGER + 5 * me + c]
    out[9] = 0.2 * in_sea
    out[10] = 0.3 * min(amount(s[CUBE_SUPPLY], c), 4)


@jit
def fill_features(s, me, work):
    """Write work[0 : n_features(players)]: the position as seat `me` knows it.

    work: float32 of at least `tables.WORK_SIZE` words, of which the tail is worked in.
    """
    n = s[N_PLAYERS]
    size = SIDES_AT + n * SIDE_SIZE
    for k in range(size):
        work[k] = 0.0
    fill_reserves(s, me, work)
    fill_corals(s, me, work, SIDES_AT + SIDE_CORALS, SIDES_AT + SIDE_SUMS, SIDE_SIZE)
    fill_flips(s, work)
    fill_rules(s, work[0:13])
    fill_course(s, me, work[13:40])
    fill_colours(s, me, work, work[COLOURS_AT:SIDES_AT])
    for step in range(n):
        seat = (me + step) % n
        at = SIDES_AT + step * SIDE_SIZE
        fill_standing(s, seat, work, work[at : at + 18])
        fill_screen(s, seat, me, work, work[at + 18 : at + 34])
    for k in range(size):
        work[k] = min(max(work[k], -BOUND), BOUND)
