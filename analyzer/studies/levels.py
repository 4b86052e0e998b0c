"""A study of the game at several skill levels: the error of the policy next to that of sampling.

Every level is played by all seats in a study of its own, in a folder below that of the whole; their
answers are told together, the strongest level first. What holds for one level only is told of that
level only.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, TypeVar

import pandas as pd

from analyzer.errors import UsageError
from analyzer.studies.common import Amount, Context, Phase, Results, study_folder
from analyzer.tables import Shown

Settings = TypeVar("Settings", bound=Any)
Study = Callable[[Settings, Amount, Context], Results]


class _PlannedError(Exception):
    """Raised where a level has told its plan, before it plays."""


def at_levels(
    study: Study[Settings],
    settings: Settings,
    levels: Sequence[str],
    amount: Amount,
    context: Context,
) -> Results:
    """The study with each level in all seats; of one level alone just the study.

    A time budget is shared equally, so that every level gets the games that its own speed affords.
    The levels share the chance of error of the report.
    """
    if len(set(levels)) < len(levels):
        raise UsageError(f"a skill level is named twice in {', '.join(levels)}")
    seated = [replace(settings, strategies=(level,) * settings.players) for level in levels]
    if len(levels) == 1:
        return study(seated[0], amount, context)
    budget = amount.budget / len(levels) if amount.budget is not None else None
    each = replace(amount, budget=budget, n_reports=len(levels))
    name = study.__name__
    asked = {
        "settings": {**settings.as_json(), "strategies": [], "levels": list(levels)},
        "amount": amount.as_json(),
    }
    folders = [context.folder / f"level-{number + 1}" for number in range(len(levels))]
    with study_folder(context, name, asked, lambda: {"levels": len(levels)}):
        phases: list[Phase] = []
        for level, mine, folder in zip(levels, seated, folders, strict=True):
            phases += _plan(study, mine, each, replace(context, folder=folder), level)
        context.show_plan(phases)
        found = [
            study(mine, each, replace(context, folder=folder, show_plan=lambda _: None))
            for mine, folder in zip(seated, folders, strict=True)
        ]
    return _together(found, levels, asked["settings"])


def _plan(
    study: Study[Settings], settings: Settings, amount: Amount, context: Context, level: str
) -> list[Phase]:
    """What one level would play."""
    phases: list[Phase] = []

    def keep(planned: Sequence[Phase]) -> None:
        phases.extend(replace(phase, name=f"{level}: {phase.name}") for phase in planned)
        raise _PlannedError

    try:
        study(settings, amount, replace(context, show_plan=keep))
    except _PlannedError:
        return phases
    raise AssertionError("a study must show its plan before it plays")


def _together(found: Sequence[Results], levels: Sequence[str], settings: dict[str, Any]) -> Results:
    """The answers of all levels as one."""

    def told(part: str) -> list[str]:
        return [
            f"{level}: {text}"
            for level, results in zip(levels, found, strict=True)
            for text in getattr(results, part)
        ]

    first = found[0]
    tables = {
        name: pd.concat(
            [
                _of_level(results.tables[name], level, first.figures.get(name))
                for level, results in zip(levels, found, strict=True)
                if name in results.tables
            ],
            ignore_index=True,
        )
        for name in dict.fromkeys(name for results in found for name in results.tables)
    }
    claimed = sum(results.numbers.get("differences_claimed", 0) for results in found)
    return replace(
        first,
        finding=" ".join(
            f"Among {level} players: {results.finding}"
            for level, results in zip(levels, found, strict=True)
        ),
        verdicts=told("verdicts"),
        not_established=told("not_established"),
        outlook=told("outlook"),
        screened=told("screened"),
        policy=_policy(found, levels),
        settings={**settings, "margin": first.settings.get("margin")},
        tables=tables,
        figures={
            name: replace(shown, split=shown.split or "level")
            for name, shown in first.figures.items()
        },
        games=sum(results.games for results in found),
        numbers={
            **first.numbers,
            "differences_claimed": claimed,
            "levels": {
                level: results.numbers for level, results in zip(levels, found, strict=True)
            },
        },
    )


def _of_level(table: pd.DataFrame, level: str, shown: Shown | None) -> pd.DataFrame:
    """A level's table; where its figure is split by a column, by the level too."""
    told = table.assign(level=level)
    if shown and shown.split and shown.split in told:
        told[shown.split] = [f"{level}: {value}" for value in told[shown.split]]
    return told


def _policy(found: Sequence[Results], levels: Sequence[str]) -> list[str]:
    """What is established at the strongest level only, and what of all of them alike."""
    claims = [results.numbers.get("differences_claimed", 0) for results in found]
    shown = ", ".join(f"{level} {n}" for level, n in zip(levels, claims, strict=True))
    return [
        f"Established differences by skill level, the strongest first: {shown}. What holds at one"
        " level only may be how these players play, and not what the rules do."
    ]
