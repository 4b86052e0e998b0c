"""Positions step by step, for people who know OpenSpiel or python-chess.

A position is a value: `apply` gives a new one and leaves the old one as it is. It is built on the
judge, so that speed does not matter here and every rule is enforced with a reason.
"""

from __future__ import annotations

from typing import Any, Protocol


class Position(Protocol):
    """A moment of a game at which somebody must decide, or its end."""

    @property
    def to_play(self) -> int | None:
        """The seat that decides next; None when the game is over."""
        ...

    @property
    def is_over(self) -> bool:
        """Whether nobody has anything left to do."""
        ...

    def legal_actions(self) -> list[str]:
        """Everything that `to_play` may do now, in the words of the game's records."""
        ...

    def apply(self, action: str) -> Position:
        """The position after an action; IllegalAction with the reason if it is not legal.

        What chance decides then is drawn from the position's own seed, unless the action says it.
        """
        ...

    @property
    def scores(self) -> list[int]:
        """Points by seat as it stands."""
        ...

    def record(self) -> dict[str, Any]:
        """The record of the game so far; that of a finished game is accepted by the judge."""
        ...

    def __str__(self) -> str: ...
