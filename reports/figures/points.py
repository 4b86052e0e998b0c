"""Points: scores by seat and winning margins; and groups of columns that a game declares."""

from __future__ import annotations

from typing import Any

import pandas as pd
from matplotlib.axes import Axes

from analyzer.wording import counted, interval, label_lines, number, seat_name
from reports.figures.course import Mean, counted_mean, histogram, leave_room, weighted_quantile
from reports.figures.tables import checked, error_bars, note, top_row
from reports.figures.told import PLAIN, Told
from reports.palette import SERIES, SERIES_HATCHES, SERIES_MARKERS
from reports.replay.sketch import Look
from reports.style import ReportFigure, finish, grid_lines, layout, legend_above, new_figure, themed


def scores(df: pd.DataFrame, *, theme: str = "light") -> ReportFigure:
    """How many points each seat makes.

    Columns: `seat`, `score`, `games` (how often that seat made that score).
    """
    df = checked(df, "scores", "seat", "score", "games")
    seats = sorted(df["seat"].unique())
    parts = ((seat, df[df["seat"] == seat]) for seat in seats)
    means = {
        int(seat): counted_mean(part["score"], part["games"], len(seats)) for seat, part in parts
    }
    names = {seat: seat_name(seat, len(seats)) for seat in means}
    with themed(theme) as colours:
        figure = new_figure(0.5 + 0.95 * len(seats))
        panels = figure.subplots(len(seats), 1, sharex=True, sharey=True, squeeze=False)[:, 0]
        for axes, seat in zip(panels, seats, strict=True):
            part = df[df["seat"] == seat]
            histogram(axes, part["score"], part["games"], int(seat), df["score"])
            axes.axvline(means[seat][0], color=colours.ink, ls="--", lw=1.2)
            axes.text(
                0.99,
                0.94,
                f"{names[seat]}: mean {number(*means[seat])}",
                transform=axes.transAxes,
                ha="right",
                va="top",
            )
        leave_room(panels[0])
        panels[-1].set_xlabel("points at the end")
        n_games = df[df["seat"] == seats[0]]["games"].sum()
        rows = "; ".join(f"{names[seat]} mean {number(*m)}" for seat, m in means.items())
        finish(
            figure,
            colours,
            _score_finding(means),
            f"{counted(n_games, 'game')}. Dashed: mean. Counts, no interval.",
            f"Histograms of points by seat: {rows}.",
        )
    return figure


def _score_finding(means: dict[int, Mean]) -> str:
    """The smallest and the largest mean, where they are further apart than chance puts them; it
    describes these games, and does not rank the seats."""
    low, high = (pick(means, key=lambda seat: means[seat][0]) for pick in (min, max))
    if means[high][1] <= means[low][2]:
        values = [mean for mean, *_ in means.values()]
        middle, half = sum(values) / len(values), (means[low][2] - means[low][1]) / 2
        return (
            f"Everybody made about {number(middle, middle - half, middle + half)} points on average"
        )
    ends = (f"{number(*means[seat])} ({seat_name(seat, len(means))})" for seat in (low, high))
    return f"Points on average: {' to '.join(ends)}"


def margins(df: pd.DataFrame, *, theme: str = "light") -> ReportFigure:
    """By how many points the winner is ahead of the second.

    Columns: `margin` (points, 0 for a tie-break or a shared win), `games`.
    """
    df = checked(df, "margins", "margin", "games")
    half = weighted_quantile(df["margin"], df["games"], 0.5)
    is_level = (df["margin"] == 0).astype(float)
    level = f"{number(*(100 * end for end in counted_mean(is_level, df['games'])))} %"
    with themed(theme) as colours:
        figure = new_figure(2.1)
        axes = figure.subplots()
        histogram(axes, df["margin"], df["games"])
        axes.axvline(half, color=colours.ink, ls="--", lw=1.2)
        axes.set_xlabel("points of the winner minus points of the second")
        finding = f"Half of the games are won by at most {counted(half, 'point')}"
        if is_level.any():
            finding += f"; in {level} the first two are level on points"
        finish(
            figure,
            colours,
            finding,
            f"{counted(df['games'].sum(), 'game')}. Dashed: median. Counts, no interval.",
            f"Histogram of winning margins: median {half:.0f} points, {level} level.",
        )
    return figure


# --- groups of columns -----------------------------------------------------------------------


def distribution(df: pd.DataFrame, *, told: Told = PLAIN, theme: str = "light") -> ReportFigure:
    """How often each value occurs, for every member of a group of columns.

    Columns: `member` (text), `value` (a number), `games`.
    """
    df = checked(df, "distribution", "member", "value", "games")
    table = df.pivot_table(
        index="member", columns="value", values="games", aggfunc="sum", fill_value=0
    ).reindex(list(dict.fromkeys(df["member"])))
    shares = 100 * table.div(table.sum(axis=1), axis=0)
    values = pd.Series(table.columns)
    means = {m: counted_mean(values, table.loc[m], len(table)) for m in table.index}
    unit = told.unit or "value"
    with themed(theme) as colours:
        figure = new_figure(0.7 + 0.42 * len(shares))
        axes = figure.subplots()
        _stacked_bars(axes, shares, told)
        names = [f"{told.name(m)} (mean {number(*means[m])})" for m in shares.index]
        axes.set_yticks(range(len(shares)), [label_lines(name, layout().label) for name in names])
        axes.set_ylim(len(shares) - 0.4, -0.6)
        axes.set_xlim(0, 100)
        axes.set_xlabel("share of the games (%)")
        axes.tick_params(length=0)
        rows = "; ".join(f"{told.name(m)} mean {number(*mean)}" for m, mean in means.items())
        finish(
            figure,
            colours,
            _distribution_finding(means, unit, told),
            f"{counted(table.iloc[0].sum(), 'game')}. Numbers in the bars: {unit}."
            " Counts, no interval.",
            f"Stacked bars of {unit}: {rows}.",
        )
    return figure


def _distribution_finding(means: dict[Any, Mean], unit: str, told: Told) -> str:
    """The smallest and the largest mean, where they are further apart than chance puts them; it
    describes these games, and does not rank the members."""
    low, high = (pick(means, key=lambda member: means[member][0]) for pick in (min, max))
    what = unit[:1].upper() + unit[1:]
    if means[high][1] <= means[low][2]:
        return f"{what}: about {number(*means[low])} on average for every {told.axis or 'row'}"
    ends = (f"{number(*means[member])} ({told.name(member)})" for member in (low, high))
    return f"{what} on average: {' to '.join(ends)}"


def _stacked_bars(axes: Axes, shares: pd.DataFrame, told: Told) -> None:
    for row, member in enumerate(shares.index):
        look = _look(told, member, row)
        left = 0.0
        for value in shares.columns:
            width = float(shares.loc[member, value])
            axes.barh(
                row,
                width,
                left=left,
                height=0.72,
                color=look.fill,
                hatch=look.hatch,
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


def _look(told: Told, member: object, k: int) -> Look:
    """What a member looks like: as the game says, or as the k-th series."""
    series = Look(str(member), SERIES[k % len(SERIES)], SERIES_HATCHES[k % len(SERIES_HATCHES)])
    return told.drawing.looks.get(str(member), series)


def winners_and_others(
    df: pd.DataFrame, *, told: Told = PLAIN, theme: str = "light"
) -> ReportFigure:
    """Means of the winners beside those of the others, for every member of a group of columns.

    Columns: `member` (text), `group` (text, for instance `winners` and `others`), `mean` (per
    player and game), `low`, `high`, `n`; optional `interval`.
    """
    df = checked(df, "winners_and_others", "member", "group", "mean", "low", "high", "n")
    members = list(dict.fromkeys(df["member"]))
    groups = list(dict.fromkeys(df["group"]))
    with themed(theme) as colours:
        figure = new_figure(0.7 + 0.42 * len(members))
        axes = figure.subplots()
        for k, group in enumerate(groups):
            part = df[df["group"] == group]
            offset = 0.4 * ((k + 0.5) / len(groups) - 0.5)
            axes.errorbar(
                part["mean"],
                [members.index(m) + offset for m in part["member"]],
                xerr=error_bars(part, "mean"),
                fmt=SERIES_MARKERS[k % len(SERIES_MARKERS)],
                color=SERIES[k % len(SERIES)],
                capsize=3,
                label=group,
            )
        names = [label_lines(told.name(m), layout().label) for m in members]
        axes.set_yticks(range(len(members)), names)
        axes.set_ylim(len(members) - 0.4, -0.6)
        axes.set_xlim(left=min(0, axes.get_xlim()[0]))
        axes.set_xlabel(f"{told.unit or 'number'} (mean)")
        legend_above(axes)
        grid_lines(axes, "x")
        finish(figure, colours, _winner_finding(df, groups, told), note(df), _group_alt(df, told))
    return figure


def _winner_finding(df: pd.DataFrame, groups: list[str], told: Told) -> str:
    """In what two groups were farthest apart, as a ratio, where their intervals do not meet."""
    unit = told.unit or "a game"
    if len(groups) < 2:
        line = top_row(df, df["mean"])
        value = number(line["mean"], line["low"], line["high"])
        return f"Most frequent in these games: {told.name(line['member'])}, {value} ({unit})"
    one, other = (df[df["group"] == group] for group in groups[:2])
    pairs = one.merge(other, on="member", suffixes=("_a", "_b"))
    is_apart = (pairs["low_a"] > pairs["high_b"]) | (pairs["high_a"] < pairs["low_b"])
    times = pairs["mean_a"].clip(lower=1e-9) / pairs["mean_b"].clip(lower=1e-9)
    apart = pairs[is_apart]
    if apart.empty:
        return f"{groups[0].capitalize()} and {groups[1]} do not differ beyond the intervals"
    ratio = times.where(times > 1, 1 / times)[is_apart]
    line = top_row(apart, ratio)
    a, b = (number(line[f"mean_{x}"], line[f"low_{x}"], line[f"high_{x}"]) for x in "ab")
    return (
        f"{groups[0].capitalize()} and {groups[1]} were farthest apart in"
        f" {told.name(line['member'])}: {a} against {b} ({unit})"
    )


def _group_alt(df: pd.DataFrame, told: Told) -> str:
    rows = (
        f"{told.name(line['member'])}, {line['group']}:"
        f" {interval(line['mean'], line['low'], line['high'])}"
        for _, line in df.iterrows()
    )
    return f"Means of winners and others. {'; '.join(rows)}."
