"""Skill levels in the order of their strength, each only once."""

from __future__ import annotations

import math
from collections.abc import Sequence

from analyzer.errors import UsageError
from analyzer.games import get_game
from analyzer.strategies.lineup import LineUp
from analyzer.strategies.spec import parse_spec


def strongest_first(game: str, players: int, levels: Sequence[str]) -> tuple[str, ...]:
    """The levels, the stronger before the weaker; UsageError if two of them are the same players.

    By the ratings that ship with the game for this number of players; where their intervals
    overlap, as the game declares its levels, and others as they are named. If one of the levels is
    not rated, all stay as they are named.
    """
    told = get_game(game)
    _check_different(told.strategies, levels)
    if not are_rated(game, players, levels):
        return tuple(levels)
    known, declared = _ratings(told.strategies, players, levels), told.defaults.levels
    ordered = []
    left = sorted(levels, key=lambda x: declared.index(x) if x in declared else len(declared))
    while left:
        best = next(
            level for level in left if all(known[level][1] >= known[other][0] for other in left)
        )
        ordered.append(best)
        left.remove(best)
    return tuple(ordered)


def are_rated(game: str, players: int, levels: Sequence[str]) -> bool:
    """Whether it is known who is stronger: all levels have ratings that ship with the game."""
    return len(_ratings(get_game(game).strategies, players, levels)) == len(set(levels))


def _ratings(
    line_up: LineUp, players: int, levels: Sequence[str]
) -> dict[str, tuple[float, float]]:
    """Both ends of the ratings (Elo) of the levels that ship with the game, as they ship.

    Whether it has been improved since it was measured does not matter: an old rating orders levels
    better than none, and a study that goes on keeps its order.
    """
    counts = line_up.measured.get("players", {})
    known = counts.get(str(players), {}).get("strategies", {})
    ends = {}
    for level in levels:
        spec = parse_spec(level)
        if spec.name in known and not spec.numbers:
            _, low, high = known[spec.name]["rating"]
            ends[level] = (-math.inf if low is None else low, math.inf if high is None else high)
    return ends


def _check_different(line_up: LineUp, levels: Sequence[str]) -> None:
    """UsageError if a level is named twice, by other paths or with the numbers it has anyway."""
    seen: dict[tuple[str, str], str] = {}
    for level in levels:
        identity = _identity(line_up, level)
        if identity in seen:
            first = seen[identity]
            also = f", {first} and {level} being the same" if first != level else ""
            raise UsageError(f"a skill level is named twice in {', '.join(levels)}{also}")
        seen[identity] = level


def _identity(line_up: LineUp, level: str) -> tuple[str, str]:
    """What two names of the same players have in common; of files their content, not their path."""
    spec = parse_spec(level)
    name = "" if spec.is_file else spec.name.partition(".py:")[2] or spec.name
    return name, line_up.get(level).digest()
