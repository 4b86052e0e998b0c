"""From the settings of a cell to the numbers the kernel reads."""

from __future__ import annotations

import numpy as np

from analyzer.cells import Cell
from analyzer.games.encounter.rules import COLOURS, ONE_EACH, ROCKS, Rules, make_rules
from kernels.encounter import parameters as P  # noqa: N812

TURN_LIMIT = 1000
"""Turns after which a game is cut off; games between reasonable players never get near it."""


def rules_of(cell: Cell) -> Rules:
    """The rules of a cell."""
    return make_rules(cell.ruleset, cell.players, dict(cell.overrides))


def rules_vector(cell: Cell, turn_limit: int = TURN_LIMIT) -> np.ndarray:
    """All parameters and set-up choices of a cell as the kernel's int64 vector."""
    rules = rules_of(cell)
    setup = dict(cell.setup)
    vector = np.zeros(P.RULES_SIZE, dtype=np.int64)
    if rules.start_tiles == ONE_EACH:
        vector[P.ONE_EACH_TILES] = 1
    else:
        vector[P.START_TILES : P.START_TILES + rules.n_players] = rules.start_tile_counts()
    one_each_larvae = rules.start_larvae == ONE_EACH
    values = {
        P.FED_TILES: rules.fed_tiles,
        P.START_LARVAE: 0 if one_each_larvae else rules.start_larvae,
        P.ONE_EACH_LARVAE: one_each_larvae,
        P.TOSS_EACH: rules.coral_toss == "each",
        P.START_ALGA: rules.start_alga == "random",
        P.EXTRA_GROWTH: rules.extra_growth,
        P.EAT_RETURN: rules.eat_return,
        P.FINAL_RETURN: rules.final_return,
        P.MIN_EDIBLE: rules.min_edible,
        P.FINAL_MIN_EDIBLE: rules.final_min_edible,
        P.GROW_LIMIT: rules.grow_limit,
        P.SAME_TURN: rules.larva_use == "same_turn",
        P.FREE_GROWTH: rules.free_growth,
        P.SHRIMPS_PER_ROCK: rules.shrimps_per_rock,
        P.SHRIMPS_ON_ROCKS: rules.shrimps_on_rocks,
        P.TAKEN_TO_THREE: rules.refill == "taken_to_three",
        P.FEWEST_TILES: rules.tiebreak == "fewest_tiles",
        P.FEWER_THAN_THREE: rules.end_bag == "fewer_than_three",
        P.FIXED_ROCKS: sum(1 << ROCKS.index(rock) for rock in setup.get("rocks", "")),
        P.FIXED_SIDE: {"star": 1, "plain": 0}.get(setup.get("side", ""), -1),
        P.FIXED_FIRST_SPACE: COLOURS.index(setup["first_space"]) if "first_space" in setup else -1,
        P.TURN_LIMIT: turn_limit,
    }
    for index, value in values.items():
        vector[index] = value
    return vector
