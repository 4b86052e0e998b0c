"""Compiles what the tests play, on two cores: otherwise each of their processes would do it.

`python -m tests.warm_up`, before pytest starts its workers.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from itertools import combinations_with_replacement
from multiprocessing import get_context

from analyzer.cells import Cell
from analyzer.errors import UsageError
from analyzer.games import game_names, get_game, get_learner


def pairs(name: str) -> Iterator[tuple[str, ...]]:
    """Two strategies of every two kinds of a game's strategies, as kinds are compiled together."""
    shipped = get_game(name).strategies
    kinds = {shipped.get(spec).kind: spec for spec in shipped.names()}
    by_number = [kinds[kind] for kind in sorted(kinds, reverse=True)]
    yield from combinations_with_replacement(by_number, 2)


def compile_pair(name: str, strategies: tuple[str, ...]) -> None:
    """Plays a game of two strategies, and records one of the simplest."""
    game = get_game(name)
    cell = game.check(Cell(name, 2, game.defaults.ruleset, strategies))
    game.play(cell, 0, 0, 1)
    if set(strategies) == {game.defaults.baseline}:
        game.record(cell, 0, 0)


def compile_learner(name: str) -> None:
    """Plays a game to learn from, where a game can be learned."""
    with suppress(UsageError):
        get_learner(name, get_game(name).player_counts[0]).first_games(0, 0, 1)


def main() -> None:
    """The largest programs first, so that both processes are busy to the end."""
    with ProcessPoolExecutor(2, get_context("spawn")) as workers:
        made = [workers.submit(compile_learner, name) for name in game_names()]
        made += [
            workers.submit(compile_pair, name, pair)
            for name in game_names()
            for pair in pairs(name)
        ]
        for one in made:
            one.result()


if __name__ == "__main__":
    main()
