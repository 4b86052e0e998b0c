"""How far a long call is: a line that is replaced, in a notebook as in a terminal."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from analyzer.playing.progress import Progress

_EVERY = 0.5  # seconds
_FIRST = 2.0  # seconds that may pass without a word


@contextmanager
def watched(is_wanted: bool) -> Iterator[Callable[[Progress], None] | None]:
    """A function to be told how far a run is, None if nobody wants to know."""
    if not is_wanted:
        yield None
        return
    line = _Line()
    try:
        yield line
    finally:
        line.clear()


class _Line:
    """The line itself: one output cell in IPython, one line of stderr elsewhere."""

    def __init__(self) -> None:
        self._next = time.monotonic() + _FIRST
        self._handle: Any = None
        self._is_shown = False

    def __call__(self, moment: Progress) -> None:
        now = time.monotonic()
        if now < self._next:
            return
        self._next = now + _EVERY
        left = moment.seconds_left
        rest = "" if left is None else f", about {left:,.0f} s left"
        self._show(f"{moment.games:,} of {moment.total:,} games{rest}")

    def _show(self, text: str) -> None:
        display = _notebook_display()
        if display is None:
            print(f"\r{text:<78}", end="", file=sys.stderr, flush=True)
        elif self._handle is None:
            self._handle = display({"text/plain": text}, raw=True, display_id=True)
        else:
            self._handle.update({"text/plain": text}, raw=True)
        self._is_shown = True

    def clear(self) -> None:
        """Takes the line away."""
        if not self._is_shown:
            return
        if self._handle is None:
            print(f"\r{'':<78}\r", end="", file=sys.stderr, flush=True)
        else:
            self._handle.update({"text/plain": ""}, raw=True)


def _notebook_display() -> Callable[..., Any] | None:
    """IPython's display function where a notebook runs this, None elsewhere."""
    shell = sys.modules.get("IPython")
    if shell is None or shell.get_ipython() is None:
        return None
    if type(shell.get_ipython()).__name__ != "ZMQInteractiveShell":
        return None
    found: Callable[..., Any] = shell.display.display
    return found
