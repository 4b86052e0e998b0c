"""The replay as one self-contained page: no network, no other file."""

from __future__ import annotations

import html
import json
import re
from importlib import resources
from typing import Any

from reports.palette import viewer_palette
from reports.replay.scenes import Document, rules_line


def viewer_page(document: Document, title: str, turn: int | None = None) -> str:
    """The viewer of one game as HTML; it opens at the end of `turn`, or at the set-up."""
    data = {
        **document,
        "frames": compact_frames(document),
        "open_at": turn,
        "palette": viewer_palette(),
    }
    parts = {
        "title": html.escape(_encodable(title)),
        "rules": html.escape(rules_line(document)),
        "ending": html.escape(document["frames"][-1]["words"]),
        "style": _asset("viewer.css"),
        "script": _asset("viewer.js"),
        "data": embedded_json(data),
    }
    # One pass, so that nothing filled in can be taken for a placeholder.
    return re.sub(r"\{\{(\w+)\}\}", lambda match: parts[match[1]], _asset("viewer.html"))


def compact_frames(document: Document) -> list[dict[str, Any]]:
    """The frames with only those parts of the position that differ from the frame before."""
    compact = []
    before: dict[str, Any] = {}
    for frame in document["frames"]:
        now = _parts(frame["position"])
        changes = {key: value for key, value in now.items() if before.get(key) != value}
        compact.append({**frame, "position": changes})
        before = now
    return compact


def _parts(position: dict[str, Any]) -> dict[str, Any]:
    """A position taken apart into pieces that seldom change together."""
    parts = {key: value for key, value in position.items() if key not in ("rocks", "players")}
    for rock, state in position["rocks"].items():
        parts[f"rock {rock}"] = state
    for seat, player in enumerate(position["players"]):
        parts[f"player {seat}"] = player
    return parts


def embedded_json(value: object) -> str:
    """JSON that is safe inside a script element: ASCII, and no tag can begin in it."""
    text = json.dumps(value, separators=(",", ":"))
    for sign in "<>&":
        text = text.replace(sign, f"\\u{ord(sign):04x}")
    return text


def _encodable(text: str) -> str:
    """A text without lone surrogates, which a file name may hold."""
    return text.encode("utf-8", "replace").decode("utf-8")


def _asset(name: str) -> str:
    return resources.files("reports.replay").joinpath(name).read_text("utf-8")
