"""The course of a learning run: how well the network predicts, and what it wins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from reports.palette import SERIES, SERIES_MARKERS


def draw_learning(path: Path, rounds: Sequence[Mapping[str, Any]], title: str) -> None:
    """Draw a run to a picture file (`.svg`, `.png` or `.pdf`).

    rounds: for each one `check` (with `log_loss`, `calibration` and `bins` of positions, mean
    prediction and mean outcome) and `matches` (share of wins by opponent).
    """
    import matplotlib

    with matplotlib.rc_context({"svg.hashsalt": "learning", "font.size": 9}):
        _draw(path, rounds, title)


def _draw(path: Path, rounds: Sequence[Mapping[str, Any]], title: str) -> None:
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure
    from matplotlib.ticker import MaxNLocator

    figure = Figure(figsize=(8, 8), layout="constrained")
    FigureCanvasAgg(figure)
    figure.suptitle(title)
    panels: Any = figure.subfigures(1, 2, width_ratios=(3, 2))
    top, bottom = panels[0].subplots(2, 1, sharex=True)
    numbers = list(range(1, len(rounds) + 1))
    opponents = list(dict.fromkeys(name for each in rounds for name in each["matches"]))
    for k, name in enumerate(opponents):
        played = [(n, r["matches"][name]) for n, r in zip(numbers, rounds, strict=True)
                  if name in r["matches"]]  # fmt: skip
        top.plot(
            [n for n, _ in played],
            [100 * share for _, share in played],
            color=SERIES[k % len(SERIES)],
            marker=SERIES_MARKERS[k % len(SERIES_MARKERS)],
            label="the network before" if name == "before" else name,
        )
    top.set_ylabel("games won, %")
    top.legend(title="against")
    bottom.plot(numbers, [r["check"]["log_loss"] for r in rounds], color=SERIES[0], marker="o")
    bottom.set_ylabel("log-loss on games not fitted to")
    bottom.set_xlabel("round")
    bottom.xaxis.set_major_locator(MaxNLocator(integer=True))
    _draw_calibration(panels[1].subplots(), rounds[-1]["check"]["bins"])
    metadata = {"Date": None} if path.suffix == ".svg" else None
    figure.savefig(path, metadata=metadata, dpi=150)


def _draw_calibration(axes: Any, bins: Sequence[Sequence[float]]) -> None:
    """What was predicted and what came, for each tenth of the predictions."""
    axes.plot([0, 100], [0, 100], color=SERIES[-1], linewidth=1)
    told = [(100 * predicted, 100 * seen) for n, predicted, seen in bins if n]
    axes.plot([p for p, _ in told], [s for _, s in told], color=SERIES[0], marker="o", linewidth=0)
    axes.set_aspect("equal")
    axes.set_title("last round")
    axes.set_xlabel("predicted, %")
    axes.set_ylabel("won, %")
