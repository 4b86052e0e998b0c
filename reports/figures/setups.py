"""Set-ups: does it matter which rocks are in play? The rocks are drawn as small maps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import NormalDist

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.collections import PolyCollection

from reports.figures.tables import checked, error_bars, is_apart, note, top_row
from reports.palette import SERIES, TILE_FILLS
from reports.style import ReportFigure, Theme, finish, grid_lines, new_figure, themed
from reports.words import fair_percent, interval, number, percent

ALPHA = 0.05
"""What the intervals of a table leave open, one by one."""
RockMaps = Mapping[str, Sequence[str]]
"""By rock its rows as text: `.` sand, `#` rock, `*` growth cell, a letter for a start coral."""


def setups(
    df: pd.DataFrame,
    rock_maps: RockMaps | None = None,
    *,
    quantity: str = "share of the start player's wins",
    theme: str = "light",
) -> ReportFigure:
    """An effect for every set-up, with its rocks drawn beside it.

    Columns: `setup` (text), `share`, `low`, `high`, `n`; optional `rocks` (letters, `AB`),
    `reference` (the share that the set-ups are compared with, drawn as a line), `is_established`
    (which rows differ from the others, all tests considered; without it the intervals decide,
    widened for their number) and `interval`. `rock_maps` is needed where maps are wanted.
    """
    df = checked(df, "setups", "setup", "share", "low", "high", "n")
    has_maps = rock_maps is not None and "rocks" in df.columns
    with themed(theme) as colours:
        figure = new_figure(0.6 + (0.58 if has_maps else 0.34) * len(df))
        if has_maps:
            assert rock_maps is not None
            maps, axes = figure.subplots(1, 2, width_ratios=[1.15, 2], sharey=True)
            _maps(maps, df, rock_maps, colours)
        else:
            axes = figure.subplots()
        _effects(axes, df, colours)
        axes.set_yticks(range(len(df)), [str(name) for name in df["setup"]])
        axes.set_xlabel(f"{quantity} (%)")
        finding = _finding(df, quantity)
        finish(figure, colours, finding, note(df, "set-up"), _alt(df, quantity))
    return figure


def _effects(axes: Axes, df: pd.DataFrame, theme: Theme) -> None:
    axes.errorbar(
        100 * df["share"],
        range(len(df)),
        xerr=error_bars(df, "share", 100),
        fmt="o",
        color=SERIES[0],
        capsize=3,
    )
    if "reference" in df.columns:
        reference = float(df["reference"].iloc[0])
        axes.axvline(100 * reference, color=theme.ink, ls="--", lw=1.2)
    axes.set_ylim(len(df) - 0.4, -0.6)
    grid_lines(axes, "x")
    axes.tick_params(labelleft=True)


def _maps(axes: Axes, df: pd.DataFrame, rock_maps: RockMaps, theme: Theme) -> None:
    axes.axis("off")
    n_maps = max(len(str(rocks)) for rocks in df["rocks"])
    axes.set_xlim(0, n_maps)
    for row, rocks in enumerate(df["rocks"]):
        for k, rock in enumerate(str(rocks)):
            x = n_maps - len(str(rocks)) + k
            _small_map(axes, x + 0.06, row - 0.4, rock_maps[rock])
            axes.text(
                x + 0.03, row - 0.4, rock, fontsize=7.5, va="center", ha="center", color=theme.ink
            )


def _small_map(axes: Axes, x: float, y: float, rows: Sequence[str]) -> None:
    width, height = 0.86 / len(rows[0]), 0.84 / len(rows)
    signs = {
        (x + i * width, y + j * height): sign
        for j, line in enumerate(rows)
        for i, sign in enumerate(line)
        if sign != "."
    }
    dx, dy = 0.92 * width, 0.92 * height
    squares = [[(a, b), (a + dx, b), (a + dx, b + dy), (a, b + dy)] for a, b in signs]
    fills = [TILE_FILLS.get(sign, "#8a8178") for sign in signs.values()]
    axes.add_collection(
        PolyCollection(squares, facecolors=fills, edgecolors="#333333", linewidths=0.3)
    )


def _finding(df: pd.DataFrame, quantity: str) -> str:
    reference = float(df["reference"].iloc[0]) if "reference" in df.columns else None
    spread = 100 * (df["share"].max() - df["share"].min())
    if reference is not None:
        apart = df[_is_established(df, reference)]
        if apart.empty:
            return (
                f"No set-up is established to change the {quantity} from {fair_percent(reference)}"
            )
        line = top_row(apart, (apart["share"] - reference).abs())
        share = percent(line["share"], line["low"], line["high"])
        setup = str(line["setup"])
        return f"{setup[0].upper()}{setup[1:]} moves the {quantity} most, to {share}"
    text = number(spread, 0, spread / 5)
    return f"Between set-ups the {quantity} varies by {text} percentage points"


def _is_established(df: pd.DataFrame, reference: float) -> pd.Series:
    """Which rows may be claimed to differ from the reference, however many there are."""
    if "is_established" in df.columns:
        return df["is_established"].astype(bool)
    normal = NormalDist()
    wider = normal.inv_cdf(1 - ALPHA / 2 / len(df)) / normal.inv_cdf(1 - ALPHA / 2)
    low = df["share"] - wider * (df["share"] - df["low"])
    high = df["share"] + wider * (df["high"] - df["share"])
    return is_apart(df.assign(low=low, high=high), reference)


def _alt(df: pd.DataFrame, quantity: str) -> str:
    rows = (
        f"{line['setup']} {interval(line['share'], line['low'], line['high'], 100)} %"
        for _, line in df.iterrows()
    )
    return f"Dot plot of the {quantity} by set-up. {'; '.join(rows)}."
