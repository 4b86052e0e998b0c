"""Stepping through a replay with keys, in a terminal."""

from __future__ import annotations

import os
import select
import shutil
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from reports.replay.scenes import Document, Scene
from reports.replay.terminal import fitted_scene

_NEXT = {" ", "n", "l", "j", "\r", "\n", "\x1b[C", "\x1b[B", "\x1b[6~"}
_BACK = {"p", "b", "k", "\x7f", "\x1b[D", "\x1b[A", "\x1b[5~"}
_FIRST = {"g", "\x1b[H", "\x1b[1~"}
_LAST = {"G", "\x1b[F", "\x1b[4~"}
_QUIT = {"q", "Q", "\x1b", "\x04", ""}
_CLEAR = "\x1b[H\x1b[2J"
_ESCAPE_WAIT = 0.05
"""Seconds in which the rest of an arrow key's code arrives; a lone escape has none."""


def can_step() -> bool:
    """Whether both ends are a terminal that can be put into key mode."""
    try:
        import termios  # noqa: F401
    except ImportError:
        return False
    return sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM") != "dumb"


def step_through(document: Document, scenes: Sequence[Scene], start: int, colour: bool) -> int:
    """Shows scenes until a key asks to quit; the exit code."""
    k, hidden = start, True
    with _key_mode():
        while True:
            width, height = shutil.get_terminal_size()
            text = fitted_scene(document, scenes[k], (width, height - 1), colour, hidden)
            sys.stdout.write(f"{_CLEAR}{text}\n")
            sys.stdout.flush()
            key = _read_key()
            if key in _QUIT:
                return 0
            if key == "h":
                hidden = not hidden
            k = _moved(key, k, len(scenes))


def _moved(key: str, k: int, n: int) -> int:
    """The scene that a key leads to from scene k of n."""
    if key in _NEXT:
        return min(k + 1, n - 1)
    if key in _BACK:
        return max(k - 1, 0)
    if key in _FIRST:
        return 0
    return n - 1 if key in _LAST else k


@contextmanager
def _key_mode() -> Iterator[None]:
    """The terminal gives every key at once, without echo; Ctrl-C still interrupts."""
    import termios
    import tty

    descriptor = sys.stdin.fileno()
    before = termios.tcgetattr(descriptor)
    try:
        tty.setcbreak(descriptor)
        yield
    finally:
        termios.tcsetattr(descriptor, termios.TCSADRAIN, before)


def _read_key() -> str:
    """One key: a character, or the whole code of an arrow key."""
    descriptor = sys.stdin.fileno()
    key = os.read(descriptor, 1).decode("latin-1")
    while key.startswith("\x1b") and len(key) < 8:
        if not select.select([descriptor], [], [], _ESCAPE_WAIT)[0]:
            break
        key += os.read(descriptor, 1).decode("latin-1")
        if len(key) > 2 and (key[-1].isalpha() or key[-1] == "~"):
            break
    return key.replace("\x1bO", "\x1b[")
