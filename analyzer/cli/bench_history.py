"""Measurements of `reef bench` in a file, a line each, so that versions can be compared."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from analyzer.errors import UsageError
from analyzer.files import check_target, is_sealed, sealed, write_whole, writing

_SAME = ("players", "ruleset", "strategies", "jobs")
"""What two measured speeds must share to be compared."""


def read_history(path: Path) -> list[dict[str, Any]]:
    """The entries of a file, oldest first; UsageError if it is none or cannot be written."""
    check_target(path)
    if not path.exists():
        return []
    entries = []
    for number, line in enumerate(path.read_bytes().splitlines(), start=1):
        try:
            entry = json.loads(line)
        except (ValueError, RecursionError):
            entry = None
        if not isinstance(entry, dict) or not is_sealed(entry):
            raise UsageError(
                f"{path}, line {number} is damaged, or was changed after it was written: its"
                " checksum differs; remove the line"
            )
        entries.append(entry)
    return entries


def add_entry(path: Path, entry: dict[str, Any]) -> None:
    """Writes one more entry behind the others."""
    old = path.read_bytes() if path.exists() else b""
    line = json.dumps(sealed(entry), ensure_ascii=False)
    with writing(path):
        write_whole(path, old + line.encode() + b"\n")


def last_of(game: str, history: list[dict[str, Any]]) -> dict[str, Any] | None:
    """The newest entry of a game."""
    return next((entry for entry in reversed(history) if entry["game"] == game), None)


def ratios(
    entry: dict[str, Any], history: list[dict[str, Any]]
) -> list[tuple[dict[str, Any], dict[str, Any], float]]:
    """Speeds of an entry that the last one of its game has too: both, and the first divided by
    the other, in games per second of processor time."""
    last = last_of(entry["game"], history)
    now, then = _speeds(entry), _speeds(last or {})
    return [
        (speed, then[key], speed["games_per_cpu_s"] / then[key]["games_per_cpu_s"])
        for key, speed in now.items()
        if key in then
    ]


def _speeds(entry: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """What was measured, by what two measurements must share to be compared."""
    found = {}
    for speed in (*entry.get("kinds", ()), *entry.get("speed", ())):
        found[json.dumps([speed[key] for key in _SAME])] = speed
    return found
