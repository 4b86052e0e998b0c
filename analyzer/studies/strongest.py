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

    By the ratings that ship with the game for this number of players. Levels whose intervals of
    these overlap are put as the game declares its own, and others as they are named. So are all if
    one of them is not rated.
    """
    told = get_game(game)
    line_up, declared = told.strategies, told.defaults.levels
    _check_different(line_up, levels)
    rated = {level: _rated(line_up, level, players) for level in levels}
    known = {level: ends for level, ends in rated.items() if ends is not None}
    if len(known) < len(rated):
        return tuple(levels)
    ordered = []
    left = sorted(levels, key=lambda x: declared.index(x) if x in declared else len(declared))
    while left:
        best = next(
            level for level in left if all(known[level][1] >= known[other][0] for other in left)
        )
        ordered.append(best)
        left.remove(best)
    return tuple(ordered)


def _rated(line_up: LineUp, level: str, players: int) -> tuple[float, float] | None:
    """Both ends of the rating (Elo) of a strategy that ships with the game, as it ships.

    Whether it has been improved since it was measured does not matter: an old rating orders levels
    better than none, and a study that goes on keeps its order.
    """
    spec = parse_spec(level)
    counts = line_up.measured.get("players", {})
    known = counts.get(str(players), {}).get("strategies", {})
    if spec.numbers or spec.name not in known:
        return None
    _, low, high = known[spec.name]["rating"]
    return -math.inf if low is None else low, math.inf if high is None else high


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
