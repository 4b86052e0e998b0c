"""Settings for the tests of Reef's kernel."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest


@pytest.fixture(autouse=True)
def _wrapping_words() -> Iterator[None]:
    """With the compiler off (NUMBA_DISABLE_JIT=1) numpy warns of words that wrap as they should."""
    with np.errstate(over="ignore"):
        yield
