"""The strategies of a game: those that ship with it, and files and bots of users."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class LineUp:
    """Who can play a game.

    folder: with one TOML file for each strategy that ships with it, and `measured.json`.
    names: of those. get: the strategy of a spec; canonical: the spec in the form that identifies a
    strategy; with_numbers: the spec with further numbers set. All give UsageError for what is none.
    kinds: kinds of strategy by name. texts, defaults: of the weights that tuning can move.
    numeraire: the weight that gives the others their unit. untuned: weights that are not tuned
    unless asked for.
    """

    folder: Path
    names: Callable[[], tuple[str, ...]]
    get: Callable[[str], Any]
    canonical: Callable[[str], str]
    with_numbers: Callable[[str, Mapping[str, float]], str]
    kinds: Mapping[str, Any]
    texts: Mapping[str, str]
    defaults: Mapping[str, float]
    numeraire: str
    untuned: tuple[str, ...]

    @cached_property
    def measured(self) -> dict[str, Any]:
        """Ratings, duels and profiles as `reef strategies --measure` wrote them."""
        path = self.folder / "measured.json"
        told: dict[str, Any] = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
        return told
