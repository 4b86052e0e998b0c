"""The same seed gives the same rows as when they were stored, in every column."""

from __future__ import annotations

import json

import pytest

from tests.kernel import same_rows
from tests.kernel.same_rows import block_size, taken
from tests.reef import same_rows as same_rows_of_reef

GAMES = {"encounter": same_rows, "reef": same_rows_of_reef}
FILES = {game: json.loads(m.STORED.read_text(encoding="utf-8")) for game, m in GAMES.items()}


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


@pytest.mark.parametrize("game", GAMES)
def test_every_case_is_stored(game):
    assert list(FILES[game]["cases"]) == list(GAMES[game].cases())


@pytest.mark.parametrize(("game", "name"), [(g, name) for g in GAMES for name in GAMES[g].cases()])
def test_the_rows_are_the_stored_ones(game, name):
    cell, games = GAMES[game].cases()[name]
    stored = FILES[game]["cases"][name]
    assert stored["games"] == games
    assert differences(taken(cell, games, FILES[game]["columns"]), stored) == []


def test_one_other_number_is_noticed(monkeypatch):
    name = "balanced, 2 players, basic"
    cell, games = same_rows.cases()[name]
    monkeypatch.setattr("tests.kernel.same_rows.SEED", 1)
    told = differences(
        taken(cell, games, FILES["encounter"]["columns"]), FILES["encounter"]["cases"][name]
    )
    assert "games 0 to 39 differ" in told
