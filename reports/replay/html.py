"""The replay as one self-contained page: no network, no other file."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterable, Mapping
from importlib import resources
from typing import Any

from analyzer.wording import seat_label, unbroken
from reports.games import drawing_of
from reports.palette import SEAT_FILLS
from reports.replay.drawing import Drawing, Panel
from reports.replay.scenes import Document, result_line, rules_line, scenes_of
from reports.replay.sketch import TONES, Tone, fills_svg, seat_badge

_SHOWN = ("part", "turn", "seat", "action_index", "words", "scores")
"""What the page tells of a frame besides its drawing."""


def viewer_page(
    document: Document,
    title: str,
    turn: int | None = None,
    analysis: Mapping[str, Any] | None = None,
) -> str:
    """The viewer of one game as HTML; it opens at the end of `turn`, or at the set-up.

    analysis: the JSON form of `analyzer.analysis.course.Analysis`, to be shown beside the game.
    """
    drawing = drawing_of(document["game"])
    data = {
        "players": [seat_label(k, document["players"]) for k in range(len(document["players"]))],
        "n_turns": document["n_turns"],
        "open_at": turn,
        "analysis": analysis and shown_analysis(analysis),
        "hides_scores": drawing.hides_scores,
        "fills": [SEAT_FILLS[k % len(SEAT_FILLS)] for k in range(len(document["players"]))],
        "badges": [seat_badge(13, 13, k, 10).svg() for k in range(len(document["players"]))],
        **drawn_frames(document, drawing),
    }
    parts = {
        "title": html.escape(_encodable(title)),
        "rules": html.escape(rules_line(document)),
        "result": html.escape(result_line(document)),
        "style": _tones_css((*TONES, *drawing.tones)) + _asset("viewer.css"),
        "fills": fills_svg(drawing.looks.values()),
        "guide": "".join(f"<li>{html.escape(sentence)}</li>" for sentence in drawing.guide),
        "charts_script": _asset("charts.js"),
        "script": _asset("viewer.js"),
        "data": embedded_json(data),
    }
    # One pass, so that nothing filled in can be taken for a placeholder.
    return re.sub(r"\{\{(\w+)\}\}", lambda match: parts[match[1]], _asset("viewer.html"))


def shown_analysis(analysis: Mapping[str, Any]) -> dict[str, Any]:
    """What the page tells of an analysis."""
    keys = ("turn", "shares", "is_marked", "better")
    turns = [
        {**{key: turn[key] for key in keys}, "words": unbroken(turn["words"])}
        for turn in analysis["turns"]
    ]
    return {"result": analysis["result"], "turns": turns}


def drawn_frames(document: Document, drawing: Drawing) -> dict[str, Any]:
    """The frames with their drawings, every element of which is stored once.

    `parts`: elements; `hidden`: indices of those that show what players hide; `panels`: what stays
    the same in all frames; `frames`: in `drawn`, by panel, the indices of its elements, only for
    panels that differ from the frame before.
    """
    numbers: dict[tuple[str, bool], int] = {}
    frames: list[dict[str, Any]] = []
    panels: list[Panel] = []
    sizes: list[tuple[float, float]] = []
    before: list[list[int]] = []
    for scene in scenes_of(document):
        for k, frame in enumerate(scene.frames):
            panels = drawing.panels(document, frame, scene.marks(k))
            sizes = [
                (max(width, panel.sketch.width), max(height, panel.sketch.height))
                for panel, (width, height) in zip(
                    panels, sizes or [(0, 0)] * len(panels), strict=True
                )
            ]
            now = [
                [numbers.setdefault(part, len(numbers)) for part in _elements(panel)]
                for panel in panels
            ]
            changed = {i: ids for i, ids in enumerate(now) if not before or ids != before[i]}
            frames.append({**{key: frame[key] for key in _SHOWN}, "drawn": changed})
            before = now
    return {
        "parts": [text for text, _ in numbers],
        "hidden": [k for (_, is_hidden), k in numbers.items() if is_hidden],
        "panels": [
            {
                "area": panel.area,
                "heading": panel.heading,
                "seat": panel.seat,
                "width": width,
                "height": height,
            }
            for panel, (width, height) in zip(panels, sizes, strict=True)
        ],
        "frames": frames,
    }


def _elements(panel: Panel) -> Iterable[tuple[str, bool]]:
    """The elements of a panel's drawing, and whether each shows what players hide."""
    if panel.sketch.text:
        yield f"<title>{html.escape(panel.sketch.text)}</title>", False
    for shape in panel.sketch.shapes:
        yield shape.svg(), shape.is_hidden


def _tones_css(tones: Iterable[Tone]) -> str:
    """The tones as variables of the page: as the reader's system asks, or as a key has set it."""
    tones = tuple(tones)
    light = "".join(f"--{tone.name}:{tone.light};" for tone in tones)
    dark = "".join(f"--{tone.name}:{tone.dark};" for tone in tones)
    return (
        f":root{{color-scheme:light dark;{light}}}\n"
        "@media (prefers-color-scheme: dark) {"
        f':root:not([data-theme="light"]){{{dark}}}}}\n'
        f':root[data-theme="dark"]{{color-scheme:dark;{dark}}}\n'
        ':root[data-theme="light"]{color-scheme:light;}\n'
    )


def embedded_json(value: object) -> str:
    """JSON that is safe inside a script element: ASCII, and no tag can begin in it."""
    return json.dumps(value, separators=(",", ":")).replace("<", "\\u003c")


def _encodable(text: str) -> str:
    """A text without lone surrogates, which a file name may hold."""
    return text.encode("utf-8", "replace").decode("utf-8")


def _asset(name: str) -> str:
    return resources.files("reports.replay").joinpath(name).read_text("utf-8")
