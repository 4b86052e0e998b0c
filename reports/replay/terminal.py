"""A replay in the terminal: one turn at a time, in colour where wanted, plain text otherwise."""

from __future__ import annotations

import textwrap

from reports.games import drawing_of
from reports.replay.scenes import Document, Scene, rules_line, scene_title

KEYS = "next: space n right  back: p left  first/last: g G  hidden: h  quit: q"
DEFAULT_WIDTH = 100


def coloured(text: str, codes: str) -> str:
    """Text in colour."""
    return f"\x1b[{codes}m{text}\x1b[0m"


def plain(text: str, codes: str) -> str:  # noqa: ARG001 - the same call as `coloured`
    """Text as it is."""
    return text


def signs_of(document: Document) -> str:
    """What the signs of the drawing mean, in one line."""
    return drawing_of(document["game"]).signs


def draw_scene(
    document: Document,
    scene: Scene,
    width: int = DEFAULT_WIDTH,
    colour: bool = False,
    hidden: bool = True,
) -> str:
    """One turn as text: what was done, and the position afterwards.

    `width` is in characters; `hidden` shows what players hide from each other.
    """
    paint = coloured if colour else plain
    drawing = drawing_of(document["game"])
    lines = [paint(scene_title(document, scene), "1")]
    if scene.part == "setup":
        lines.append(rules_line(document))
    for frame in scene.frames:
        lines += textwrap.wrap(
            frame["words"], max(width, 40), initial_indent="  - ", subsequent_indent="    "
        )
    return "\n".join([*lines, "", *drawing.position_text(document, scene, width, paint, hidden)])


def fitted(text: str, height: int) -> str:
    """A text in so many lines, if that can be done without losing anything but blank lines."""
    lines = text.splitlines()
    return text if len(lines) <= height else "\n".join(line for line in lines if line)
