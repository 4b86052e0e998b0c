"""The weights of the family: what each number means.

A position is worth a weighted sum of named features to a player; a strategy is a vector of these
weights. The unit is one point of the final score, unless the text says otherwise.
"""

from __future__ import annotations

WEIGHTS: dict[str, tuple[float, str]] = {
    # points in the parrotfishes
    "points_firm": (1.0, "own point that no flip can take away (the tile itself, locked tiles)"),
    "points_open": (0.8, "own point that hangs on a coral tile without a cylinder"),
    "rival_points": (0.5, "point of the best rival, as far as the table knows"),
    # own corals
    "own_edible": (0.75, "point to be had by eating a guarded coral of one's own now"),
    "own_seed": (0.25, "tile of an own guarded coral that would go back, times its value"),
    "own_threat": (-0.5, "own guarded tile that a rival can attack at once, times its value"),
    "own_exposed": (-0.12, "own guarded tile beside an empty cell, a stronger colour being about"),
    "own_room": (0.10, "empty cell beside an own guarded coral, at most four a coral"),
    "own_next": (
        0.4,
        "further point of an own guarded coral once tiles in hand have joined it",
    ),
    # rivals' corals
    "rival_edible": (-0.4, "point a rival could eat from a guarded coral"),
    "rival_seed": (-0.1, "tile of a rival's coral that would go back, times its value"),
    "rival_threat": (0.25, "rival's guarded tile that one can attack at once, times its value"),
    # corals without a shrimp
    "free_coral": (0.0, "tile in an unguarded coral of two tiles or more, times its value"),
    # hand
    "pair": (0.6, "tile in hand with a cube to grow it, for the first eight such tiles"),
    "pair_value": (0.15, "the same, for each point its colour is worth above three"),
    "pair_excess": (0.1, "such a tile beyond the first eight"),
    "loose_tile": (0.15, "tile in hand without a cube"),
    "loose_cube": (0.3, "cube without four tiles to go with it"),
    "consumed": (0.8, "consumed tile, for the first four"),
    "consumed_excess": (0.3, "consumed tile beyond the first four"),
    # shrimps and tempo
    "shrimp_behind": (0.3, "shrimp behind the screen"),
    "shrimp_guarding": (0.5, "shrimp on a coral of one's own"),
    "eaten": (0.5, "own shrimp eaten: tempo, and the right to lock"),
    "rival_eaten": (-0.3, "shrimp eaten by the rival nearest to the end"),
    "haste": (0.05, "point of lead times shrimps eaten by the player nearest to the end"),
    "win": (40.0, "ending the game as the winner, to which the margin in points is added"),
    # where to place within a growth: these only rank cells
    "cell_attack_rival": (4.0, "attack on a coral with a rival's shrimp"),
    "cell_attack_free": (2.0, "attack on a coral without a shrimp"),
    "cell_attack_own": (-2.0, "attack on a coral with an own shrimp"),
    "cell_compact": (0.5, "neighbouring tile of the same colour"),
    "cell_open": (0.1, "empty neighbouring cell"),
    "cell_extra": (2.0, "an extra growth that follows"),
    # the open sea
    "draft_denial": (0.2, "what a drafted space would have been worth to the next player"),
    "run_dry": (-10.0, "taking the last cube of a colour, after which the game is over"),
    # values
    "tide": (1.0, "factor on what flips and locks are worth"),
    "lock_firm": (0.5, "lock: point made firm, own less the best rival's"),
    "whim": (0.05, "spread of the random number added to every choice"),
    "step": (0.02, "least gain for which an optional action is taken"),
}

NAMES = tuple(WEIGHTS)
N_FAMILY_WEIGHTS = len(NAMES)

(
    POINTS_FIRM,
    POINTS_OPEN,
    RIVAL_POINTS,
    OWN_EDIBLE,
    OWN_SEED,
    OWN_THREAT,
    OWN_EXPOSED,
    OWN_ROOM,
    OWN_NEXT,
    RIVAL_EDIBLE,
    RIVAL_SEED,
    RIVAL_THREAT,
    FREE_CORAL,
    PAIR,
    PAIR_VALUE,
    PAIR_EXCESS,
    LOOSE_TILE,
    LOOSE_CUBE,
    CONSUMED_TILE,
    CONSUMED_EXCESS,
    SHRIMP_BEHIND,
    SHRIMP_GUARDING,
    EATEN_SHRIMP,
    RIVAL_EATEN,
    HASTE,
    WIN,
    CELL_ATTACK_RIVAL,
    CELL_ATTACK_FREE,
    CELL_ATTACK_OWN,
    CELL_COMPACT,
    CELL_OPEN,
    CELL_EXTRA,
    DRAFT_DENIAL,
    RUN_DRY,
    TIDE,
    LOCK_FIRM,
    WHIM,
    STEP,
) = range(N_FAMILY_WEIGHTS)

FOUNDS_BARE = 60  # word of the vector that only some kinds set: found also without a shrimp
