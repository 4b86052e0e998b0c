"""Runs: experiments played part by part into a folder, and everything read back from there.

    run = run_experiment(experiment, "runs/mine", Pool(jobs=2))  # analyzer.pool
    run = open_run("runs/mine")

Importing this package loads nothing heavy.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from analyzer.runs.run import Run, list_runs, open_run
    from analyzer.runs.runner import run_experiment
    from analyzer.runs.summary import distribution, summarise_run

_HOMES = {
    "Run": "run",
    "list_runs": "run",
    "open_run": "run",
    "run_experiment": "runner",
    "distribution": "summary",
    "summarise_run": "summary",
}

__all__ = [
    "Run",
    "distribution",
    "list_runs",
    "open_run",
    "run_experiment",
    "summarise_run",
]


def __getattr__(name: str) -> Any:
    """Imports the module of a public name when it is first asked for."""
    from importlib import import_module

    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"analyzer.runs.{_HOMES[name]}"), name)
