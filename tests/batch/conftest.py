"""What tests of runs share."""

from __future__ import annotations

from pathlib import Path

import pytest

from analyzer.runs import Run
from tests.batch.helpers import cell, played


@pytest.fixture(scope="session")
def grid_run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Three cells on the same deals: two and three players, one with other rules."""
    folder: Path = tmp_path_factory.mktemp("runs") / "grid"
    cells = (cell(), cell(overrides=(("min_edible", 6),)), cell(3, rotate=True))
    return played(folder, 600, *cells)
