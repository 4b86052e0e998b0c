"""The rules vector: every rule parameter and every choice of set-up, as the kernel reads them."""

from __future__ import annotations

START_TILES = 0  # + seat
ONE_EACH_TILES = 4  # 1: one tile of each colour instead
FED_TILES = 5
START_LARVAE = 6
ONE_EACH_LARVAE = 7  # 1: one cube of each colour instead
TOSS_EACH = 8
START_ALGA = 9
EXTRA_GROWTH = 10
EAT_RETURN = 11
FINAL_RETURN = 12
MIN_EDIBLE = 13
FINAL_MIN_EDIBLE = 14
GROW_LIMIT = 15
SAME_TURN = 16
FREE_GROWTH = 17
SHRIMPS_PER_ROCK = 18
SHRIMPS_ON_ROCKS = 19
TAKEN_TO_THREE = 20
FEWEST_TILES = 21
FEWER_THAN_THREE = 22  # 1: fewer than three tiles in the bag after a refill end the game

# choices of set-up
FIXED_ROCKS = 23  # bit mask of rocks, 0 for a random choice
FIXED_SIDE = 24  # 1 star, 0 plain, -1 for a toss
FIXED_FIRST_SPACE = 25  # colour of the first space, -1 for a draw
TURN_LIMIT = 26  # turns after which the simulator cuts a game off

RULES_SIZE = 27
GROWTHS_PER_TURN = 2
