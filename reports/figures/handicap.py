"""The handicap: how fair the seats are with which, and what one more is worth."""

from __future__ import annotations

import math
import re

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.image import AxesImage

from analyzer.wording import decimals_for, interval, listed, number, plus_minus, seat_name
from reports.figures.seats import seat_mark
from reports.figures.tables import (
    among,
    checked,
    error_bars,
    games_text,
    interval_kind,
    note,
    scale,
    seat_names,
    top_row,
)
from reports.figures.told import PLAIN, Told
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

MAX_VECTORS = 10
"""Vectors listed where there is no map for them."""


def handicap_worth(df: pd.DataFrame, *, told: Told = PLAIN, theme: str = "light") -> ReportFigure:
    """What one more of the handicap is worth to each seat.

    Columns: `seat`, `share` (change of the seat's share of the wins, a fraction of 1), `low`,
    `high`, `n`; optional `group` (text, the strongest players first) and `interval`.
    """
    df = checked(df, "handicap_worth", "seat", "share", "low", "high", "n")
    df["who"] = seat_names(df)
    names = list(df["who"])
    if "group" in df.columns and df["group"].nunique() > 1:
        names = [f"{name}, {group}" for name, group in zip(names, df["group"], strict=True)]
    with themed(theme) as colours:
        figure = new_figure(0.6 + 0.32 * len(df))
        axes = figure.subplots()
        for row in range(len(df)):
            seat_mark(axes, df.iloc[[row]], row)
        axes.axvline(0, color=colours.ink, ls="--", lw=1.2)
        axes.set_yticks(range(len(df)), names)
        axes.set_ylim(len(df) - 0.4, -0.6)
        axes.set_xlabel(f"worth of one more {told.one}\n(percentage points of the wins)")
        grid_lines(axes, "x")
        rows = (
            f"{name} {interval(line['share'], line['low'], line['high'], 100)}"
            for name, (_, line) in zip(names, df.iterrows(), strict=True)
        )
        alt = f"Worth of one more {told.one} in percentage points. {'; '.join(rows)}."
        finish(figure, colours, _worth_finding(df, told.one), note(df), alt)
    return figure


def _worth_finding(df: pd.DataFrame, one: str) -> str:
    """Whom one more helps among the strongest, and most only where the intervals say so."""
    where = ""
    if "group" in df.columns and df["group"].nunique() > 1:
        df = df[df["group"] == df["group"].iloc[0]]
        where = among(df["group"].iloc[0])
    helped = (df["low"] > 0).to_numpy()
    if not helped.any():
        return f"One more {one} is not shown to be worth anything{where}"
    best = int(np.where(helped, df["share"], -np.inf).argmax())
    line, others = df.iloc[best], df.drop(index=df.index[best])
    who = f"the {line['who']}"
    worth = f"{interval(line['share'], line['low'], line['high'], 100)} percentage points"
    if (others["high"] < line["low"]).all():
        return f"One more {one} is worth most to {who}{where}: {worth}"
    everybody = "everybody, " if helped.all() else ""
    return f"One more {one} helps {everybody}{who} by {worth}{where}"


# --- the map -------------------------------------------------------------------------------


def handicap_map(df: pd.DataFrame, *, told: Told = PLAIN, theme: str = "light") -> ReportFigure:
    """How unfair the seats are for every vector of handicaps.

    Columns: `handicap` (text, by seat: `6,9`), `unfairness` (largest distance of a seat's share
    from the fair one, a fraction of 1), `low`, `high`, `n`; optional `group` (text, who played, the
    strongest first), `is_printed`, `is_fairest` (booleans) and, for two players, `advantage` (share
    of the start player minus 1/2), which colours the map. Two players get a map for every group,
    more players a list of the vectors that are fairest among the strongest.
    """
    df = checked(df, "handicap_map", "handicap", "unfairness", "low", "high", "n")
    if "group" not in df.columns:
        df["group"] = ""
    df["handicap"] = [scale(vector) for vector in df["handicap"]]
    vectors = [_numbers(vector) for vector in df["handicap"]]
    with themed(theme) as colours:
        if all(len(v) == 2 for v in vectors) and len(set(vectors)) > 1:
            figure = _maps(df.assign(vector=pd.Series(vectors)), told.many, colours)
        else:
            figure = _list(df, colours)
        finding = _map_finding(df, told.many)
        finish(figure, colours, finding, _map_note(df), _map_alt(df, told.many))
    return figure


def _numbers(vector: object) -> tuple[int, ...]:
    return tuple(int(number) for number in re.findall(r"\d+", str(vector)))


def _flag(df: pd.DataFrame, name: str) -> pd.Series:
    return df[name].astype(bool) if name in df.columns else pd.Series(False, index=df.index)


def _maps(df: pd.DataFrame, many: str, theme: Theme) -> ReportFigure:
    """A map for every group, all in the same colours."""
    groups = list(dict.fromkeys(df["group"]))
    columns = min(layout().columns, len(groups))
    n_rows = math.ceil(len(groups) / columns)
    height = max(len({y for _, y in df["vector"]}), 3)
    figure = new_figure(n_rows * (0.9 + 0.3 * height))
    panels = figure.subplots(n_rows, columns, squeeze=False).ravel()
    is_signed = "advantage" in df.columns
    df = df.assign(value=100 * (df["advantage"] if is_signed else df["unfairness"]))
    top = max(float(df["value"].abs().max()), 0.1)
    for axes, group in zip(panels, groups, strict=False):
        image = _map(axes, df[df["group"] == group], top, is_signed, theme)
        axes.set_title(str(group))
        axes.set_xlabel(f"{many} of the {seat_name(0, 2)}")
        axes.set_ylabel(f"{many} of the {seat_name(1, 2)}")
    for axes in panels[len(groups) :]:
        axes.remove()
    if len(groups) == 1 and layout().columns > 1:
        label = f"{seat_name(0, 2)}'s share minus 50 %" if is_signed else "points from fair"
        figure.colorbar(image, ax=panels[0], label=label)
    return figure


def _map(axes: Axes, df: pd.DataFrame, top: float, is_signed: bool, theme: Theme) -> AxesImage:
    xs, ys = (sorted({vector[k] for vector in df["vector"]}) for k in (0, 1))
    grid = np.full((len(ys), len(xs)), np.nan)
    half = 100 * float(((df["high"] - df["low"]) / 2).median())
    decimals = min(max(decimals_for(half), 0), 1) if half > 0 else 1
    marks = zip(
        df["vector"], df["value"], _flag(df, "is_printed"), _flag(df, "is_fairest"), strict=True
    )
    for (x, y), value, is_printed, is_fairest in marks:
        column, row = xs.index(x), ys.index(y)
        grid[row, column] = value
        text = f"{value:{'+' if is_signed else ''}.{decimals}f}".replace("-", "−")
        text = text if float(f"{value:.{decimals}f}") else "0"
        color = "white" if abs(value) > 0.62 * top else "#111111"
        name = _marked(text, is_printed, is_fairest)
        axes.text(column, row, name, ha="center", va="center", fontsize=7.5, color=color)
    colours, low = ("PuOr", -top) if is_signed else ("Purples", 0.0)
    image = axes.imshow(grid, cmap=colours, origin="lower", aspect="auto", vmin=low, vmax=top)
    axes.set_xticks(range(len(xs)), [str(x) for x in xs])
    axes.set_yticks(range(len(ys)), [str(y) for y in ys])
    axes.tick_params(length=0)
    axes.spines[:].set_visible(False)
    axes.set_facecolor(theme.grid)
    return image


def _marked(text: object, is_printed: bool, is_fairest: bool) -> str:
    """A text with the signs of what is printed and what is fairest before it."""
    return ("□ " if is_printed else "") + ("★ " if is_fairest else "") + str(text)


def _list(df: pd.DataFrame, theme: Theme) -> ReportFigure:
    """The vectors that are fairest in the first group; what the finding names always is there."""
    groups = list(dict.fromkeys(df["group"]))
    ranked = df[df["group"] == groups[0]].sort_values("unfairness", kind="stable")["handicap"]
    named = df[_flag(df, "is_printed") | _flag(df, "is_fairest")]["handicap"]
    vectors = list(dict.fromkeys([*ranked.head(MAX_VECTORS), *named]))
    figure = new_figure(0.9 + (0.16 + 0.1 * len(groups)) * len(vectors))
    axes = figure.subplots()
    for k, group in enumerate(groups):
        part = df[(df["group"] == group) & df["handicap"].isin(vectors)]
        offset = 0.6 * ((k + 0.5) / len(groups) - 0.5)
        is_fairest = _flag(part, "is_fairest")
        for is_best, shape in ((False, SERIES_MARKERS[k]), (True, "*")):
            rows = part[is_fairest == is_best]
            axes.errorbar(
                100 * rows["unfairness"].astype(float),
                [vectors.index(vector) + offset for vector in rows["handicap"]],
                xerr=error_bars(rows, "unfairness", 100),
                fmt=shape,
                ms=10 if is_best else 5,
                color=SERIES[k],
                capsize=2,
            )
        axes.plot([], [], SERIES_MARKERS[k], color=SERIES[k], label=str(group))
    printed = set(df[_flag(df, "is_printed")]["handicap"])
    best = set(df[_flag(df, "is_fairest")]["handicap"])
    names = [_marked(vector, vector in printed, vector in best) for vector in vectors]
    axes.set_yticks(range(len(vectors)), names)
    axes.set_ylim(len(vectors) - 0.4, -0.6)
    axes.set_xlim(left=0)
    axes.set_xlabel("largest distance of a player\nfrom the fair share (percentage points)")
    axes.axvline(0, color=theme.ink, lw=1)
    if len(groups) > 1:
        legend_above(axes)
    grid_lines(axes, "x")
    return figure


def _map_finding(df: pd.DataFrame, many: str) -> str:
    """What looks fairest, in every group where there are several."""
    groups = list(dict.fromkeys(df["group"]))
    if len(groups) == 1:
        return _fairest_finding(df, many)
    best = (f"{_fairest(df[df['group'] == group])['handicap']}{among(group)}" for group in groups)
    printed = df[_flag(df, "is_printed")]["handicap"]
    beside = f" (printed: {printed.iloc[0]})" if len(printed) else ""
    return f"{many[:1].upper()}{many[1:]} that look fairest: {listed(best)}{beside}"


def _fairest(df: pd.DataFrame) -> pd.Series:
    marked = df[_flag(df, "is_fairest")]
    return marked.iloc[0] if len(marked) else top_row(df, -df["unfairness"])


def _fairest_finding(df: pd.DataFrame, many: str) -> str:
    best, printed = _fairest(df), df[_flag(df, "is_printed")]
    what = many[:1].upper() + many[1:]
    if printed.empty:
        return f"{what} {best['handicap']} look fairest of {len(df)}"
    line = printed.iloc[0]
    if line["handicap"] == best["handicap"]:
        return f"The printed {many} {best['handicap']} look fairest of {len(df)}"
    if line["low"] <= best["high"]:
        return (
            f"{what} {best['handicap']} look fairest, the printed {line['handicap']} may be as fair"
        )
    off = [number(*(100 * x[k] for k in ("unfairness", "low", "high"))) for x in (best, line)]
    return (
        f"{what} {best['handicap']} look fairer than the printed {line['handicap']}: the"
        f" farthest player is {off[0]} percentage points off instead of {off[1]}"
    )


def _map_note(df: pd.DataFrame) -> str:
    """What the numbers are; those of a study are a model's, whatever a scale's own games say."""
    signs = "□ printed"
    if _flag(df, "is_fairest").any():
        signs += ", ★ fairest as a model of all of them expects it"
    if len(_numbers(df["handicap"].iloc[0])) > 2:
        return f"{games_text(df, 'scale')}. {signs}. Lines: {interval_kind(df)}."
    half = 100 * float(((df["high"] - df["low"]) / 2).median())
    shown = f"{seat_name(0, 2)}'s share of the wins minus 50 %"
    known = f"to about ± {plus_minus(half, 1.0)} percentage points"
    return f"{games_text(df, 'scale')}. Numbers: {shown}, {known} ({interval_kind(df)}). {signs}."


def _map_alt(df: pd.DataFrame, many: str) -> str:
    best = df.sort_values("unfairness").head(5)
    rows = "; ".join(
        f"{line['handicap']}{f' ({group})' if (group := line['group']) else ''}:"
        f" {interval(line['unfairness'], line['low'], line['high'], 100)}"
        for _, line in best.iterrows()
    )
    return (
        f"Unfairness of {df['handicap'].nunique()} scales of {many}, in percentage points from the"
        f" fair share. The fairest: {rows}."
    )
