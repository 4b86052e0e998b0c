"""A recorded game as a list of frames: JSON-able moments that any viewer can draw.

The document has `game` (whose drawing shows it), `ruleset`, `overrides`, `players` (names),
`n_turns`, `result`, and `frames`. Each frame holds

- `part`: `setup`, `turns`, `final` (cards left in hand) or `result`;
- `turn`: index of the turn, counted from 0 and on through the final scoring; null outside turns;
- `seat`, `action_index`, `n_actions` (of its turn), `action` as recorded, `words`;
- `changed`: what the action touched: cells as `0b2` (seat and cell), cards as `card 24`;
- `scores`: points by seat; `position`: the judge's snapshot right after the action.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from analyzer.games.reef.about import ABOUT
from analyzer.games.reef.action_words import action_words, ending_words
from analyzer.games.reef.judge import Action, Position, Step, parse_action, replay
from analyzer.games.reef.judge.actions import Play, Take, TakeDeck
from analyzer.games.reef.rules import PRINTED
from analyzer.records.names import shown_name

FORMAT = "reef-replay/1"

Frame = dict[str, Any]

_OUTSIDE: Frame = {
    "turn": None, "seat": None, "action_index": None, "n_actions": 0, "action": None, "changed": [],
}  # fmt: skip
"""What frames that are no action say."""


def replay_document(record: object) -> dict[str, Any]:
    """The frames of a recorded game; RecordViolation if the judge rejects the record."""
    frames = [_frame(step) for step in replay(record)]
    assert isinstance(record, dict)  # the judge has read it
    names = [shown_name(name) for name in record["players"]]
    frames = list(_counted_on(frames, record))
    words = ending_words(record["result"], names)
    frames.append({**frames[-1], **_OUTSIDE, "part": "result", "words": words})
    return {
        "format": FORMAT,
        "game": ABOUT.name,
        "ruleset": PRINTED,
        "overrides": record.get("overrides", {}),
        "players": names,
        "n_turns": len(record["turns"]) + len(record["final"]),
        "result": {key: record["result"][key] for key in ("ended_by", "ender", "scores", "ranks")},
        "frames": frames,
    }


def _frame(step: Step[Position]) -> Frame:
    position = step.position
    frame: Frame = {
        **_OUTSIDE,
        "part": step.part,
        "words": "Start pieces are placed, and the display is laid out.",
        "scores": position.scores(),
        "position": position.snapshot(),
    }
    if step.action is None:
        return frame
    action = parse_action(step.action)
    return frame | {
        "turn": step.turn,
        "seat": step.seat,
        "action_index": step.action_index,
        "action": step.action,
        "words": action_words(action),
        "changed": _changed(action, step.seat),
    }


def _changed(action: Action, seat: int | None) -> list[str]:
    match action:
        case Take(_, _, fill):
            return [] if fill is None else [f"card {fill}"]
        case TakeDeck(_, onto):
            return [f"card {onto}"]
        case Play(_, placements):
            return list(dict.fromkeys(f"{seat}{cell}" for _, cell in placements))
        case _:
            return []


def _counted_on(frames: list[Frame], record: dict[str, Any]) -> Iterator[Frame]:
    """All frames with `n_actions`, turns counted on, and a frame for every hand that is empty."""
    played = [frame for frame in frames if frame["part"] != "final"]
    for frame in played:
        yield {**frame, "n_actions": int(frame["part"] == "turns")}
    last = played[-1]
    for seat, entry in enumerate(record["final"]):
        turn = {"turn": len(record["turns"]) + seat, "n_actions": max(1, len(entry["actions"]))}
        own = [frame for frame in frames if (frame["part"], frame["seat"]) == ("final", seat)]
        for frame in own or [_empty_hand(last, seat)]:
            last = {**frame, **turn}
            yield last


def _empty_hand(last: Frame, seat: int) -> Frame:
    words = "has no card left in hand"
    return {
        **last, **_OUTSIDE, "part": "final", "seat": seat, "action_index": 0, "words": words,
    }  # fmt: skip
