"""The toy games beside the real ones, and `reef` in an empty folder."""

from __future__ import annotations

import pytest

from analyzer.cli.main import main
from analyzer.playing import pace
from tests.games.found import find_toys


@pytest.fixture(autouse=True)
def toys(monkeypatch):
    """Finds the toy games; trials of the speed are cut short."""
    find_toys(monkeypatch)
    monkeypatch.setattr(pace, "_TRIAL_SECONDS", 0.001)


@pytest.fixture
def reef(capsys, tmp_path, monkeypatch):
    """`reef("balance", ...)` in an empty folder answers with code, stdout and stderr."""
    monkeypatch.chdir(tmp_path)

    def run(*arguments):
        capsys.readouterr()
        code = main([str(argument) for argument in arguments])
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return run
