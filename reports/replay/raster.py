"""Shapes of a drawing put onto matplotlib axes, whose data units are then the drawing's pixels."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from matplotlib.axes import Axes
from matplotlib.patches import Circle as CirclePatch
from matplotlib.patches import FancyBboxPatch, Patch, Rectangle
from matplotlib.patches import Polygon as PolygonPatch
from matplotlib.patheffects import withStroke

from reports.replay.sketch import (
    Circle,
    Fill,
    Group,
    Look,
    Polygon,
    Rect,
    Shape,
    Sketch,
    Text,
    Tone,
)

_ANCHORS = {"start": "left", "middle": "center", "end": "right"}


@dataclass(frozen=True, slots=True)
class _Place:
    """Where shapes go: moved by x and y after scaling; `points`: typographic points in a pixel."""

    x: float
    y: float
    scale: float
    points: float

    def at(self, x: float, y: float) -> tuple[float, float]:
        return self.x + self.scale * x, self.y + self.scale * y

    def within(self, group: Group) -> _Place:
        x, y = self.at(group.x, group.y)
        return _Place(x, y, self.scale * group.scale, self.points)


def draw_sketch(axes: Axes, sketch: Sketch, points: float) -> None:
    """Fills the axes with a drawing; `points`: typographic points that a pixel of it measures."""
    axes.set(xlim=(0, sketch.width), ylim=(sketch.height, 0), aspect="equal")
    axes.axis("off")
    _draw(axes, sketch.shapes, _Place(0, 0, 1, points))


def _draw(axes: Axes, shapes: Iterable[Shape], place: _Place) -> None:
    for shape in shapes:
        if isinstance(shape, Group):
            _draw(axes, shape.shapes, place.within(shape))
        elif isinstance(shape, Text):
            _text(axes, shape, place)
        else:
            # Everything has one depth, so that what is drawn later lies above.
            patch = _patch(shape, place)
            patch.set_zorder(2)
            axes.add_patch(patch)


def _patch(shape: Shape, place: _Place) -> Patch:
    style = _style(shape, place)
    if isinstance(shape, Circle):
        return CirclePatch(place.at(shape.x, shape.y), place.scale * shape.r, **style)
    if isinstance(shape, Polygon):
        points = [place.at(x, y) for x, y in shape.points]
        return PolygonPatch(points, closed=not shape.is_open, **style)
    assert isinstance(shape, Rect)
    corner = place.at(shape.x, shape.y)
    size = place.scale * shape.width, place.scale * shape.height
    if not shape.r:
        return Rectangle(corner, *size, **style)
    box = f"round,pad=0,rounding_size={place.scale * min(shape.r, *size)}"
    return FancyBboxPatch(corner, *size, boxstyle=box, **style)


def _style(shape: Shape, place: _Place) -> dict[str, Any]:
    fill, hatch = _colour(shape.fill)
    stroke, _ = _colour(shape.stroke)
    width = place.points * place.scale * shape.line if stroke != "none" else 0.0
    style: dict[str, Any] = {"fc": fill, "ec": stroke, "lw": width}
    if hatch:
        style["hatch"] = hatch
        if stroke == "none":  # a hatch has the colour of the outline
            style["ec"] = "#222222"
    if shape.dash:
        # matplotlib counts dashes in widths of the line
        style["ls"] = (0, tuple(length / shape.line for length in shape.dash))
    return style


def _colour(fill: Fill) -> tuple[str, str]:
    if isinstance(fill, Look):
        return fill.fill, fill.hatch
    return (fill.light if isinstance(fill, Tone) else fill), ""


def _text(axes: Axes, shape: Text, place: _Place) -> None:
    unit = place.points * place.scale
    halo = [withStroke(linewidth=unit * shape.halo, foreground=(1, 1, 1, 0.75))]
    # Names are shown as they are: a dollar sign is not the start of a formula.
    axes.text(
        *place.at(shape.x, shape.y),
        shape.text,
        ha=_ANCHORS[shape.anchor],
        va="center_baseline",
        fontsize=unit * shape.size,
        fontweight="bold" if shape.is_bold else "normal",
        color=_colour(shape.fill)[0],
        parse_math=False,
        path_effects=halo if shape.halo else None,
        zorder=2,
    )
