"""The same seed gives the same rows as when they were stored, in every column."""

from __future__ import annotations

import json

import pytest

from tests.kernel.same_rows import STORED, block_size, cases, taken

FILE = json.loads(STORED.read_text(encoding="utf-8"))


def differences(now: dict, stored: dict) -> list[str]:
    """What a reader wants to know of rows that are not the stored ones."""
    size = block_size(stored["games"])
    told = [
        f"games {k * size} to {(k + 1) * size - 1} differ"
        for k, (new, old) in enumerate(zip(now["digests"], stored["digests"], strict=True))
        if new != old
    ]
    return told + [
        f"{name} in all: {now[name]}, stored {stored[name]}"
        for name in ("turns", "points")
        if now[name] != stored[name]
    ]


def test_every_case_is_stored():
    assert list(FILE["cases"]) == list(cases())


@pytest.mark.parametrize("name", cases())
def test_the_rows_are_the_stored_ones(name):
    cell, games = cases()[name]
    stored = FILE["cases"][name]
    assert stored["games"] == games
    assert differences(taken(cell, games, FILE["columns"]), stored) == []


def test_one_other_number_is_noticed(monkeypatch):
    name = "balanced, 2 players, basic"
    cell, games = cases()[name]
    monkeypatch.setattr("tests.kernel.same_rows.SEED", 1)
    told = differences(taken(cell, games, FILE["columns"]), FILE["cases"][name])
    assert "games 0 to 39 differ" in told
