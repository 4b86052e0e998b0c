"""What a figure has drawn."""

from __future__ import annotations

from matplotlib.axes import Axes
from matplotlib.container import ErrorbarContainer
from matplotlib.text import Text

from reports.style import ReportFigure


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


def text_artists(figure: ReportFigure) -> list[Text]:
    """All texts that are drawn; ticks outside the axes are not."""
    found = list(figure.texts)
    for axes in figure.get_axes():
        found += [child for child in axes.get_children() if isinstance(child, Text)]
        if axes.get_legend():
            found += axes.get_legend().get_texts()
        if not axes.axison:
            continue
        for axis in (axes.xaxis, axes.yaxis):
            found.append(axis.label)
            low, high = sorted(axis.get_view_interval())
            ticks = zip(axis.get_ticklocs(), axis.get_ticklabels(), strict=False)
            found += [label for place, label in ticks if low <= place <= high]
    return [text for text in found if text.get_text().strip() and text.get_visible()]


def drawn_texts(figure: ReportFigure) -> list[str]:
    """The same as text, without title and note."""
    return [text.get_text() for text in text_artists(figure) if text not in figure.texts]
