"""How games are drawn: one folder a game, or one in a folder that REEF_GAMES names."""

from __future__ import annotations

import os
from importlib import import_module
from importlib.util import find_spec

from reports.replay.drawing import Drawing

__path__ = [*__path__, *filter(None, os.environ.get("REEF_GAMES", "").split(os.pathsep))]


def drawing_of(game: str) -> Drawing:
    """The drawing of a game; a plain one where it has none."""
    if not game.isidentifier() or find_spec(f"{__name__}.{game}") is None:
        return Drawing()
    if find_spec(f"{__name__}.{game}.drawing") is None:
        return Drawing()
    found: Drawing = import_module(f"{__name__}.{game}.drawing").DRAWING
    return found
