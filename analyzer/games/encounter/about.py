"""What can be told of Reef Encounter without its kernel."""

from __future__ import annotations

from itertools import combinations

from analyzer.game import Choice, Defaults, Ending, Handicap
from analyzer.games.encounter.rules import (
    COLOURS,
    MAX_START_TILES,
    PARAMETERS,
    PLAYER_COUNTS,
    ROCKS,
    RULES_VERSION,
    RULESET_DESCRIPTIONS,
)

SIDES = ("star", "plain")


class EncounterAbout:
    """Reef Encounter, declared."""

    name = "encounter"
    title = "Reef Encounter"
    rules_version = RULES_VERSION
    player_counts = PLAYER_COUNTS
    defaults = Defaults("basic", 2, "balanced", "random", ("planner", "balanced"))
    parameters = PARAMETERS
    rulesets = RULESET_DESCRIPTIONS
    endings = (
        Ending("locks", "all coral tiles locked"),
        Ending("shrimps", "a fourth shrimp eaten"),
        Ending("no_placement", "no placement left", is_decisive=False),
        Ending("refill", "a refill that could not be completed", is_decisive=False),
        Ending("turn_limit", "the turn limit", is_decisive=False, is_cut_off=True),
    )
    handicap: Handicap | None = Handicap(
        "start_tiles", "start tile", "start tiles", 0, MAX_START_TILES
    )
    record_format = "reef-encounter/1"

    def choices(self, players: int) -> tuple[Choice, ...]:
        """What can be fixed at the set-up."""
        rocks = tuple("".join(chosen) for chosen in combinations(ROCKS, players))
        return (
            Choice(
                "rocks", "rocks", rocks, "ABD",
                f"as many different letters of {ROCKS} as there are players, or random",
            ),
            Choice(
                "side", "coral tiles", SIDES, "star|plain|random",
                "star, plain or random: the side all coral tiles show at the start",
            ),
            Choice(
                "first_space", "first space", tuple(COLOURS), "w|y|o|p|g|random",
                f"one of the letters {COLOURS}, or random",
            ),
        )  # fmt: skip


ABOUT = EncounterAbout()
