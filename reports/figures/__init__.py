"""Figures: functions from a tidy table to a matplotlib Figure, for pages and for notebooks.

    import reports.figures
    reports.figures.seat_shares(table)                  # a Figure
    reports.figures.seat_shares(table, theme="dark")

Every function says which columns its table needs. Columns that are common to all: `share` (or
another value), `low` and `high` (its interval, computed elsewhere), `n` (games behind the row), and
optional `interval`, the kind of interval in words. Every figure carries `finding` (a sentence
computed from the data), `note` and `alt_text`.
"""

from reports.figures.comparisons import (
    ratings,
    ruleset_differences,
    strategy_matrix,
    strategy_shares,
)
from reports.figures.course import endings, game_length, lead_decided, lead_development
from reports.figures.points import activity, coral_values, eaten, margins, scores
from reports.figures.seats import seat_shares, start_tile_map, tile_worth
from reports.figures.setups import setups
from reports.figures.strength import strength_by_seat, strength_by_setup
from reports.figures.sweeps import duel_path, parameter_sweep, strength_by_budget
from reports.figures.tables import TableError

__all__ = [
    "TableError",
    "activity",
    "coral_values",
    "duel_path",
    "eaten",
    "endings",
    "game_length",
    "lead_decided",
    "lead_development",
    "margins",
    "parameter_sweep",
    "ratings",
    "ruleset_differences",
    "scores",
    "seat_shares",
    "setups",
    "start_tile_map",
    "strategy_matrix",
    "strategy_shares",
    "strength_by_budget",
    "strength_by_seat",
    "strength_by_setup",
    "tile_worth",
]
