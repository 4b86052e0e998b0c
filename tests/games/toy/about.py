"""Lane Race, declared: a game that shares no word with the real ones, and has no handicap."""

from __future__ import annotations

from types import MappingProxyType

from analyzer.errors import UsageError
from analyzer.game import About, Choice, Defaults, Ending
from analyzer.rule_parameters import Parameter, Values

RULES_VERSION = 7
WEATHER = ("sun", "rain", "fog")
TRACKS = ("flat", "steep")
EFFECTS = MappingProxyType(
    {
        "stride": "what one step of head start is worth",
        "weather": "what sun gives to seat 0",
        "both": "what sun on a steep track gives to seat 0",
        "boots": "what one pair of spare boots is worth",
        "bonus": "what every seat gets",
        "circle": "how much stone beats scissors, scissors paper and paper stone",
    }
)
RULESETS = MappingProxyType({"short": "as it is", "long": "five metres more for everybody"})


def number(value: object) -> object:
    """Takes any number."""
    if isinstance(value, (int, float, str)) and not isinstance(value, bool):
        return float(value)
    raise ValueError


class ToyAbout(About):
    name = "toy"
    title = "Lane Race"
    rules_version = RULES_VERSION
    player_counts = (2, 3, 4)
    defaults = Defaults("short", 2, "equal", "idle", ("strong", "equal"), ("short", "long"))
    parameters = MappingProxyType(
        {name: Parameter(name, text, Values("a number", number)) for name, text in EFFECTS.items()}
    )
    rulesets = RULESETS
    endings = (
        Ending("finish", "a runner at the finish"),
        Ending("dusk", "dusk", is_decisive=False, is_cut_off=True),
    )
    handicap = None
    record_format = ""
    examples = MappingProxyType({})

    def choices(self, players):  # noqa: ARG002
        return (
            Choice("weather", "weather", WEATHER, "sun|rain|random", "sun, rain, fog or random"),
            Choice("track", "track", TRACKS, "flat|steep|random", "flat, steep or random"),
        )

    def ruleset(self, name, players):  # noqa: ARG002
        if name not in self.rulesets:
            raise UsageError(f"unknown ruleset {name!r}")
        return dict.fromkeys(EFFECTS, 0.0)


ABOUT = ToyAbout()
