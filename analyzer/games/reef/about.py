"""What can be told of Reef without its kernel."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from analyzer.game import About, Choice, Defaults, Ending, Handicap
from analyzer.games.reef.rules import (
    MAX_START_POINTS,
    PARAMETERS,
    PLAYER_COUNTS,
    PRINTED,
    RULES_VERSION,
    RULESET_DESCRIPTIONS,
    make_rules,
)
from analyzer.rule_parameters import Parameter

if TYPE_CHECKING:
    from analyzer.cells import Cell
    from analyzer.games.reef.stepping import ReefPosition
    from analyzer.records.verdict import Verdict


class ReefAbout(About):
    """Reef, declared."""

    name = "reef"
    title = "Reef"
    rules_version = RULES_VERSION
    player_counts: tuple[int, ...] = PLAYER_COUNTS
    defaults = Defaults(
        ruleset=PRINTED,
        players=2,
        strategy="balanced",
        baseline="random",
        levels=("expert", "adept", "balanced"),
        rulesets=(PRINTED, "free"),
    )
    parameters: Mapping[str, Parameter] = PARAMETERS
    rulesets: Mapping[str, str] = RULESET_DESCRIPTIONS
    endings: tuple[Ending, ...] = (
        Ending("supply", "an empty supply"),
        Ending("deck", "an empty deck"),
    )
    handicap: Handicap | None = Handicap(
        "start_points", "start point", "start points", 0, MAX_START_POINTS
    )
    record_format = "reef/1"
    examples: Mapping[str, tuple[str, ...]] = {
        "simulate": (
            "reef simulate --game reef --players 3 --start-points 3,3,4 --games 50000",
            "reef simulate --game reef --strategies stacker,matcher --set supply=24 --rotate",
        ),
        "record": ("reef record --game reef --strategies planner,balanced --out games.jsonl",),
        "compare": ("reef compare --game reef printed free printed:supply=24 --budget 5m",),
        "sensitivity": (
            "reef sensitivity --game reef supply=14..22",
            "reef sensitivity --game reef display=2..5 --strategies balanced,random",
        ),
        "learn": ("reef learn --game reef --players 3 --rounds 4 --seed 1 --out value.npz",),
        "tune": (
            "reef tune --game reef --start balanced --pool stacker,matcher --players 2,3,4 \\\n"
            "    --games 2000 --generations 100 --seed 1 --out tuned.toml",
        ),
    }

    def choices(self, players: int) -> tuple[Choice, ...]:  # noqa: ARG002 - the same for all
        """What can be fixed at the set-up: nothing, the cards are dealt by chance."""
        return ()

    def ruleset(self, name: str, players: int) -> Mapping[str, object]:
        """The value of every rule parameter in a named ruleset, as an override would give it."""
        return make_rules(name, players).values()

    def position(self, cell: Cell, seed: int) -> ReefPosition:
        """The first position of a game, to be played step by step."""
        from analyzer.games.reef.stepping import ReefPosition

        return ReefPosition(make_rules(cell.ruleset, cell.players, dict(cell.overrides)), seed)

    def judge(self, record: Mapping[str, object]) -> Verdict:
        """Whether a record is a legal game, and if not, what is wrong."""
        from analyzer.games.reef.judge import judge_game

        return judge_game(record)

    def replay(self, record: Mapping[str, object]) -> dict[str, Any]:
        """A recorded game as frames to draw; RecordViolation if the judge rejects it."""
        from analyzer.games.reef.replay import replay_document

        return replay_document(record)


ABOUT = ReefAbout()
