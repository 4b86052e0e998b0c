"""One writer for a run: a lock that the operating system gives back whatever happens."""

from __future__ import annotations

import fcntl
import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from analyzer.errors import UsageError
from analyzer.files import writing

LOCK_NAME = "lock"


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Holds the lock of a run's folder; UsageError if another process has it."""
    with writing(folder):
        folder.mkdir(parents=True, exist_ok=True)
    with locked_file(folder / LOCK_NAME, folder):
        yield


@contextmanager
def locked_file(path: Path, what: Path) -> Iterator[None]:
    """Holds the lock on a file, which stands for `what`; UsageError if another process has it.

    The file stays behind: it is the lock on it that counts, and that ends with its process.
    """
    with writing(what):
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            owner = os.pread(descriptor, 200, 0).decode(errors="replace").strip()
            raise UsageError(
                f"{what} is being written by another process ({owner or 'unknown'});"
                " wait for it or choose another name"
            ) from None
        # Who holds it is for the message only, so that a full disk need not stop anybody here.
        try:
            os.ftruncate(descriptor, 0)
            os.pwrite(descriptor, f"process {os.getpid()} on {socket.gethostname()}\n".encode(), 0)
        except OSError:
            pass
        yield
    finally:
        os.close(descriptor)


def is_locked(folder: Path) -> bool:
    """Whether some process is writing the run just now."""
    try:
        descriptor = os.open(folder / LOCK_NAME, os.O_RDONLY)
    except OSError:
        return False
    try:
        fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
        return False
    except OSError:
        return True
    finally:
        os.close(descriptor)
