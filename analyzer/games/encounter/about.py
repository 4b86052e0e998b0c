"""What can be told of Reef Encounter without its kernel."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations
from typing import TYPE_CHECKING, Any

from analyzer.game import About, Choice, Defaults, Ending, Handicap
from analyzer.games.encounter.rules import (
    COLOURS,
    MAX_START_TILES,
    PARAMETERS,
    PLAYER_COUNTS,
    ROCKS,
    RULES_VERSION,
    RULESET_DESCRIPTIONS,
    make_rules,
)
from analyzer.rule_parameters import Parameter

if TYPE_CHECKING:
    from analyzer.cells import Cell
    from analyzer.games.encounter.stepping import EncounterPosition
    from analyzer.records.verdict import Verdict

SIDES = ("plain", "star")


class EncounterAbout(About):
    """Reef Encounter, declared."""

    name = "encounter"
    title = "Reef Encounter"
    rules_version = RULES_VERSION
    player_counts: tuple[int, ...] = PLAYER_COUNTS
    defaults = Defaults(
        ruleset="basic",
        players=2,
        strategy="balanced",
        baseline="random",
        levels=("expert", "adept", "balanced"),
        rulesets=("basic", "advanced"),
    )
    parameters: Mapping[str, Parameter] = PARAMETERS
    rulesets: Mapping[str, str] = RULESET_DESCRIPTIONS
    endings: tuple[Ending, ...] = (
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
    examples: Mapping[str, tuple[str, ...]] = {
        "simulate": (
            "reef simulate --players 3 --ruleset advanced --start-tiles 6,8,9 --games 50000",
            "reef simulate --strategies random,random --set eat_return=5 --rotate --json",
        ),
        "record": (
            "reef record --players 2 --start-tiles 6,8 --rocks BD --side star --out games.jsonl",
        ),
        "compare": ("reef compare basic basic:eat_return=5 basic:eat_return=6 --budget 5m",),
        "sensitivity": (
            "reef sensitivity min_edible=4..7",
            "reef sensitivity larva_use=keep,same_turn --strategies balanced,random",
        ),
        "tune": (
            "reef tune --start balanced --pool rusher,builder --players 2,3,4 --games 2000 \\\n"
            "    --generations 100 --seed 1 --out tuned.toml",
            "reef tune --start mine.toml --pool balanced --weights tide,lock_firm --out tuned.toml",
        ),
    }

    def choices(self, players: int) -> tuple[Choice, ...]:
        """What can be fixed at the set-up."""
        # in the order of the codes of the column
        chosen = sorted(combinations(ROCKS, players), key=lambda rocks: rocks[::-1])
        rocks = tuple(map("".join, chosen))
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

    def ruleset(self, name: str, players: int) -> Mapping[str, object]:
        """The value of every rule parameter in a named ruleset, as an override would give it."""
        return make_rules(name, players).values()

    def position(self, cell: Cell, seed: int) -> EncounterPosition:
        """The first position of a game, to be played step by step."""
        from analyzer.games.encounter.stepping import EncounterPosition

        return EncounterPosition(make_rules(cell.ruleset, cell.players, dict(cell.overrides)), seed)

    def judge(self, record: Mapping[str, object]) -> Verdict:
        """Whether a record is a legal game, and if not, what is wrong."""
        from analyzer.games.encounter.judge import judge_game

        return judge_game(record)

    def replay(self, record: Mapping[str, object]) -> dict[str, Any]:
        """A recorded game as frames to draw; RecordViolation if the judge rejects it."""
        from analyzer.games.encounter.replay import replay_document

        return replay_document(record)


ABOUT = EncounterAbout()
