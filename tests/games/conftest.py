"""The toy games beside the real ones, in an empty folder."""

from __future__ import annotations

import pytest

from analyzer.playing import pace
from tests.games.found import EXAMPLES, find_toys


@pytest.fixture(autouse=True)
def toys(monkeypatch, tmp_path):
    """Finds the toy games and the example in an empty folder; trials of the speed are cut short."""
    monkeypatch.chdir(tmp_path)
    find_toys(monkeypatch, EXAMPLES)
    monkeypatch.setattr(pace, "_TRIAL_SECONDS", 0.001)
