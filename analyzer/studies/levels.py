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

from analyzer.studies.claims import named, one_level_sentences, policy_sentences
from analyzer.studies.common import Amount, Context, Phase, Results, study_folder
from analyzer.studies.strongest import are_rated, strongest_first
from analyzer.wording import listed, small_start

_FEW = 2  # effects that a headline names where a weaker level does not show them
_IN_SUMMARY = 1
"""Sentences about the levels that the answer in short has room for."""
_COMPARED = 3
"""Numbers of which every level's is told."""

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
    """The study with each level in all seats, the strongest first; of one alone just the study.

    A time budget is shared equally, so that every level gets the games that its own speed affords.
    The levels share the chance of error of the report.
    """
    levels = strongest_first(settings.game, settings.players, levels)
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
    by_strength = are_rated(settings.game, settings.players, levels)
    return _together(found, levels, asked["settings"], by_strength)


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


def _together(
    found: Sequence[Results], levels: Sequence[str], settings: dict[str, Any], by_strength: bool
) -> Results:
    """The answers of all levels as one. by_strength: see `policy_sentences`."""

    def told(part: str) -> list[str]:
        """What the levels say, what several say alike only once."""
        said: dict[str, list[str]] = {}
        for level, results in zip(levels, found, strict=True):
            for text in getattr(results, part):
                said.setdefault(text, []).append(level)
        return [f"Among {listed(who)} players, {small_start(text)}" for text, who in said.items()]

    first = found[0]
    tables = {
        name: pd.concat(
            [
                results.tables[name].assign(level=level)
                for level, results in zip(levels, found, strict=True)
                if name in results.tables
            ],
            ignore_index=True,
        )
        for name in dict.fromkeys(name for results in found for name in results.tables)
    }
    claimed = sum(results.numbers.get("differences_claimed", 0) for results in found)
    policy = _policy(found, levels, by_strength)
    return replace(
        first,
        finding=f"{first.finding} {_agreement(found, levels)}",
        summary=[
            *(
                text
                if text in first.policy or all(text in results.summary for results in found)
                else f"Among {levels[0]} players, {small_start(text)}"
                for text in first.summary
            ),
            *policy[:_IN_SUMMARY],
        ],
        verdicts=told("verdicts"),
        not_established=told("not_established"),
        outlook=told("outlook"),
        screened=told("screened"),
        policy=policy,
        settings={**settings, "margin": first.settings.get("margin")},
        tables=tables,
        games=sum(results.games for results in found),
        numbers={
            **first.numbers,
            "differences_claimed": claimed,
            "levels": {
                level: results.numbers for level, results in zip(levels, found, strict=True)
            },
        },
    )


def _agreement(found: Sequence[Results], levels: Sequence[str]) -> str:
    """Whether the weaker players show what the headline says of the strongest."""
    told = {key: claim for key, claim in found[0].claims.items() if claim.is_told}
    if not told:
        return _nothing_in_others(found, levels)
    missing, same, several, said = {}, [], [], []
    for level, results in zip(levels[1:], found[1:], strict=True):
        others = {key: results.claims.get(key) for key in told}
        turned = [c.words for key, c in told.items() if c.is_turned(others[key])]
        other = [c.words for key, c in told.items() if c.is_otherwise(others[key])]
        open_here = [c.words for key, c in told.items() if not c.is_shared(others[key])]
        if turned:
            said.append(f"Among {level} players it goes the other way for {named(turned)}.")
        if len(other) > _FEW or _FEW < len(open_here) < len(told):
            several.append(level)
            continue
        missing[level] = open_here
        if other:
            said.append(
                f"Among {level} players an effect is shown too, but another: {named(other)}."
            )
        if not turned and not other and not missing[level]:
            same.append(level)
    for words in dict.fromkeys(map(tuple, missing.values())):
        who = listed([level for level, mine in missing.items() if tuple(mine) == words])
        if len(words) == len(told):
            said.append(f"Among {who} players none of this is established.")
        elif words:
            said.append(f"Among {who} players that is not established for {named(words)}.")
    if several:
        said.append(
            f"Among {listed(several)} players several of these effects look different or are not"
            " established."
        )
    return " ".join(
        [*([f"It goes the same way among {listed(same)} players."] if same else []), *said]
    )


def _nothing_in_others(found: Sequence[Results], levels: Sequence[str]) -> str:
    """Where the headline of the strongest claims no change: what the others' do claim."""
    claims = {
        level: [c.words for c in results.claims.values() if c.is_told]
        for level, results in zip(levels[1:], found[1:], strict=True)
    }
    none = [level for level, words in claims.items() if not words]
    said = [f"Nor is anything that matters shown among {listed(none)} players."] if none else []
    said += [
        f"Established among {level} players only: {named(words)}."
        for level, words in claims.items()
        if words
    ]
    return " ".join(said)


def _policy(found: Sequence[Results], levels: Sequence[str], by_strength: bool) -> list[str]:
    """How far the levels disagree about what the report opens with, what is established at one of
    them only, and what its players have not learnt."""
    told = [
        [results.claims[key] for results in found]
        for key, claim in sorted(found[0].claims.items(), key=lambda item: not item[1].is_told)
        if claim.is_asked and all(key in results.claims for results in found)
    ]
    said = policy_sentences(levels, told[:_COMPARED], by_strength)
    said += one_level_sentences(levels, [results.claims for results in found])
    return [*said, *dict.fromkeys(text for results in found for text in results.policy)]
