"""What a bot is shown, as far as all games agree: a position with everything hidden taken out."""

from __future__ import annotations

import copy
from random import Random
from typing import Generic, Protocol, Self, TypeVar

from analyzer.records.errors import IllegalAction


class Table(Protocol):
    """What a view needs of a game's position."""

    turn: int

    def copy(self) -> Self: ...


TableT = TypeVar("TableT", bound=Table)


class SeatView(Generic[TableT]):
    """The game as one seat sees it when it must decide.

    refusal: why the action before was refused, None if it was not. rng: a generator for this seat
    and this game alone; use no other, or games cannot be repeated.
    """

    def __init__(self, table: TableT, seat: int, rng: Random, refusal: str | None = None) -> None:
        """`table`: the view's own copy of the position, nothing hidden in it."""
        self.seat = seat
        self.rng = rng
        self.refusal = refusal
        self._table = table

    @property
    def turn(self) -> int:
        """Turns played so far by all seats together."""
        return self._table.turn

    def after(self, action: str) -> Self:
        """The view after an action of one's own; IllegalAction if it would be refused.

        What chance brings then is not known, and no action that needs it can be looked behind.
        """
        later = copy.copy(self)
        later.refusal = None
        later._table = self._table.copy()
        self._play(later._table, action)
        return later

    def can(self, action: str) -> bool:
        """Whether `after` would accept an action of one's own."""
        try:
            self.after(action)
        except IllegalAction:
            return False
        return True

    def _play(self, table: TableT, action: str) -> None:
        raise NotImplementedError

    def _rival_seats(self, n_players: int) -> list[int]:
        """The other seats, in order of play after one's own."""
        return [(self.seat + k) % n_players for k in range(1, n_players)]

    def __str__(self) -> str:
        return str(self._table)
