from __future__ import annotations

import gc

import pytest


@pytest.fixture
def cheap_collection():
    """statsmodels collects garbage whenever it runs Holm; with nothing to scan that is fast."""
    gc.freeze()
    yield
    gc.unfreeze()
