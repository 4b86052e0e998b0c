"""Seats: who wins how often against the fair share."""

from __future__ import annotations

import pandas as pd
from matplotlib.axes import Axes

from analyzer.wording import (
    as_percent,
    fair_percent,
    interval,
    label_lines,
    listed,
    seat_name,
    shortened,
)
from reports.figures.tables import (
    among,
    checked,
    error_bars,
    is_apart,
    note,
    scale,
    seat_names,
    top_row,
)
from reports.palette import SEAT_MARKERS, SERIES
from reports.style import ReportFigure, finish, grid_lines, layout, legend_above, new_figure, themed

MAX_GROUPS = 12
"""Groups of seats that are drawn; of more those furthest from the fair share."""


def seat_shares(df: pd.DataFrame, *, theme: str = "light") -> ReportFigure:
    """Win share of every seat with its interval against the fair line.

    Columns: `seat` (0 for the start player), `share`, `low`, `high` (fractions of 1), `n` (games);
    optional `group` (text, several sets of seats under each other), `strategy` (text, who sat
    there; named where a group's seats differ in it), `level` (text, who played in all seats, the
    strongest first) and `interval` (its kind).
    """
    df = checked(df, "seat_shares", "seat", "share", "low", "high", "n")
    df["who"] = _seat_names(df)
    return _figure(df, _seat_finding(df), theme)


def confirmation(df: pd.DataFrame, *, theme: str = "light") -> ReportFigure:
    """Whether what looked fairest is fairer than what is printed, with fresh games.

    Columns: those of `seat_shares`, `level` (text, who played), `handicap` (text), `role`
    (`printed` or `fairest`) and `is_confirmed` (boolean).
    """
    needed = ("level", "seat", "share", "low", "high", "n")
    df = checked(df, "confirmation", *needed, "handicap", "role", "is_confirmed")
    df["who"] = seat_names(df)
    df["group"] = [
        f"{level}, {scale(vector)} ({role})"
        for level, vector, role in zip(df["level"], df["handicap"], df["role"], strict=True)
    ]
    return _figure(df, _confirmed_finding(df), theme)


def _figure(df: pd.DataFrame, finding: str, theme: str) -> ReportFigure:
    whole, df = df, _furthest(df)
    groups = list(dict.fromkeys(df["group"])) if "group" in df.columns else [""]
    with themed(theme) as colours:
        if len(groups) == 1:
            figure = new_figure(0.5 + 0.42 * len(df))
            axes = figure.subplots()
            _seats_as_rows(axes, df)
        else:
            lines = max(_group_label(group).count("\n") + 1 for group in groups)
            row = 0.2 + max(0.14 * df["seat"].nunique(), 0.15 * lines)
            figure = new_figure(0.9 + row * len(groups))
            axes = figure.subplots()
            _groups_as_rows(axes, df, groups)
        is_mixed = df["who"].str.contains("(", regex=False).any()
        for fair in sorted({1 / n for n in _seats_per_group(df)}):
            axes.axvline(100 * fair, color=colours.ink, ls="--", lw=1.2)
            axes.annotate(
                f"{'even' if is_mixed else 'fair'} {fair_percent(fair)}",
                (100 * fair, 1.0),
                (4, 0),
                xycoords=("data", "axes fraction"),
                textcoords="offset points",
                fontsize=8.5,
                va="top",
            )
        axes.set_xlabel("share of the games won (%)")
        grid_lines(axes, "x")
        text = note(whole)
        if len(df) < len(whole):
            n_groups = whole["group"].nunique()
            text += f" Drawn: the {len(groups)} of {n_groups} cells furthest from the fair share."
        finish(figure, colours, finding, text, _seat_alt(df))
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
    """`third player`, with its strategy where the seats of a group play different ones."""
    names = seat_names(df)
    if "strategy" not in df.columns:
        return names
    strategy = df["strategy"].fillna("").astype(str)
    groups = df["group"] if "group" in df.columns else pd.Series("", index=df.index)
    is_mixed = strategy.groupby(groups).transform("nunique") > 1
    return names.where(~is_mixed | (strategy == ""), names + " (" + strategy + ")")


def _seats_as_rows(axes: Axes, df: pd.DataFrame) -> None:
    for row, (_, line) in enumerate(df.iterrows()):
        seat_mark(axes, line.to_frame().T, row)
    axes.set_yticks(range(len(df)), [label_lines(name, layout().label) for name in df["who"]])
    axes.set_ylim(len(df) - 0.4, -0.6)


def _groups_as_rows(axes: Axes, df: pd.DataFrame, groups: list[str]) -> None:
    seats = sorted(df["seat"].unique())
    for row, group in enumerate(groups):
        for k, seat in enumerate(seats):
            line = df[(df["group"] == group) & (df["seat"] == seat)]
            if len(line):
                offset = 0.62 * (k - (len(seats) - 1) / 2) / max(len(seats), 1)
                seat_mark(axes, line.head(1), row + offset)
    labels = []
    for seat in seats:
        names = df["who"][df["seat"] == seat].unique()
        labels.append(label_lines(names[0], 22, 2) if len(names) == 1 else seat_name(seat, 0))
        axes.plot([], [], SEAT_MARKERS[seat], color=SERIES[seat], label=labels[-1])
    legend_above(axes, 2 if len(seats) > 3 or "(" in "".join(labels) else 3)
    axes.set_yticks(range(len(groups)), [_group_label(group) for group in groups])
    axes.set_ylim(len(groups) - 0.4, -0.6)


def _group_label(group: object) -> str:
    return label_lines(str(group), layout().label)


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
        return f"Nobody is shown to win more or less than the fair share of {shares}"
    if "level" in df.columns:  # the strongest come first
        apart = apart[apart["level"] == apart["level"].iloc[0]]
    worst = top_row(apart, (apart["share"] - apart["fair"]).abs().round(9))
    wanted = float(worst["fair"])
    amount = "more" if worst["share"] > wanted else "less"
    where = f" ({shortened(str(worst['group']))})" if groups.nunique() > 1 else ""
    if "level" in df.columns:
        where = among(worst["level"])
    share = as_percent(worst["share"], worst["low"], worst["high"])
    measure = "the even" if "(" in worst["who"] else "a fair"
    return (
        f"The {worst['who']} wins {share} of the games{where}, {amount} than {measure} share of"
        f" {fair_percent(wanted)}"
    )


def _confirmed_finding(df: pd.DataFrame) -> str:
    """Of every level whether its fairest handicap was confirmed, the strongest first."""
    said: dict[str, list[str]] = {}
    for level, part in df.groupby("level", sort=False):
        names = {str(role): scale(line["handicap"].iloc[0]) for role, line in part.groupby("role")}
        claim = " fairer than ".join([names.pop("fairest"), *names.values()])
        outcome = "Confirmed" if part["is_confirmed"].astype(bool).all() else "Not confirmed"
        said.setdefault(outcome, []).append(f"{claim} ({level})")
    return "; ".join(
        f"{outcome if k == 0 else outcome.lower()} with fresh games: {listed(claims)}"
        for k, (outcome, claims) in enumerate(said.items())
    )


def _seat_alt(df: pd.DataFrame) -> str:
    rows = []
    for _, line in df.iterrows():
        group = f"{line['group']}, " if "group" in df.columns else ""
        numbers = interval(line["share"], line["low"], line["high"], 100)
        rows.append(f"{group}{line['who']} {numbers} %")
    return f"Dot plot of win shares by seat against the fair share. {'; '.join(rows)}."
