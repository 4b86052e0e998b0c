"""The weights of the family: what each number means.

A position is worth a weighted sum of named features to a player; a strategy is a vector of these
weights. The unit is one point of the final score, unless the text says otherwise. The first
N_FEATURES names are the features themselves, in the order of `kernels.reef.family.features`.
"""

from __future__ import annotations

WEIGHTS: dict[str, tuple[float, str]] = {
    # the table: the same wherever pieces are placed
    "points": (1.0, "own point"),
    "rival_points": (-0.5, "point of the best rival"),
    "lead_progress": (0.1, "point ahead of the best rival times progress to the end"),
    "hand_cards": (1.5, "card in hand"),
    "late_cards": (-1.0, "card in hand times progress to the end"),
    "hand_supplied": (
        0.1,
        "value of a pattern in hand times the share that pieces of another card in hand are",
    ),
    "rival_display": (-0.1, "most points that a card on display would give the next player"),
    # the own board: the hand there
    "hand_points": (0.6, "point that a card in hand would score on the board as it is"),
    "hand_best": (0.1, "point that the best card in hand would score"),
    "hand_fit": (0.12, "value of a pattern in hand times the share that a fitting cell is"),
    "late_points": (0.1, "point that a card in hand would score, times progress to the end"),
    # the display there
    "display_points": (0.08, "point that a card on display would score, with those lying on it"),
    "display_best": (0.15, "the same for the best of them"),
    "display_fit": (0.03, "value of a pattern on display times the share that a fitting cell is"),
    # stacks
    "covered": (0.05, "covered cell"),
    "high_2": (0.1, "stack of two pieces or more"),
    "high_3": (0.0, "stack of three pieces or more"),
    "high_4": (-0.2, "stack of four pieces"),
    "final_points": (1.0, "point of cards in hand once no turn is left"),
    # how to choose
    "whim": (0.05, "spread of the random number added to every choice"),
}

NAMES = tuple(WEIGHTS)
N_FAMILY_WEIGHTS = len(NAMES)

(
    POINTS,
    RIVAL_POINTS,
    LEAD_PROGRESS,
    HAND_CARDS,
    LATE_CARDS,
    HAND_SUPPLIED,
    RIVAL_DISPLAY,
    HAND_POINTS,
    HAND_BEST,
    HAND_FIT,
    LATE_POINTS,
    DISPLAY_POINTS,
    DISPLAY_BEST,
    DISPLAY_FIT,
    COVERED,
    HIGH_2,
    HIGH_3,
    HIGH_4,
    FINAL_POINTS,
    WHIM,
) = range(N_FAMILY_WEIGHTS)
N_TABLE_FEATURES = HAND_POINTS  # these come first
N_FEATURES = WHIM
