"""Points: scores by seat and winning margins, coral values, what was eaten, attacks and locks."""

from __future__ import annotations

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from reports.figures.course import histogram, weighted_quantile
from reports.figures.tables import checked, error_bars, note, top_row
from reports.palette import (
    COLOUR_NAMES,
    SERIES,
    SERIES_HATCHES,
    SERIES_MARKERS,
    TILE_FILLS,
    TILE_HATCHES,
)
from reports.style import ReportFigure, Theme, finish, grid_lines, new_figure, themed
from reports.words import counted, interval, listed, number


def scores(df: pd.DataFrame, *, theme: str = "light") -> ReportFigure:
    """How many points each seat makes.

    Columns: `seat`, `score`, `games` (how often that seat made that score).
    """
    df = checked(df, "scores", "seat", "score", "games")
    seats = sorted(df["seat"].unique())
    means = {
        s: np.average(p["score"], weights=p["games"])
        for s, p in ((s, df[df["seat"] == s]) for s in seats)
    }
    with themed(theme) as colours:
        figure = new_figure(0.5 + 0.95 * len(seats))
        panels = figure.subplots(len(seats), 1, sharex=True, sharey=True, squeeze=False)[:, 0]
        for axes, seat in zip(panels, seats, strict=True):
            part = df[df["seat"] == seat]
            histogram(axes, part["score"], part["games"], int(seat))
            axes.axvline(means[seat], color=colours.ink, ls="--", lw=1.2)
            axes.text(
                0.99,
                0.94,
                f"seat {seat}: mean {means[seat]:.1f}",
                transform=axes.transAxes,
                ha="right",
                va="top",
            )
        panels[-1].set_xlabel("points at the end")
        low, high = min(means, key=means.__getitem__), max(means, key=means.__getitem__)
        finding = f"Seat {high} makes the most points on average, {means[high]:.1f}"
        if low != high:
            finding += f"; seat {low} the fewest, {means[low]:.1f}"
        n_games = df[df["seat"] == seats[0]]["games"].sum()
        rows = "; ".join(f"seat {seat} mean {mean:.1f}" for seat, mean in means.items())
        finish(
            figure,
            colours,
            finding,
            f"{counted(n_games, 'game')}. Dashed: mean. Counts, no interval.",
            f"Histograms of points by seat: {rows}.",
        )
    return figure


def margins(df: pd.DataFrame, *, theme: str = "light") -> ReportFigure:
    """By how many points the winner is ahead of the second.

    Columns: `margin` (points, 0 for a tie-break or a shared win), `games`.
    """
    df = checked(df, "margins", "margin", "games")
    half = weighted_quantile(df["margin"], df["games"], 0.5)
    level = 100 * df[df["margin"] == 0]["games"].sum() / df["games"].sum()
    with themed(theme) as colours:
        figure = new_figure(2.1)
        axes = figure.subplots()
        histogram(axes, df["margin"], df["games"])
        axes.axvline(half, color=colours.ink, ls="--", lw=1.2)
        axes.set_xlabel("points of the winner minus points of the second")
        finish(
            figure,
            colours,
            f"Half of the games are won by at most {half:.0f} points; in {level:.1f} % the first"
            " two are level on points",
            f"{counted(df['games'].sum(), 'game')}. Dashed: median. Counts, no interval.",
            f"Histogram of winning margins: median {half:.0f} points, {level:.1f} % level.",
        )
    return figure


# --- the corals --------------------------------------------------------------------------------


def coral_values(df: pd.DataFrame, *, theme: str = "light") -> ReportFigure:
    """What a tile of each colour is worth at the end.

    Columns: `colour` (w, y, o, p or g), `value` (points, 1 to 5), `games`.
    """
    df = checked(df, "coral_values", "colour", "value", "games")
    table = df.pivot_table(
        index="colour", columns="value", values="games", aggfunc="sum", fill_value=0
    ).reindex([c for c in COLOUR_NAMES if c in set(df["colour"])])
    shares = 100 * table.div(table.sum(axis=1), axis=0)
    means = (shares * shares.columns.to_numpy()).sum(axis=1) / 100
    with themed(theme) as colours:
        figure = new_figure(0.7 + 0.42 * len(shares))
        axes = figure.subplots()
        _value_bars(axes, shares)
        names = [f"{COLOUR_NAMES[c]} (mean {means[c]:.2f})" for c in shares.index]
        axes.set_yticks(range(len(shares)), names)
        axes.set_ylim(len(shares) - 0.4, -0.6)
        axes.set_xlim(0, 100)
        axes.set_xlabel("share of the games (%)")
        axes.tick_params(length=0)
        best, worst = str(means.idxmax()), str(means.idxmin())
        dear, cheap = f"{means[best]:.2f}", f"{means[worst]:.2f}"
        rows = "; ".join(f"{COLOUR_NAMES[c]} mean {means[c]:.2f}" for c in means.index)
        finish(
            figure,
            colours,
            f"{COLOUR_NAMES[best].capitalize()} tiles are worth most at the end,"
            f" {dear} points on average; {COLOUR_NAMES[worst]} least, {cheap}",
            f"{counted(table.iloc[0].sum(), 'game')}. Numbers in the bars: points of one tile."
            " Counts, no interval.",
            f"Stacked bars of the value of a tile by colour: {rows}.",
        )
    return figure


def _value_bars(axes: Axes, shares: pd.DataFrame) -> None:
    for row, colour in enumerate(shares.index):
        left = 0.0
        for value in shares.columns:
            width = float(shares.loc[colour, value])
            axes.barh(
                row,
                width,
                left=left,
                height=0.72,
                color=TILE_FILLS[colour],
                hatch=TILE_HATCHES[colour],
                edgecolor="#333333",
                lw=0.8,
            )
            if width >= 4:
                box = {"boxstyle": "round,pad=0.15", "fc": "white", "ec": "none"}
                axes.text(
                    left + width / 2,
                    row,
                    str(value),
                    ha="center",
                    va="center",
                    fontsize=8.5,
                    color="#111111",
                    bbox=box,
                )
            left += width


def eaten(df: pd.DataFrame, *, theme: str = "light") -> ReportFigure:
    """How many tiles of each colour end in the parrotfishes.

    Columns: `colour`, `group` (text, for instance `winners` and `others`), `tiles` (mean per
    player), `low`, `high`, `n`; optional `interval`.
    """
    df = checked(df, "eaten", "colour", "group", "tiles", "low", "high", "n")
    names = [c for c in COLOUR_NAMES if c in set(df["colour"])]
    with themed(theme) as colours:
        figure = new_figure(2.6)
        axes = figure.subplots()
        _grouped_bars(axes, df, "colour", names, "tiles", colours)
        axes.set_xticks(range(len(names)), [COLOUR_NAMES[c] for c in names])
        axes.set_xlabel("colour of the tiles")
        axes.set_ylabel("tiles per player")
        finish(figure, colours, _eaten_finding(df), note(df), _group_alt(df, "colour", "tiles"))
    return figure


def _eaten_finding(df: pd.DataFrame) -> str:
    total = df.groupby("group", sort=False)["tiles"].sum()
    top = top_row(df, df["tiles"])
    sums = listed(f"{group} {mean:.1f}" for group, mean in total.items())
    return (
        f"Tiles in the parrotfish at the end: {sums} on average, most of them"
        f" {COLOUR_NAMES[str(top['colour'])]}"
    )


def activity(df: pd.DataFrame, *, theme: str = "light") -> ReportFigure:
    """Attacks, locks and other actions a player makes in a game.

    Columns: `measure` (text), `group` (text, for instance `winners` and `others`), `mean` (per
    player and game), `low`, `high`, `n`; optional `interval`.
    """
    df = checked(df, "activity", "measure", "group", "mean", "low", "high", "n")
    measures = list(dict.fromkeys(df["measure"]))
    groups = list(dict.fromkeys(df["group"]))
    with themed(theme) as colours:
        figure = new_figure(0.7 + 0.5 * len(measures))
        axes = figure.subplots()
        for k, group in enumerate(groups):
            part = df[df["group"] == group]
            offset = 0.4 * ((k + 0.5) / len(groups) - 0.5)
            axes.errorbar(
                part["mean"],
                [measures.index(m) + offset for m in part["measure"]],
                xerr=error_bars(part, "mean"),
                fmt=SERIES_MARKERS[k % len(SERIES_MARKERS)],
                color=SERIES[k % len(SERIES)],
                capsize=3,
                label=group,
            )
        axes.set_yticks(range(len(measures)), measures)
        axes.set_ylim(len(measures) - 0.4, -0.6)
        axes.set_xlim(left=min(0, axes.get_xlim()[0]))
        axes.set_xlabel("number per player and game")
        axes.legend(loc="lower left", bbox_to_anchor=(0, 1), ncols=4, borderaxespad=0.2)
        grid_lines(axes, "x")
        finding = _activity_finding(df, measures, groups)
        finish(figure, colours, finding, note(df), _group_alt(df, "measure", "mean"))
    return figure


def _activity_finding(df: pd.DataFrame, measures: list[str], groups: list[str]) -> str:
    if len(groups) < 2:
        line = top_row(df, df["mean"])
        value = number(line["mean"], line["low"], line["high"])
        return f"Most frequent are {line['measure']}: {value} per player and game"
    rows = {(line["measure"], line["group"]): line for _, line in df.iterrows()}
    found, best = "", 1.0
    for measure in measures:
        a, b = rows.get((measure, groups[0])), rows.get((measure, groups[1]))
        if a is None or b is None:
            continue
        is_apart = a["low"] > b["high"] or a["high"] < b["low"]
        ratio = max(a["mean"], 1e-9) / max(b["mean"], 1e-9)
        if is_apart and max(ratio, 1 / ratio) > best:
            best = max(ratio, 1 / ratio)
            numbers = [number(x["mean"], x["low"], x["high"]) for x in (a, b)]
            found = (
                f"{groups[0].capitalize()} differ most from {groups[1]} in {measure}:"
                f" {numbers[0]} against {numbers[1]} a game"
            )
    return found or f"{groups[0].capitalize()} and {groups[1]} do not differ beyond the intervals"


def _grouped_bars(
    axes: Axes, df: pd.DataFrame, key: str, names: list[str], value: str, theme: Theme
) -> None:
    groups = list(dict.fromkeys(df["group"]))
    for k, group in enumerate(groups):
        part = df[df["group"] == group]
        offset = 0.8 * ((k + 0.5) / len(groups) - 0.5)
        axes.bar(
            [names.index(name) + offset for name in part[key]],
            part[value],
            width=0.72 / len(groups),
            yerr=error_bars(part, value),
            error_kw={"ecolor": theme.ink, "capsize": 2.5, "lw": 1},
            color=SERIES[(4 * k) % len(SERIES)],
            hatch=SERIES_HATCHES[k % len(SERIES_HATCHES)],
            label=group,
        )
    axes.legend(loc="lower left", bbox_to_anchor=(0, 1), ncols=4, borderaxespad=0.2)
    grid_lines(axes, "y")


def _group_alt(df: pd.DataFrame, key: str, value: str) -> str:
    rows = (
        f"{COLOUR_NAMES.get(line[key], line[key])}, {line['group']}:"
        f" {interval(line[value], line['low'], line['high'])}"
        for _, line in df.iterrows()
    )
    return f"{'; '.join(rows)}."
