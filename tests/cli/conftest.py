"""Runs command lines in this process."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pytest

from analyzer.cli.main import main


@dataclass(frozen=True)
class Answer:
    """What one command line did."""

    code: int
    out: str
    err: str


@pytest.fixture
def reef(capsys: pytest.CaptureFixture[str]) -> Callable[..., Answer]:
    """`reef("verify", path)` answers with exit code, stdout and stderr."""

    def run(*arguments: object) -> Answer:
        capsys.readouterr()
        code = main([str(argument) for argument in arguments])
        captured = capsys.readouterr()
        return Answer(code, captured.out, captured.err)

    return run
