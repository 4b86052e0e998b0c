"""From the settings of a cell to the numbers the kernel reads."""

from __future__ import annotations

import numpy as np

from analyzer.cells import Cell
from analyzer.games.reef.rules import Rules, make_rules
from kernels.reef import parameters as P  # noqa: N812


def rules_of(cell: Cell) -> Rules:
    """The rules of a cell."""
    return make_rules(cell.ruleset, cell.players, dict(cell.overrides))


def rules_vector(rules: Rules) -> np.ndarray:
    """All parameters as the kernel's int64 vector."""
    vector = np.zeros(P.RULES_SIZE, dtype=np.int64)
    vector[P.START_POINTS : P.START_POINTS + rules.n_players] = rules.start_points
    vector[P.SUPPLY] = rules.supply
    vector[P.HAND_LIMIT] = rules.hand_limit
    vector[P.DISPLAY] = rules.display
    vector[P.FREE_START] = rules.start_placement == "free"
    vector[P.PRINTED] = rules.orientation == "printed"
    vector[P.FINISH_ROUND] = rules.deck_end == "finish_round"
    vector[P.FINAL_ALL] = rules.final_special == "all"
    return vector
