"""The handicap: how fair the seats are with which, and what one more is worth."""

from __future__ import annotations

import numpy as np
import pandas as pd

from analyzer.wording import interval, number
from reports.figures.seats import seat_mark
from reports.figures.tables import checked, error_bars, games_text, interval_kind, note, top_row
from reports.figures.told import PLAIN, Told
from reports.palette import SERIES
from reports.style import ReportFigure, Theme, finish, grid_lines, new_figure, themed

MAX_VECTORS = 24
"""Vectors listed where there is no map for them."""


def handicap_worth(df: pd.DataFrame, *, told: Told = PLAIN, theme: str = "light") -> ReportFigure:
    """What one more of the handicap is worth to each seat.

    Columns: `seat`, `share` (change of the seat's share of the wins, a fraction of 1), `low`,
    `high`, `n`; optional `group` (text) and `interval`.
    """
    df = checked(df, "handicap_worth", "seat", "share", "low", "high", "n")
    names = [f"seat {int(seat)}" for seat in df["seat"]]
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
        axes.set_xlabel(f"worth of one more {told.one} (percentage points of the wins)")
        grid_lines(axes, "x")
        finding = _worth_finding(df, names, told.one)
        rows = (
            f"{name} {interval(line['share'], line['low'], line['high'], 100)}"
            for name, (_, line) in zip(names, df.iterrows(), strict=True)
        )
        alt = f"Worth of one more {told.one} in percentage points. {'; '.join(rows)}."
        finish(figure, colours, finding, note(df), alt)
    return figure


def _worth_finding(df: pd.DataFrame, names: list[str], one: str) -> str:
    """Whom one more helps, and most only where the intervals say so."""
    helped = (df["low"] > 0).to_numpy()
    if not helped.any():
        return f"One more {one} is not shown to be worth anything"
    best = int(np.where(helped, df["share"], -np.inf).argmax())
    line, others = df.iloc[best], df.drop(index=df.index[best])
    worth = f"{interval(line['share'], line['low'], line['high'], 100)} percentage points"
    if (others["high"] < line["low"]).all():
        return f"One more {one} is worth most to {names[best]}: {worth}"
    who = "every seat, " if helped.all() else ""
    return f"One more {one} helps {who}{names[best]} by {worth}"


# --- the map -------------------------------------------------------------------------------


def handicap_map(df: pd.DataFrame, *, told: Told = PLAIN, theme: str = "light") -> ReportFigure:
    """How unfair the seats are for every vector of handicaps.

    Columns: `handicap` (text, by seat: `6,9`), `unfairness` (largest distance of a seat's share
    from the fair one, a fraction of 1), `low`, `high`, `n`; optional `is_printed`, `is_fairest`
    (booleans) and, for two players, `advantage` (share of seat 0 minus 1/2), which colours the map.
    Two players get a map, more players a list of the fairest vectors.
    """
    df = checked(df, "handicap_map", "handicap", "unfairness", "low", "high", "n")
    vectors = [tuple(int(x) for x in str(v).split(",")) for v in df["handicap"]]
    with themed(theme) as colours:
        if all(len(v) == 2 for v in vectors) and len(set(vectors)) > 1:
            figure = _map(df, vectors, told.many, colours)
        else:
            figure = _list(df, colours)
        finding = _map_finding(df, told.many)
        finish(figure, colours, finding, _map_note(df), _map_alt(df, told.many))
    return figure


def _flag(df: pd.DataFrame, name: str) -> pd.Series:
    return df[name].astype(bool) if name in df.columns else pd.Series(False, index=df.index)


def _map(df: pd.DataFrame, vectors: list[tuple[int, ...]], many: str, theme: Theme) -> ReportFigure:
    xs, ys = sorted({v[0] for v in vectors}), sorted({v[1] for v in vectors})
    signed = "advantage" in df.columns
    values = 100 * (df["advantage"] if signed else df["unfairness"])
    grid = np.full((len(ys), len(xs)), np.nan)
    for (x, y), value in zip(vectors, values, strict=True):
        grid[ys.index(y), xs.index(x)] = value
    figure = new_figure(1.0 + 0.42 * len(ys))
    axes = figure.subplots()
    top = max(np.nanmax(np.abs(grid)), 0.1)
    image = axes.imshow(
        grid,
        cmap="PuOr" if signed else "Purples",
        vmin=-top if signed else 0,
        vmax=top,
        origin="lower",
        aspect="auto",
    )
    label = "seat 0's share minus 50 %" if signed else "points from fair"
    figure.colorbar(image, ax=axes, label=label)
    marks = zip(vectors, values, _flag(df, "is_printed"), _flag(df, "is_fairest"), strict=True)
    for (x, y), value, is_printed, is_fairest in marks:
        sign = ("□ " if is_printed else "") + ("★ " if is_fairest else "")
        axes.text(
            xs.index(x),
            ys.index(y),
            f"{sign}{value:+.1f}" if signed else f"{sign}{value:.1f}",
            ha="center",
            va="center",
            fontsize=8,
            color="white" if abs(value) > 0.62 * top else "#111111",
        )
    axes.set_xticks(range(len(xs)), [str(x) for x in xs])
    axes.set_yticks(range(len(ys)), [str(y) for y in ys])
    axes.set_xlabel(f"{many} of seat 0")
    axes.set_ylabel(f"{many} of seat 1")
    axes.tick_params(length=0)
    axes.spines[:].set_visible(False)
    axes.set_facecolor(theme.grid)
    return figure


def _list(df: pd.DataFrame, theme: Theme) -> ReportFigure:
    ranked = df.sort_values("unfairness", kind="stable")
    shown = ranked.head(MAX_VECTORS)
    # What the finding is about is drawn, wherever it stands.
    is_named = _flag(ranked, "is_printed") | _flag(ranked, "is_fairest")
    shown = pd.concat([shown, ranked[is_named & ~ranked.index.isin(shown.index)]]).reset_index(
        drop=True
    )
    figure = new_figure(0.7 + 0.22 * len(shown))
    axes = figure.subplots()
    flags = _flag(shown, "is_printed"), _flag(shown, "is_fairest")
    for row in range(len(shown)):
        line = shown.iloc[[row]]
        mark = "s" if flags[0][row] else "*" if flags[1][row] else "o"
        axes.errorbar(
            100 * line["unfairness"].astype(float),
            [row],
            xerr=error_bars(line, "unfairness", 100),
            fmt=mark,
            ms=9 if mark == "*" else 6,
            color=SERIES[1] if mark == "s" else SERIES[0],
            capsize=2.5,
        )
    names = [_vector_name(v, p, f) for v, p, f in zip(shown["handicap"], *flags, strict=True)]
    axes.set_yticks(range(len(shown)), names)
    axes.set_ylim(len(shown) - 0.4, -0.6)
    axes.set_xlim(left=0)
    axes.set_xlabel("largest distance of a seat from the fair share (percentage points)")
    axes.axvline(0, color=theme.ink, lw=1)
    grid_lines(axes, "x")
    return figure


def _vector_name(vector: object, is_printed: bool, is_fairest: bool) -> str:
    return ("□ " if is_printed else "") + ("★ " if is_fairest else "") + str(vector)


def _map_finding(df: pd.DataFrame, many: str) -> str:
    fairest = _flag(df, "is_fairest")
    best = df[fairest].iloc[0] if fairest.any() else top_row(df, -df["unfairness"])
    printed = df[_flag(df, "is_printed")]
    if printed.empty:
        return f"Of {len(df)} vectors of {many} {best['handicap']} looks fairest"
    line = printed.iloc[0]
    what = many[:1].upper() + many[1:]
    if line["handicap"] == best["handicap"]:
        return f"The printed {many} {best['handicap']} look fairest of {len(df)} vectors"
    if line["low"] <= best["high"]:
        return (
            f"{what} {best['handicap']} look fairest of {len(df)} vectors; whether they are"
            f" fairer than the printed {line['handicap']} is left to fresh games"
        )
    off = [number(*(100 * x[k] for k in ("unfairness", "low", "high"))) for x in (best, line)]
    return (
        f"{what} {best['handicap']} look fairer than the printed {line['handicap']}: the"
        f" farthest seat is {off[0]} percentage points off instead of {off[1]}"
    )


def _map_note(df: pd.DataFrame) -> str:
    return (
        f"{games_text(df, 'vector')}. □ printed, ★ fairest as a model of all vectors expects it,"
        f" whatever its own games say. Lines in lists: {interval_kind(df)}."
    )


def _map_alt(df: pd.DataFrame, many: str) -> str:
    best = df.sort_values("unfairness").head(5)
    rows = "; ".join(
        f"{line['handicap']}: {interval(line['unfairness'], line['low'], line['high'], 100)}"
        for _, line in best.iterrows()
    )
    return (
        f"Unfairness of {len(df)} vectors of {many}, in percentage points from the fair share."
        f" The fairest: {rows}."
    )
