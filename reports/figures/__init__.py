"""Figures: functions from a tidy table to a matplotlib Figure, for pages and for notebooks.

    import reports.figures
    reports.figures.seat_shares(table)                  # a Figure
    reports.figures.seat_shares(table, theme="dark")

Every function says which columns its table needs; some take the words and looks of a game as
`told=told_of(name)`. Columns that are common to all: `share` (or another value), `low` and `high`
(its interval, computed elsewhere), `n` (games behind the row), and optional `interval`, the kind of
interval in words. Every figure carries `finding` (a sentence computed from the data), `note` and
`alt_text`.
"""

from collections.abc import Callable, Mapping

import pandas as pd

from reports.figures.comparisons import (
    ratings,
    ruleset_differences,
    strategy_matrix,
    strategy_shares,
)
from reports.figures.course import endings, game_length, lead_decided, lead_development
from reports.figures.handicap import handicap_map, handicap_worth
from reports.figures.points import distribution, margins, scores, winners_and_others
from reports.figures.seats import confirmation, seat_shares
from reports.figures.setups import setups
from reports.figures.strength import strength_by_seat, strength_by_setup, strength_by_time
from reports.figures.sweeps import duel_path, parameter_sweep, strength_by_budget
from reports.figures.tables import TableError
from reports.figures.told import Told, told_of
from reports.style import ReportFigure

FIGURES: Mapping[str, Callable[..., ReportFigure]] = {
    "confirmation": confirmation,
    "decided": lead_decided,
    "differences": ruleset_differences,
    "distribution": distribution,
    "duel_path": duel_path,
    "endings": endings,
    "game_length": game_length,
    "handicap_map": handicap_map,
    "handicap_worth": handicap_worth,
    "lead": lead_development,
    "margins": margins,
    "matrix": strategy_matrix,
    "ratings": ratings,
    "scores": scores,
    "seat_shares": seat_shares,
    "setups": setups,
    "strategy_shares": strategy_shares,
    "strength_by_budget": strength_by_budget,
    "strength_by_seat": strength_by_seat,
    "strength_by_setup": strength_by_setup,
    "strength_by_time": strength_by_time,
    "sweep": parameter_sweep,
    "winners": winners_and_others,
}
"""Figures by the name that whoever makes a table gives (`analyzer.tables.Shown`)."""
_WITH_TOLD = (
    endings,
    distribution,
    winners_and_others,
    handicap_map,
    handicap_worth,
    parameter_sweep,
    ruleset_differences,
    setups,
)
"""Those that need words or looks of the game."""


def draw(name: str, table: pd.DataFrame, told: Told) -> ReportFigure:
    """The figure of that name; TableError if it cannot draw the table, or if there is none."""
    figure = FIGURES.get(name)
    if figure is None:
        raise TableError(f"there is no figure {name}")
    return figure(table, told=told) if figure in _WITH_TOLD else figure(table)


__all__ = [
    "FIGURES",
    "TableError",
    "Told",
    "confirmation",
    "distribution",
    "draw",
    "duel_path",
    "endings",
    "game_length",
    "handicap_map",
    "handicap_worth",
    "lead_decided",
    "lead_development",
    "margins",
    "parameter_sweep",
    "ratings",
    "ruleset_differences",
    "scores",
    "seat_shares",
    "setups",
    "strategy_matrix",
    "strategy_shares",
    "strength_by_budget",
    "strength_by_seat",
    "strength_by_setup",
    "strength_by_time",
    "told_of",
    "winners_and_others",
]
