"""Rule parameters and named rulesets of Reef (2018).

The only place that knows them; docs/rules-reef.md says what each means on the table.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields

from analyzer.errors import UsageError, nearest
from analyzer.rule_parameters import Parameter, by_seat, choice, integer, parse_parameter
from analyzer.wording import counted

RULES_VERSION = 1
"""Counts up with every change of how a game is played; docs/rules-reef.md says what each is."""
COLOURS = "rygp"
COLOUR_NAMES = {"r": "red", "y": "yellow", "g": "green", "p": "purple"}
PLAYER_COUNTS = (2, 3, 4)
MAX_START_POINTS = 50
LEAST_SUPPLY, MOST_SUPPLY = 3, 60
PRINTED = "printed"
"""The ruleset whose values records leave out: a record names no ruleset, only overrides."""


PARAMETERS: dict[str, Parameter] = {
    p.name: p
    for p in (
        Parameter(
            "start_points",
            "points at the start, by seat from the start player",
            f"one number from 0 to {MAX_START_POINTS} a seat",
            by_seat(0, MAX_START_POINTS),
        ),
        Parameter(
            "supply",
            "pieces of each colour, the start pieces included (more than there are players)",
            f"{LEAST_SUPPLY} to {MOST_SUPPLY}",
            integer(LEAST_SUPPLY, MOST_SUPPLY),
        ),
        Parameter(
            "hand_limit",
            "with this many cards in hand nobody may take",
            "2 to 12",
            integer(2, 12),
        ),
        Parameter("display", "cards on display", "1 to 6", integer(1, 6)),
        Parameter(
            "start_placement",
            "start pieces: one on each centre cell, or on outer cells and stacked at will",
            "centre or free",
            choice("centre", "free"),
        ),
        Parameter(
            "orientation",
            "patterns count turned by any quarter turns, or as printed only",
            "any or printed",
            choice("any", "printed"),
        ),
        Parameter(
            "deck_end",
            "when the deck is empty play stops at once, or after the round",
            "at_once or finish_round",
            choice("at_once", "finish_round"),
        ),
        Parameter(
            "final_special",
            "a special card left in hand scores one neighbour, or every one",
            "one or all",
            choice("one", "all"),
        ),
    )
}

PRINTED_START_POINTS = 3
PRINTED_SUPPLY = {2: 18, 3: 24, 4: 28}
_PRINTED: dict[str, object] = {
    "hand_limit": 4,
    "display": 3,
    "start_placement": "centre",
    "orientation": "any",
    "deck_end": "at_once",
    "final_special": "one",
}

RULESETS: dict[str, dict[str, object]] = {
    PRINTED: _PRINTED,
    "free": {**_PRINTED, "start_placement": "free"},
}
"""Named rulesets; supply and start points are those printed for the number of players."""

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
        printed = make_rules(PRINTED, self.n_players)
        return {
            name: list(value) if isinstance(value, tuple) else value
            for name, value in self.values().items()
            if value != getattr(printed, name)
        }


def make_rules(
    ruleset: str, n_players: int, overrides: Mapping[str, object] | None = None
) -> Rules:
    """A named ruleset for a number of players, with parameters overridden."""
    if not isinstance(ruleset, str) or ruleset not in RULESETS:
        raise UsageError(f"unknown ruleset {ruleset!r}{nearest(ruleset, RULESETS)}")
    if isinstance(n_players, bool) or n_players not in PLAYER_COUNTS:
        raise UsageError(f"{n_players!r} players are not possible; allowed: 2, 3 or 4")
    values: dict[str, object] = {
        "start_points": (PRINTED_START_POINTS,) * n_players,
        "supply": PRINTED_SUPPLY[n_players],
        **RULESETS[ruleset],
    }
    for name, value in (overrides or {}).items():
        values[name] = parse_parameter(PARAMETERS, name, value)
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
            f" allowed: {n_players + 1} to {MOST_SUPPLY}"
        )
