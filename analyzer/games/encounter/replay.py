"""A recorded game as a list of frames: JSON-able moments that any viewer can draw.

The document has `game` (whose drawing shows it), `ruleset`, `overrides`, `players` (names),
`rocks` (for every rock in play its `cells` and its `growth` cell), `n_turns`, `result`, and
`frames`. Each frame holds

- `part`: `setup`, `turns`, `final` (the last chance to eat) or `result`;
- `turn`: index of the turn, counted from 0 and on through the final round; null outside turns;
- `seat`, `action_index`, `n_actions` (of its turn), `action` as recorded, `words`;
- `changed`: cells whose tile or shrimp the action touched, a growth's in order of placement;
- `scores`: points by seat; `position`: the judge's snapshot right after the action.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from analyzer.games.encounter.about import ABOUT
from analyzer.games.encounter.action_words import action_words, ending_words
from analyzer.games.encounter.judge import Position, Step, parse_action, replay
from analyzer.games.encounter.judge.actions import Grow, Move
from analyzer.games.encounter.judge.components import components
from analyzer.records.names import shown_name

FORMAT = "reef-replay/1"

Frame = dict[str, Any]


def replay_document(record: object) -> dict[str, Any]:
    """The frames of a recorded game; RecordViolation if the judge rejects the record."""
    steps = list(_frames_of_steps(replay(record)))
    assert isinstance(record, dict)  # the judge has read it
    names = [shown_name(name) for name in record["players"]]
    frames = _with_final_round(steps, record)
    frames.append(_result_frame(frames[-1], ending_words(record["result"], names)))
    return {
        "format": FORMAT,
        "game": ABOUT.name,
        "ruleset": record["ruleset"],
        "overrides": record.get("overrides", {}),
        "players": names,
        "rocks": {rock: _rock(rock) for rock in sorted(record["setup"]["rocks"])},
        "n_turns": len(record["turns"]) + len(record.get("final", [])),
        "result": {key: record["result"][key] for key in ("ended_by", "ender", "scores", "ranks")},
        "frames": frames,
    }


def _rock(name: str) -> dict[str, object]:
    rock = components().rocks[name]
    return {"cells": [cell[1:] for cell in rock.cells], "growth": rock.growth_cell[1:]}


def _frames_of_steps(steps: Iterator[Step[Position]]) -> Iterator[Frame]:
    before: dict[str, Any] = {}
    for step in steps:
        after: dict[str, Any] = step.position.snapshot()
        frame: Frame = {
            "part": step.part,
            "turn": step.turn,
            "seat": step.seat,
            "action_index": step.action_index,
            "action": step.action,
            "words": "The table is set; the first open-sea space and all tiles are drawn.",
            "changed": [],
            "scores": [player["score"] for player in after["players"]],
            "position": after,
        }
        if step.action is not None and step.seat is not None:
            action = parse_action(step.action)
            frame["words"] = action_words(action, step.seat, before, after)
            ordered = _growth_cells(action) if isinstance(action, Grow) else []
            changed = _changed_cells(before, after)
            frame["changed"] = ordered + [cell for cell in changed if cell not in ordered]
        before = after
        yield frame


def _growth_cells(grow: Grow) -> list[str]:
    """The cells of a growth in order of placement, each once."""
    cells = (step.cell for step in grow.steps if not isinstance(step, Move))
    return list(dict.fromkeys(cells))


def _changed_cells(before: dict[str, Any], after: dict[str, Any]) -> list[str]:
    changed = []
    for rock, now in after["rocks"].items():
        was = before["rocks"][rock]
        for cell in components().rocks[rock].cells:
            name = cell[1:]
            if any(was[key].get(name) != now[key].get(name) for key in ("cells", "shrimps")):
                changed.append(cell)
    return changed


def _with_final_round(frames: list[Frame], record: dict[str, Any]) -> list[Frame]:
    """All frames with `n_actions`, turns counted on, and a frame for every chance declined."""
    n_turns = len(record["turns"])
    made = [frame for frame in frames if frame["part"] != "final"]
    eaten = iter([frame for frame in frames if frame["part"] == "final"])
    for index, entry in enumerate(record.get("final", [])):
        frame = next(eaten) if entry["actions"] else _declined(made[-1], entry["seat"])
        made.append({**frame, "turn": n_turns + index})
    for frame in made:
        frame["n_actions"] = 0
        if frame["part"] == "turns":
            frame["n_actions"] = len(record["turns"][frame["turn"]]["actions"])
        elif frame["part"] == "final":
            frame["n_actions"] = 1
    return made


def _declined(last: Frame, seat: int) -> Frame:
    words = "eats nothing in the final round"
    return {**last, "part": "final", "seat": seat, "action_index": 0, "action": None} | {
        "words": words,
        "changed": [],
    }


def _result_frame(last: Frame, words: str) -> Frame:
    nothing: Frame = {
        "turn": None,
        "seat": None,
        "action_index": None,
        "action": None,
        "changed": [],
    }
    return {**last, **nothing, "part": "result", "words": words, "n_actions": 0}
