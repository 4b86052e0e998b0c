"""What tests of runs share."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from analyzer.playing.run import Run
from tests.batch.helpers import STARTED, cell, kill_group, played


@pytest.fixture(autouse=True)
def _no_command_outlives_its_test() -> Iterator[None]:
    yield
    for process in STARTED:
        if process.poll() is None:
            kill_group(process)
            process.communicate()
    STARTED.clear()


@pytest.fixture(scope="session")
def grid_run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Three cells on the same deals: two and three players, one with other rules."""
    folder: Path = tmp_path_factory.mktemp("runs") / "grid"
    cells = (cell(), cell(overrides=(("min_edible", 6),)), cell(3, rotate=True))
    return played(folder, 600, *cells)
