"""The rules vector: every rule parameter, as the kernel reads it."""

from __future__ import annotations

START_POINTS = 0  # + seat
SUPPLY = 4  # pieces of each colour before the start pieces are taken
HAND_LIMIT = 5
DISPLAY = 6
FREE_START = 7  # 0: start pieces on the centre cells, 1: on outer cells at will
PRINTED = 8  # 0: patterns may be turned, 1: only as printed
FINISH_ROUND = 9  # 0: the game stops as the deck runs out, 1: the round is finished
FINAL_ALL = 10  # a special card left in hand counts 0: one neighbour, 1: every neighbour

RULES_SIZE = 11

PRINTED_SUPPLY = {2: 18, 3: 24, 4: 28}  # by number of players
PRINTED_START_POINTS = 3
