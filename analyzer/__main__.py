"""The process `reef`, which is also `python -m analyzer`: from its first moment to its last."""

import os
import sys
from contextlib import suppress
from typing import NoReturn

from analyzer.cli.stopping import outcome, stop_promptly
from analyzer.cli.streams import settle_streams


def start() -> NoReturn:
    """Runs the command line of this process. Signals are heard before anything else is loaded."""
    is_heard = settle_streams()
    stop_promptly()
    try:
        from analyzer.cli.main import main

        code = main() if is_heard else _refuse()
    except KeyboardInterrupt as interrupt:  # before the command began, or after its end
        word, code = outcome(interrupt)
        print(f"reef: {word}", file=sys.stderr)
    _leave(code)


def _refuse() -> int:
    print("reef: standard output is closed: the answer would be lost", file=sys.stderr)
    return 2


def _leave(code: int) -> NoReturn:
    """Ends the process without taking it apart: all is written, and a signal that came meanwhile
    could only add a traceback."""
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):
            stream.flush()
    os._exit(code)


if __name__ == "__main__":
    start()
