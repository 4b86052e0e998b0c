"""Shapes of a drawing, in pixels, that become SVG; `reports.replay.raster` makes pictures of them.

A game draws its positions once, with these; pages, notebooks and picture files share the result.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from html import escape

from reports.palette import SEAT_FILLS


@dataclass(frozen=True, slots=True)
class Look:
    """What one kind of thing looks like: a colour, and a hatch for readers who see no colours.

    hatch: a sign of matplotlib, one of the keys of `_HATCHES`.
    """

    name: str
    fill: str
    hatch: str = ""


@dataclass(frozen=True, slots=True)
class Tone:
    """A colour that differs between light and dark pages."""

    name: str
    light: str
    dark: str


INK = Tone("ink", "#1d2327", "#e8ecee")
SOFT = Tone("soft", "#59636b", "#a4b0b8")
LINE = Tone("line", "#cfd4d6", "#38434a")
PAGE = Tone("page", "#fbfaf7", "#14191d")
CARD = Tone("card", "#ffffff", "#1c2328")
MARK = Tone("mark", "#d01c1c", "#ff6b6b")
ACCENT = Tone("accent", "#0072b2", "#56b4e9")
TONES = (INK, SOFT, LINE, PAGE, CARD, MARK, ACCENT)

Fill = str | Look | Tone

TEXT_PLACE = 'text-anchor="middle" dominant-baseline="central"'
"""What the element around a drawing says for all its texts."""
_MARKS = 'stroke="#000" stroke-opacity=".28" stroke-width="1.6" fill="none"'
_HATCHES = {
    "": "",
    "--": f'<path d="M0 4H8" {_MARKS}/>',
    "//": f'<path d="M-2 2L2 -2M0 8L8 0M6 10L10 6" {_MARKS}/>',
    "..": '<g fill="#000" fill-opacity=".3"><circle cx="2" cy="2" r="1.5"/>'
    '<circle cx="6" cy="6" r="1.5"/></g>',
    "xx": f'<path d="M0 0L8 8M8 0L0 8" {_MARKS}/>',
}


def fills_svg(looks: Iterable[Look]) -> str:
    """The definitions that drawings with these looks refer to; a page needs them once."""
    made = (
        f'<pattern id="look-{look.name}" width="8" height="8" patternUnits="userSpaceOnUse">'
        f'<rect width="8" height="8" fill="{look.fill}"/>{_HATCHES[look.hatch]}</pattern>'
        for look in looks
    )
    return f"<defs>{''.join(made)}</defs>"


def _colour(fill: Fill) -> str:
    if isinstance(fill, Look):
        return f"url(#look-{fill.name})"
    return f"var(--{fill.name},{fill.light})" if isinstance(fill, Tone) else fill


def _attributes(**values: object) -> str:
    """Attributes of an element; numbers without needless digits, empty values left out."""
    shown = (
        (name.replace("_", "-"), f"{value:.6g}" if isinstance(value, float) else str(value))
        for name, value in values.items()
        if value not in ("", None)
    )
    return "".join(f' {name}="{escape(text, quote=True)}"' for name, text in shown)


@dataclass(frozen=True, kw_only=True)
class Shape:
    """A shape: its fill, its outline (`line` wide, perhaps dashed) and a name for tests and styles.

    is_hidden: shows what the other players cannot see.
    """

    fill: Fill = "none"
    stroke: Fill = "none"
    line: float = 1.0
    dash: tuple[float, ...] = ()
    name: str = ""
    is_hidden: bool = False

    def svg(self) -> str:
        """The shape as an element."""
        raise NotImplementedError

    def _style(self) -> str:
        style = {"class": self.name, "fill": _colour(self.fill)}
        if self.stroke != "none":
            dash = " ".join(f"{length:g}" for length in self.dash)
            style |= {"stroke": _colour(self.stroke), "stroke-width": f"{self.line:g}"}
            style |= {"stroke-dasharray": dash}
        return _attributes(**style)


@dataclass(frozen=True)
class Rect(Shape):
    """A rectangle from its upper left corner, its corners rounded by `r`."""

    x: float
    y: float
    width: float
    height: float
    r: float = 0

    def svg(self) -> str:
        """The rectangle as an element."""
        box = _attributes(x=self.x, y=self.y, width=self.width, height=self.height, rx=self.r)
        return f"<rect{box}{self._style()}/>"


@dataclass(frozen=True)
class Circle(Shape):
    """A circle around a point."""

    x: float
    y: float
    r: float

    def svg(self) -> str:
        """The circle as an element."""
        return f"<circle{_attributes(cx=self.x, cy=self.y, r=self.r)}{self._style()}/>"


@dataclass(frozen=True)
class Polygon(Shape):
    """Straight lines from point to point, closed unless `is_open`."""

    points: tuple[tuple[float, float], ...]
    is_open: bool = False

    def svg(self) -> str:
        """The lines as an element."""
        points = " ".join(f"{x:.6g},{y:.6g}" for x, y in self.points)
        tag = "polyline" if self.is_open else "polygon"
        return f'<{tag} points="{points}"{self._style()}/>'


@dataclass(frozen=True)
class Text(Shape):
    """A line of text around a point, `size` pixels high; `anchor` as in SVG; `halo`: its width."""

    x: float
    y: float
    text: str
    size: float
    fill: Fill = field(default=INK, kw_only=True)
    is_bold: bool = field(default=False, kw_only=True)
    anchor: str = field(default="middle", kw_only=True)
    halo: float = field(default=0.0, kw_only=True)

    def svg(self) -> str:
        """The text as an element."""
        anchor = "" if self.anchor == "middle" else self.anchor
        place = _attributes(x=self.x, y=self.y, font_size=self.size, text_anchor=anchor)
        more = _attributes(font_weight="700" if self.is_bold else "")
        if self.halo:
            more += _attributes(stroke="#fff", stroke_width=self.halo, stroke_opacity=0.75)
            more += _attributes(paint_order="stroke")
        return f"<text{place}{more}{self._style()}>{escape(self.text)}</text>"


@dataclass(frozen=True)
class Group(Shape):
    """Shapes moved and scaled together; `title` is what a reader hears or sees on pointing."""

    shapes: tuple[Shape, ...]
    x: float = 0
    y: float = 0
    scale: float = 1
    title: str = ""

    def svg(self) -> str:
        """The group as an element."""
        move = f"translate({self.x:.6g} {self.y:.6g})" if self.x or self.y else ""
        size = f"scale({self.scale:.6g})" if self.scale != 1 else ""
        place = _attributes(transform=" ".join(filter(None, (move, size))), **{"class": self.name})
        title = f"<title>{escape(self.title)}</title>" if self.title else ""
        return f"<g{place}>{title}{''.join(shape.svg() for shape in self.shapes)}</g>"


@dataclass(frozen=True, slots=True)
class Sketch:
    """A drawing of some width and height; `text` says what it shows."""

    width: float
    height: float
    shapes: Sequence[Shape]
    text: str = ""

    def svg(self, looks: Iterable[Look] = ()) -> str:
        """The drawing as a document that stands alone."""
        inner = "".join(shape.svg() for shape in self.shapes)
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.width:g} {self.height:g}"'
            f' width="{self.width:g}" height="{self.height:g}" role="img"'
            f' font-family="system-ui, sans-serif" {TEXT_PLACE}{_attributes(aria_label=self.text)}>'
            f"{fills_svg(looks)}{inner}</svg>\n"
        )


def seat_badge(x: float, y: float, seat: int, r: float) -> Group:
    """The place of a seat in the order of play, from 1, on its own shape and in its own colour."""
    triangle = ((x, y - 1.15 * r), (x + 1.15 * r, y + 0.85 * r), (x - 1.15 * r, y + 0.85 * r))
    diamond = ((x, y - 1.2 * r), (x + 1.2 * r, y), (x, y + 1.2 * r), (x - 1.2 * r, y))
    shapes: tuple[Shape, ...] = (
        Circle(x, y, r),
        Rect(x - 0.9 * r, y - 0.9 * r, 1.8 * r, 1.8 * r, 2),
        Polygon(triangle),
        Polygon(diamond),
    )
    shape = replace(
        shapes[seat % len(shapes)],
        fill=SEAT_FILLS[seat % len(SEAT_FILLS)],
        stroke="#ffffff",
        line=2.0,
    )
    down = 0.2 * r if seat % len(shapes) == 2 else 0.0
    return Group((shape, Text(x, y + down, str(seat + 1), 1.25 * r, fill="#ffffff", is_bold=True)))
