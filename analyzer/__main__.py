"""The process `reef`, which is also `python -m analyzer`: from its first moment to its last."""

import signal

# Until handlers are there, Ctrl-C ends the process without a traceback.
signal.signal(signal.SIGINT, signal.SIG_DFL)

import os  # noqa: E402
import sys  # noqa: E402
from contextlib import suppress  # noqa: E402
from typing import NoReturn  # noqa: E402

from analyzer.cli.stopping import heard, outcome, stop_promptly  # noqa: E402
from analyzer.cli.streams import settle_streams  # noqa: E402


def start() -> NoReturn:
    """Runs the command line of this process. Signals are heard before anything else is loaded."""
    has_output = settle_streams()
    stop_promptly()
    try:
        from analyzer.cli.main import main

        code = main() if has_output else _refuse()
    except BaseException:
        interrupt = heard()
        if interrupt is None:
            raise
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
