"""The phases of a game."""

from __future__ import annotations

from enum import StrEnum


class Phase(StrEnum):
    """What is being decided."""

    START = "start"
    """The seats place their start pieces; the deck is still face down."""
    TURNS = "turns"
    FINAL = "final"
    """Play has stopped; cards left in hand are scored one by one."""
    OVER = "over"
