"""The games of the tests, found through REEF_GAMES as a user's own games are."""

from __future__ import annotations

from pathlib import Path

from analyzer import games

FOLDER = Path(__file__).parent
TOYS = ("toy", "toycap")


def find_toys(monkeypatch):
    """Lets this process and those that it starts find the toy games; undone with the patch."""
    monkeypatch.setenv("REEF_GAMES", str(FOLDER))
    if str(FOLDER) not in games.__path__:
        monkeypatch.setattr(games, "__path__", [*games.__path__, str(FOLDER)])
