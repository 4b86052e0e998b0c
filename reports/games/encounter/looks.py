"""What the tiles and algae of Reef Encounter look like: never told apart by colour alone."""

from __future__ import annotations

from reports.replay.sketch import Look, Text, Tone

POLYPS = {
    "w": Look("white", "#ffffff", ""),
    "y": Look("yellow", "#f7e05e", "--"),
    "o": Look("orange", "#e8952e", "//"),
    "p": Look("pink", "#eeb0cf", ".."),
    "g": Look("grey", "#97a1a8", "xx"),
}
"""Tiles, cubes and corals by the letter of their colour."""
ALGAE = {
    "r": Look("red", "#c0392b"),
    "n": Look("green", "#1e7d4f"),
    "b": Look("blue", "#1f6fb5"),
    "u": Look("purple", "#7d4aa5"),
}
SAND = Tone("sand", "#e9dfc6", "#4b4536")
ROCK = Tone("rock", "#a39a8f", "#6d665e")
ROCK_EDGE = Tone("rock-edge", "#857c72", "#8a8178")


def letter_on(x: float, y: float, letter: str, size: float) -> Text:
    """The letter of a colour, readable on its pattern."""
    return Text(x, y, letter, size, fill="#111111", is_bold=True, halo=size / 5)


def counted_colours(letters: str) -> list[tuple[str, int]]:
    """The colours among some tiles or cubes, and how many there are of each."""
    return [(c, letters.count(c)) for c in POLYPS if c in letters]
