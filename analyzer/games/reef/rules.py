"""Rule parameters and named rulesets of Reef (2018).

The only place that knows them; docs/rules-reef.md says what each means on the table.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, fields

from analyzer.errors import UsageError
from analyzer.wording import counted

RULES_VERSION = 1
"""Counts up with every change of how a game is played; docs/rules-reef.md says what each is."""
COLOURS = "rygp"
COLOUR_NAMES = {"r": "red", "y": "yellow", "g": "green", "p": "purple"}
PLAYER_COUNTS = (2, 3, 4)
PRINTED = "printed"
"""The ruleset whose values records leave out: a record names no ruleset, only overrides."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """One rule parameter.

    values: the whole numbers or the words it can be; with `by_seat` it is such a number for every
    seat. default: the printed value by number of players.
    """

    name: str
    description: str
    values: range | tuple[str, ...]
    default: Mapping[int, object]
    by_seat: bool = False

    @property
    def allowed(self) -> str:
        """What it can be, in words."""
        if isinstance(self.values, tuple):
            return " or ".join(self.values)
        span = f"{self.values[0]} to {self.values[-1]}"
        return f"one number from {span} a seat" if self.by_seat else span

    def parse(self, value: object) -> object:
        """The value from its text or JSON form; ValueError if it is none of the allowed."""
        if isinstance(self.values, tuple):
            if not isinstance(value, str) or value not in self.values:
                raise ValueError
            return value
        if not self.by_seat:
            return self._number(value)
        each = value.split(",") if isinstance(value, str) else value
        if not isinstance(each, list | tuple):
            raise ValueError
        return tuple(self._number(v) for v in each)

    def _number(self, value: object) -> int:
        if isinstance(value, str) and re.fullmatch("-?[0-9]{1,9}", value):
            value = int(value)
        if not isinstance(value, int) or isinstance(value, bool) or value not in self.values:
            raise ValueError
        return value


def _same(value: object) -> dict[int, object]:
    return dict.fromkeys(PLAYER_COUNTS, value)


PARAMETERS: dict[str, Parameter] = {
    p.name: p
    for p in (
        Parameter(
            "start_points",
            "points at the start, by seat from the start player",
            range(51),
            {n: (3,) * n for n in PLAYER_COUNTS},
            by_seat=True,
        ),
        Parameter(
            "supply",
            "pieces of each colour, the start pieces included (more than there are players)",
            range(3, 61),
            {2: 18, 3: 24, 4: 28},
        ),
        Parameter(
            "hand_limit", "with this many cards in hand nobody may take", range(2, 13), _same(4)
        ),
        Parameter("display", "cards on display", range(1, 7), _same(3)),
        Parameter(
            "start_placement",
            "start pieces: one on each centre cell, or on outer cells and stacked at will",
            ("centre", "free"),
            _same("centre"),
        ),
        Parameter(
            "orientation",
            "patterns count turned by any quarter turns, or as printed only",
            ("any", "printed"),
            _same("any"),
        ),
        Parameter(
            "deck_end",
            "when the deck is empty play stops at once, or after the round",
            ("at_once", "finish_round"),
            _same("at_once"),
        ),
        Parameter(
            "final_special",
            "a special card left in hand scores one neighbour, or every one",
            ("one", "all"),
            _same("one"),
        ),
    )
}

RULESETS: dict[str, dict[str, object]] = {
    PRINTED: {},
    "free": {"start_placement": "free"},
}
"""What the named rulesets change in the defaults."""

RULESET_DESCRIPTIONS = {
    PRINTED: "the printed game",
    "free": "the printed variant for those who know the game: start pieces on outer cells",
}


@dataclass(frozen=True, slots=True)
class Rules:
    """One complete set of rule parameters for a number of players."""

    n_players: int
    ruleset: str
    start_points: tuple[int, ...]
    supply: int
    hand_limit: int
    display: int
    start_placement: str
    orientation: str
    deck_end: str
    final_special: str

    def values(self) -> dict[str, object]:
        """All parameters by name, as they hold."""
        return {name: getattr(self, name) for name in PARAMETERS}

    def overrides(self) -> dict[str, object]:
        """The parameters that differ from print, in JSON form, for records."""
        return {
            name: list(value) if isinstance(value, tuple) else value
            for name, value in self.values().items()
            if value != PARAMETERS[name].default[self.n_players]
        }


def parse_parameter(name: str, value: object) -> object:
    """The value of a parameter from its text or JSON form; UsageError if it has no such value."""
    parameter = PARAMETERS.get(name)
    if parameter is None:
        raise UsageError(f"unknown rule parameter {name!r}; known are {', '.join(PARAMETERS)}")
    try:
        return parameter.parse(value)
    except ValueError:
        raise UsageError(
            f"{name} = {value!r} is not possible; allowed: {parameter.allowed}"
        ) from None


def make_rules(
    ruleset: str, n_players: int, overrides: Mapping[str, object] | None = None
) -> Rules:
    """A named ruleset for a number of players, with parameters overridden."""
    if not isinstance(ruleset, str) or ruleset not in RULESETS:
        raise UsageError(f"unknown ruleset {ruleset!r}; known are {', '.join(RULESETS)}")
    if isinstance(n_players, bool) or n_players not in PLAYER_COUNTS:
        raise UsageError(f"{n_players!r} players are not possible; allowed: 2, 3 or 4")
    values = {name: parameter.default[n_players] for name, parameter in PARAMETERS.items()}
    values |= RULESETS[ruleset]
    for name, value in (overrides or {}).items():
        values[name] = parse_parameter(name, value)
    _check_for_players(values, n_players)
    assert {f.name for f in fields(Rules)} == {"n_players", "ruleset", *values}
    return Rules(n_players=n_players, ruleset=ruleset, **values)  # type: ignore[arg-type]


def _check_for_players(values: Mapping[str, object], n_players: int) -> None:
    points, supply = values["start_points"], values["supply"]
    assert isinstance(points, tuple)
    assert isinstance(supply, int)
    if len(points) != n_players:
        raise UsageError(
            f"start_points names {counted(len(points), 'seat')}, but there are {n_players} players"
        )
    if supply <= n_players:
        raise UsageError(
            f"supply = {supply} is not possible with {n_players} players;"
            f" allowed: {n_players + 1} to {PARAMETERS['supply'].values[-1]}"
        )
