"""The weights of the family: what each number means.

A position is worth a weighted sum of named features to a player; a strategy is a vector of these
weights. The unit is one point of the final score, unless the text says otherwise.
"""

from __future__ import annotations

from kernels.encounter.numbers import Numbers

FAMILY = Numbers()

# points in the parrotfishes
POINTS_FIRM = FAMILY.add(
    "points_firm", 1.0, "own point that no flip can take away (the tile itself, locked tiles)"
)
POINTS_OPEN = FAMILY.add(
    "points_open", 0.8, "own point that hangs on a coral tile without a cylinder"
)
RIVAL_POINTS = FAMILY.add("rival_points", 0.5, "point of the best rival, as far as the table knows")
# own corals
OWN_EDIBLE = FAMILY.add(
    "own_edible", 0.75, "point to be had by eating a guarded coral of one's own now"
)
OWN_SEED = FAMILY.add(
    "own_seed", 0.25, "tile of an own guarded coral that would go back, times its value"
)
OWN_THREAT = FAMILY.add(
    "own_threat", -0.5, "own guarded tile that a rival can attack at once, times its value"
)
OWN_EXPOSED = FAMILY.add(
    "own_exposed", -0.12, "own guarded tile beside an empty cell, a stronger colour being about"
)
OWN_ROOM = FAMILY.add(
    "own_room", 0.1, "empty cell beside an own guarded coral, at most four a coral"
)
OWN_NEXT = FAMILY.add(
    "own_next", 0.4, "further point of an own guarded coral once tiles in hand have joined it"
)
# rivals' corals
RIVAL_EDIBLE = FAMILY.add("rival_edible", -0.4, "point a rival could eat from a guarded coral")
RIVAL_SEED = FAMILY.add(
    "rival_seed", -0.1, "tile of a rival's coral that would go back, times its value"
)
RIVAL_THREAT = FAMILY.add(
    "rival_threat", 0.25, "rival's guarded tile that one can attack at once, times its value"
)
# corals without a shrimp
FREE_CORAL = FAMILY.add(
    "free_coral", 0.0, "tile in an unguarded coral of two tiles or more, times its value"
)
# hand
PAIR = FAMILY.add(
    "pair", 0.6, "tile in hand with a cube to grow it, for the first eight such tiles"
)
PAIR_VALUE = FAMILY.add(
    "pair_value", 0.15, "the same, for each point its colour is worth above three"
)
PAIR_EXCESS = FAMILY.add("pair_excess", 0.1, "such a tile beyond the first eight")
LOOSE_TILE = FAMILY.add("loose_tile", 0.15, "tile in hand without a cube")
LOOSE_CUBE = FAMILY.add("loose_cube", 0.3, "cube without four tiles to go with it")
CONSUMED_TILE = FAMILY.add("consumed", 0.8, "consumed tile, for the first four")
CONSUMED_EXCESS = FAMILY.add("consumed_excess", 0.3, "consumed tile beyond the first four")
# shrimps and tempo
SHRIMP_BEHIND = FAMILY.add("shrimp_behind", 0.3, "shrimp behind the screen")
SHRIMP_GUARDING = FAMILY.add("shrimp_guarding", 0.5, "shrimp on a coral of one's own")
EATEN_SHRIMP = FAMILY.add("eaten", 0.5, "own shrimp eaten: tempo, and the right to lock")
RIVAL_EATEN = FAMILY.add("rival_eaten", -0.3, "shrimp eaten by the rival nearest to the end")
HASTE = FAMILY.add(
    "haste", 0.05, "point of lead times shrimps eaten by the player nearest to the end"
)
WIN = FAMILY.add(
    "win", 40.0, "ending the game as the winner, to which the margin in points is added"
)
# where to place within a growth: these only rank cells
CELL_ATTACK_RIVAL = FAMILY.add("cell_attack_rival", 4.0, "attack on a coral with a rival's shrimp")
CELL_ATTACK_FREE = FAMILY.add("cell_attack_free", 2.0, "attack on a coral without a shrimp")
CELL_ATTACK_OWN = FAMILY.add("cell_attack_own", -2.0, "attack on a coral with an own shrimp")
CELL_COMPACT = FAMILY.add("cell_compact", 0.5, "neighbouring tile of the same colour")
CELL_OPEN = FAMILY.add("cell_open", 0.1, "empty neighbouring cell")
CELL_EXTRA = FAMILY.add("cell_extra", 2.0, "an extra growth that follows")
# the open sea
DRAFT_DENIAL = FAMILY.add(
    "draft_denial", 0.2, "what a drafted space would have been worth to the next player"
)
RUN_DRY = FAMILY.add(
    "run_dry", -10.0, "taking the last cube of a colour, after which the game is over"
)
# values
TIDE = FAMILY.add("tide", 1.0, "factor on what flips and locks are worth")
LOCK_FIRM = FAMILY.add("lock_firm", 0.5, "lock: point made firm, own less the best rival's")
WHIM = FAMILY.add("whim", 0.05, "spread of the random number added to every choice")
STEP = FAMILY.add("step", 0.02, "least gain for which an optional action is taken")

NAMES = tuple(FAMILY.by_name)
