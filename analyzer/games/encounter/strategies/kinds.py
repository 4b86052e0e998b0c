"""Kinds of strategy: which policy of the kernel plays, and what its numbers are called."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from kernels.encounter import policy
from kernels.encounter.family.candidates import MAX_CANDIDATES
from kernels.encounter.family.weights import NAMES, WEIGHTS
from kernels.encounter.planner import turn as look_ahead
from kernels.encounter.planner.beam import MAX_TURNS

DEFAULT_WEIGHTS: Mapping[str, float] = {name: default for name, (default, _) in WEIGHTS.items()}
WEIGHT_TEXTS: Mapping[str, str] = {name: text for name, (_, text) in WEIGHTS.items()}


@dataclass(frozen=True, slots=True)
class Parameter:
    """A number that says how a policy thinks: where it stands in the vector, and what it may be."""

    place: int
    default: float
    low: float
    high: float
    text: str
    is_whole: bool = True

    def objection(self, value: float) -> str | None:
        """Why it cannot have a value, None if it can."""
        if self.low <= value <= self.high and (not self.is_whole or value == int(value)):
            return None
        number = "whole number" if self.is_whole else "number"
        return f"is not a {number} from {self.low:g} to {self.high:g}"


@dataclass(frozen=True, slots=True)
class Kind:
    """A policy of the kernel.

    weights: names of the family's weights it reads, which lie at the head of its vector.
    parameters: further numbers by name.
    """

    name: str
    number: int
    weights: tuple[str, ...] = ()
    parameters: Mapping[str, Parameter] = field(default_factory=dict)

    def default_numbers(self) -> dict[str, float]:
        """Every number of the kind by name, with its default."""
        numbers = {name: DEFAULT_WEIGHTS[name] for name in self.weights}
        return numbers | {name: each.default for name, each in self.parameters.items()}

    def place(self, name: str) -> int:
        """Where a number stands in the kernel's vector."""
        return NAMES.index(name) if name in self.weights else self.parameters[name].place

    def objection(self, name: str, value: float) -> str | None:
        """Why a number cannot have a value, None if it can; weights may have any."""
        return self.parameters[name].objection(value) if name in self.parameters else None


_PLANNER_PARAMETERS = {
    "width": Parameter(look_ahead.WIDTH, 16, 1, MAX_CANDIDATES, "plans the beam keeps"),
    "turns": Parameter(
        look_ahead.N_TURNS, 16, 1, MAX_TURNS, "finished turns judged after the replies"
    ),
    "reply_share": Parameter(
        look_ahead.REPLY_SHARE, 0.5, 0, 1, "how much the worth after replies counts", False
    ),
    "rounds": Parameter(look_ahead.ROUNDS, 3, 1, 8, "rounds played on before a turn is judged"),
}
_SEARCH_PARAMETERS = _PLANNER_PARAMETERS | {
    "budget": Parameter(look_ahead.BUDGET, 2400, 1, 1_000_000, "games played on for one decision"),
    "horizon": Parameter(
        look_ahead.HORIZON, 4, 0, 50, "rounds after which such a game is judged, 0: at its end"
    ),
    "prior": Parameter(
        look_ahead.PRIOR, 0, 0, 1_000, "games that the planner's own judgement counts for", False
    ),
    "margin_scale": Parameter(
        look_ahead.MARGIN_SCALE, 0.1, 0, 10, "log odds that a point of margin counts for", False
    ),
    "worth_scale": Parameter(
        look_ahead.WORTH_SCALE, 0.035, 0, 1, "log odds of a win for a point of worth ahead", False
    ),
}

KINDS: Mapping[str, Kind] = {
    kind.name: kind
    for kind in (
        Kind("uniform", policy.UNIFORM),
        Kind("family", policy.FAMILY, NAMES),
        Kind("planner", policy.PLANNER, NAMES, _PLANNER_PARAMETERS),
        Kind("search", policy.SEARCH, NAMES, _SEARCH_PARAMETERS),
    )
}

PYTHON = Kind("python", -1)
"""Strategies in plain Python, which no policy of the kernel plays."""


def nearest(word: str, known: Iterable[str]) -> str:
    """The end of a complaint about an unknown word: what may have been meant, or what there is."""
    known = list(known)
    near = difflib.get_close_matches(word, known, n=1)
    if near:
        return f"; did you mean {near[0]}?"
    return f"; known are {', '.join(known)}" if known else "; there are none"
