"""The turns of a replay document, each with its frames: what a viewer shows at a time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from analyzer.wording import listed, seat_label

Document = dict[str, Any]
Frame = dict[str, Any]

NOW, BEFORE = "now", "before"
"""A place was changed by the action shown, or earlier in its turn."""


@dataclass(frozen=True, slots=True)
class Scene:
    """The set-up, one turn, or the result, with the frames that belong to it."""

    part: str
    turn: int | None
    seat: int | None
    frames: tuple[Frame, ...]

    @property
    def position(self) -> dict[str, Any]:
        """The position at the end of the scene."""
        position: dict[str, Any] = self.frames[-1]["position"]
        return position

    @property
    def changed(self) -> set[str]:
        """Places that anything in the scene touched."""
        return {cell for frame in self.frames for cell in frame["changed"]}

    def marks(self, index: int) -> dict[str, str]:
        """Places changed by a frame of the scene (NOW) or by those before it (BEFORE)."""
        earlier = {cell: BEFORE for frame in self.frames[:index] for cell in frame["changed"]}
        return earlier | dict.fromkeys(self.frames[index]["changed"], NOW)


def scenes_of(document: Document) -> list[Scene]:
    """All scenes in order: set-up, turns, final round, result."""
    groups: dict[tuple[str, int | None], list[Frame]] = {}
    for frame in document["frames"]:
        groups.setdefault((frame["part"], frame["turn"]), []).append(frame)
    return [
        Scene(part, turn, frames[0]["seat"], tuple(frames))
        for (part, turn), frames in groups.items()
    ]


def scene_title(document: Document, scene: Scene) -> str:
    """A heading such as `turn 12 (last: 18), start player (balanced)`."""
    if scene.part == "setup":
        return "set-up"
    if scene.part == "result":
        return "end of the game"
    assert scene.seat is not None
    who = seat_label(scene.seat, document["players"])
    what = "final round, " if scene.part == "final" else ""
    return f"{what}turn {scene.turn} (last: {document['n_turns'] - 1}), {who}"


def rules_line(document: Document) -> str:
    """The rules and the line-up in one line."""
    overrides = "".join(f", {name} = {value}" for name, value in document["overrides"].items())
    names = " against ".join(document["players"])
    return f"{document['ruleset']} rules{overrides}: {names}"


def result_line(document: Document) -> str:
    """Who won, and the points in order of play: `start player (human) wins, 34 : 21`."""
    result, names = document["result"], document["players"]
    first = [k for k, rank in enumerate(result["ranks"]) if rank == 1]
    who = listed(seat_label(k, names) for k in first)
    wins = "wins" if len(first) == 1 else "share the win"
    return f"{who} {wins}, {' : '.join(map(str, result['scores']))}"
