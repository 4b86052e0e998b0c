"""Ctrl-C and SIGTERM: commands that store what they do end both alike."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

INTERRUPTED = 130
TERMINATED = 143


class Terminated(KeyboardInterrupt):
    """SIGTERM, treated like Ctrl-C."""


@contextmanager
def terminable() -> Iterator[None]:
    """Makes SIGTERM an exception, so that what is being written is closed properly."""

    def stop(number: int, frame: FrameType | None) -> None:  # noqa: ARG001
        raise Terminated

    before = signal.signal(signal.SIGTERM, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def outcome(interrupt: KeyboardInterrupt) -> tuple[str, int]:
    """What to call it, and the exit code."""
    if isinstance(interrupt, Terminated):
        return "terminated", TERMINATED
    return "interrupted", INTERRUPTED
