"""Seats: who wins how often against the fair share."""

from __future__ import annotations

import pandas as pd
from matplotlib.axes import Axes

from analyzer.wording import as_percent, fair_percent, interval, label_lines, listed, shortened
from reports.figures.tables import checked, error_bars, is_apart, note, top_row
from reports.palette import SEAT_MARKERS, SERIES
from reports.style import ReportFigure, finish, grid_lines, new_figure, themed

MAX_GROUPS = 12
"""Groups of seats that are drawn; of more those furthest from the fair share."""


def seat_shares(df: pd.DataFrame, *, theme: str = "light") -> ReportFigure:
    """Win share of every seat with its interval against the fair line.

    Columns: `seat` (0 for the start player), `share`, `low`, `high` (fractions of 1), `n` (games);
    optional `group` (text, several sets of seats under each other), `strategy` (text, who sat
    there; named where a group's seats differ in it) and `interval` (its kind).
    """
    df = checked(df, "seat_shares", "seat", "share", "low", "high", "n")
    df["who"] = _seat_names(df)
    whole, df = df, _furthest(df)
    groups = list(dict.fromkeys(df["group"])) if "group" in df.columns else [""]
    with themed(theme) as colours:
        if len(groups) == 1:
            figure = new_figure(0.5 + 0.42 * len(df))
            axes = figure.subplots()
            _seats_as_rows(axes, df)
        else:
            lines = max(label_lines(str(group)).count("\n") + 1 for group in groups)
            row = 0.2 + max(0.14 * df["seat"].nunique(), 0.15 * lines)
            figure = new_figure(0.9 + row * len(groups))
            axes = figure.subplots()
            _groups_as_rows(axes, df, groups)
        for fair in sorted({1 / n for n in _seats_per_group(df)}):
            axes.axvline(100 * fair, color=colours.ink, ls="--", lw=1.2)
            place = (100 * fair, 1.0)
            text = f" fair {fair_percent(fair)}"
            axes.annotate(text, place, xycoords=("data", "axes fraction"), fontsize=8.5, va="top")
        axes.set_xlabel("share of the games won (%)")
        grid_lines(axes, "x")
        text = note(whole)
        if len(df) < len(whole):
            n_groups = whole["group"].nunique()
            text += f" Drawn: the {len(groups)} of {n_groups} cells furthest from the fair share."
        finish(figure, colours, _seat_finding(whole), text, _seat_alt(df))
    return figure


def _furthest(df: pd.DataFrame) -> pd.DataFrame:
    """The rows of the groups whose seats are furthest from the fair share, in their order.

    Groups in which an interval excludes the fair share come first: the finding is about them.
    """
    if "group" not in df.columns or df["group"].nunique() <= MAX_GROUPS:
        return df
    fair = 1 / df.groupby("group")["seat"].transform("nunique")
    distance = (df["share"] - fair).abs() + is_apart(df, fair)
    furthest = distance.groupby(df["group"], sort=False).max().nlargest(MAX_GROUPS)
    return df[df["group"].isin(furthest.index)]


def _seats_per_group(df: pd.DataFrame) -> list[int]:
    return list(df.groupby("group")["seat"].nunique()) if "group" in df.columns else [len(df)]


def _seat_names(df: pd.DataFrame) -> pd.Series:
    """`seat 2`, or `seat 2 (rusher)` where the seats of a group play different strategies."""
    names = "seat " + df["seat"].astype(int).astype(str)
    if "strategy" not in df.columns:
        return names
    strategy = df["strategy"].fillna("").astype(str)
    groups = df["group"] if "group" in df.columns else pd.Series("", index=df.index)
    is_mixed = strategy.groupby(groups).transform("nunique") > 1
    return names.where(~is_mixed | (strategy == ""), names + " (" + strategy + ")")


def _seats_as_rows(axes: Axes, df: pd.DataFrame) -> None:
    for row, (_, line) in enumerate(df.iterrows()):
        seat_mark(axes, line.to_frame().T, row)
    names = [
        "seat 0 (start player)" if name == "seat 0" else label_lines(name) for name in df["who"]
    ]
    axes.set_yticks(range(len(df)), names)
    axes.set_ylim(len(df) - 0.4, -0.6)


def _groups_as_rows(axes: Axes, df: pd.DataFrame, groups: list[str]) -> None:
    seats = sorted(df["seat"].unique())
    for row, group in enumerate(groups):
        for k, seat in enumerate(seats):
            line = df[(df["group"] == group) & (df["seat"] == seat)]
            if len(line):
                offset = 0.62 * (k - (len(seats) - 1) / 2) / max(len(seats), 1)
                seat_mark(axes, line.head(1), row + offset)
    names_are_long = False
    for seat in seats:
        names = df["who"][df["seat"] == seat].unique()
        label = label_lines(names[0], 22, 2) if len(names) == 1 else f"seat {seat}"
        axes.plot([], [], SEAT_MARKERS[seat], color=SERIES[seat], label=label)
        names_are_long = names_are_long or len(label) > 10
    columns = 2 if names_are_long else 4
    axes.legend(loc="lower left", bbox_to_anchor=(0, 1), ncols=columns, borderaxespad=0.2)
    axes.set_yticks(range(len(groups)), [label_lines(str(group)) for group in groups])
    axes.set_ylim(len(groups) - 0.4, -0.6)


def seat_mark(axes: Axes, line: pd.DataFrame, y: float) -> None:
    """The share of one seat with its interval, in the seat's own shape and colour."""
    seat = int(line["seat"].iloc[0])
    axes.errorbar(
        100 * line["share"].astype(float),
        [y],
        xerr=error_bars(line, "share", 100),
        fmt=SEAT_MARKERS[seat],
        color=SERIES[seat],
        capsize=3,
    )


def _seat_finding(df: pd.DataFrame) -> str:
    groups = df["group"] if "group" in df.columns else pd.Series("", index=df.index)
    fair = 1 / df.groupby(groups)["seat"].transform("nunique")
    apart = df.assign(fair=fair)[is_apart(df, fair)]
    if apart.empty:
        shares = listed(fair_percent(share) for share in sorted(set(fair)))
        return f"No seat's interval excludes its fair share of {shares} of the wins"
    worst = top_row(apart, (apart["share"] - fair[apart.index]).abs())
    wanted = float(worst["fair"])
    how = "more" if worst["share"] > wanted else "less"
    where = (
        f" ({shortened(str(worst['group']))})"
        if "group" in df.columns and groups.nunique() > 1
        else ""
    )
    share = as_percent(worst["share"], worst["low"], worst["high"])
    who = f"S{worst['who'][1:]}"
    measure = "the even share" if "(" in worst["who"] else "its fair share"
    return f"{who} wins {share} of the games{where}, {how} than {measure} of {fair_percent(wanted)}"


def _seat_alt(df: pd.DataFrame) -> str:
    rows = []
    for _, line in df.iterrows():
        group = f"{line['group']}, " if "group" in df.columns else ""
        numbers = interval(line["share"], line["low"], line["high"], 100)
        rows.append(f"{group}{line['who']} {numbers} %")
    return f"Dot plot of win shares by seat against the fair share. {'; '.join(rows)}."
