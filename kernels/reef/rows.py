"""What is kept of every game: a fixed row of numbers for the game and one for each seat."""

from __future__ import annotations

from kernels.bits import lowest_index, popcount
from kernels.jit import inlined, jit
from kernels.reef.cards import ALL_CELLS, FAMILIES, N_CARDS, N_CELLS, N_COLOURS
from kernels.reef.scoring import covered_cells, rank, stacks_of_four
from kernels.reef.state import (
    CHECKPOINT_ROUNDS,
    COUNT_SIZE,
    ENDED_BY,
    ENDER,
    FAMILY_POINTS,
    FIRST_DISPLAY,
    HEIGHTS,
    LEAD_CHANGES,
    LEAD_SINCE,
    LEADER,
    MAX_DISPLAY,
    N_CHECKPOINTS,
    N_COUNTS,
    N_LEFT,
    N_PLAYERS,
    PLAY_COUNT,
    POINTS,
    POINTS_ON,
    SCORE_AFTER,
    START_CARDS,
    SUPPLY,
    TOPS,
    TURN,
)

GAME_COLUMNS = (
    "rotation",  # of the line-up
    "turns",  # turns played by all seats together
    "ended_by",  # index into state.ENDINGS
    "ender",  # seat that took the last piece of a colour or the last card
    "winners",  # seats that share the first place
    "lead_changes",  # times the lead on points passed from one seat to another
    "decided_turn",  # turn in which the winner took the lead for good
    "display_1",  # cards first on display, 0 where there is none
    "display_2",
    "display_3",
    "display_4",
    "display_5",
    "display_6",
    "supply_r",  # pieces left at the end
    "supply_y",
    "supply_g",
    "supply_p",
    "deck_left",  # cards left in the deck
    "display_points",  # points left on the display
)
SEAT_COLUMNS = (
    "rank",
    "score",
    "tie_covered",  # covered cells
    "tie_fours",  # stacks of four pieces
    "start_card_1",  # the lower number of the two cards dealt
    "start_card_2",
    "score_r5",  # points after rounds 5, 10, 15, 20, -1 if the game was over
    "score_r10",
    "score_r15",
    "score_r20",
    "stacks_2",  # stacks of two pieces at the end
    "stacks_3",
    "tops_r",  # top pieces at the end
    "tops_y",
    "tops_g",
    "tops_p",
    "pattern_points",  # points of all cards played
    "cards_played",
    "blank_plays",  # of these, cards that scored nothing
    "takes",  # cards taken from the display
    "deck_takes",  # cards taken from the deck
    "passes",
    "best_play",  # most points with one card
    "points_paid",  # for cards of the deck
    "points_gained",  # lying on cards taken
    "final_points",  # for cards left in hand
    "final_cards",  # cards left in hand
    "pieces_r",  # pieces placed, start pieces included
    "pieces_y",
    "pieces_g",
    "pieces_p",
    "points_colour",  # points of cards played, by family
    "points_height",
    "points_wild",
    "points_pair",
    "points_level_pair",
    "points_diagonal_pair",
    "points_line",
    "points_diagonal",
    "points_corner",
    "points_square",
    "points_special",
)
_DISPLAY_AT = GAME_COLUMNS.index("display_1")
_SUPPLY_AT = GAME_COLUMNS.index("supply_r")
_CHECKPOINTS_AT = SEAT_COLUMNS.index("score_r5")
_STACKS_AT = SEAT_COLUMNS.index("stacks_2")
_TOPS_AT = SEAT_COLUMNS.index("tops_r")
_PATTERN_POINTS_AT = SEAT_COLUMNS.index("pattern_points")
_COUNTS_AT = SEAT_COLUMNS.index("cards_played")
assert _COUNTS_AT + N_COUNTS == len(SEAT_COLUMNS)
assert SEAT_COLUMNS[-len(FAMILIES) :] == tuple(f"points_{family}" for family in FAMILIES)


@inlined
def fill_board_columns(s, seat, row):
    """Tie-breaks, stacks and top pieces of the seat's final board."""
    heights = s[HEIGHTS + seat]
    row[2] = covered_cells(heights)
    row[3] = stacks_of_four(heights)
    at_least_3 = popcount(heights >> (2 * N_CELLS) & ALL_CELLS)
    row[_STACKS_AT] = popcount(heights >> N_CELLS & ALL_CELLS) - at_least_3
    row[_STACKS_AT + 1] = at_least_3 - row[3]
    for c in range(N_COLOURS):
        row[_TOPS_AT + c] = popcount(s[TOPS + seat] >> (N_CELLS * c) & ALL_CELLS)


@inlined
def fill_seat_row(s, seat, row):
    """Everything about a seat."""
    row[0] = rank(s, seat)
    row[1] = s[POINTS + seat]
    fill_board_columns(s, seat, row)
    cards = s[START_CARDS + seat]
    row[4] = lowest_index(cards)
    row[5] = lowest_index(cards & (cards - 1))
    for k in range(N_CHECKPOINTS):
        played = s[TURN] >= CHECKPOINT_ROUNDS * (k + 1) * s[N_PLAYERS]
        row[_CHECKPOINTS_AT + k] = s[SCORE_AFTER + N_CHECKPOINTS * seat + k] if played else -1
    for k in range(N_COUNTS):
        row[_COUNTS_AT + k] = s[PLAY_COUNT + COUNT_SIZE * seat + k]
    points = 0
    for family in range(len(FAMILIES)):
        points += s[FAMILY_POINTS + COUNT_SIZE * seat + family]
    row[_PATTERN_POINTS_AT] = points


@jit
def fill_rows(s, rotation, game_row, seat_rows):
    """Write a finished game: game_row int32 (GAME_COLUMNS,), seat_rows int32 (n, SEAT_COLUMNS)."""
    winners = 0
    winner = -1
    for seat in range(s[N_PLAYERS]):
        fill_seat_row(s, seat, seat_rows[seat])
        if seat_rows[seat, 0] == 1:
            winners += 1
            winner = seat
    led_to_the_end = winners == 1 and winner == s[LEADER]
    game_row[0] = rotation
    game_row[1] = s[TURN]
    game_row[2] = s[ENDED_BY]
    game_row[3] = s[ENDER]
    game_row[4] = winners
    game_row[5] = s[LEAD_CHANGES]
    game_row[6] = s[LEAD_SINCE] if led_to_the_end else s[TURN]
    display_points = 0
    for slot in range(MAX_DISPLAY):
        game_row[_DISPLAY_AT + slot] = s[FIRST_DISPLAY + slot]
        display_points += s[POINTS_ON + slot]
    for c in range(N_COLOURS):
        game_row[_SUPPLY_AT + c] = s[SUPPLY + c]
    game_row[_SUPPLY_AT + 4] = N_CARDS - s[N_LEFT]
    game_row[_SUPPLY_AT + 5] = display_points
