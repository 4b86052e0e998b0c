"""What is shown while something takes its time."""

from __future__ import annotations

import json
import math
import shutil
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, TextIO

from analyzer.cli.text import duration

if TYPE_CHECKING:
    from analyzer.playing.progress import Progress

KINDS = ("auto", "off", "json")
_SHOWN_EVERY = 0.25  # seconds
_TOLD_EVERY = 1.0


class RunProgress:
    """Shows moments of a run on stderr.

    auto: one line that is rewritten, and nothing where stderr is not a terminal; json: an object
    a line, about once a second.
    """

    def __init__(self, kind: str, stream: TextIO | None = None) -> None:
        self._stream = sys.stderr if stream is None else stream
        self._kind = "off" if kind == "auto" and not self._stream.isatty() else kind
        self._next = -math.inf
        self._is_shown = False

    def __call__(self, progress: Progress) -> None:
        """Shows a moment, unless one has just been shown."""
        now = time.monotonic()
        if self._kind == "off" or (now < self._next and progress.games < progress.total):
            return
        if self._kind == "json":
            self._next = now + _TOLD_EVERY
            print(json.dumps(progress_object(progress)), file=self._stream, flush=True)
            return
        self._next = now + _SHOWN_EVERY
        width = shutil.get_terminal_size().columns - 1
        print(f"\r{progress_text(progress)[:width]}\x1b[K", end="", file=self._stream, flush=True)
        self._is_shown = True

    def clear(self) -> None:
        """Takes the line away."""
        if self._is_shown:
            print("\r\x1b[K", end="", file=self._stream, flush=True)
            self._is_shown = False


@contextmanager
def working(what: Callable[[], str], every: float = 1.0) -> Iterator[None]:
    """Shows on a terminal what is being done and for how long, from the second time on.

    every: seconds.
    """
    if not sys.stderr.isatty():
        yield
        return
    is_over = threading.Event()

    def show() -> None:
        times = 0
        while not is_over.wait(every):
            times += 1
            if times > 1:
                room = shutil.get_terminal_size().columns - 1
                text = f"{what()}, {duration(times * every)}"[:room]
                print(f"\r{text}\x1b[K", end="", file=sys.stderr, flush=True)

    thread = threading.Thread(target=show, daemon=True)
    thread.start()
    try:
        yield
    finally:
        is_over.set()
        thread.join()
        print("\r\x1b[K", end="", file=sys.stderr, flush=True)


def progress_text(progress: Progress) -> str:
    """`cell 2/6, 12,000/60,000 games, 41,200/s, 24 s left, seats win 49.9 50.1 % ± 0.9`."""
    most = "max " if progress.precision is not None else ""
    words = [f"{progress.games:,}/{most}{progress.total:,} games"]
    if progress.n_cells > 1:
        words.insert(0, f"cell {progress.cell_index + 1}/{progress.n_cells}")
    words.append(f"{progress.games_per_second:,.0f}/s")
    if progress.seconds_left is not None:
        words.append(f"{most}{duration(progress.seconds_left)} left")
    seats = progress.shares()[: progress.cell.players]
    widest = max(share.half_width for share in seats)
    shares = " ".join(f"{100 * share.value:.1f}" for share in seats)
    words.append(f"seats win {shares} % ± {100 * widest:.1f}")
    return ", ".join(words)


def progress_object(progress: Progress) -> dict[str, object]:
    """The same for programs; the intervals may be looked at again and again."""
    seats = progress.shares()[: progress.cell.players]
    return {
        "cell": progress.cell_index,
        "cells": progress.n_cells,
        "games": progress.games,
        "total": progress.total,
        "games_per_s": progress.games_per_second,
        "seconds_left": progress.seconds_left,
        "win_share": [share.value for share in seats],
        "win_share_intervals": [[share.low, share.high] for share in seats],
    }
