"""One cell of an experiment: everything a game depends on but the seed and its index."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Cell:
    """Settings under which games are played. Frozen, hashable, and JSON both ways.

    strategies: one spec a seat (`NAME`, `NAME:budget=200`, a file). With `rotate` every deal
    is played once in each rotation of the line-up over the seats: game g is rotation g % players
    of deal g // players. `setup` fixes choices of the set-up that are otherwise left to chance.
    """

    game: str
    players: int
    ruleset: str
    strategies: tuple[str, ...]
    overrides: tuple[tuple[str, object], ...] = ()
    setup: tuple[tuple[str, str], ...] = field(default=())
    rotate: bool = False

    def as_json(self) -> dict[str, object]:
        """The settings as a JSON object."""
        values = asdict(self)
        values["strategies"] = list(self.strategies)
        values["overrides"] = {k: _plain(v) for k, v in self.overrides}
        values["setup"] = dict(self.setup)
        return values

    @staticmethod
    def from_json(values: dict[str, Any]) -> Cell:
        """The cell that `as_json` described."""
        return Cell(
            game=values["game"],
            players=values["players"],
            ruleset=values["ruleset"],
            strategies=tuple(values["strategies"]),
            overrides=tuple((k, _frozen(v)) for k, v in values["overrides"].items()),
            setup=tuple(values["setup"].items()),
            rotate=values["rotate"],
        )

    def digest(self) -> str:
        """A short hash of the settings, the same in every process and version of Python."""
        text = json.dumps(self.as_json(), sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:12]


def _plain(value: object) -> object:
    return list(value) if isinstance(value, tuple) else value


def _frozen(value: object) -> object:
    return tuple(value) if isinstance(value, list) else value
