"""The one style of all figures: light and dark, the same on screen, in print and in a notebook.

A figure is a `ReportFigure`: a matplotlib Figure that also knows its finding (the sentence over
it), its note (what was counted and which intervals are drawn) and its alt text.
"""

from __future__ import annotations

import io
import re
import textwrap
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from html import escape
from typing import Any

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from analyzer.wording import unbroken

_PNG_DPI = 160
_TITLE_LINE, _NOTE_LINE = 0.19, 0.14
"""Heights of a line of the title and of the note in inches; a figure has room for two of each."""
_FONTS = "DejaVu Sans, Verdana, sans-serif"


@dataclass(frozen=True, slots=True)
class Layout:
    """How much room a figure has.

    width: in inches. title, note, label: characters of a line of the title, of the note and of a
    label beside the axes. columns: panels beside each other; legend: entries beside each other.
    """

    width: float
    title: int
    note: int
    label: int
    columns: int
    legend: int


WIDE = Layout(6.6, title=72, note=98, label=34, columns=2, legend=4)
PHONE = Layout(3.7, title=38, note=52, label=16, columns=1, legend=2)
_layout: ContextVar[Layout] = ContextVar("layout", default=WIDE)


def layout() -> Layout:
    """The room that figures have now."""
    return _layout.get()


@contextmanager
def drawn_for(room: Layout) -> Iterator[None]:
    """Within this context figures are drawn for that room."""
    before = _layout.set(room)
    try:
        yield
    finally:
        _layout.reset(before)


@dataclass(frozen=True, slots=True)
class Theme:
    """The colours that differ between light and dark.

    They are unlike any data colour, so that a page can put its own variables in their place.
    """

    name: str
    ink: str
    soft: str
    grid: str
    page: str


LIGHT = Theme("light", ink="#1d2328", soft="#5a646d", grid="#d9dde1", page="#fffffe")
DARK = Theme("dark", ink="#e8ecef", soft="#a5b1ba", grid="#39444c", page="#151a1f")
INLINE_TONES = ("ink", "soft", "grid", "page")
"""Parts of a theme that are variables of the page in figures drawn for it."""
THEMES = {theme.name: theme for theme in (LIGHT, DARK)}


class ReportFigure(Figure):
    """A figure with its finding, its note and its alt text."""

    finding: str = ""
    note: str = ""
    alt_text: str = ""

    def _repr_svg_(self) -> str:
        """How a notebook shows it, whatever its plotting back end."""
        return svg_text(self)


@contextmanager
def themed(theme: str) -> Iterator[Theme]:
    """Within this context everything drawn has the house style in the theme `light` or `dark`."""
    if theme not in THEMES:
        raise ValueError(f"unknown theme {theme!r}; known are {', '.join(THEMES)}")
    colours = THEMES[theme]
    with mpl.rc_context(_settings(colours)):
        yield colours


def _settings(theme: Theme) -> Any:
    return {
        "font.family": "sans-serif",
        "font.sans-serif": ["DejaVu Sans", "Verdana", "sans-serif"],
        "font.size": 9.5,
        "figure.constrained_layout.w_pad": 0.07,
        "figure.facecolor": theme.page,
        "savefig.facecolor": theme.page,
        "axes.facecolor": "none",
        "axes.edgecolor": theme.soft,
        "axes.labelcolor": theme.ink,
        "axes.labelsize": 9.5,
        "axes.titlesize": 9.5,
        "axes.titlelocation": "left",
        "axes.titlecolor": theme.ink,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.axisbelow": True,
        "grid.color": theme.grid,
        "grid.linewidth": 0.7,
        "hatch.color": theme.ink,
        "hatch.linewidth": 0.5,
        "legend.frameon": False,
        "legend.fontsize": 9,
        "lines.linewidth": 1.6,
        "lines.markersize": 6,
        "text.color": theme.ink,
        "text.parse_math": False,
        "xtick.color": theme.soft,
        "xtick.labelcolor": theme.ink,
        "ytick.color": theme.soft,
        "ytick.labelcolor": theme.ink,
        "svg.fonttype": "none",
        "svg.hashsalt": "report",
    }


def new_figure(height: float) -> ReportFigure:
    """An empty figure as wide as there is room; `height` in inches without title and note."""
    return ReportFigure(figsize=(layout().width, height + 1.0), layout="constrained")


def finish(figure: ReportFigure, theme: Theme, finding: str, note: str, alt_text: str) -> None:
    """Writes the finding, if any, over the figure and the note under it, and keeps the texts."""
    figure.finding, figure.note, figure.alt_text = finding, note, alt_text
    room = layout()
    title = textwrap.fill(unbroken(finding), room.title)
    below = textwrap.fill(unbroken(note), room.note)
    more = max(title.count("\n") - 1, 0) * _TITLE_LINE + max(below.count("\n") - 1, 0) * _NOTE_LINE
    figure.set_figheight(figure.get_figheight() + more)
    if finding:
        figure.suptitle(title, x=0.01, ha="left", fontsize=11, fontweight="bold", color=theme.ink)
    figure.supxlabel(below, x=0.01, ha="left", fontsize=8, color=theme.soft)


def grid_lines(axes: Axes, axis: str) -> None:
    """Quiet lines across one axis, `x` or `y`."""
    axes.grid(True, axis=axis)  # type: ignore[arg-type]
    axes.tick_params(length=0)


def legend_above(axes: Axes, most: int = 4) -> None:
    """A legend over the axes, at most so many entries beside each other."""
    columns = min(most, layout().legend)
    axes.legend(loc="lower left", bbox_to_anchor=(0, 1), ncols=columns, borderaxespad=0.2)


# --- files -----------------------------------------------------------------------------------


def svg_text(figure: ReportFigure) -> str:
    """The figure as an SVG document with its alt text; the same figure gives the same text."""
    _settle(figure)
    file = io.StringIO()
    with mpl.rc_context({"svg.fonttype": "none", "svg.hashsalt": "report"}):
        figure.savefig(file, format="svg", metadata={"Date": None, "Creator": None})
    return _with_alt_text(file.getvalue(), figure.alt_text)


def png_bytes(figure: ReportFigure) -> bytes:
    """The figure as a PNG file that carries its alt text."""
    _settle(figure)
    file = io.BytesIO()
    about = {"Software": None, "Title": figure.finding, "Description": figure.alt_text}
    figure.savefig(file, format="png", dpi=_PNG_DPI, metadata=about)
    return file.getvalue()


def inline_svg(figure: ReportFigure, name: str) -> str:
    """The figure as an element of a page, without the title and the note, which the page writes.

    Ink, page and grid become variables of the page (`--ink`, `--soft`, `--grid`, `--page`), so
    that one drawing serves light and dark; ids begin with `name`, so that figures do not clash.
    The figure must be drawn in the theme `light`.
    """
    with _bare(figure) as (top, bottom):
        text = svg_text(figure)
    text = text[text.index("<svg") :]
    width, height = (72 * size for size in figure.get_size_inches())
    shown = f"0 {top:.1f} {width:.1f} {height - top - bottom:.1f}"
    text = re.sub(r'viewBox="[^"]*"', f'viewBox="{shown}"', text, count=1)
    text = re.sub(r"<metadata>.*?</metadata>\s*", "", text, flags=re.DOTALL)
    for part in INLINE_TONES:
        text = text.replace(getattr(LIGHT, part), f"var(--{part})")
    text = re.sub(r'(<svg [^>]*?) width="[^"]*"', r"\1", text, count=1)
    text = re.sub(r'(<svg [^>]*?) height="[^"]*"', r"\1", text, count=1)
    return _shorter(_with_own_ids(text, name))


def _shorter(svg: str) -> str:
    """The same drawing in fewer characters: fonts once, one decimal, no empty groups."""
    svg = re.sub(r"<!--.*?-->", "", svg, flags=re.DOTALL)
    svg = re.sub(r"font-family: [^;\"]*;? ?", "", svg)
    svg = svg.replace("<svg ", f'<svg font-family="{_FONTS}" ', 1)
    svg = re.sub(r'( (?:d|x|y|transform)=")([^"]*)', _rounded, svg)
    svg = re.sub(r">\s+<", "><", svg)
    svg = re.sub(r"<g/>|<g></g>", "", svg)
    kept: list[str] = []
    is_bare: list[bool] = []
    for part in re.split(r"(<g(?: [^>]*)?>|</g>)", svg):
        if part == "</g>":
            part = "" if is_bare.pop() else part
        elif part.startswith("<g") and not part.endswith("/>"):
            is_bare.append(part == "<g>")
            part = "" if is_bare[-1] else part
        kept.append(part)
    return "".join(kept)


def _rounded(attribute: re.Match[str]) -> str:
    places = re.sub(r"-?\d+\.\d{2,}", lambda m: f"{round(float(m[0]), 1):g}", attribute[2])
    return attribute[1] + re.sub(r"\s+", " ", places).strip()


@contextmanager
def _bare(figure: ReportFigure) -> Iterator[tuple[float, float]]:
    """Within this context the figure has neither title nor note.

    Gives the heights that they take at the top and at the bottom, in points.
    """
    _settle(figure)
    scale = 72 / figure.dpi
    cut = {"title": 0.0, "note": 0.0}
    written = {figure.get_suptitle(): "title", figure.get_supxlabel(): "note"}
    texts = [text for text in figure.texts if text.get_text() in written]
    for text in texts:
        box = text.get_window_extent()
        is_title = written[text.get_text()] == "title"
        height = figure.bbox.height - box.y0 if is_title else box.y1
        cut[written[text.get_text()]] = max(0.0, height * scale)
        text.set_visible(False)
    try:
        yield cut["title"], cut["note"]
    finally:
        for text in texts:
            text.set_visible(True)


def _settle(figure: ReportFigure) -> None:
    """Places everything once and for all: the costly part of drawing, needed once a figure."""
    if figure.get_layout_engine() is not None:
        figure.draw_without_rendering()
        figure.set_layout_engine("none")


def _with_alt_text(svg: str, alt_text: str) -> str:
    label = escape(alt_text, quote=True)
    return re.sub(r"<svg ", f'<svg role="img" aria-label="{label}" ', svg, count=1)


def _with_own_ids(svg: str, name: str) -> str:
    """Ids that something refers to get a prefix, all others go."""
    used = set(re.findall(r'(?:url\(#|href="#)([^")]+)', svg))

    def renamed(match: re.Match[str]) -> str:
        return f' id="{name}-{match[1]}"' if match[1] in used else ""

    svg = re.sub(r' id="([^"]+)"', renamed, svg)
    return re.sub(r'(url\(#|href="#)', rf"\g<1>{name}-", svg)
