"""Standard output and error that are closed, full, or cannot show a character."""

from __future__ import annotations

import errno
import os
import select
import sys
from contextlib import suppress
from typing import Any, TextIO

_FULL = (errno.ENOSPC, errno.EDQUOT)
_FIRST_FILES = 3


def settle_streams() -> bool:
    """Makes the streams of this process fit for use; whether there is a standard output at all.

    What is closed leads nowhere from now on: its number must not go to a file opened later. On
    standard error nothing can go wrong: what cannot be told there is not worth stopping for.
    """
    is_heard = sys.stdout is not None
    while (taken := os.open(os.devnull, os.O_RDWR)) < _FIRST_FILES:
        pass
    os.close(taken)
    if sys.stdout is None:
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 - for good
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(errors="backslashreplace")
    sys.stderr = _Unfailing(sys.stderr)
    return is_heard


class _Unfailing:
    """A stream whose trouble nobody hears of."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        """Writes what can be written."""
        try:
            return self._stream.write(text)
        except OSError:
            return len(text)

    def flush(self) -> None:
        """Passes on what was written, if that is possible."""
        with suppress(OSError):
            self._stream.flush()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


def is_output_full(error: OSError) -> bool:
    """Whether the disk is full that standard output goes to: an error that names no file."""
    return error.errno in _FULL and error.filename is None


def is_reader_gone() -> bool:
    """Whether it was stdout that broke, and not, say, the pipe to a worker process."""
    try:
        poll = select.poll()
        poll.register(sys.stdout.fileno(), 0)
        return bool(poll.poll(0))
    except (OSError, AttributeError):  # no descriptor, or a system without poll
        return True


def silence_output() -> None:
    """Lets what is left of the output go nowhere: Python flushes it once more at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
