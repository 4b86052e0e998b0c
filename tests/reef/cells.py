"""Cells of Reef with parameters drawn at random, for tests that play many different games."""

from __future__ import annotations

from random import Random

from analyzer.cells import Cell
from analyzer.games import get_game
from analyzer.games.reef.rules import PLAYER_COUNTS, RULESETS

GAME = get_game("reef")
VALUES: dict[str, tuple[object, ...]] = {
    "supply": (5, 9, 18, 33, 60),
    "hand_limit": (2, 3, 5, 12),
    "display": (1, 2, 4, 6),
    "start_placement": ("centre", "free"),
    "orientation": ("printed",),
    "deck_end": ("finish_round",),
    "final_special": ("all",),
}
"""Values that overrides are drawn from; start points are drawn by seat."""


def random_cell(n_players: int, number: int, strategies: tuple[str, ...]) -> Cell:
    """Cell `number` of a series: a named ruleset with about half of the parameters changed."""
    rng = Random(f"{n_players} {number}")
    overrides = {name: rng.choice(values) for name, values in VALUES.items() if rng.random() < 0.5}
    if rng.random() < 0.5:
        overrides["start_points"] = tuple(rng.choice((0, 1, 3, 50)) for _ in range(n_players))
    line_up = tuple(rng.choice(strategies) for _ in range(n_players))
    return GAME.check(
        Cell(
            "reef",
            n_players,
            rng.choice(tuple(RULESETS)),
            line_up,
            tuple(overrides.items()),
            rotate=rng.random() < 0.5,
        )
    )


def named_cell(n_players: int, ruleset: str, strategies: tuple[str, ...]) -> Cell:
    """A named ruleset as it is; the strategies are repeated over the seats."""
    line_up = tuple(strategies[seat % len(strategies)] for seat in range(n_players))
    return GAME.check(Cell("reef", n_players, ruleset, line_up))


__all__ = ["GAME", "PLAYER_COUNTS", "VALUES", "named_cell", "random_cell"]
