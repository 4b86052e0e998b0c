"""The one place that decides how kernels are compiled and where compiled code is kept.

numba's own cache does not notice an edit in a *called* function's file, so the cache folder of a
game is named by a fingerprint of its kernel's sources, of those that all games share, and of the
compiler: other sources, other folder. Editing or adding one game leaves the others as they were.
"""

from __future__ import annotations

import hashlib
import os
import sys
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import FunctionType
from typing import Any

import llvmlite
import numba
import numpy

_KERNELS = Path(__file__).parent


SHARED = ""  # the name under which what no game owns is compiled


@cache
def fingerprint(game: str = SHARED) -> str:
    """16 hex digits that change with any source of a game's kernel, numba, numpy or Python."""
    digest = hashlib.sha256()
    versions = (numba.__version__, llvmlite.__version__, numpy.__version__, sys.version)
    digest.update("|".join(versions).encode())
    sources = [*_KERNELS.glob("*"), *((_KERNELS / game).rglob("*") if game else ())]
    for path in sorted(sources):
        if path.suffix in (".py", ".toml", ".json"):
            digest.update(path.relative_to(_KERNELS).as_posix().encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def _candidate_folders() -> list[Path]:
    """Where compiled kernels may live, best first."""
    folders = []
    if os.environ.get("REEF_CACHE_DIR"):
        folders.append(Path(os.environ["REEF_CACHE_DIR"]))
    home = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    folders.append(Path(home) / "reef-analyzer")
    user = str(os.getuid()) if hasattr(os, "getuid") else "user"
    folders.append(Path(tempfile.gettempdir()) / f"reef-analyzer-{user}")
    return folders


def _usable(folder: Path) -> bool:
    """Whether files can be made in the folder, which is created."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


@cache
def cache_folder(game: str = SHARED) -> Path | None:
    """The folder for a game's compiled code; None where nothing can be written."""
    for folder in _candidate_folders():
        if _usable(folder / fingerprint(game)):
            return folder / fingerprint(game)
    return None


COMPILED = not numba.config.DISABLE_JIT


def _game_of(function: Callable[..., Any]) -> str:
    """The game that a kernel function belongs to: the folder below `kernels` that it is in."""
    parts = function.__module__.split(".")
    return parts[1] if parts[0] == "kernels" and len(parts) > 2 else SHARED


def _compiler(**options: Any) -> Callable[[Callable[..., Any]], Any]:
    """A decorator that compiles a function, cached in the folder of its game."""

    def compiled(function: Callable[..., Any]) -> Any:
        folder = cache_folder(_game_of(function))
        if folder is not None:
            numba.config.CACHE_DIR = str(folder)  # read when a function is decorated
        is_cached = folder is not None
        return numba.njit(cache=is_cached, nogil=True, error_model="numpy", **options)(function)

    return compiled


# Array arguments are borrowed from the caller for the whole of a game, so counting references to
# them only costs time (it halves the speed and more): _nrt=False leaves that out. Such functions
# cannot allocate: callers hand in all the room they work in.
jit = _compiler(_nrt=False, no_cfunc_wrapper=True)
inlined = _compiler(_nrt=False, no_cfunc_wrapper=True, forceinline=True)

# A function is optimised again in every function that calls it, so a chain of large functions
# with one caller each costs its length times over. `merged` puts such a function's body into its
# caller before compilation; it is still a function to the reader, and to Python.
merged = _compiler(inline="always")


def rebound(template: Any, name: str, compiler: Callable[..., Any], names: dict[str, Any]) -> Any:
    """A function compiled once more, under a name of its own, with some of its globals replaced.

    A global that is False takes the branch behind it out of the program, with all that only this
    branch calls. The compiler's cache tells functions apart by module and name, so the name must be
    new; it would not find a function that was made inside another one.
    """
    function = template.py_func if COMPILED else template
    made = FunctionType(function.__code__, {**function.__globals__, **names}, name)
    made.__module__ = function.__module__
    made.__qualname__ = name
    made.__doc__ = function.__doc__
    return compiler(made)
