"""The toy game with known truth, and studies of it in a folder of their own."""

from __future__ import annotations

import gc
from pathlib import Path

import pytest

from analyzer.playing import pace
from analyzer.studies.common import Amount, Context
from tests.games.found import find_toys


@pytest.fixture(autouse=True)
def toy(monkeypatch, tmp_path):
    """Finds the toy games, with and without a handicap, in an empty folder.

    Trials of the speed are cut short: they cost more than the games of these tests.
    """
    monkeypatch.chdir(tmp_path)
    find_toys(monkeypatch)
    monkeypatch.setattr(pace, "_TRIAL_SECONDS", 0.001)


@pytest.fixture(autouse=True, scope="session")
def frozen_heap():
    """Holm's implementation collects garbage at every call, which takes longer than the test."""
    gc.freeze()
    yield
    gc.unfreeze()


@pytest.fixture
def study(tmp_path):
    """`study(function, settings, games=500, seed=3)` plays a study and answers its results."""
    number = iter(range(10**6))

    def play(function, settings, seed=1, folder=None, report=None, part_games=1000, **amount):
        path = folder or tmp_path / f"study-{next(number)}"
        context = Context(
            Path(path), seed, part_games=part_games, reproduce="reef test", report=report
        )
        return function(settings, Amount(**amount), context)

    return play
