"""Seats: who wins how often against the fair share, and which start tiles would be fair."""

from __future__ import annotations

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from reports.figures.tables import (
    checked,
    error_bars,
    games_text,
    interval_kind,
    is_apart,
    note,
    top_row,
)
from reports.palette import SEAT_MARKERS, SERIES
from reports.style import ReportFigure, Theme, finish, grid_lines, new_figure, themed
from reports.words import fair_percent, interval, label_lines, listed, number, percent, shortened

MAX_GROUPS = 12
"""Groups of seats that are drawn; of more those furthest from the fair share."""
MAX_VECTORS = 24
"""Start-tile vectors listed where there is no map for them."""


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
    """The rows of the groups whose seats are furthest from the fair share, in their order."""
    if "group" not in df.columns or df["group"].nunique() <= MAX_GROUPS:
        return df
    fair = 1 / df.groupby("group")["seat"].transform("nunique")
    distance = (df["share"] - fair).abs().groupby(df["group"], sort=False).max()
    return df[df["group"].isin(distance.nlargest(MAX_GROUPS).index)]


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
        _seat_mark(axes, line.to_frame().T, row)
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
                _seat_mark(axes, line.head(1), row + offset)
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


def _seat_mark(axes: Axes, line: pd.DataFrame, y: float) -> None:
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
    side = "more" if worst["share"] > wanted else "less"
    where = (
        f" ({shortened(str(worst['group']))})"
        if "group" in df.columns and groups.nunique() > 1
        else ""
    )
    share = percent(worst["share"], worst["low"], worst["high"])
    who = f"S{worst['who'][1:]}"
    measure = "the even share" if "(" in worst["who"] else "its fair share"
    return (
        f"{who} wins {share} of the games{where}, {side} than {measure} of {fair_percent(wanted)}"
    )


def _seat_alt(df: pd.DataFrame) -> str:
    rows = []
    for _, line in df.iterrows():
        group = f"{line['group']}, " if "group" in df.columns else ""
        numbers = interval(line["share"], line["low"], line["high"], 100)
        rows.append(f"{group}{line['who']} {numbers} %")
    return f"Dot plot of win shares by seat against the fair share. {'; '.join(rows)}."


def tile_worth(df: pd.DataFrame, *, theme: str = "light") -> ReportFigure:
    """What one more start tile is worth to each seat.

    Columns: `seat`, `share` (change of the seat's share of the wins, a fraction of 1), `low`,
    `high`, `n`; optional `group` (text) and `interval`.
    """
    df = checked(df, "tile_worth", "seat", "share", "low", "high", "n")
    names = [f"seat {int(seat)}" for seat in df["seat"]]
    if "group" in df.columns and df["group"].nunique() > 1:
        names = [f"{name}, {group}" for name, group in zip(names, df["group"], strict=True)]
    with themed(theme) as colours:
        figure = new_figure(0.6 + 0.32 * len(df))
        axes = figure.subplots()
        for row in range(len(df)):
            _seat_mark(axes, df.iloc[[row]], row)
        axes.axvline(0, color=colours.ink, ls="--", lw=1.2)
        axes.set_yticks(range(len(df)), names)
        axes.set_ylim(len(df) - 0.4, -0.6)
        axes.set_xlabel("worth of one more start tile (percentage points of the wins)")
        grid_lines(axes, "x")
        finding = _worth_finding(df, names)
        rows = (
            f"{name} {interval(line['share'], line['low'], line['high'], 100)}"
            for name, (_, line) in zip(names, df.iterrows(), strict=True)
        )
        alt = f"Worth of one more start tile in percentage points. {'; '.join(rows)}."
        finish(figure, colours, finding, note(df), alt)
    return figure


def _worth_finding(df: pd.DataFrame, names: list[str]) -> str:
    """Whom one more tile helps, and most only where the intervals say so."""
    helped = (df["low"] > 0).to_numpy()
    if not helped.any():
        return "One more start tile is not shown to be worth anything"
    best = int(np.where(helped, df["share"], -np.inf).argmax())
    line, others = df.iloc[best], df.drop(index=df.index[best])
    worth = f"{interval(line['share'], line['low'], line['high'], 100)} percentage points"
    if (others["high"] < line["low"]).all():
        return f"One more start tile is worth most to {names[best]}: {worth}"
    who = "every seat, " if helped.all() else ""
    return f"One more start tile helps {who}{names[best]} by {worth}"


# --- start tiles -------------------------------------------------------------------------------


def start_tile_map(df: pd.DataFrame, *, theme: str = "light") -> ReportFigure:
    """How unfair the seats are for every vector of start tiles.

    Columns: `start_tiles` (text, `6,9`), `unfairness` (largest distance of a seat's share from the
    fair one, a fraction of 1), `low`, `high`, `n`; optional `is_printed`, `is_fairest` (booleans)
    and, for two players, `advantage` (share of seat 0 minus 1/2), which colours the map.
    Two players get a map, more players a list of the fairest vectors.
    """
    df = checked(df, "start_tile_map", "start_tiles", "unfairness", "low", "high", "n")
    tiles = [tuple(int(t) for t in str(v).split(",")) for v in df["start_tiles"]]
    with themed(theme) as colours:
        if all(len(t) == 2 for t in tiles) and len(set(tiles)) > 1:
            figure = _tile_grid(df, tiles, colours)
        else:
            figure = _tile_list(df, colours)
        finish(figure, colours, _tile_finding(df), _tile_note(df), _tile_alt(df))
    return figure


def _flag(df: pd.DataFrame, name: str) -> pd.Series:
    return df[name].astype(bool) if name in df.columns else pd.Series(False, index=df.index)


def _tile_grid(df: pd.DataFrame, tiles: list[tuple[int, ...]], theme: Theme) -> ReportFigure:
    xs, ys = sorted({t[0] for t in tiles}), sorted({t[1] for t in tiles})
    signed = "advantage" in df.columns
    values = 100 * (df["advantage"] if signed else df["unfairness"])
    grid = np.full((len(ys), len(xs)), np.nan)
    for (x, y), value in zip(tiles, values, strict=True):
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
    marks = zip(tiles, values, _flag(df, "is_printed"), _flag(df, "is_fairest"), strict=True)
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
    axes.set_xlabel("start tiles of seat 0")
    axes.set_ylabel("start tiles of seat 1")
    axes.tick_params(length=0)
    axes.spines[:].set_visible(False)
    axes.set_facecolor(theme.grid)
    return figure


def _tile_list(df: pd.DataFrame, theme: Theme) -> ReportFigure:
    ranked = df.sort_values("unfairness", kind="stable")
    shown = ranked.head(MAX_VECTORS)
    printed = ranked[_flag(ranked, "is_printed") & ~ranked.index.isin(shown.index)]
    shown = pd.concat([shown, printed]).reset_index(drop=True)
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
    names = [_tile_name(t, p, f) for t, p, f in zip(shown["start_tiles"], *flags, strict=True)]
    axes.set_yticks(range(len(shown)), names)
    axes.set_ylim(len(shown) - 0.4, -0.6)
    axes.set_xlim(left=0)
    axes.set_xlabel("largest distance of a seat from the fair share (percentage points)")
    axes.axvline(0, color=theme.ink, lw=1)
    grid_lines(axes, "x")
    return figure


def _tile_name(tiles: object, is_printed: bool, is_fairest: bool) -> str:
    return ("□ " if is_printed else "") + ("★ " if is_fairest else "") + str(tiles)


def _tile_finding(df: pd.DataFrame) -> str:
    fairest = _flag(df, "is_fairest")
    best = df[fairest].iloc[0] if fairest.any() else top_row(df, -df["unfairness"])
    printed = df[_flag(df, "is_printed")]
    if printed.empty:
        return f"Of {len(df)} vectors of start tiles {best['start_tiles']} looks fairest"
    line = printed.iloc[0]
    if line["start_tiles"] == best["start_tiles"]:
        return f"The printed start tiles {best['start_tiles']} look fairest of {len(df)} vectors"
    if line["low"] <= best["high"]:
        return (
            f"Start tiles {best['start_tiles']} look fairest of {len(df)} vectors; whether they are"
            f" fairer than the printed {line['start_tiles']} is left to fresh games"
        )
    off = [number(*(100 * x[k] for k in ("unfairness", "low", "high"))) for x in (best, line)]
    return (
        f"Start tiles {best['start_tiles']} look fairer than the printed {line['start_tiles']}: the"
        f" farthest seat is {off[0]} percentage points off instead of {off[1]}"
    )


def _tile_note(df: pd.DataFrame) -> str:
    return (
        f"{games_text(df, 'vector')}. □ printed, ★ fairest as a model of all vectors expects it,"
        f" whatever its own games say. Lines in lists: {interval_kind(df)}."
    )


def _tile_alt(df: pd.DataFrame) -> str:
    best = df.sort_values("unfairness").head(5)
    rows = "; ".join(
        f"{line['start_tiles']}: {interval(line['unfairness'], line['low'], line['high'], 100)}"
        for _, line in best.iterrows()
    )
    return (
        f"Unfairness of {len(df)} vectors of start tiles, in percentage points from the fair share."
        f" The fairest: {rows}."
    )
