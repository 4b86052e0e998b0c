"""Just as much of what a game declares as the command line asks for."""

from types import SimpleNamespace

from analyzer.game import Defaults, Ending

ABOUT = SimpleNamespace(
    name="pebbles",
    title="Pebbles",
    rules_version=1,
    player_counts=(2,),
    defaults=Defaults("plain", 2, "random", "random", ("random",), ("plain",)),
    kernel="0123456789abcdef",
    examples={},
    handicap=None,
    parameters={},
    rulesets={"plain": "whoever takes the last one wins"},
    endings=(Ending("empty", "no pebble left"),),
    record_format="",
)
