"""One position of a replay as a picture."""

from __future__ import annotations

import io
import math
import textwrap
import warnings
from typing import Any

from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.patches import Arc, Circle, FancyBboxPatch, Rectangle

from reports.palette import (
    ALGA_FILLS,
    COLOUR_NAMES,
    SEAT_FILLS,
    SEAT_MARKERS,
    TILE_FILLS,
    TILE_HATCHES,
)
from reports.replay.scenes import Document, Scene, rules_line, scene_title, scenes_of
from reports.style import ReportFigure

COLUMNS = "abcdefg"
ROWS = "123456"
_INK, _SOFT, _SAND, _ROCK = "#1d2327", "#59636b", "#e9dfc6", "#a39a8f"
_MARK = "#d01c1c"
_DPI = 110
_WORDS_WIDTH = 150
"""Characters of a line of words across the picture."""


def position_png(document: Document, index: int = -1) -> bytes:
    """The position at the end of a scene (default: of the game) as a PNG file."""
    file = io.BytesIO()
    with warnings.catch_warnings(), rc_context({"hatch.linewidth": 0.5}):
        # A player's name may have letters that the font lacks; a box is drawn instead.
        warnings.filterwarnings("ignore", message="Glyph .* missing from")
        figure = position_figure(document, index)
        figure.savefig(file, format="png", dpi=_DPI, metadata={"Software": None})
    return file.getvalue()


def position_figure(document: Document, index: int = -1) -> ReportFigure:
    """The position at the end of a scene as a figure; its alt text is `figure.alt_text`."""
    scene = scenes_of(document)[index]
    n_rocks = len(document["rocks"])
    n_rows = math.ceil(n_rocks / 2)
    words = _words(document, scene)
    n_players = len(document["players"])
    heights = [0.22 * (len(words) + 1), max(4.9, 3.4 * n_rows), 0.95 * math.ceil(n_players / 2)]
    figure = ReportFigure(
        figsize=(11.6, sum(heights) + 0.3), layout="constrained", facecolor="white"
    )
    bands: Any = figure.subfigures(3, 1, height_ratios=heights)
    top, middle, bottom = bands
    _draw_words(top, words)
    left, right = middle.subfigures(1, 2, width_ratios=[2, 1.05])
    for k, rock in enumerate(document["rocks"]):
        _draw_rock(left.add_subplot(n_rows, 2, k + 1), document, scene, rock)
    ring, sea = right.subplots(2, 1, height_ratios=[3, 1.15])
    _draw_ring(ring, scene.position)
    _draw_open_sea(sea, scene.position)
    for seat in range(n_players):
        axes = bottom.add_subplot(math.ceil(n_players / 2), 2, seat + 1)
        _draw_player(axes, document, scene, seat)
    figure.alt_text = " ".join(words)
    return figure


def _words(document: Document, scene: Scene) -> list[str]:
    lines = [f"{scene_title(document, scene)}  ({rules_line(document)})"]
    for frame in scene.frames:
        lines += textwrap.wrap(
            frame["words"], _WORDS_WIDTH, initial_indent="• ", subsequent_indent="  "
        )
    return lines


def _draw_words(figure: Any, words: list[str]) -> None:
    axes = figure.add_subplot()
    axes.axis("off")
    axes.set(xlim=(0, 1), ylim=(len(words), 0))
    for k, line in enumerate(words):
        _text(axes, 0, k + 0.5, line, ha="left", size=11 if k == 0 else 9.5, bold=k == 0)


def _text(
    axes: Axes,
    x: float,
    y: float,
    text: str,
    ha: str = "center",
    size: float = 10,
    bold: bool = False,
    color: str = _INK,
) -> None:
    # Names are shown as they are: a dollar sign is not the start of a formula.
    axes.text(
        x,
        y,
        text,
        ha=ha,
        va="center",
        fontsize=size,
        fontweight="bold" if bold else "normal",
        color=color,
        parse_math=False,
    )


def _blank(axes: Axes, width: float, height: float) -> None:
    axes.set(xlim=(0, width), ylim=(height, 0), aspect="equal")
    axes.axis("off")


# --- the rocks -----------------------------------------------------------------------------------


def _draw_rock(axes: Axes, document: Document, scene: Scene, rock: str) -> None:
    shape, state = document["rocks"][rock], scene.position["rocks"][rock]
    axes.set(xlim=(-0.55, 7.05), ylim=(6.05, -0.55), aspect="equal")
    axes.axis("off")
    axes.set_title(f"Rock {rock}", loc="left", fontsize=11, fontweight="bold")
    axes.add_patch(Rectangle((0, 0), 7, 6, color=_SAND))
    for k, column in enumerate(COLUMNS):
        _text(axes, k + 0.5, -0.25, column, size=9)
    for k, row in enumerate(ROWS):
        _text(axes, -0.3, k + 0.5, row, size=9)
    for name in shape["cells"]:
        _draw_cell(axes, name, shape, state)
    for cell in scene.changed:
        if cell[0] == rock:
            x, y = _corner(cell[1:])
            axes.add_patch(Rectangle((x, y), 1, 1, fill=False, ec=_MARK, lw=2.2, zorder=5))


def _corner(name: str) -> tuple[int, int]:
    return COLUMNS.index(name[0]), ROWS.index(name[1])


def _draw_cell(axes: Axes, name: str, shape: dict[str, Any], state: dict[str, Any]) -> None:
    x, y = _corner(name)
    colour = state["cells"].get(name)
    axes.add_patch(Rectangle((x + 0.02, y + 0.02), 0.96, 0.96, fc=_ROCK, ec="#857c72"))
    if colour:
        _draw_tile(axes, x + 0.07, y + 0.07, 0.86, colour)
    elif name == shape["growth"]:
        _text(axes, x + 0.5, y + 0.5, "+", size=18, color="white")
    if name in state["protected"]:
        box = Rectangle((x + 0.17, y + 0.17), 0.66, 0.66, fill=False, ec="#111", lw=1.4, ls="--")
        axes.add_patch(box)
    seat = state["shrimps"].get(name)
    if seat is None:
        if colour:
            _letter(axes, x + 0.5, y + 0.5, colour, 12)
        return
    _draw_shrimp(axes, x + (0.62 if colour else 0.5), y + 0.42, seat)
    if colour:
        _letter(axes, x + 0.27, y + 0.72, colour, 9)


def _draw_shrimp(axes: Axes, x: float, y: float, seat: int) -> None:
    marker = SEAT_MARKERS[seat]
    is_triangle = marker == "^"
    axes.plot(
        x,
        y,
        marker,
        color=SEAT_FILLS[seat],
        ms=18 if is_triangle else 15,
        mec="white",
        mew=1.3,
        zorder=4,
    )
    axes.text(
        x,
        y + (0.09 if is_triangle else 0.02),
        str(seat),
        ha="center",
        va="center",
        color="white",
        fontsize=9,
        fontweight="bold",
        zorder=6,
    )


def _draw_tile(axes: Axes, x: float, y: float, size: float, colour: str) -> None:
    axes.add_patch(
        FancyBboxPatch(
            (x + 0.1 * size, y + 0.1 * size),
            0.8 * size,
            0.8 * size,
            boxstyle=f"round,pad={0.1 * size},rounding_size={0.18 * size}",
            fc=TILE_FILLS[colour],
            ec="#222",
            lw=0.8,
            hatch=TILE_HATCHES[colour],
        )
    )


def _letter(axes: Axes, x: float, y: float, letter: str, size: float) -> None:
    box = {"boxstyle": "circle,pad=0.12", "fc": "white", "ec": "none", "alpha": 0.75}
    axes.text(
        x,
        y,
        letter,
        ha="center",
        va="center",
        fontsize=size,
        fontweight="bold",
        color="#111",
        bbox=box,
        zorder=3,
    )


# --- coral tiles and open sea -----------------------------------------------------------------


def _draw_ring(axes: Axes, position: dict[str, Any]) -> None:
    _blank(axes, 10, 10)
    axes.set_title("Coral tiles and values", loc="left", fontsize=11, fontweight="bold")
    tiles = position["coral_tiles"]
    for k, tile in enumerate(tiles):
        angle = 2 * math.pi * k / len(tiles) - math.pi / 2
        _draw_coral_tile(axes, 5 + 4 * math.cos(angle), 5 + 4.25 * math.sin(angle), tile)
    for k, (colour, value) in enumerate(position["values"].items()):
        y = 3.3 + 0.68 * k
        axes.add_patch(Circle((4.2, y), 0.28, fc=TILE_FILLS[colour], ec="#222", lw=0.8))
        _text(axes, 4.2, y, colour, size=8, bold=True)
        _text(axes, 4.9, y, str(value), size=11, bold=True)
        _text(axes, 5.3, y, "▮" * value, ha="left", size=7, color=_SOFT)
    _text(axes, 5, 2.65, "value of a tile", size=8, color=_SOFT)
    _text(axes, 5, 6.85, f"alga space: {position['alga_space'] or 'empty'}", size=8, color=_SOFT)


def _draw_coral_tile(axes: Axes, x: float, y: float, tile: dict[str, Any]) -> None:
    locked = bool(tile["locked"])
    axes.add_patch(
        Rectangle((x - 0.95, y - 0.72), 1.9, 1.44, fc="white", ec=_INK, lw=2.6 if locked else 0.6)
    )
    for dx, dy, colour, r in ((-0.48, -0.22, "stronger", 0.4), (0.42, -0.15, "weaker", 0.27)):
        letter = tile[colour]
        axes.add_patch(Circle((x + dx, y + dy), r, fc=TILE_FILLS[letter], ec="#222", lw=0.8))
        _text(axes, x + dx, y + dy, letter, size=19 * r + 2, bold=True)
    _text(axes, x + 0.02, y - 0.2, "›", size=9, color=_SOFT)
    for dx, alga, size in ((-0.5, "large", 8.0), (0.05, "small", 6.0)):
        box = {"boxstyle": "round,pad=0.15", "fc": ALGA_FILLS[tile[alga]], "ec": "none"}
        axes.text(
            x + dx,
            y + 0.45,
            tile[alga].upper(),
            ha="center",
            va="center",
            fontsize=size,
            color="white",
            fontweight="bold",
            bbox=box,
        )
    if locked:
        axes.add_patch(Rectangle((x + 0.45, y + 0.35), 0.36, 0.26, fc=_INK, ec="none"))
        axes.add_patch(
            Arc((x + 0.63, y + 0.35), 0.22, 0.36, theta1=180, theta2=360, ec=_INK, lw=1.4)
        )


def _draw_open_sea(axes: Axes, position: dict[str, Any]) -> None:
    _blank(axes, 10, 3.6)
    axes.set_title("Open sea", loc="left", fontsize=11, fontweight="bold")
    for k, (colour, space) in enumerate(position["open_sea"].items()):
        x = 2 * k
        axes.add_patch(Rectangle((x + 0.05, 0), 1.9, 3.5, fc="white", ec=_SOFT, lw=0.7))
        cube = "cube" if space["cube"] else "no cube"
        _text(axes, x + 1, 0.45, f"{COLOUR_NAMES[colour]}", size=8, bold=True)
        _text(axes, x + 1, 1.0, cube, size=7, color=_SOFT)
        for i, letter in enumerate(space["tiles"]):
            place = (x + 0.15 + 0.9 * (i % 2), 1.4 + 1.0 * (i // 2))
            _draw_tile(axes, *place, 0.8, letter)
            _letter(axes, place[0] + 0.4, place[1] + 0.4, letter, 7)


# --- the players ---------------------------------------------------------------------------------


def _draw_player(axes: Axes, document: Document, scene: Scene, seat: int) -> None:
    player = scene.position["players"][seat]
    axes.axis("off")
    axes.set(xlim=(0, 20), ylim=(4, 0))
    axes.plot(
        0.35, 0.45, SEAT_MARKERS[seat], color=SEAT_FILLS[seat], ms=9, mec="white", clip_on=False
    )
    name = f"seat {seat}: {document['players'][seat]}, {player['score']} points"
    _text(axes, 0.9, 0.45, name, ha="left", size=10, bold=True)
    lines = (
        f"consumed {_counts(player['consumed'])};  shrimps {player['shrimps_eaten']} eaten,"
        f" {player['shrimps_behind']} behind the screen",
        f"larva cubes {_counts(player['larvae'])};  parrotfish {_counts(player['parrotfish'])}",
        f"tiles {_counts(player['hand'])}",
    )
    for k, line in enumerate(lines):
        _text(axes, 0.9, 1.4 + 0.95 * k, line, ha="left", size=9)


def _counts(letters: str) -> str:
    found = [(c, letters.count(c)) for c in COLOUR_NAMES if c in letters]
    return " ".join(f"{n}{c}" for c, n in found) or "none"
