"""What is kept of every game: a fixed row of numbers for the game and one for each seat."""

from __future__ import annotations

from kernels.encounter.counts import amount
from kernels.encounter.geometry import ALL_CORAL_TILES
from kernels.encounter.scoring import N_CHECKPOINTS, fill_ranks, fill_tiebreaks, score
from kernels.encounter.state import (
    COUNT_SIZE,
    ENDED_BY,
    ENDER,
    FIRST_HAND,
    FIRST_SPACE,
    FIRST_STAR_UP,
    FISH,
    GROWTH_COUNT,
    LEAD_CHANGES,
    LEAD_SINCE,
    LEADER,
    N_COUNTS,
    N_PLAYERS,
    ROCK_ID,
    SCORE_AFTER,
    TURN,
    coral_value,
)
from kernels.jit import inlined, jit, merged

GAME_COLUMNS = (
    "rotation",  # of the line-up
    "rocks",  # bit mask of the rocks in play
    "side",  # 0 all coral tiles plain at the start, 1 all star, 2 mixed
    "first_space",  # colour
    "turns",  # turns played by all seats together, an unfinished last one included
    "ended_by",  # index into state.ENDINGS
    "ender",  # seat whose turn it was, -1 for a game cut off
    "winners",  # seats that share the first place
    "lead_changes",  # times the lead on points passed from one seat to another
    "decided_turn",  # turn in which the winner took the lead for good
    "value_w",  # coral values at the end
    "value_y",
    "value_o",
    "value_p",
    "value_g",
)
SEAT_COLUMNS = (
    "rank",
    "score",
    "tie_consumed",
    "tie_larvae",
    "tie_hand",
    "tie_guarded",
    "fish_w",  # tiles in the parrotfish by colour
    "fish_y",
    "fish_o",
    "fish_p",
    "fish_g",
    "start_w",  # start tiles by colour, before one is fed
    "start_y",
    "start_o",
    "start_p",
    "start_g",
    "score_r4",  # points after rounds 4, 8, 12, 16, -1 if the game was over
    "score_r8",
    "score_r12",
    "score_r16",
    "growths",
    "placements",
    "attacks_made",
    "attacks_suffered",  # own guarded corals attacked by anybody
    "extra_growths",
    "shrimps_introduced",
    "shrimps_moved",
    "larva_exchanges",
    "tile_exchanges",
    "space_algas",
    "flips",
    "locks",
    "corals_eaten",
    "eaten_size_1",
    "eaten_size_2",
    "eaten_size_3",
    "eaten_size_4",
    "drafts_w",
    "drafts_y",
    "drafts_o",
    "drafts_p",
    "drafts_g",
)
_FISH_AT = SEAT_COLUMNS.index("fish_w")
_START_AT = SEAT_COLUMNS.index("start_w")
_CHECKPOINTS_AT = SEAT_COLUMNS.index("score_r4")
_COUNTS_AT = SEAT_COLUMNS.index("growths")
assert _COUNTS_AT + N_COUNTS == len(SEAT_COLUMNS)


@merged
def fill_seat_row(s, seat, row):
    """Everything about a seat but its rank."""
    row[1] = score(s, seat)
    fill_tiebreaks(s, seat, row[2:6])
    for c in range(5):
        row[_FISH_AT + c] = amount(s[FISH + seat], c)
        row[_START_AT + c] = amount(s[FIRST_HAND + seat], c)
    for k in range(N_CHECKPOINTS):
        played = s[TURN] >= 4 * (k + 1) * s[N_PLAYERS]
        row[_CHECKPOINTS_AT + k] = s[SCORE_AFTER + N_CHECKPOINTS * seat + k] if played else -1
    for k in range(N_COUNTS):
        row[_COUNTS_AT + k] = s[GROWTH_COUNT + COUNT_SIZE * seat + k]


@inlined
def side_code(star_up):
    """0 if all coral tiles show their plain side, 1 for star, 2 for a mixture."""
    if star_up == 0:
        return 0
    return 1 if star_up == ALL_CORAL_TILES else 2


@jit
def fill_rows(s, rotation, game_row, seat_rows):
    """Write a finished game: game_row int32 (GAME_COLUMNS,), seat_rows int32 (n, SEAT_COLUMNS)."""
    n = s[N_PLAYERS]
    for seat in range(n):
        fill_seat_row(s, seat, seat_rows[seat])
    fill_ranks(s, n, seat_rows[:, 1], seat_rows[:, 2:6], seat_rows[:, 0])
    winners = 0
    winner = -1
    for seat in range(n):
        if seat_rows[seat, 0] == 1:
            winners += 1
            winner = seat
    rocks = 0
    for slot in range(n):
        rocks |= 1 << s[ROCK_ID + slot]
    led_to_the_end = winners == 1 and winner == s[LEADER]
    game_row[0] = rotation
    game_row[1] = rocks
    game_row[2] = side_code(s[FIRST_STAR_UP])
    game_row[3] = s[FIRST_SPACE]
    game_row[4] = s[TURN]
    game_row[5] = s[ENDED_BY]
    game_row[6] = s[ENDER]
    game_row[7] = winners
    game_row[8] = s[LEAD_CHANGES]
    game_row[9] = s[LEAD_SINCE] if led_to_the_end else s[TURN]
    for c in range(5):
        game_row[10 + c] = coral_value(s, c)
