"""Strategies in plain Python: a class in a file of the user's, named `mybot.py:MyBot`.

Every game has its own base class for them. Numbers that are attributes of the class can be set in
the spec: `mybot.py:MyBot:patience=3`.
"""

from __future__ import annotations

import hashlib
import inspect
import sys
import traceback
from collections.abc import Mapping
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any, TypeVar

from analyzer.errors import UsageError

B = TypeVar("B")


def bot_numbers(bot: type) -> dict[str, float]:
    """The numbers of a class that a spec may set."""
    named = {name: getattr(bot, name) for name in dir(bot) if not name.startswith("_")}
    return {
        name: value
        for name, value in named.items()
        if isinstance(value, int | float) and not isinstance(value, bool)
    }


def new_bot(bot: type[B], numbers: Mapping[str, float]) -> B:
    """A bot for one seat of one game: nothing passes from one game to another."""
    made = bot()
    for name, value in numbers.items():
        setattr(made, name, value)
    return made


def file_digest(name: str) -> str:
    """A hash of the file of a bot named `FILE.py:CLASS`."""
    return hashlib.sha256(_content(_parts(name)[0])).hexdigest()


def load_bot(name: str, base: type[B]) -> type[B]:
    """The subclass of `base` that `FILE.py:CLASS` names; UsageError if there is none."""
    file, class_name = _parts(name)
    names = vars(_module(file, hashlib.sha256(_content(file)).hexdigest()))
    bot = names.get(class_name)
    if bot is None:
        there = [k for k, v in names.items() if isinstance(v, type) and issubclass(v, base)]
        known = ", ".join(k for k in there if names[k] is not base) or "none"
        raise UsageError(f"{file} has no class {class_name}; strategies in it: {known}")
    if not isinstance(bot, type) or not issubclass(bot, base):
        wanted = f"{base.__module__}.{base.__qualname__}"
        raise UsageError(f"{name} is no strategy: make it a subclass of {wanted}")
    if inspect.isabstract(bot):
        raise UsageError(f"{name} is no strategy: it needs {_missing(bot)}")
    return bot


def _missing(bot: Any) -> str:
    """The methods that a class must still have."""
    return " and ".join(
        f"a method {name}({', '.join(inspect.signature(getattr(bot, name)).parameters)})"
        for name in sorted(bot.__abstractmethods__)
    )


def where_in_bot(error: BaseException, bot: object) -> str:
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
