"""Set-ups: does a choice of the set-up matter? Its values are drawn small where a game can."""

from __future__ import annotations

from statistics import NormalDist

import pandas as pd
from matplotlib.axes import Axes

from analyzer.wording import as_percent, fair_percent, interval, number
from reports.figures.tables import checked, error_bars, is_apart, note, top_row
from reports.figures.told import PLAIN, Told
from reports.palette import SERIES
from reports.replay.sketch import Sketch
from reports.style import ReportFigure, Theme, finish, grid_lines, new_figure, themed

ALPHA = 0.05
"""What the intervals of a table leave open, one by one."""
_THUMBNAIL = 0.5
"""Height of a thumbnail in inches; a pixel of it is a point large."""


def setups(
    df: pd.DataFrame,
    *,
    told: Told = PLAIN,
    quantity: str = "share of the start player's wins",
    theme: str = "light",
) -> ReportFigure:
    """An effect for every set-up, with a thumbnail of it where the game has one.

    Columns: `setup` (text), `share`, `low`, `high`, `n`; optional `column` (or `choice`, `group`:
    of the set-up) and `value` (text), which are drawn small, `reference` (the share that the
    set-ups are compared with, drawn as a line), `is_established` (which rows differ from the
    others, all tests considered; without it the intervals decide, widened for their number) and
    `interval`.
    """
    df = checked(df, "setups", "setup", "share", "low", "high", "n")
    thumbnails = _thumbnails(df, told)
    with themed(theme) as colours:
        figure = new_figure(0.6 + (_THUMBNAIL + 0.08 if thumbnails else 0.34) * len(df))
        if thumbnails:
            small, axes = figure.subplots(1, 2, width_ratios=[1.15, 2], sharey=True)
            _draw_thumbnails(small, thumbnails)
        else:
            axes = figure.subplots()
        _effects(axes, df, colours)
        axes.set_yticks(range(len(df)), [str(name) for name in df["setup"]])
        axes.set_xlabel(f"{quantity} (%)")
        finding = _finding(df, quantity)
        finish(figure, colours, finding, note(df, "set-up"), _alt(df, quantity))
    return figure


def _thumbnails(df: pd.DataFrame, told: Told) -> list[Sketch]:
    """A small picture of every row; none unless there is one of each."""
    choice = next((name for name in ("column", "choice", "group") if name in df.columns), None)
    if choice is None or "value" not in df.columns:
        return []
    pairs = zip(df[choice], df["value"], strict=True)
    found = [told.drawing.thumbnail(str(name), str(value)) for name, value in pairs]
    return [sketch for sketch in found if sketch is not None] if None not in found else []


def _draw_thumbnails(axes: Axes, thumbnails: list[Sketch]) -> None:
    from reports.replay.raster import draw_sketch

    axes.axis("off")
    axes.set_xlim(0, 1)
    for row, sketch in enumerate(thumbnails):
        small = axes.inset_axes((0.0, row - 0.43, 0.98, 0.86), transform=axes.transData)
        small.set_in_layout(False)
        draw_sketch(small, sketch, 72 * _THUMBNAIL / sketch.height)
        small.set_anchor("E")


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
        share = as_percent(line["share"], line["low"], line["high"])
        setup = str(line["setup"])
        return f"{setup[0].upper()}{setup[1:]} moves the {quantity} most, to {share}"
    text = number(spread, 0.9 * spread, 1.1 * spread)
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
