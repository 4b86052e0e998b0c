"""Rule parameters and named rulesets of Reef Encounter.

The only place that knows the rulesets. The kernel reads them as a vector (`settings`), the judge
reads the fields. Every difference between rulesets is one parameter, and a user may override any.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from analyzer.rule_parameters import (
    Parameter,
    RulesInForce,
    boolean,
    by_seat,
    choice,
    integer,
    values_in_force,
)

RULES_VERSION = 2
"""Counts up with every change of how a game is played; docs/rules.md says what each is."""
COLOURS = "wyopg"
COLOUR_NAMES = {"w": "white", "y": "yellow", "o": "orange", "p": "pink", "g": "grey"}
ALGAE = "rnbu"
ALGA_NAMES = {"r": "red", "n": "green", "b": "blue", "u": "purple"}
ROCKS = "ABCD"
PLAYER_COUNTS = (2, 3, 4)
PRINTED_START_TILES = {2: (6, 9), 3: (6, 7, 9), 4: (6, 7, 8, 9)}
MAX_START_TILES = 12
ONE_EACH = "one_each"


PARAMETERS: dict[str, Parameter] = {
    p.name: p
    for p in (
        Parameter(
            "start_tiles",
            "polyp tiles drawn at set-up, by seat from the start player",
            by_seat(0, MAX_START_TILES, ONE_EACH),
        ),
        Parameter("fed_tiles", "tiles fed to the parrotfish at set-up", integer(0, 1)),
        Parameter(
            "start_larvae",
            "larva cubes taken at set-up, colours chosen by the player",
            integer(0, 5, ONE_EACH),
        ),
        Parameter(
            "coral_toss",
            "one coin toss for all coral tiles, or one for each",
            choice("all", "each"),
        ),
        Parameter(
            "start_alga",
            "alga space at the start: empty, or a random cylinder (turning nothing)",
            choice("none", "random"),
        ),
        Parameter("extra_growth", "compulsory extra growth on the growth cell", boolean()),
        Parameter(
            "eat_return", "tiles that go back to the bag when a coral is eaten", integer(0, 20)
        ),
        Parameter("final_return", "the same in the final round", integer(0, 20)),
        Parameter("min_edible", "smallest coral that can be eaten", integer(1, 33)),
        Parameter("final_min_edible", "the same in the final round", integer(1, 33)),
        Parameter("grow_limit", "tiles from behind the screen for one larva cube", integer(1, 12)),
        Parameter(
            "larva_use",
            "a cube got for a consumed tile may be kept, or must pay for a growth this turn",
            choice("keep", "same_turn"),
        ),
        Parameter(
            "free_growth",
            "growing with consumed tiles only needs no cube (it counts as a growth)",
            boolean(),
        ),
        Parameter("shrimps_per_rock", "own shrimps allowed on one rock", integer(1, 4)),
        Parameter("shrimps_on_rocks", "own shrimps allowed on all rocks together", integer(1, 4)),
        Parameter(
            "refill",
            "after a draft: one tile on each space below three, or the taken space to three",
            choice("one_each", "taken_to_three"),
        ),
        Parameter(
            "tiebreak",
            "consumed tiles, cubes, tiles, guarded tiles; or fewest tiles at the screen",
            choice("standard", "fewest_tiles"),
        ),
        Parameter(
            "end_bag",
            "the bag ends the game when it cannot refill, or when a refill leaves fewer than three",
            choice("cannot_refill", "fewer_than_three"),
        ),
    )
}

_BASIC: dict[str, object] = {
    "fed_tiles": 1,
    "start_larvae": 2,
    "coral_toss": "all",
    "start_alga": "none",
    "extra_growth": True,
    "eat_return": 4,
    "final_return": 5,
    "min_edible": 5,
    "final_min_edible": 5,
    "grow_limit": 4,
    "larva_use": "keep",
    "free_growth": False,
    "shrimps_per_rock": 2,
    "shrimps_on_rocks": 4,
    "refill": "one_each",
    "tiebreak": "standard",
    "end_bag": "cannot_refill",
}

RULESETS: dict[str, dict[str, object]] = {
    "basic": _BASIC,
    "advanced": {**_BASIC, "extra_growth": False, "eat_return": 5, "final_return": 6},
    "online": {**_BASIC, "final_min_edible": 6, "larva_use": "same_turn"},
    "manual": {
        **_BASIC,
        "start_tiles": ONE_EACH,
        "fed_tiles": 0,
        "start_larvae": ONE_EACH,
        "coral_toss": "each",
        "start_alga": "random",
        "larva_use": "same_turn",
        "free_growth": True,
        "shrimps_on_rocks": 2,
        "refill": "taken_to_three",
        "tiebreak": "fewest_tiles",
    },
}
"""Named rulesets. Without `start_tiles` the printed tiles for the number of players hold."""

RULESET_DESCRIPTIONS = {
    "basic": "the printed basic game",
    "advanced": "the printed advanced game: no extra growth, one more tile goes back",
    "online": "the on-line edition with the publisher's correction of action 6",
    "manual": "the reference manual's account of the game",
}


@dataclass(frozen=True, slots=True)
class Rules(RulesInForce):
    """The rules of one game."""

    start_tiles: tuple[int, ...] | str
    fed_tiles: int
    start_larvae: int | str
    coral_toss: str
    start_alga: str
    extra_growth: bool
    eat_return: int
    final_return: int
    min_edible: int
    final_min_edible: int
    grow_limit: int
    larva_use: str
    free_growth: bool
    shrimps_per_rock: int
    shrimps_on_rocks: int
    refill: str
    tiebreak: str
    end_bag: str

    def start_tile_counts(self) -> tuple[int, ...]:
        """Tiles drawn at set-up by seat, also where the ruleset deals one of each colour."""
        if isinstance(self.start_tiles, str):
            return (len(COLOURS),) * self.n_players
        return self.start_tiles

    def overrides(self) -> dict[str, object]:
        """The parameters that differ from the named ruleset, in JSON form, for records."""
        return self.differing(make_rules(self.ruleset, self.n_players))


def make_rules(
    ruleset: str, n_players: int, overrides: Mapping[str, object] | None = None
) -> Rules:
    """A named ruleset for a number of players, with parameters overridden."""
    printed = {n: {"start_tiles": tiles} for n, tiles in PRINTED_START_TILES.items()}
    values = values_in_force(PARAMETERS, RULESETS, printed, ruleset, n_players, overrides or {})
    return Rules(n_players=n_players, ruleset=ruleset, **values)  # type: ignore[arg-type]
