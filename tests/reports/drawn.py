"""What a figure has drawn."""

from __future__ import annotations

from matplotlib.axes import Axes
from matplotlib.container import ErrorbarContainer


def error_points(axes: Axes) -> list[tuple[float, float, float, float]]:
    """(x, y, low end, high end) of every point with an interval, in the order drawn."""
    points = []
    for container in axes.containers:
        if not isinstance(container, ErrorbarContainer):
            continue
        line, _, bars = container.lines
        assert line is not None
        for (x, y), segment in zip(line.get_xydata(), bars[0].get_segments(), strict=True):
            ends = segment[:, 0] if segment[0][1] == segment[1][1] else segment[:, 1]
            points.append((float(x), float(y), float(min(ends)), float(max(ends))))
    return points
