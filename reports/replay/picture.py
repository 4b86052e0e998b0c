"""One position of a replay as one drawing: SVG for pages and notebooks, PNG for files."""

from __future__ import annotations

import io
import textwrap
import warnings
from collections.abc import Sequence

from reports.games import drawing_of
from reports.replay.drawing import BOARD, SEAT, SIDE, Panel
from reports.replay.scenes import Document, Scene, rules_line, scene_title, scenes_of
from reports.replay.sketch import CARD, Group, Rect, Shape, Sketch, Text, seat_badge

_WIDTH, _GAP, _SIDE = 1060.0, 16.0, 340.0
"""Pixels of the picture, between its panels, and of what stands beside the board."""
_HEADING, _LINE = 24.0, 20.0
_BOARD_COLUMNS = 2
_MOST_GROWTH = 1.3
"""How much a player's panel may be enlarged to fill its place."""
_WORDS_WIDTH = 140
"""Characters of a line of words across the picture."""
_DPI = 110
_UNITS = 100
"""Pixels of the drawing in an inch."""


def position_svg(document: Document, index: int = -1) -> str:
    """The position at the end of a scene (default: of the game) as an SVG document."""
    looks = drawing_of(document["game"]).looks
    return position_sketch(document, index).svg(looks.values())


def position_png(document: Document, index: int = -1) -> bytes:
    """The position at the end of a scene (default: of the game) as a PNG file."""
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    from reports.replay.raster import draw_sketch

    sketch = position_sketch(document, index)
    figure = Figure(figsize=(sketch.width / _UNITS, sketch.height / _UNITS))
    file = io.BytesIO()
    with warnings.catch_warnings(), rc_context({"hatch.linewidth": 0.5}):
        # A player's name may have letters that the font lacks; a box is drawn instead.
        warnings.filterwarnings("ignore", message="Glyph .* missing from")
        draw_sketch(figure.add_axes((0, 0, 1, 1)), sketch, 72 / _UNITS)
        about = {"Software": None, "Description": sketch.text}
        figure.savefig(file, format="png", dpi=_DPI, metadata=about)
    return file.getvalue()


def position_sketch(document: Document, index: int = -1) -> Sketch:
    """The position at the end of a scene, under what was done in it."""
    scene = scenes_of(document)[index]
    drawing = drawing_of(document["game"])
    marks = dict.fromkeys(scene.changed, "now")
    panels = drawing.panels(document, scene.frames[-1], marks)
    by_area = {area: [p for p in panels if p.area == area] for area in (BOARD, SIDE, SEAT)}
    shapes, y = _words(document, scene)
    board_width = _WIDTH - _SIDE - 3 * _GAP if by_area[SIDE] else _WIDTH - 2 * _GAP
    columns = min(_BOARD_COLUMNS, len(by_area[BOARD]))
    board, below_board = _grid(by_area[BOARD], _GAP, y, board_width, columns)
    beside, below_side = _grid(by_area[SIDE], _WIDTH - _GAP - _SIDE, y, _SIDE, 1)
    y = max(below_board, below_side)
    scores = scene.frames[-1]["scores"]
    players, y = _players(by_area[SEAT], scores, y)
    text = " ".join(shape.text for shape in shapes if isinstance(shape, Text))
    page = Rect(0, 0, _WIDTH, y, fill=CARD)
    return Sketch(_WIDTH, y, [page, *shapes, *board, *beside, *players], text)


def _words(document: Document, scene: Scene) -> tuple[list[Shape], float]:
    """What was done, line by line, and the height at which it ends."""
    lines = [f"{scene_title(document, scene)}  ({rules_line(document)})"]
    for frame in scene.frames:
        lines += textwrap.wrap(
            frame["words"], _WORDS_WIDTH, initial_indent="• ", subsequent_indent="  "
        )
    shapes: list[Shape] = [
        Text(
            _GAP, _GAP + _LINE * k, line, 13 if k else 15, is_bold=k == 0, anchor="start"
        )
        for k, line in enumerate(lines)
    ]  # fmt: skip
    return shapes, _GAP + _LINE * len(lines)


def _grid(
    panels: Sequence[Panel], x: float, y: float, width: float, columns: int
) -> tuple[list[Shape], float]:
    """Panels in rows under their headings, and the height at which they end."""
    shapes: list[Shape] = []
    for start in range(0, len(panels), max(columns, 1)):
        row = panels[start : start + columns]
        each = (width - _GAP * (columns - 1)) / columns
        scales = [each / panel.sketch.width for panel in row]
        for k, (panel, scale) in enumerate(zip(row, scales, strict=True)):
            left = x + k * (each + _GAP)
            shapes.append(
                Text(left, y + _HEADING / 2, panel.heading, 15, is_bold=True, anchor="start")
            )
            shapes.append(Group(tuple(panel.sketch.shapes), left, y + _HEADING, scale))
        tallest = max(s * panel.sketch.height for panel, s in zip(row, scales, strict=True))
        y += _HEADING + tallest + _GAP
    return shapes, y


def _players(panels: Sequence[Panel], scores: Sequence[int], y: float) -> tuple[list[Shape], float]:
    """What every player has, side by side."""
    shapes: list[Shape] = []
    each = (_WIDTH - _GAP) / max(len(panels), 1) - _GAP
    bottom = y
    for k, panel in enumerate(panels):
        assert panel.seat is not None
        left = _GAP + k * (each + _GAP)
        scale = min(_MOST_GROWTH, each / panel.sketch.width)
        heading = f"{panel.heading}, {scores[panel.seat]} points"
        shapes += [
            seat_badge(left + 10, y + 10, panel.seat, 9),
            Text(left + 26, y + 10, heading, 13.5, is_bold=True, anchor="start"),
            Group(tuple(panel.sketch.shapes), left, y + _HEADING, scale),
        ]
        bottom = max(bottom, y + _HEADING + scale * panel.sketch.height + _GAP)
    return shapes, bottom
