"""Strength of strategies by seat, by set-up, and by the time that they think."""

from __future__ import annotations

import pandas as pd
from matplotlib.axes import Axes

from analyzer.wording import interval, number
from reports.figures.tables import checked, error_bars, note, seat_names, top_row
from reports.palette import SERIES, SERIES_MARKERS
from reports.style import (
    ReportFigure,
    Theme,
    finish,
    grid_lines,
    layout,
    legend_above,
    new_figure,
    themed,
)

_NEEDED = ("strategy", "share", "n", "difference", "difference_low", "difference_high")
_LEGEND_MARK = 8
"""Letters that the mark of a legend's entry and the gap beside it take."""
_LEGEND_ROW = 0.17
"""Height of a row of a legend, in inches."""


def strength_by_seat(df: pd.DataFrame, *, theme: str = "light") -> ReportFigure:
    """How much more each strategy wins in every seat than in the others.

    Columns: `strategy` (text), `seat`, `share` (of its wins there), `n`, `difference` (from its
    share in the other seats, fractions of 1), `difference_low`, `difference_high`,
    `is_established` (boolean); optional `interval`.
    """
    df = checked(df, "strength_by_seat", "seat", "is_established", *_NEEDED)
    df = _drawn(df, list(seat_names(df)), "is_established")
    none = "No strategy is established to win more in one seat than in the others"
    return _figure(df, none, "the seat: {} wins {} as the", "", theme)


def strength_by_setup(df: pd.DataFrame, *, theme: str = "light") -> ReportFigure:
    """How much more each strategy wins with every value of a choice of the set-up.

    Columns: `setup_choice` (text, the same in all rows), `value` (text), `is_picked` (boolean: the
    strategy's wins depend on the choice, as a screen says), and those of `strength_by_seat`.
    """
    df = checked(df, "strength_by_setup", "setup_choice", "value", "is_picked", *_NEEDED)
    choice = str(df["setup_choice"].iloc[0])
    df = _drawn(df, [f"{choice} {value}" for value in df["value"]], "is_picked")
    none = f"No strategy is found to depend on the {choice} (screening)"
    return _figure(df, none, f"the {choice}: {{}} wins {{}} with", " (screening)", theme)


def strength_by_time(df: pd.DataFrame, *, theme: str = "light") -> ReportFigure:
    """How strong every strategy is, and how long it thinks: a point each.

    Columns: `strategy` (text), `milliseconds` (CPU time of a game and side), `rating` (Elo), `low`,
    `high`, `n` (games); optional `interval`.
    """
    df = checked(df, "strength_by_time", "strategy", "milliseconds", "rating", "low", "high", "n")
    df = df.sort_values("milliseconds")
    with themed(theme) as colours:
        figure = new_figure(3.4)
        axes = figure.subplots()
        axes.set_xscale("log")
        bars = error_bars(df, "rating")
        axes.errorbar(df["milliseconds"], df["rating"], bars, fmt="o", color=SERIES[0], ms=5)
        for _, line in df.iterrows():
            axes.annotate(
                str(line["strategy"]),
                (line["milliseconds"], line["rating"]),
                xytext=(5, 4),
                textcoords="offset points",
                fontsize="small",
                color=colours.ink,
            )
        axes.margins(x=0.12)
        axes.set_xlabel("CPU time of a game and side (milliseconds)")
        axes.set_ylabel("rating (Elo)")
        grid_lines(axes, "both")
        finish(figure, colours, _time_finding(df), note(df), _time_alt(df))
    return figure


def _time_finding(df: pd.DataFrame) -> str:
    """The strongest, and the fastest among those that are not shown to be weaker."""
    best = top_row(df, df["rating"])
    alike = df[~(df["high"] < best["low"])]
    fastest = alike.iloc[int(alike["milliseconds"].to_numpy(dtype=float).argmin())]
    told = f"Strongest is {best['strategy']} with {_milliseconds(best)} a game"
    if fastest["strategy"] == best["strategy"]:
        return told
    return f"{told}; {fastest['strategy']} is not shown to be weaker with {_milliseconds(fastest)}"


def _milliseconds(line: pd.Series) -> str:
    digits = f"{line['milliseconds']:.2g}"  # two of them, but no powers of ten
    return f"{float(digits):g} ms"


def _time_alt(df: pd.DataFrame) -> str:
    rows = (
        f"{line['strategy']} {_milliseconds(line)},"
        f" {interval(line['rating'], line['low'], line['high'])}"
        for _, line in df.iterrows()
    )
    return f"Ratings over CPU time of a game and side. {'; '.join(rows)}."


def _drawn(df: pd.DataFrame, places: list[str], flag: str) -> pd.DataFrame:
    """What is drawn, in percentage points."""
    ends = {"value": "difference", "low": "difference_low", "high": "difference_high"}
    points = {name: 100 * df[column].astype(float) for name, column in ends.items()}
    return df.assign(place=places, is_claimed=df[flag].astype(bool), **points)


def _figure(df: pd.DataFrame, none: str, on: str, remark: str, theme: str) -> ReportFigure:
    strategies, places = (list(dict.fromkeys(df[name])) for name in ("strategy", "place"))
    with themed(theme) as colours:
        columns = max(layout().note // (max(map(len, places)) + _LEGEND_MARK), 1)
        rows = -(-len(places) // min(columns, layout().legend))
        height = 0.9 + _LEGEND_ROW * (rows - 1)
        figure = new_figure(height + (0.2 + 0.13 * len(places)) * len(strategies))
        axes = figure.subplots()
        for k, place in enumerate(places):
            _marks(axes, df[df["place"] == place], strategies, k, len(places), colours)
        axes.axvline(0, color=colours.ink, ls="--", lw=1.2)
        axes.set_yticks(range(len(strategies)), strategies)
        axes.set_ylim(len(strategies) - 0.4, -0.6)
        axes.set_xlabel("share of its games won there\nminus elsewhere (percentage points)")
        legend_above(axes, columns)
        grid_lines(axes, "x")
        text = f"{note(df)} Filled marks: the strategy's strength depends on it{remark}."
        finish(figure, colours, _finding(df, none, on, remark), text, _alt(df))
    return figure


def _marks(
    axes: Axes, df: pd.DataFrame, strategies: list[str], k: int, n: int, theme: Theme
) -> None:
    """One seat or one value of a choice, a mark for each strategy."""
    offset = 0.7 * ((k + 0.5) / n - 0.5)
    colour, mark = SERIES[k % len(SERIES)], SERIES_MARKERS[k % len(SERIES_MARKERS)]
    for is_claimed, part in df.groupby("is_claimed"):
        axes.errorbar(
            part["value"],
            [strategies.index(name) + offset for name in part["strategy"]],
            xerr=error_bars(part, "value"),
            fmt=mark,
            color=colour,
            mfc=colour if is_claimed else theme.page,
            capsize=2.5,
        )
    axes.plot([], [], mark, color=colour, label=str(df["place"].iloc[0]))


def _finding(df: pd.DataFrame, none: str, on: str, remark: str) -> str:
    claimed = df[df["is_claimed"]]
    if claimed.empty:
        return none
    line = top_row(claimed, claimed["value"].abs())
    sign = 1 if line["value"] > 0 else -1
    value = number(*(sign * line[end] for end in ("value", "low", "high")))
    amount = f"{value} percentage points {'more' if line['value'] > 0 else 'less'}"
    who = on.format(line["strategy"], amount)
    return f"Strength depends on {who} {line['place']} than elsewhere{remark}"


def _alt(df: pd.DataFrame) -> str:
    rows = (
        f"{line['strategy']}, {line['place']} {interval(line['value'], line['low'], line['high'])}"
        for _, line in df.iterrows()
    )
    return f"Dot plot of wins there minus elsewhere in percentage points. {'; '.join(rows)}."
