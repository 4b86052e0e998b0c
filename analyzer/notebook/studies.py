"""The studies as functions: the same questions, phases and sentences as the commands."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import wraps
from inspect import Parameter, signature
from pathlib import Path
from typing import TYPE_CHECKING, Any

from analyzer.errors import UsageError
from analyzer.notebook.progress import watched
from analyzer.notebook.settings import about_of, line_up_of, overrides_of

if TYPE_CHECKING:
    from analyzer.game import About
    from analyzer.notebook.display import Study
    from analyzer.studies.common import Amount, Context, Results

    Asked = tuple[Any, Callable[[Any, Amount, Context], Results]]
    """The settings of a study, and what plays it."""


@dataclass(frozen=True)
class _How:
    """How much is played, where and by whom; the arguments that all studies share."""

    precision: float | None = None
    games: int | None = None
    budget: float | None = None
    seed: int = 1
    name: str | None = None
    folder: str = "runs"
    jobs: int = 0
    progress: bool = True


def _study(goal: str = "precision") -> Callable[[Callable[..., Asked]], Callable[..., Study]]:
    """Makes a function that asks a study into one that plays it, with the keywords of `_How`.

    goal: what the study calls its precision.
    """
    names = {goal if name == "precision" else name: name for name in signature(_How).parameters}
    shared = [
        signature(_How).parameters[name].replace(name=called, kind=Parameter.KEYWORD_ONLY)
        for called, name in names.items()
    ]

    def made(ask: Callable[..., Asked]) -> Callable[..., Study]:
        @wraps(ask)
        def study(*words: Any, **given: Any) -> Study:
            how = {names[called]: given.pop(called) for called in names if called in given}
            return _played(ask.__name__, *ask(*words, **given), _How(**how))

        own = list(signature(ask).parameters.values())
        at = next((k for k, p in enumerate(own) if p.kind is Parameter.VAR_KEYWORD), len(own))
        whole = signature(ask).replace(
            parameters=[*own[:at], *shared, *own[at:]], return_annotation="Study"
        )
        study.__signature__ = whole  # type: ignore[attr-defined]
        return study

    return made


def _played(
    study: str, settings: Any, play: Callable[[Any, Amount, Context], Results], how: _How
) -> Study:
    """Plays a study in its folder, or goes on with it, and gives its results."""
    from analyzer.notebook.display import Study
    from analyzer.playing.pool import Pool
    from analyzer.studies.brief_names import with_brief_names
    from analyzer.studies.common import Amount, Context, write_results

    given = [n for n in ("precision", "games", "budget") if getattr(how, n) is not None]
    if len(given) > 1:
        raise UsageError(f"{given[0]} and {given[1]} both say how much; give one of them")
    amount = Amount(how.precision, how.games, how.budget)
    name = how.name or _default_name(study, settings.as_json(), amount, how.seed)
    folder = Path(how.folder) / name
    with Pool(jobs=how.jobs) as pool, watched(how.progress) as report:
        context = Context(folder=folder, seed=how.seed, pool=pool, report=report)
        results = with_brief_names(play(settings, amount, context))
        write_results(context, results)
    return Study(results, folder)


def _default_name(study: str, settings: dict[str, Any], amount: Amount, seed: int) -> str:
    """The same call finds its folder again, another one never does."""
    text = json.dumps([settings, amount.as_json(), seed], sort_keys=True, default=str)
    return f"{study}-{hashlib.sha256(text.encode()).hexdigest()[:10]}"


def _about_rules(
    told: About, players: int | None, ruleset: str | None, parameters: Mapping[str, object]
) -> dict[str, Any]:
    """The settings that all studies of one ruleset share."""
    return {
        "game": told.name,
        "players": players or told.defaults.players,
        "ruleset": ruleset or told.defaults.ruleset,
        "overrides": overrides_of(parameters),
    }


@_study()
def balance(
    game: str | None = None,
    *,
    players: int | None = None,
    ruleset: str | None = None,
    levels: str | Sequence[str] | None = None,
    reach: int | None = None,
    step: int = 1,
    **parameters: object,
) -> Asked:
    """Is the seat order fair, what is the handicap worth, and which would be fair?

    levels: skill levels, each played by all seats, told the strongest first. reach, step: how far
    around the printed handicap is looked. precision: half width of the seats' shares; or games, or
    budget in seconds. jobs: 0 for one worker a core. Rule parameters by keyword. The same call
    continues a study.
    """
    from analyzer.studies.balance import BalanceSettings
    from analyzer.studies.balance import balance as play
    from analyzer.studies.strongest import strongest_first

    told = about_of(game)
    named = told.defaults.levels if levels is None else levels
    asked = _about_rules(told, players, ruleset, parameters)
    chosen = strongest_first(
        told.name, asked["players"], (named,) if isinstance(named, str) else tuple(named)
    )
    return BalanceSettings(**asked, strategies=chosen, reach=reach, step=step), play


@_study()
def compare(
    *variants: str,
    game: str | None = None,
    players: int | None = None,
    strategies: str | Sequence[str] | None = None,
) -> Asked:
    """What do other rules change? Variants such as `RULESET` or `RULESET:PARAMETER=6`."""
    from analyzer.studies.compare import CompareSettings, parse_variant
    from analyzer.studies.compare import compare as play

    told = about_of(game)
    n = players or told.defaults.players
    line_up = line_up_of(strategies, n, told.defaults.strategy)
    return CompareSettings(told.name, n, tuple(map(parse_variant, variants)), line_up), play


@_study()
def tournament(
    *strategies: str,
    game: str | None = None,
    players: int | None = None,
    ruleset: str | None = None,
    **parameters: object,
) -> Asked:
    """Who beats whom, ratings, cycles."""
    from analyzer.studies.tournament import TournamentSettings
    from analyzer.studies.tournament import tournament as play

    asked = _about_rules(about_of(game), players, ruleset, parameters)
    return TournamentSettings(**asked, strategies=strategies), play


@_study(goal="margin")
def duel(
    a: str,
    b: str,
    *,
    game: str | None = None,
    players: int | None = None,
    ruleset: str | None = None,
    **parameters: object,
) -> Asked:
    """Which of two strategies is stronger, stopping as soon as that is decided.

    margin: the smallest difference of the score that matters.
    """
    from analyzer.studies.duel import DuelSettings
    from analyzer.studies.duel import duel as play

    return DuelSettings(
        **_about_rules(about_of(game), players, ruleset, parameters), a=a, b=b
    ), play


@_study()
def setups(
    game: str | None = None,
    *,
    players: int | None = None,
    ruleset: str | None = None,
    strategies: str | Sequence[str] | None = None,
    **parameters: object,
) -> Asked:
    """Does it matter what chance gives at the set-up?"""
    from analyzer.studies.setups import SetupSettings
    from analyzer.studies.setups import setups as play

    told = about_of(game)
    asked = _about_rules(told, players, ruleset, parameters)
    line_up = line_up_of(strategies, asked["players"], told.defaults.strategy)
    return SetupSettings(**asked, strategies=line_up), play


@_study()
def sensitivity(
    *sweeps: str,
    game: str | None = None,
    players: int | None = None,
    ruleset: str | None = None,
    strategies: str | Sequence[str] | None = None,
    **parameters: object,
) -> Asked:
    """What moves when a rule parameter is swept? Sweeps such as `PARAMETER=4..7`."""
    from analyzer.studies.sensitivity import SensitivitySettings, parse_sweep
    from analyzer.studies.sensitivity import sensitivity as play

    told = about_of(game)
    asked = _about_rules(told, players, ruleset, parameters)
    line_up = line_up_of(strategies, asked["players"], told.defaults.strategy)
    swept = tuple(map(parse_sweep, sweeps))
    return SensitivitySettings(**asked, sweeps=swept, strategies=line_up), play
