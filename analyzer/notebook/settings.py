"""From the arguments of the Python interface to cells."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from analyzer.cells import Cell
from analyzer.game import About
from analyzer.games import about, default_game, get_game

Overrides = tuple[tuple[str, object], ...]


def about_of(game: str | None) -> About:
    """What the game of that name declares; the program's first game if none is named."""
    return about(game if game is not None else default_game())


def overrides_of(parameters: Mapping[str, object]) -> Overrides:
    """Rule parameters given by keyword."""
    return tuple((k, tuple(v) if isinstance(v, list) else v) for k, v in parameters.items())


def line_up_of(strategies: str | Sequence[str] | None, players: int, usual: str) -> tuple[str, ...]:
    """One strategy a seat; a single one is played by all seats."""
    if strategies is None or isinstance(strategies, str):
        return (strategies or usual,) * players
    return tuple(strategies) if len(strategies) > 1 else tuple(strategies) * players


def cell(
    game: str | None = None,
    *,
    players: int | None = None,
    ruleset: str | None = None,
    strategies: str | Sequence[str] | None = None,
    setup: Mapping[str, str] | None = None,
    rotate: bool = False,
    **parameters: object,
) -> Cell:
    """What is played: everything a game depends on but the seed and its index.

    strategies: one a seat, or one for all. setup: choices of the set-up that are otherwise left to
    chance. rotate: every deal is played once in each rotation of the line-up. Rule parameters are
    given by keyword. UsageError if it cannot be played.
    """
    declared = about_of(game)
    named = None if strategies is None or isinstance(strategies, str) else len(strategies)
    n = players or (named if named and named > 1 else None) or declared.defaults.players
    return get_game(declared.name).check(
        Cell(
            game=declared.name,
            players=n,
            ruleset=ruleset or declared.defaults.ruleset,
            strategies=line_up_of(strategies, n, declared.defaults.strategy),
            overrides=overrides_of(parameters),
            setup=tuple((setup or {}).items()),
            rotate=rotate,
        )
    )
