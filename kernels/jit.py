"""The one place that decides how kernels are compiled and where compiled code is kept.

numba's own cache does not notice an edit in a *called* function's file, so the cache folder is
named by a fingerprint of every kernel source and of the compiler: other sources, other folder.
"""

from __future__ import annotations

import hashlib
import os
import sys
import tempfile
from pathlib import Path

import llvmlite
import numba
import numpy

_KERNELS = Path(__file__).parent


def fingerprint() -> str:
    """16 hex digits that change with any kernel source, numba, llvmlite, numpy or Python."""
    digest = hashlib.sha256()
    versions = (numba.__version__, llvmlite.__version__, numpy.__version__, sys.version)
    digest.update("|".join(versions).encode())
    for path in sorted(_KERNELS.rglob("*")):
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


def cache_folder() -> Path | None:
    """The folder for this fingerprint's compiled code; None where nothing can be written."""
    for folder in _candidate_folders():
        if _usable(folder / FINGERPRINT):
            return folder / FINGERPRINT
    return None


FINGERPRINT = fingerprint()
CACHE_FOLDER = cache_folder()
COMPILED = not numba.config.DISABLE_JIT

if CACHE_FOLDER is not None:
    numba.config.CACHE_DIR = str(CACHE_FOLDER)

_OPTIONS = {"cache": CACHE_FOLDER is not None, "nogil": True, "error_model": "numpy"}

# Array arguments are borrowed from the caller for the whole of a game, so counting references to
# them only costs time (it halves the speed and more): _nrt=False leaves that out. Such functions
# cannot allocate: callers hand in all the room they work in.
jit = numba.njit(_nrt=False, no_cfunc_wrapper=True, **_OPTIONS)
inlined = numba.njit(_nrt=False, no_cfunc_wrapper=True, forceinline=True, **_OPTIONS)

# A function is optimised again in every function that calls it, so a chain of large functions
# with one caller each costs its length times over. `merged` puts such a function's body into its
# caller before compilation; it is still a function to the reader, and to Python.
merged = numba.njit(inline="always", **_OPTIONS)
