"""Rule parameters and named rulesets of Reef (2018).

The only place that knows them; docs/rules-reef.md says what each means on the table.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from analyzer.errors import UsageError
from analyzer.rule_parameters import (
    Parameter,
    RulesInForce,
    by_seat,
    choice,
    integer,
    values_in_force,
)

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
            by_seat(0, MAX_START_POINTS),
        ),
        Parameter(
            "supply",
            "pieces of each colour, the start pieces included (more than there are players)",
            integer(LEAST_SUPPLY, MOST_SUPPLY),
        ),
        Parameter("hand_limit", "with this many cards in hand nobody may take", integer(2, 12)),
        Parameter("display", "cards on display", integer(1, 6)),
        Parameter(
            "start_placement",
            "start pieces: one on each centre cell, or on outer cells and stacked at will",
            choice("centre", "free"),
        ),
        Parameter(
            "orientation",
            "patterns count turned by any quarter turns, or as printed only",
            choice("any", "printed"),
        ),
        Parameter(
            "deck_end",
            "when the deck is empty play stops at once, or after the round",
            choice("at_once", "finish_round"),
        ),
        Parameter(
            "final_special",
            "a special card left in hand scores one neighbour, or every one",
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
class Rules(RulesInForce):
    """The rules of one game."""

    start_points: tuple[int, ...]
    supply: int
    hand_limit: int
    display: int
    start_placement: str
    orientation: str
    deck_end: str
    final_special: str

    def overrides(self) -> dict[str, object]:
        """The parameters that differ from print, in JSON form, for records."""
        return self.differing(make_rules(PRINTED, self.n_players))


def make_rules(
    ruleset: str, n_players: int, overrides: Mapping[str, object] | None = None
) -> Rules:
    """A named ruleset for a number of players, with parameters overridden."""
    printed = {
        n: {"start_points": (PRINTED_START_POINTS,) * n, "supply": supply}
        for n, supply in PRINTED_SUPPLY.items()
    }
    values = values_in_force(PARAMETERS, RULESETS, printed, ruleset, n_players, overrides or {})
    rules = Rules(n_players=n_players, ruleset=ruleset, **values)  # type: ignore[arg-type]
    if rules.supply <= n_players:
        raise UsageError(
            f"supply = {rules.supply} is not possible with {n_players} players;"
            f" allowed: {n_players + 1} to {MOST_SUPPLY}"
        )
    return rules
