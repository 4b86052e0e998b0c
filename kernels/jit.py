"""The one place that decides how kernels are compiled and where compiled code is kept.

numba's own cache does not notice an edit in a *called* function's file, so the cache folder of a
game is named by a fingerprint of its kernel's sources, of those that all games share, and of the
compiler: other sources, other folder. Editing or adding one game leaves the others as they were.
"""

from __future__ import annotations

import hashlib
import os
import pickle
import stat
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
from numba.core.caching import IndexDataCacheFile

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
    if _is_private(shared := _shared_folder()):
        folders.append(shared)
    return folders


def _shared_folder() -> Path:
    """The last resort: a folder where everybody may make folders."""
    user = str(os.getuid()) if hasattr(os, "getuid") else "user"
    return Path(tempfile.gettempdir()) / f"reef-analyzer-{user}"


def _is_private(folder: Path) -> bool:
    """Whether the folder, which is created, is the user's own and nobody else's.

    Loading compiled code runs it, so it must not come from where others can put it.
    """
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        found = folder.lstat()
    except OSError:
        return False
    is_own = not hasattr(os, "getuid") or found.st_uid == os.getuid()
    return stat.S_ISDIR(found.st_mode) and is_own and not stat.S_IMODE(found.st_mode) & 0o077


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


class _CheckedFile(IndexDataCacheFile):
    """numba's files of one function, each beginning with the hash of what follows.

    numba runs whatever it finds: a flipped byte means other results, or a crash at every start.
    A file that is not what was written counts as missing, and the function is compiled again.
    """

    def _save_index(self, overloads: dict[Any, str]) -> None:
        self._write(self._index_path, (self._version, self._source_stamp, overloads))

    def _load_index(self) -> dict[Any, str]:
        try:
            version, stamp, overloads = self._read(self._index_path)
        except OSError:
            return {}
        is_fresh = (version, stamp) == (self._version, self._source_stamp)
        return overloads if is_fresh else {}

    def _save_data(self, name: str, data: Any) -> None:
        self._write(self._data_path(name), data)

    def _load_data(self, name: str) -> Any:
        return self._read(self._data_path(name))

    def _write(self, path: str, content: Any) -> None:
        data = self._dump(content)
        with self._open_for_write(path) as file:
            file.write(hashlib.sha256(data).digest() + data)

    def _read(self, path: str) -> Any:
        """The content of a file; OSError if it is not there or not what was written."""
        stored = Path(path).read_bytes()
        size = hashlib.sha256().digest_size
        if hashlib.sha256(stored[size:]).digest() != stored[:size]:
            _say_damaged(str(Path(path).parent))
            raise OSError(f"{path} is damaged")
        return pickle.loads(stored[size:])


@cache
def _say_damaged(folder: str) -> None:
    text = f"reef: compiled code in {folder} is damaged: its checksum differs; it is compiled again"
    print(text, file=sys.stderr, flush=True)


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
        made = numba.njit(cache=is_cached, nogil=True, error_model="numpy", **options)(function)
        if is_cached and COMPILED:
            made._cache._cache_file.__class__ = _CheckedFile
        return made

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
