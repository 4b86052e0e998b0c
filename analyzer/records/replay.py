"""A recorded game as a list of frames: JSON-able moments that any viewer can draw.

The document has `game` (whose drawing shows it), `ruleset`, `overrides`, `players` (names),
`n_turns`, `result`, `frames`, and what the game's drawing needs besides. Each frame holds

- `part`: `setup`, `turns`, `final` (what follows the last turn) or `result`;
- `turn`: index of the turn, counted from 0 and on through the final part; null outside turns;
- `seat`, `action_index`, `n_actions` (of its turn), `action` as recorded, `words`;
- `changed`: what the action touched, as the game's drawing names it;
- `scores`: points by seat; `position`: the judge's snapshot right after the action.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from analyzer.records.endings import ending_sentence
from analyzer.records.names import shown_name
from analyzer.records.referee import Step

FORMAT = "reef-replay/1"

Frame = dict[str, Any]

_OUTSIDE = dict.fromkeys(("turn", "seat", "action_index", "action"))
"""What frames that are no action say."""


def frame_of(
    step: Step[Any], words: str, changed: Sequence[str], scores: Sequence[int], position: object
) -> Frame:
    """The frame of a step; its `n_actions` follows in `document`."""
    return {
        "part": step.part,
        "turn": step.turn,
        "seat": step.seat,
        "action_index": step.action_index,
        "action": step.action,
        "words": words,
        "changed": list(changed),
        "scores": list(scores),
        "position": position,
    }


def document(
    game: str,
    ruleset: str,
    record: dict[str, Any],
    frames: Sequence[Frame],
    passed: str,
    why_ended: Callable[[str], str],
) -> dict[str, Any]:
    """The whole document. passed: words for who did nothing in the final part."""
    names = [shown_name(name) for name in record["players"]]
    result = record["result"]
    made = list(_counted_on(frames, record, passed))
    words = ending_sentence(why_ended(result["ended_by"]), result, names)
    last = {**made[-1], **_OUTSIDE, "changed": [], "part": "result", "words": words, "n_actions": 0}
    return {
        "format": FORMAT,
        "game": game,
        "ruleset": ruleset,
        "overrides": record.get("overrides", {}),
        "players": names,
        "n_turns": len(record["turns"]) + len(record.get("final", [])),
        "result": {key: result[key] for key in ("ended_by", "ender", "scores", "ranks")},
        "frames": [*made, last],
    }


def _counted_on(frames: Sequence[Frame], record: dict[str, Any], passed: str) -> Iterator[Frame]:
    """All frames with `n_actions`, turns counted on, and one for every seat that did nothing."""
    turns = record["turns"]
    last: Frame = {}
    for frame in frames:
        if frame["part"] != "final":
            n_actions = len(turns[frame["turn"]]["actions"]) if frame["part"] == "turns" else 0
            last = {**frame, "n_actions": n_actions}
            yield last
    for index, entry in enumerate(record.get("final", [])):
        nothing = {**last, **_OUTSIDE, "part": "final", "seat": entry["seat"], "action_index": 0}
        own = [frame for frame in frames if (frame["part"], frame["turn"]) == ("final", index)]
        for frame in own or [{**nothing, "words": passed, "changed": []}]:
            n_actions = max(1, len(entry["actions"]))
            last = {**frame, "turn": len(turns) + index, "n_actions": n_actions}
            yield last
