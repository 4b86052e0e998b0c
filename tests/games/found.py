"""The games of the tests, found through REEF_GAMES as a user's own games are."""

from __future__ import annotations

import os
from pathlib import Path

from analyzer import games

FOLDER = Path(__file__).parent
EXAMPLES = FOLDER.parents[1] / "examples" / "games"
TOYS = ("toy", "toycap")


def find_toys(monkeypatch, *further):
    """Lets this process and those that it starts find the toy games; undone with the patch.

    further: other folders of games.
    """
    folders = [str(FOLDER), *map(str, further)]
    monkeypatch.setenv("REEF_GAMES", os.pathsep.join(folders))
    missing = [folder for folder in folders if folder not in games.__path__]
    monkeypatch.setattr(games, "__path__", [*games.__path__, *missing])
