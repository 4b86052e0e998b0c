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
    head, words, position = _parts(document, scene, width, colour, hidden)
    return "\n".join([*head, *words, "", *position])


def fitted_scene(
    document: Document, scene: Scene, size: tuple[int, int], colour: bool, hidden: bool
) -> str:
    """One turn with signs and keys, on a screen of so many columns and lines if that can be.

    Of a long turn the blank lines are left out first, then the signs, then the last actions; of a
    large table what does not fit in the end.
    """
    width, height = size
    head, words, position = _parts(document, scene, width, colour, hidden)
    signs = textwrap.wrap(signs_of(document), width)
    if len([*head, *words, *position, *signs]) + 3 > height:
        position = [line for line in position if line]
        over = len([*head, *words, *position, *signs]) + 1 - height
        signs, over = ([], over - len(signs)) if over > 0 else (signs, over)
        if over > 0:
            words = [*words[: max(len(words) - over - 1, 0)], "    …"]
        room = height - len([*head, *words, *signs]) - 1
        if len(position) > room:
            position = [*position[: max(room - 1, 0)], "    … (a taller window shows the rest)"]
        return "\n".join([*head, *words, *position, *signs, KEYS])
    return "\n".join([*head, *words, "", *position, "", *signs, KEYS])


def _parts(
    document: Document, scene: Scene, width: int, colour: bool, hidden: bool
) -> tuple[list[str], list[str], list[str]]:
    """The heading, what was done, and the position afterwards, each as lines."""
    paint = coloured if colour else plain
    head = [paint(scene_title(document, scene), "1")]
    if scene.part == "setup":
        head.append(rules_line(document))
    words = [
        line
        for frame in scene.frames
        for line in textwrap.wrap(
            frame["words"], max(width, 40), initial_indent="  - ", subsequent_indent="    "
        )
    ]
    drawing = drawing_of(document["game"])
    return head, words, drawing.position_text(document, scene, width, paint, hidden)
