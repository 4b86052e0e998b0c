"""Strategies in plain Python: a class in a file of the user's, named `mybot.py:MyBot`.

    from analyzer.games.encounter.bots import Bot

    class MyBot(Bot):
        def action(self, view):
            return "draft w"

Every game makes a new object, so nothing can pass from one game to another. Numbers that are
attributes of the class can be set in the spec: `mybot.py:MyBot:patience=3`.
"""

from __future__ import annotations

import hashlib
import inspect
import sys
import traceback
from abc import ABC, abstractmethod
from collections.abc import Mapping
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

from analyzer.errors import UsageError
from analyzer.games.encounter.rules import COLOURS
from analyzer.games.encounter.view import View


class Bot(ABC):
    """The base of strategies in plain Python. Only `action` must be written."""

    @abstractmethod
    def action(self, view: View) -> str:
        """The next action in the notation of records, or in short (see `shorthand`).

        Asked again and again until it drafts (`draft g`), which ends the turn. If the action is
        refused, `view.refusal` says why when the next one is asked for.
        """

    def fed_tile(self, view: View) -> str:
        """The colour of the start tile to feed: by default the one of the highest value."""
        values = view.values()
        return max((c for c in COLOURS if view.hand[c]), key=lambda c: (values[c], view.hand[c]))

    def start_larvae(self, view: View, n_larvae: int) -> str:
        """The cubes to take at set-up as a word: by default of the colours held most often."""
        supply, word = dict(view.larva_supply), ""
        for _ in range(n_larvae):
            word += max(
                (c for c in COLOURS if supply[c]), key=lambda c: view.hand[c] - 4 * word.count(c)
            )
            supply[word[-1]] -= 1
        return word

    def final_meal(self, view: View) -> str | None:
        """The cell of the own shrimp on the last coral to eat, by default the one worth most."""
        values, returned = view.values(), view.rules.final_return
        points = {
            cell: (len(coral.cells) - returned) * values[coral.colour]
            for cell, coral in view.edible_corals().items()
        }
        best = max(points, key=lambda cell: points[cell], default=None)
        return best if best is not None and points[best] > 0 else None


def bot_numbers(bot: type[Bot]) -> dict[str, float]:
    """The numbers of a class that a spec may set."""
    named = {name: getattr(bot, name) for name in dir(bot) if not name.startswith("_")}
    return {
        name: value
        for name, value in named.items()
        if isinstance(value, int | float) and not isinstance(value, bool)
    }


def new_bot(bot: type[Bot], numbers: Mapping[str, float]) -> Bot:
    """A bot for one seat of one game."""
    made = bot()
    for name, value in numbers.items():
        setattr(made, name, value)
    return made


def file_digest(name: str) -> str:
    """A hash of the file of a bot named `FILE.py:CLASS`."""
    return hashlib.sha256(_content(_parts(name)[0])).hexdigest()


def load_bot(name: str) -> type[Bot]:
    """The class that `FILE.py:CLASS` names; UsageError if there is none."""
    file, class_name = _parts(name)
    names = vars(_module(file, hashlib.sha256(_content(file)).hexdigest()))
    bot = names.get(class_name)
    if bot is None:
        there = [k for k, v in names.items() if isinstance(v, type) and issubclass(v, Bot)]
        known = ", ".join(k for k in there if k != "Bot") or "none"
        raise UsageError(f"{file} has no class {class_name}; strategies in it: {known}")
    if not isinstance(bot, type) or not issubclass(bot, Bot):
        raise UsageError(f"{name} is no strategy: make it a subclass of {__name__}.Bot")
    if inspect.isabstract(bot):
        raise UsageError(f"{name} is no strategy: it needs a method action(self, view)")
    return bot


def where_in_bot(error: BaseException, bot: Bot) -> str:
    """`mybot.py, line 12`: the innermost place of an error that lies in the bot's own file."""
    file = sys.modules[type(bot).__module__].__file__
    lines = [f.lineno for f in traceback.extract_tb(error.__traceback__) if f.filename == file]
    return f"{Path(file or '').name}, line {lines[-1]}" if lines else type(bot).__name__


def _parts(name: str) -> tuple[str, str]:
    file, colon, class_name = name.rpartition(":")
    if not colon:
        raise UsageError(f"{name} names a file but no class in it; write {name}:CLASS")
    return file, class_name


def _content(file: str) -> bytes:
    try:
        return Path(file).read_bytes()
    except OSError as error:
        raise UsageError(f"cannot read the strategy {file}: {error.strerror}") from None


@cache
def _module(file: str, digest: str) -> object:
    """The module in a file; `digest` is that of its content, so that a changed file loads anew."""
    name = f"reef_bot_{digest[:16]}_{Path(file).stem}"
    spec = spec_from_file_location(name, file)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        del sys.modules[name]
        raise UsageError(f"{file} cannot be loaded: {type(error).__name__}: {error}") from None
    return module
