"""The result of a tuning run as a strategy file that says how it was found."""

from __future__ import annotations

import json
import platform
from collections.abc import Mapping, Sequence
from importlib.metadata import version

from analyzer import __version__
from analyzer.games import get_game
from analyzer.strategies.lineup import Strategy
from analyzer.tuning.check import Comparison
from analyzer.tuning.settings import Settings


def result_text(
    name: str,
    description: str,
    strategy: Strategy,
    told: Mapping[str, object],
    comparisons: Sequence[Comparison] = (),
    network: str = "",
) -> str:
    """The TOML text of a strategy, with all its numbers and what was told about it.

    network: the file of its networks, if it is of a kind that learned.
    """
    lines = [f"name = {_toml(name)}", f"description = {_toml(description)}"]
    if network:
        lines += [f"kind = {_toml(strategy.policy.name)}", f"network = {_toml(network)}"]
    for table in ("weights", "parameters"):
        known = getattr(strategy.policy, table)
        set_here = [f"{k} = {v!r}" for k, v in strategy.numbers.items() if k in known]
        lines += ["", f"[{table}]", *set_here] if set_here else []
    lines += ["", "[tuning]", *(f"{key} = {_toml(value)}" for key, value in told.items())]
    for each in comparisons:
        lines += ["", "[[tuning.check]]", f"opponent = {_toml(each.opponent)}"]
        lines += [f"ruleset = {_toml(each.ruleset)}"]
        lines += [f"players = {each.players}", f"deals = {each.result.n}"]
        for key in ("start", "result", "gain"):
            estimate = getattr(each, key)
            ends = [round(x, 4) for x in (estimate.value, estimate.low, estimate.high)]
            lines.append(f"{key} = {ends}  # win share and 95 % interval")
    return "\n".join(lines) + "\n"


def what_found_it(settings: Settings, command: str, fitness: float) -> dict[str, object]:
    """What a result file tells about its origin."""
    return {
        "command": command,
        "seed": settings.seed,
        "generations": settings.generations,
        "population": settings.population,
        "games_per_candidate": settings.games,
        "pool": list(settings.pool),
        "fitness": round(fitness, 4),
        "version": __version__,
        "kernel": get_game(settings.game).kernel,
        "cma": version("cma"),
        "python": platform.python_version(),
    }


def _toml(value: object) -> str:
    """A text, number or list as TOML, which JSON is for these."""
    return json.dumps(value, ensure_ascii=False)
