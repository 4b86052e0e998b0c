"""A recorded game of Reef Encounter as frames.

The document also has `rocks`: for every rock in play its `cells` and its `growth` cell. In a frame
`changed` names the cells whose tile or shrimp the action touched, a growth's in order.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from analyzer.games.encounter.about import ABOUT
from analyzer.games.encounter.action_words import ENDINGS, action_words
from analyzer.games.encounter.judge import Position, Step, parse_action, replay
from analyzer.games.encounter.judge.actions import Grow, Move
from analyzer.games.encounter.judge.components import components
from analyzer.records.replay import Frame, document, frame_of


def replay_document(record: object) -> dict[str, Any]:
    """The frames of a recorded game; RecordViolation if the judge rejects the record."""
    frames = list(_frames_of_steps(replay(record)))
    assert isinstance(record, dict)  # the judge has read it
    passed = "eats nothing in the final round"
    made = document(ABOUT.name, record["ruleset"], record, frames, passed, ENDINGS.__getitem__)
    return {**made, "rocks": {rock: _rock(rock) for rock in sorted(record["setup"]["rocks"])}}


def _rock(name: str) -> dict[str, object]:
    rock = components().rocks[name]
    return {"cells": [cell[1:] for cell in rock.cells], "growth": rock.growth_cell[1:]}


def _frames_of_steps(steps: Iterator[Step[Position]]) -> Iterator[Frame]:
    before: dict[str, Any] = {}
    for step in steps:
        after: dict[str, Any] = step.position.snapshot()
        words = "The table is set; the first open-sea space and all tiles are drawn."
        changed: list[str] = []
        if step.action is not None and step.seat is not None:
            action = parse_action(step.action)
            words = action_words(action, step.seat, before, after)
            ordered = _growth_cells(action) if isinstance(action, Grow) else []
            changed = list(dict.fromkeys([*ordered, *_changed_cells(before, after)]))
        scores = [player["score"] for player in after["players"]]
        yield frame_of(step, words, changed, scores, after)
        before = after


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
