"""A line on the terminal that says how far a command is; nothing where nobody is looking."""

from __future__ import annotations

import sys
from typing import TextIO


class Progress:
    """`12,000 of 1,000,000 games, 41,200 games/s, 24 s left`, on one line of stderr."""

    def __init__(self, games: int, stream: TextIO | None = None) -> None:
        self._games = games
        self._stream = sys.stderr if stream is None else stream
        self._is_shown = False

    def show(self, done: int, seconds: float) -> None:
        """Rewrites the line; `seconds` of playing so far."""
        if not self._stream.isatty():
            return
        speed = done / seconds if seconds > 0 else 0.0
        left = f", {duration((self._games - done) / speed)} left" if speed else ""
        text = f"{done:,} of {self._games:,} games, {speed:,.0f} games/s{left}"
        print(f"\r{text}\x1b[K", end="", file=self._stream, flush=True)
        self._is_shown = True

    def clear(self) -> None:
        """Takes the line away."""
        if self._is_shown:
            print("\r\x1b[K", end="", file=self._stream, flush=True)
            self._is_shown = False


def duration(seconds: float) -> str:
    """A rough duration: 40 s, 3 min, 2.5 h."""
    if seconds < 99:
        return f"{seconds:.0f} s"
    if seconds < 99 * 60:
        return f"{seconds / 60:.0f} min"
    return f"{seconds / 3600:.1f} h"
