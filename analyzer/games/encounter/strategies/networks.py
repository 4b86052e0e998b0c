"""What the networks of Reef Encounter's strategies are like, and what they have learned from."""

from __future__ import annotations

from analyzer.games.encounter.rules import PLAYER_COUNTS
from analyzer.strategies.lineup import Learnt
from analyzer.strategies.networks import Networks
from kernels.encounter.value.features import n_features
from kernels.encounter.value.tables import LAYER_WORDS

NETWORKS = Networks(PLAYER_COUNTS, n_features, LAYER_WORDS)
LEARNT = Learnt(
    rulesets=("basic", "advanced", "online", "manual"),
    varied={
        "start_tiles": (3, 12),
        "fed_tiles": (0, 1),
        "extra_growth": (0, 1),
        "eat_return": (2, 6),
        "final_return": (3, 7),
        "min_edible": (3, 7),
        "final_min_edible": (4, 7),
        "grow_limit": (2, 6),
        "larva_use": (0, 1),
        "free_growth": (0, 1),
        "shrimps_per_rock": (1, 3),
        "shrimps_on_rocks": (2, 4),
        "refill": (0, 1),
        "tiebreak": (0, 1),
        "end_bag": (0, 1),
        "start_larvae": (1, 4),
    },
)
"""The rules of the games that networks learn from: `analyzer/games/encounter/learning.py`."""
