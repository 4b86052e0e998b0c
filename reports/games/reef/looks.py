"""What the pieces of Reef look like: never told apart by colour alone."""

from __future__ import annotations

from reports.replay.sketch import Look, Text, Tone

PIECES = {
    "r": Look("red", "#e2695c", "//"),
    "y": Look("yellow", "#f3d250", "--"),
    "g": Look("green", "#6db57c", "xx"),
    "p": Look("purple", "#b18fd0", ".."),
}
"""Pieces by the letter of their colour."""
SEA = Tone("sea", "#dbe9ee", "#2c3b44")
SEA_EDGE = Tone("sea-edge", "#9fb8c2", "#52656f")
EDGE = "#222222"


def letter_on(x: float, y: float, letter: str, size: float) -> Text:
    """The letter of a colour, readable on its pattern."""
    return Text(x, y, letter, size, fill="#111111", is_bold=True, halo=size / 5)
