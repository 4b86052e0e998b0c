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
import threading
from collections.abc import Callable
from functools import cache, cached_property, update_wrapper
from pathlib import Path
from types import FunctionType
from typing import Any

import llvmlite
import numba
import numpy
from numba.core.caching import _Cache
from numba.core.compiler import CompileResult
from numba.core.serialize import dumps

_KERNELS = Path(__file__).parent


SHARED = ""  # the name under which what no game owns is compiled
ALL = "*"  # and what may call the kernel of any game
_SUFFIX = ".compiled"


@cache
def fingerprint(game: str = SHARED) -> str:
    """16 hex digits that change with any source of a game's kernel, numba, numpy or Python."""
    digest = hashlib.sha256()
    versions = (numba.__version__, llvmlite.__version__, numpy.__version__, sys.version)
    digest.update("|".join(versions).encode())
    below = _KERNELS if game == ALL else _KERNELS / game
    sources = {*_KERNELS.glob("*"), *(below.rglob("*") if game else ())}
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


class _StoredCode(_Cache):
    """The compiled code of one function on disk: a file for each signature and processor.

    Each begins with the hash of what follows. numba would run whatever it finds: a flipped byte
    means other results, or a crash at every start. A file that is not what was written counts as
    missing, and the function is compiled again. numba's own cache would also look at the date of
    the source, which the folder's name makes needless, and load all of numba before it reads a
    file, which is half of the time that a start takes.
    """

    def __init__(self, function: Callable[..., Any], folder: Path, options: dict[str, Any]) -> None:
        self._folder = folder
        caller = "kernels" if options.get("no_cpython_wrapper") else "python"
        self._name = f"{function.__module__}.{function.__qualname__}.{caller}"
        self._origin = _own_source(function)
        self._needs_runtime = options.get("_nrt", True)

    @property
    def cache_path(self) -> str:
        """The folder."""
        return str(self._folder)

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """The code for a signature as numba knows it; None if there is none."""
        if self._needs_runtime:
            target_context.refresh()
        stored = self._read(self._path(sig, target_context.codegen()))
        if stored is None:
            return None
        return CompileResult._rebuild(target_context, *pickle.loads(stored))

    def save_overload(self, sig: Any, data: Any) -> None:
        """Stores the code for a signature, at once or, where there is no room, not at all."""
        if data.library.has_dynamic_globals:
            return
        path, content = self._path(sig, data.codegen), dumps(data._reduce())
        unfinished = path.with_suffix(f".{os.getpid()}-{threading.get_ident()}")
        try:
            unfinished.write_bytes(hashlib.sha256(content).digest() + content)
            unfinished.replace(path)
        except OSError:
            unfinished.unlink(missing_ok=True)

    def flush(self) -> None:
        """Forgets what is stored."""
        for path in self._folder.glob(f"{self._name}-*{_SUFFIX}"):
            path.unlink(missing_ok=True)

    def enable(self) -> None:
        """It always is."""

    def disable(self) -> None:
        """It cannot be."""

    def _path(self, sig: Any, codegen: Any) -> Path:
        key = hashlib.sha256(repr((sig, codegen.magic_tuple(), self._origin)).encode())
        return self._folder / f"{self._name}-{key.hexdigest()[:16]}{_SUFFIX}"

    def _read(self, path: Path) -> bytes | None:
        """What was stored in a file; None if it is not there or not what was written."""
        try:
            stored = path.read_bytes()
        except OSError:
            return None
        size = hashlib.sha256().digest_size
        if hashlib.sha256(stored[size:]).digest() != stored[:size]:
            _say_damaged(str(path.parent))
            return None
        return stored[size:]


def _own_source(function: Callable[..., Any]) -> str:
    """The hash of the file of a function that no fingerprint covers, a test's for instance."""
    if function.__module__.split(".")[0] == _KERNELS.name:
        return ""
    return hashlib.sha256(Path(function.__code__.co_filename).read_bytes()).hexdigest()


@cache
def _say_damaged(folder: str) -> None:
    text = f"reef: compiled code in {folder} is damaged: its checksum differs; it is compiled again"
    print(text, file=sys.stderr, flush=True)


def _game_of(function: Callable[..., Any]) -> str:
    """The game that a kernel function belongs to: the folder below `kernels` that it is in.

    What is not in `kernels` may call anything in it.
    """
    parts = function.__module__.split(".")
    if parts[0] != _KERNELS.name:
        return ALL
    return parts[1] if len(parts) > 2 else SHARED


_FUNCTIONS: list[_Function] = []
"""All compiled functions, those that are called before those that call them."""


def compile_anew(game: str) -> None:
    """Forgets the compiled code of a game, loaded or stored, and compiles it again."""
    functions = [made for made in _FUNCTIONS if made.game in (game, SHARED)]
    for made in functions:
        made.forget()
    for made in functions:
        made.recompile()


class _Function:
    """A function that is compiled when it is first called, cached in the folder of its game.

    Compiled twice, if both ask for it: for callers that are compiled themselves, and for Python,
    which needs a door of its own in front of the code. Without doors that nobody uses a first start
    takes four fifths of the time. Making numba's dispatchers takes time as well, so they wait until
    they are needed: a program that is loaded from the cache needs one.
    """

    def __init__(self, function: Callable[..., Any], options: dict[str, Any]) -> None:
        self.py_func = function
        self.game = _game_of(function)
        self.targetoptions = options  # numba reads here whether to put it into its caller
        update_wrapper(self, function)
        _FUNCTIONS.append(self)

    def __call__(self, *args: Any) -> Any:
        return self.for_python(*args)

    @cached_property
    def for_python(self) -> Any:
        """What Python calls."""
        return self._dispatcher()

    @cached_property
    def for_kernels(self) -> Any:
        """What compiled functions call; Python would crash."""
        return self._dispatcher(no_cpython_wrapper=True)

    @property
    def _numba_type_(self) -> Any:
        """What numba takes the function for where a compiled function names it."""
        return self.for_kernels._numba_type_

    def forget(self) -> None:
        """Removes what is stored."""
        for dispatcher in (self.for_python, self.for_kernels):
            dispatcher._cache.flush()

    def recompile(self) -> None:
        """Compiles again what has been called."""
        for dispatcher in (self.for_kernels, self.for_python):
            dispatcher.recompile()

    def _dispatcher(self, **more: Any) -> Any:
        options = {**self.targetoptions, **more}
        made = numba.njit(nogil=True, error_model="numpy", **options)(self.py_func)
        folder = cache_folder(self.game)
        if folder is not None:
            made._cache = _StoredCode(self.py_func, folder, options)
        return made


def _compiler(**options: Any) -> Callable[[Callable[..., Any]], Any]:
    """A decorator that compiles a function, unless the compiler is switched off."""

    def compiled(function: Callable[..., Any]) -> Any:
        return _Function(function, options) if COMPILED else function

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
