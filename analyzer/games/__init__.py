"""The games of the program: each is a folder here, or in a folder that REEF_GAMES names.

A game's folder holds `game.py`, which defines GAME, and `about.py`, which defines ABOUT and can be
read without the kernel.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from analyzer.errors import UsageError, nearest

if TYPE_CHECKING:
    import numpy as np

    from analyzer.analysis.judged import Analyst
    from analyzer.game import About, Game
    from analyzer.learning.learner import Learner

# Further folders with games, so that a game can be added without a change to the package; worker
# processes inherit the variable and find them too.
_PACKAGED = tuple(__path__)
__path__ = [*_PACKAGED, *filter(None, os.environ.get("REEF_GAMES", "").split(os.pathsep))]


def game_names() -> tuple[str, ...]:
    """The games of the program, those of the package first."""
    return _names_in(tuple(__path__))


@cache
def _names_in(folders: tuple[str, ...]) -> tuple[str, ...]:
    paths = [path for folder in folders for path in sorted(Path(folder).glob("*/game.py"))]
    return tuple(dict.fromkeys(path.parent.name for path in paths))


def default_game() -> str:
    """The game that is meant where none is named."""
    return game_names()[0]


def get_game(name: str) -> Game:
    """The game of that name; UsageError if there is none."""
    game: Game = _module(name, "game").GAME
    return game


def about(name: str) -> About:
    """What the game of that name declares, its kernel not loaded; UsageError if there is none."""
    told: About = _module(name, "about").ABOUT
    if name not in _names_in(_PACKAGED):
        _check_declared(name, told)
    return told


def _check_declared(name: str, told: About) -> None:
    """UsageError unless somebody's own game declares everything, and its own name."""
    from analyzer.game import About

    if missing := [each for each in About.__annotations__ if not hasattr(told, each)]:
        raise UsageError(f"about.py of the game {name} does not declare {', '.join(missing)}")
    if told.name != name:
        raise UsageError(f"about.py of the game {name} calls it {told.name}")


def rules_version(name: str) -> int:
    """The version of the rules by which the program plays that game; UsageError if there is none.

    Games of two versions must not be mixed: the same settings and seed may mean other games.
    """
    return about(name).rules_version


def _module(game: str, part: str) -> Any:
    if game not in game_names():
        raise UsageError(f"unknown game {game!r}{nearest(game, game_names())}{_without_games()}")
    try:
        return import_module(f"analyzer.games.{game}.{part}")
    except (SyntaxError, ImportError, AttributeError, NameError) as error:
        if game in _names_in(_PACKAGED):
            raise
        raise UsageError(f"the game {game} cannot be loaded: {_where(error)}{error}") from error


def _further() -> tuple[str, ...]:
    """The folders of REEF_GAMES."""
    return tuple(folder for folder in __path__ if folder not in _PACKAGED)


def _without_games() -> str:
    """Which folders of REEF_GAMES hold no game, for complaints."""
    empty = [folder for folder in _further() if not _names_in((folder,))]
    told = f"; REEF_GAMES names {', '.join(empty)}, in which no folder holds a game.py"
    return told if empty else ""


def _where(error: Exception) -> str:
    """File and line of a mistake in somebody's own game; a wrong syntax tells them itself."""
    from traceback import extract_tb

    frames = [f for f in extract_tb(error.__traceback__) if f.filename.startswith(_further())]
    return f"{frames[-1].filename}, line {frames[-1].lineno}: " if frames else ""


def get_learner(name: str, players: int) -> Learner:
    """What learning needs of a game with so many players; UsageError if it cannot be learned.

    A game whose positions can be learned has a module `learning` with `make_learner(players)`.
    """
    if players not in get_game(name).player_counts:
        raise UsageError(f"{name} cannot be played by {players} players")
    if find_spec(f"analyzer.games.{name}.learning") is None:
        raise UsageError(f"{name} tells nothing about its positions that could be learned from")
    learner: Learner = _module(name, "learning").make_learner(players)
    return learner


def get_response_learner(
    name: str, players: int, ruleset: str, victim: str
) -> tuple[Learner, np.ndarray] | None:
    """What learns a response to a strategy of a game, and the strategy's own network to start from.

    None where nothing can be learned: the module `learning` of a game with learned strategies has
    `make_response(players, ruleset, victim)`.
    """
    if find_spec(f"analyzer.games.{name}.learning") is None:
        return None
    make_response = getattr(_module(name, "learning"), "make_response", None)
    if make_response is None:
        return None
    made: tuple[Learner, np.ndarray] | None = make_response(players, ruleset, victim)
    return made


def analysing_strategy(name: str) -> str:
    """The strategy that judges recorded games where none is named; UsageError if nothing can.

    A game that can be analysed has a module `analysis` with STRATEGY, that strategy, and
    `make_analyst(record, by, seed)`.
    """
    if find_spec(f"analyzer.games.{name}.analysis") is None:
        raise UsageError(f"games of {name} cannot be analysed: nothing in it judges positions")
    strategy: str = _module(name, "analysis").STRATEGY
    return strategy


def get_analyst(name: str, record: Mapping[str, object], by: str, seed: int) -> Analyst:
    """What judges the turns of a recorded game as the strategy `by` does; see above."""
    analyst: Analyst = _module(name, "analysis").make_analyst(record, by, seed)
    return analyst
