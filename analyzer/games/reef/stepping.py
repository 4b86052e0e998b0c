"""Games of Reef step by step.

Actions are those of records: while start pieces are placed their text (`gb2,rc2,pb3,yc3`), then
one action a turn. The final scoring leaves no choice and follows the last turn by itself.
"""

from __future__ import annotations

from random import Random
from typing import Any

from analyzer.games.reef.judge import Phase, Position, parse_action, parse_start
from analyzer.games.reef.judge.setup import random_deal
from analyzer.games.reef.records import Recording
from analyzer.games.reef.rules import Rules
from analyzer.records.errors import IllegalAction
from analyzer.wording import seat_name


class ReefPosition:
    """A moment of a game; `table` is the judge's position, to be looked at and not changed."""

    def __init__(self, rules: Rules, seed: int = 1) -> None:
        """The first decision of a game whose deck is shuffled by the seed."""
        names = [seat_name(seat, rules.n_players) for seat in range(rules.n_players)]
        self._game = Recording(rules, names, random_deal(rules, Random(seed)))

    @property
    def table(self) -> Position:
        """Everything on the table, what is hidden included."""
        return self._game.position

    @property
    def to_play(self) -> int | None:
        """The seat that decides next; None when the game is over."""
        return self.table.to_play

    @property
    def is_over(self) -> bool:
        """Whether nobody has anything left to do."""
        return self.table.is_over

    @property
    def scores(self) -> list[int]:
        """Points by seat as it stands."""
        return self.table.scores()

    def legal_actions(self) -> list[str]:
        """Everything that `to_play` may do now; pieces in one order for each board they build."""
        return list(self.table.legal_actions())

    def apply(self, action: str) -> ReefPosition:
        """The position after an action; IllegalAction with the reason if it is not legal."""
        if self.is_over:
            raise IllegalAction(f"the game has ended ({self.table.ended_by})")
        parse = parse_start if self.table.phase is Phase.START else parse_action
        after: ReefPosition = object.__new__(ReefPosition)
        after._game = self._game.copy()
        after._game.play(parse(action))
        if after.table.has_stopped:
            after._game.score_hands()
        return after

    def record(self) -> dict[str, Any]:
        """The record of the game so far; that of a finished game is accepted by the judge."""
        return self._game.record()

    def __str__(self) -> str:
        return str(self.table)
