"""Recorded games to draw, played by the judge's uniform player (no kernel needed)."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from analyzer.games.encounter.replay import replay_document
from analyzer.games.encounter.rules import make_rules
from analyzer.games.reef import rules as reef_rules
from tests.judge.uniform import play_uniform_game
from tests.reef.judge import uniform as reef_uniform

HUMAN_GAME = Path(__file__).parents[2] / "examples" / "human_game_2015.jsonl"

ANALYSED_GAME = HUMAN_GAME.with_name("human_game_2015-analysed.html")


def human_record() -> dict[str, Any]:
    """The recorded game between two people."""
    record: dict[str, Any] = json.loads(HUMAN_GAME.read_text(encoding="utf-8"))
    return record


@cache
def _uniform_text(ruleset: str, n_players: int, seed: int, limit: int) -> str:
    return json.dumps(play_uniform_game(make_rules(ruleset, n_players), Random(seed), limit))


def uniform_record(
    ruleset: str = "basic", n_players: int = 2, seed: int = 1, limit: int = 2000
) -> dict[str, Any]:
    """A game of uniform players, cut off after `limit` turns."""
    record: dict[str, Any] = json.loads(_uniform_text(ruleset, n_players, seed, limit))
    return record


def reef_record(n_players: int = 2) -> dict[str, Any]:
    """A game of Reef of uniform players."""
    return reef_uniform.play_uniform_game(reef_rules.make_rules("printed", n_players), Random(1))


def human_document() -> dict[str, Any]:
    """The human game as frames."""
    return replay_document(human_record())


def write_records(path: Path, *records: dict[str, Any]) -> Path:
    """The records as a .jsonl file."""
    path.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    return path
