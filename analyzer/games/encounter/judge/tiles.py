"""Counted tiles or cubes by colour, and the words that records write for them."""

from __future__ import annotations

from analyzer.games.encounter.rules import COLOURS

Tiles = dict[str, int]
"""How many of each colour; every colour is a key."""


def no_tiles() -> Tiles:
    """None of any colour."""
    return dict.fromkeys(COLOURS, 0)


def counted(letters: str) -> Tiles:
    """Tiles by colour from a word such as `yyg`, whose letters are in any order."""
    return {c: letters.count(c) for c in COLOURS}


def word(tiles: Tiles) -> str:
    """The word for counted tiles, colours in the order of the game."""
    return "".join(c * tiles[c] for c in COLOURS)


def total(tiles: Tiles) -> int:
    """How many tiles of all colours together."""
    return sum(tiles.values())
