"""A browser where there is one, a folder for its pictures."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.reports.browser import Browser, chromium_path

ARTEFACTS = Path(__file__).parent.parent / "artefacts"


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """A headless Chromium; tests that need it are skipped on a machine without one."""
    if chromium_path() is None:
        pytest.skip("no Chromium on this machine (on Debian: apt-get install chromium)")
    with Browser() as opened:
        yield opened


@pytest.fixture(scope="session")
def artefacts() -> Path:
    """Where screenshots are kept for people to look at; git ignores it."""
    ARTEFACTS.mkdir(exist_ok=True)
    return ARTEFACTS
