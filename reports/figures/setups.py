"""Set-ups: does a choice of the set-up matter? Its values are drawn small where a game can."""

from __future__ import annotations

import textwrap
from statistics import NormalDist

import pandas as pd
from matplotlib.axes import Axes

from analyzer.wording import as_percent, fair_percent, interval, label_lines, number, spoken
from reports.figures.tables import among, checked, error_bars, is_apart, note, top_row
from reports.figures.told import PLAIN, Told
from reports.palette import SERIES, SERIES_MARKERS
from reports.replay.sketch import Sketch
from reports.style import ReportFigure, finish, grid_lines, layout, legend_above, new_figure, themed

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
    of the set-up) and `value` (text), which are drawn small where there is room, `level` (text, who
    played, the strongest first: a mark each), `reference` (the share that the set-ups are compared
    with, drawn as a line), `is_established` (which rows differ from the others, all tests
    considered; without it the intervals decide, widened for their number) and `interval`.
    """
    df = checked(df, "setups", "setup", "share", "low", "high", "n")
    if "level" not in df.columns:
        df["level"] = ""
    df["setup"] = [_spoken(str(name), told) for name in df["setup"]]
    names = list(dict.fromkeys(df["setup"]))
    levels = list(dict.fromkeys(df["level"]))
    rows = df.drop_duplicates("setup")
    thumbnails = _thumbnails(rows, told) if layout().columns > 1 else []
    labels = [label_lines(str(name), layout().label) for name in names]
    lines = max(label.count("\n") + 1 for label in labels)
    row = max(0.24 + 0.1 * len(levels), 0.06 + 0.15 * lines)
    with themed(theme) as colours:
        figure = new_figure(0.6 + max(row, _THUMBNAIL + 0.08 if thumbnails else 0) * len(names))
        if thumbnails:
            small, axes = figure.subplots(1, 2, width_ratios=[1.15, 2], sharey=True)
            _draw_thumbnails(small, thumbnails)
        else:
            axes = figure.subplots()
        for k, level in enumerate(levels):
            offset = 0.6 * ((k + 0.5) / len(levels) - 0.5)
            _effects(axes, df[df["level"] == level], names, k, offset)
        axes.set_yticks(range(len(names)), labels)
        axes.set_ylim(len(names) - 0.4, -0.6)
        axes.tick_params(labelleft=True)
        axes.set_xlabel(textwrap.fill(f"{quantity} (%)", 2 * layout().label))
        grid_lines(axes, "x")
        if len(levels) > 1:
            legend_above(axes)
        finding = _finding(df, quantity, told.players)
        finish(figure, colours, finding, note(df, "set-up"), _alt(df, quantity))
    return figure


def _spoken(setup: str, told: Told) -> str:
    """A set-up with its seat in words: `what was dealt to the start player: 2`; a value that
    is a member of the game's looks by its name."""
    choice, colon, value = setup.partition(":")
    *words, last = spoken(choice, told.players).split(" ")
    return " ".join([*words, told.name(last) if words else last]) + colon + value


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


def _effects(axes: Axes, df: pd.DataFrame, names: list[str], k: int, offset: float) -> None:
    """The shares of one level, and what they are compared with."""
    axes.errorbar(
        100 * df["share"],
        [names.index(name) + offset for name in df["setup"]],
        xerr=error_bars(df, "share", 100),
        fmt=SERIES_MARKERS[k],
        color=SERIES[k],
        capsize=3,
        label=str(df["level"].iloc[0]),
    )
    if "reference" in df.columns:
        axes.axvline(100 * float(df["reference"].iloc[0]), color=SERIES[k], ls="--", lw=1.2)


def _finding(df: pd.DataFrame, quantity: str, players: int) -> str:
    levels = list(dict.fromkeys(df["level"]))
    if "reference" not in df.columns:
        spread = 100 * (df["share"].max() - df["share"].min())
        text = number(spread, 0.9 * spread, 1.1 * spread)
        return f"Between set-ups the {quantity} varies by {text} percentage points"
    for level in levels:
        part = df[df["level"] == level]
        where = among(level) if level else ""
        reference = float(part["reference"].iloc[0])
        apart = part[_is_established(part, reference)]
        if len(apart):
            line = top_row(apart, (apart["share"] - reference).abs())
            share = as_percent(line["share"], line["low"], line["high"])
            usual, setup = fair_percent(reference), str(line["setup"])
            return (
                f"{setup[0].upper()}{setup[1:]} moves the {quantity}, to {share} where {usual} is"
                f" the mean{where}"
            )
    usual = fair_percent(float(df["reference"].iloc[0]))
    column = next((name for name in ("choice", "group") if name in df.columns), None)
    what = spoken(str(df[column].iloc[0]), players) if column else "set-up"
    return f"{what[:1].upper()}{what[1:]}: not shown to change the {quantity} (on average {usual})"


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
        f"{line['setup']}{f' ({level})' if (level := line['level']) else ''}"
        f" {interval(line['share'], line['low'], line['high'], 100)} %"
        for _, line in df.iterrows()
    )
    return f"Dot plot of the {quantity} by set-up. {'; '.join(rows)}."
