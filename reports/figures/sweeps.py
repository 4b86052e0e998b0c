"""What moves when a rule parameter is swept, and how a sequential test went."""

from __future__ import annotations

import math
import textwrap

import pandas as pd
from matplotlib.axes import Axes

from analyzer.wording import as_percent, fair_percent, number
from reports.figures.tables import (
    TableError,
    among,
    checked,
    error_bars,
    in_words,
    interval_kind,
    note,
)
from reports.figures.told import PLAIN, Told
from reports.palette import SERIES, SERIES_MARKERS
from reports.style import ReportFigure, finish, grid_lines, layout, new_figure, themed

MAX_QUANTITIES = 6
"""Quantities drawn for a parameter: those that move most."""
_PANEL_WIDTH = 36
"""Characters of a line over a panel."""


def parameter_sweep(df: pd.DataFrame, *, told: Told = PLAIN, theme: str = "light") -> ReportFigure:
    """How quantities move with the value of one rule parameter.

    Columns: `parameter` (text, one in the table), `value`, `quantity`, `unit` (text; `share` is
    drawn in per cent), `mean`, `low`, `high`, `n`; optional `level` (text, who played, the
    strongest first: a line each), `label` (text, what readers call the quantity), `is_ruleset`
    (boolean, the ruleset's own value), `is_by_definition` (boolean: the parameter sets it, so it is
    no finding) and `interval`.
    """
    df = checked(df, "parameter_sweep", "parameter", "value", "quantity", "unit", "mean", "n")
    df = checked(df[df["value"].notna()], "parameter_sweep", "low", "high")
    df = df.assign(value=[_value_name(value) for value in df["value"]])
    df["quantity"] = in_words(df, told.players)
    if "level" not in df.columns:
        df["level"] = ""
    levels = list(dict.fromkeys(df["level"]))
    parameter = str(df["parameter"].iloc[0])
    values = _ordered(df["value"])
    if len(values) < 2:
        raise TableError(f"parameter_sweep needs at least two values of {parameter}")
    strongest = df[df["level"] == levels[0]]
    names = _moving(strongest)[:MAX_QUANTITIES]
    with themed(theme) as colours:
        columns = min(layout().columns, len(names))
        n_rows = math.ceil(len(names) / columns)
        figure = new_figure(0.3 + 1.75 * n_rows)
        panels = figure.subplots(n_rows, columns, squeeze=False).ravel()
        for axes, name in zip(panels, names, strict=False):
            for k, level in enumerate(levels):
                part = df[(df["quantity"] == name) & (df["level"] == level)]
                if len(part):
                    _sweep(axes, part, values, k, colours.ink)
            axes.set_xlabel(parameter)
        if len(levels) > 1:
            panels[0].legend()
        for axes in panels[len(names) :]:
            axes.remove()
        text = f"{note(df)} Filled: the ruleset's own value."
        finding = _sweep_finding(strongest, parameter, names)
        where = among(levels[0]) if levels[0] else ""
        finish(figure, colours, f"{finding}{where}", text, _sweep_alt(df, names))
    return figure


def _value_name(value: object) -> str:
    """A value as it was set: whole numbers may have become floats in a file."""
    return f"{value:g}" if isinstance(value, float) else str(value)


def _ordered(values: pd.Series) -> list[str]:
    """The values in the order of numbers where they are numbers."""
    found = list(dict.fromkeys(values))
    try:
        return sorted(found, key=float)
    except ValueError:
        return found


def _moving(df: pd.DataFrame) -> list[str]:
    """Quantities by how far they move, in widths of their intervals, most first.

    What the parameter itself sets comes last.
    """
    moves, is_set = {}, set()
    for name, part in df.groupby("quantity", sort=False):
        width = float((part["high"] - part["low"]).mean())
        spread = float(part["mean"].max() - part["mean"].min())
        moves[str(name)] = spread / width if width > 0 and math.isfinite(width) else 0.0
        if "is_by_definition" in part.columns and part["is_by_definition"].astype(bool).any():
            is_set.add(str(name))
    return sorted(moves, key=lambda name: (name in is_set, -moves[name]))


def _sweep(axes: Axes, part: pd.DataFrame, values: list[str], k: int, ink: str) -> None:
    """The line of one level."""
    is_share = str(part["unit"].iloc[0]) == "share"
    factor, unit = (100.0, "%") if is_share else (1.0, str(part["unit"].iloc[0]))
    part = part.assign(place=[values.index(value) for value in part["value"]])
    part = part.sort_values("place")
    axes.errorbar(
        part["place"],
        factor * part["mean"],
        yerr=error_bars(part, "mean", factor),
        marker=SERIES_MARKERS[k],
        mfc="none",
        color=SERIES[k],
        capsize=3,
        label=str(part["level"].iloc[0]),
    )
    if "is_ruleset" in part.columns:
        own = part[part["is_ruleset"].astype(bool)]
        axes.plot(own["place"], factor * own["mean"], "D", color=ink, zorder=4)
    axes.set_xticks(range(len(values)), values)
    axes.set_title(textwrap.fill(f"{part['quantity'].iloc[0]} ({unit})", _PANEL_WIDTH))
    grid_lines(axes, "y")


def _sweep_finding(df: pd.DataFrame, parameter: str, names: list[str]) -> str:
    """The first of the drawn quantities that is shown to move, and between what."""
    parts = {name: df[df["quantity"] == name] for name in names}
    moved = [name for name, part in parts.items() if _is_moved(part)]
    if not moved:
        return f"{parameter} is not shown to move anything"
    part = parts[moved[0]]
    is_share = str(part["unit"].iloc[0]) == "share"
    factor, unit = (100.0, "%") if is_share else (1.0, str(part["unit"].iloc[0]))
    told = (
        f"{number(*(factor * line[end] for end in ('mean', 'low', 'high')))} with {line['value']}"
        for line in _extremes(part)
    )
    return f"{parameter} moves {moved[0]}: {' and '.join(told)} ({unit})"


def _extremes(part: pd.DataFrame) -> list[pd.Series]:
    """The rows of the smallest and of the largest mean."""
    return [part.loc[[place]].iloc[0] for place in (part["mean"].idxmin(), part["mean"].idxmax())]


def _is_moved(part: pd.DataFrame) -> bool:
    """Whether the values of a quantity differ, and not because the parameter itself sets them."""
    if "is_by_definition" in part.columns and part["is_by_definition"].astype(bool).any():
        return False
    if "is_established" in part.columns:  # by a study, which counts all that it claims
        return bool(part["is_established"].astype(bool).any())
    low, high = _extremes(part)
    return bool(high["low"] > low["high"])


def _sweep_alt(df: pd.DataFrame, names: list[str]) -> str:
    rows = []
    for name in names:
        part = df[df["quantity"] == name]
        values = zip(part["level"], part["value"], part["mean"], strict=True)
        points = ", ".join(f"{level} {v}: {m:.4g}".strip() for level, v, m in values)
        rows.append(f"{name}: {points}")
    return f"Quantities by value of the parameter. {'; '.join(rows)}."


def duel_path(df: pd.DataFrame, *, theme: str = "light") -> ReportFigure:
    """How the share of the first strategy developed while a duel was played.

    Columns: `deals`, `share`, `low`, `high`, `n` (games so far); optional `fair` (0.5 if missing),
    `strategy` and `opponent` (text, the same in all rows) and `interval`.
    """
    df = checked(df, "duel_path", "deals", "share", "low", "high", "n").sort_values("deals")
    fair = float(df["fair"].iloc[0]) if "fair" in df.columns else 0.5
    last = df.iloc[-1]
    with themed(theme) as colours:
        figure = new_figure(2.6)
        axes = figure.subplots()
        axes.fill_between(
            df["n"], 100 * df["low"], 100 * df["high"], color=SERIES[5], alpha=0.35, lw=0
        )
        axes.plot(df["n"], 100 * df["share"], color=SERIES[0], marker="o", ms=3)
        bars = error_bars(df.tail(1), "share", 100)
        axes.errorbar([last["n"]], [100 * last["share"]], bars, fmt="o", color=SERIES[0], capsize=3)
        axes.set_xlim(left=0)
        axes.axhline(100 * fair, color=colours.ink, ls="--", lw=1.2)
        who, rival = (
            str(last[column]) if column in df.columns else other
            for column, other in (("strategy", "the first"), ("opponent", "the other"))
        )
        axes.set_xlabel("games")
        axes.set_ylabel(f"share won by {who} (%)")
        grid_lines(axes, "y")
        share = as_percent(last["share"], last["low"], last["high"])
        versus = (
            ", more than" if last["low"] > fair else ", less than" if last["high"] < fair else ";"
        )
        even = f"{versus} the even {fair_percent(fair)}"
        if versus == ";":
            even = f"; that {who} wins more or less than {fair_percent(fair)} is not shown"
        finding = f"{who} won {share} of {int(last['n']):,} games against {rival}{even}"
        finish(
            figure,
            colours,
            finding,
            f"{int(last['n']):,} games. Band and last line: {interval_kind(df)}. Dashed: even.",
            f"Line of the share over {len(df)} looks. {finding}.",
        )
    return figure


def strength_by_budget(df: pd.DataFrame, *, theme: str = "light") -> ReportFigure:
    """How the share of the wins grows with the budget a strategy thinks with.

    Columns: `budget` (games played on for one decision), `share`, `low`, `high`, `n` (games),
    `rival` (text, one in the table); optional `interval`.
    """
    df = checked(df, "strength_by_budget", "budget", "share", "low", "high", "n", "rival")
    df = df.sort_values("budget")
    rival = str(df["rival"].iloc[0])
    least, most = df.iloc[0], df.iloc[-1]
    with themed(theme) as colours:
        figure = new_figure(2.6)
        axes = figure.subplots()
        axes.set_xscale("log")
        bars = error_bars(df, "share", 100)
        axes.errorbar(df["budget"], 100 * df["share"], bars, color=SERIES[0], marker="o", ms=5)
        axes.axhline(50, color=colours.ink, ls="--", lw=1.2)
        axes.set_xticks(list(df["budget"]), [f"{budget:,}" for budget in df["budget"]])
        axes.minorticks_off()
        axes.set_xlabel("budget (games played on for one decision)")
        axes.set_ylabel(f"wins against {rival} (%)")
        grid_lines(axes, "y")
        finding = (
            f"From {as_percent(least['share'], least['low'], least['high'])} of the wins against"
            f" {rival} with a budget of {int(least['budget']):,} to"
            f" {as_percent(most['share'], most['low'], most['high'])} with {int(most['budget']):,}"
        )
        text = f"{note(df, 'budget')} Dashed: an even match."
        finish(figure, colours, finding, text, f"Line over {len(df)} budgets. {finding}.")
    return figure
