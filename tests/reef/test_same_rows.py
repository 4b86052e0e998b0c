"""The same seed gives the same rows of Reef as when they were stored, in every column."""

from __future__ import annotations

import json

import pytest

from tests.kernel.same_rows import taken
from tests.kernel.test_same_rows import differences
from tests.reef.same_rows import STORED, cases

FILE = json.loads(STORED.read_text(encoding="utf-8"))


def test_every_case_is_stored():
    assert list(FILE["cases"]) == list(cases())


@pytest.mark.parametrize("name", cases())
def test_the_rows_are_the_stored_ones(name):
    cell, games = cases()[name]
    stored = FILE["cases"][name]
    assert stored["games"] == games
    assert differences(taken(cell, games, FILE["columns"]), stored) == []
