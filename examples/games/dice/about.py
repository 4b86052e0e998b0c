"""Dice Race, declared: what commands can say of it without playing."""

from __future__ import annotations

from types import MappingProxyType

from analyzer.errors import UsageError
from analyzer.game import About, Defaults, Ending, Handicap
from analyzer.rule_parameters import Parameter, by_seat, integer


class DiceAbout(About):
    """Everybody throws a die in turn; most points after the last throw win."""

    name = "dice"  # that of the folder
    title = "Dice Race"
    rules_version = 1
    player_counts = (2, 3, 4)
    defaults = Defaults(
        ruleset="plain", players=2, strategy="bold", baseline="calm", levels=("bold", "calm")
    )
    parameters = MappingProxyType(
        {
            "throws": Parameter("throws", "throws of every seat", integer(1, 20)),
            "ahead": Parameter("ahead", "points to begin with", by_seat(0, 9)),
        }
    )
    rulesets = MappingProxyType({"plain": "five throws, nobody is ahead"})
    endings = (Ending("last_throw", "the last throw"),)
    handicap = Handicap("ahead", "point ahead", "points ahead", 0, 9)
    record_format = ""  # it keeps none
    examples = MappingProxyType({})

    def choices(self, players):  # noqa: ARG002
        """Nothing can be fixed at the set-up."""
        return ()

    def ruleset(self, name, players):
        """The value of every rule parameter."""
        if name not in self.rulesets:
            raise UsageError(f"unknown ruleset {name!r}")
        return {"throws": 5, "ahead": (0,) * players}


ABOUT = DiceAbout()
