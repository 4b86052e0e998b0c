"""Ctrl-C and SIGTERM end every command alike: soon, with one line, and once."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

INTERRUPTED = 130
TERMINATED = 143
_PATIENCE = 3.0  # seconds in which a command may close what it writes, and tell
_AGAIN = 0.05  # seconds


class Terminated(KeyboardInterrupt):
    """SIGTERM, treated like Ctrl-C."""


_HEARD: list[KeyboardInterrupt] = []


def stop_promptly() -> None:
    """Makes the first signal an exception and the last word: further ones change nothing.

    Whatever the command is doing then, it is over after a few seconds. Files are there completely
    or not at all, and workers end with their parent, so that no more than the time is lost. For a
    process that is a command and nothing else.
    """
    sys.unraisablehook = _unraisable
    # Python calls handlers between two steps of its main thread, which may be far apart: one step
    # compiles a function, or plays a whole part. The number of a signal is written here at once.
    heard, told = os.pipe()
    os.set_blocking(told, False)
    signal.set_wakeup_fd(told, warn_on_full_buffer=False)
    threading.Thread(target=_end_after, args=(heard,), name="reef-end", daemon=True).start()
    signal.signal(signal.SIGINT, _stop)
    signal.signal(signal.SIGTERM, _stop)


def _stop(number: int, frame: FrameType | None) -> None:  # noqa: ARG001
    for each in (signal.SIGINT, signal.SIGTERM):
        signal.signal(each, signal.SIG_IGN)
    _HEARD[:] = [Terminated() if number == signal.SIGTERM else KeyboardInterrupt()]
    raise _HEARD[0]


def _end_after(heard: int) -> None:
    """Ends the process some time after the first signal, if it is still there."""
    while (number := os.read(heard, 1)[0]) not in (signal.SIGINT, signal.SIGTERM):
        pass
    time.sleep(_PATIENCE)
    is_terminated = number == signal.SIGTERM
    try:
        os.write(2, f"reef: {'terminated' if is_terminated else 'interrupted'}\n".encode())
    finally:
        os._exit(TERMINATED if is_terminated else INTERRUPTED)


def heard() -> KeyboardInterrupt | None:
    """The signal that ends this process, if there was one.

    Its exception need not arrive: libraries that are being loaded turn it into errors of theirs.
    """
    return _HEARD[0] if _HEARD else None


def _unraisable(trouble: sys.UnraisableHookArgs) -> None:
    """A signal that came where Python swallows exceptions is given once more, a bit later. What
    else complains after a signal was given up in the middle of its work."""
    if not isinstance(trouble.exc_value, KeyboardInterrupt):
        if heard() is None:
            sys.__unraisablehook__(trouble)
        return
    is_terminated = isinstance(trouble.exc_value, Terminated)
    number = signal.SIGTERM if is_terminated else signal.SIGINT
    signal.signal(number, _stop)
    again = threading.Timer(_AGAIN, os.kill, [os.getpid(), number])
    again.daemon = True
    again.start()


@contextmanager
def terminable() -> Iterator[None]:
    """Makes SIGTERM an exception, so that what is being written is closed properly.

    For commands that are called in a process which is not theirs; see `stop_promptly`.
    """
    if signal.getsignal(signal.SIGTERM) in (_stop, signal.SIG_IGN):
        yield
        return

    def stop(number: int, frame: FrameType | None) -> None:  # noqa: ARG001
        raise Terminated

    before = signal.signal(signal.SIGTERM, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def exit_code(code: int) -> int:
    """That of a command which ended by itself at a signal: 143 if it was SIGTERM, not Ctrl-C."""
    interrupt = heard()
    if code != INTERRUPTED or interrupt is None:
        return code
    return outcome(interrupt)[1]


def outcome(interrupt: KeyboardInterrupt) -> tuple[str, int]:
    """What to call it, and the exit code."""
    if isinstance(interrupt, Terminated):
        return "terminated", TERMINATED
    return "interrupted", INTERRUPTED
