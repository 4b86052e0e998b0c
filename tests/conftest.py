"""Settings that hold for every test, and command lines in the process of the test."""

from __future__ import annotations

import signal
from collections.abc import Callable
from typing import NamedTuple

import pytest
from hypothesis import HealthCheck, settings

# A shell without job control starts what runs in its background with Ctrl-C ignored, and every
# command that a test starts would inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)

# The time of one example says more about the machine than about the code, and the same examples
# every time make a failure somebody else's failure too.
settings.register_profile(
    "suite", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("suite")


class Answer(NamedTuple):
    """What one command line did."""

    code: int
    out: str
    err: str

    def refusal(self, code: int = 2) -> str:
        """The one line with which the command refused or failed: nothing else was printed."""
        assert (self.code, self.out) == (code, "")
        assert self.err.startswith("reef: ")
        assert self.err.count("\n") == 1
        return self.err


@pytest.fixture
def reef(capsys: pytest.CaptureFixture[str]) -> Callable[..., Answer]:
    """`reef("verify", path)` answers with exit code, stdout and stderr."""
    from analyzer.cli.main import main

    def run(*arguments: object) -> Answer:
        capsys.readouterr()
        code = main([str(argument) for argument in arguments])
        captured = capsys.readouterr()
        return Answer(code, captured.out, captured.err)

    return run
