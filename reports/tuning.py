"""The course of a tuning run: fitness, step size, and the weights that moved most."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from reports.palette import SERIES, SERIES_MARKERS

_SHOWN = len(SERIES)


def draw_tuning(
    path: Path, weights: Sequence[str], generations: Sequence[Mapping[str, Any]], title: str
) -> None:
    """Draw a run to a picture file (`.svg`, `.png` or `.pdf`).

    generations: for each one `fitness` (list, of all candidates), `middle` (list, the weights in
    the middle of the distribution), `middle_fitness` and `sigma` (the step size).
    """
    import matplotlib

    with matplotlib.rc_context({"svg.hashsalt": "tuning", "font.size": 9}):
        _draw(path, weights, generations, title)


def _draw(
    path: Path, weights: Sequence[str], generations: Sequence[Mapping[str, Any]], title: str
) -> None:
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure
    from matplotlib.ticker import MaxNLocator

    figure = Figure(figsize=(8, 9), layout="constrained")
    FigureCanvasAgg(figure)
    figure.suptitle(title)
    top, middle, bottom = figure.subplots(3, 1, sharex=True, height_ratios=(3, 1, 3))
    numbers = range(1, len(generations) + 1)
    top.fill_between(
        numbers,
        [min(g["fitness"]) for g in generations],
        [max(g["fitness"]) for g in generations],
        color=SERIES[-1],
        alpha=0.3,
        linewidth=0,
        label="candidates, worst to best",
    )
    middles = [g["middle_fitness"] for g in generations]
    top.plot(numbers, middles, color=SERIES[0], label="middle of the distribution")
    top.set_ylabel("fitness on this generation's deals")
    top.legend(loc="lower right")
    middle.plot(numbers, [g["sigma"] for g in generations], color=SERIES[1])
    middle.set_ylabel("step size")
    middle.set_ylim(bottom=0)
    for k, name in enumerate(_moved_most(weights, generations)):
        at = list(weights).index(name)
        bottom.plot(
            numbers,
            [g["middle"][at] for g in generations],
            color=SERIES[k],
            marker=SERIES_MARKERS[k],
            markevery=max(1, len(generations) // 10),
            label=name,
        )
    bottom.set_ylabel("weights that moved most")
    bottom.xaxis.set_major_locator(MaxNLocator(integer=True))
    bottom.set_xlabel("generation")
    bottom.legend(loc="upper left", bbox_to_anchor=(1.0, 1.0))
    metadata = {"Date": None} if path.suffix == ".svg" else None
    figure.savefig(path, metadata=metadata, dpi=150)


def _moved_most(weights: Sequence[str], generations: Sequence[Mapping[str, Any]]) -> list[str]:
    """The weights that went farthest for their size."""
    first, last = generations[0]["middle"], generations[-1]["middle"]
    moved = {
        name: abs(b - a) / (0.3 * abs(a) + 0.05)
        for name, a, b in zip(weights, first, last, strict=True)
    }
    return sorted(moved, key=lambda name: -moved[name])[:_SHOWN]
