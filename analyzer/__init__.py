"""Experiments, statistics and records on top of the compiled games.

    import analyzer as reef

    rows = reef.play(reef.cell(players=4), games=10_000)
    reef.balance(players=2, precision=0.01)
    reef.record("balanced", "planner", seed=4)

docs/api.md tells all of it. Importing this package loads nothing heavy: every name below loads what
it needs when it is first asked for.
"""

from importlib import import_module
from typing import Any

__version__ = "0.2.0"

_HOMES = {
    "balance": "analyzer.notebook.studies",
    "cell": "analyzer.notebook.settings",
    "compare": "analyzer.notebook.studies",
    "duel": "analyzer.notebook.studies",
    "games": "analyzer.games",
    "load": "analyzer.playing.load",
    "open": "analyzer.notebook.display",
    "play": "analyzer.notebook.playing",
    "position": "analyzer.notebook.playing",
    "record": "analyzer.notebook.playing",
    "sensitivity": "analyzer.notebook.studies",
    "setups": "analyzer.notebook.studies",
    "simulate": "analyzer.notebook.playing",
    "tournament": "analyzer.notebook.studies",
}
_NAMES = {"open": "OpenedRun"}

__all__ = ["__version__", *_HOMES]


def __getattr__(name: str) -> Any:
    """Imports the home of a public name when it is first asked for."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module = import_module(_HOMES[name])
    return module if name == "games" else getattr(module, _NAMES.get(name, name))


def __dir__() -> list[str]:
    return sorted(__all__)
