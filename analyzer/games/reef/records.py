"""Writing game records: a deal and the actions played on it become a record of the format."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from analyzer.games.reef.judge.actions import Action, write_action
from analyzer.games.reef.judge.legal import legal_actions
from analyzer.games.reef.judge.phases import Phase
from analyzer.games.reef.judge.record import written_head
from analyzer.games.reef.judge.setup import Deal, deal_position
from analyzer.games.reef.rules import Rules


class Recording:
    """A game that is recorded as it is played.

    position: the live position. Start pieces, then turns are played; `finished` scores the cards
    left in hand, which leaves no choice, and gives the record.
    """

    def __init__(self, rules: Rules, players: Sequence[str], deal: Deal) -> None:
        self.rules = rules
        self.players = list(players)
        self.deal = deal
        self.position = deal_position(rules, deal)
        self._start: list[str] = []
        self._turns: list[tuple[int | None, str]] = []
        self._final: list[list[str]] = [[] for _ in players]

    def play(self, action: Action) -> None:
        """Play the next action of the seat to play; IllegalAction if the rules forbid it."""
        phase, seat = self.position.phase, self.position.to_play
        self.position.apply_action(action)
        if phase is Phase.START:
            self._start.append(write_action(action))
        else:
            self._turns.append((seat, write_action(action)))

    def score_hands(self) -> None:
        """The final scoring of a game that has stopped: it leaves no choice."""
        while self.position.to_play is not None:
            action = next(legal_actions(self.position))
            self._final[self.position.to_play].append(write_action(action))
            self.position.apply_action(action)

    def record(self) -> dict[str, Any]:
        """The record of the game so far; with a result once everything is scored."""
        final = [{"seat": seat, "actions": list(each)} for seat, each in enumerate(self._final)]
        return {
            **written_head(self.rules, self.players, self.deal, self._start),
            "turns": [{"seat": seat, "actions": [action]} for seat, action in self._turns],
            "final": final if self.position.has_stopped else [],
            **({"result": self.position.result()} if self.position.is_over else {}),
        }

    def finished(self) -> dict[str, Any]:
        """The record, hands scored; ValueError if the game has not come to its end."""
        if not self.position.has_stopped:
            raise ValueError("the game has not come to its end")
        self.score_hands()
        return self.record()

    def copy(self) -> Recording:
        """An independent copy; what is never changed is shared."""
        other = Recording(self.rules, self.players, self.deal)
        other.position = self.position.copy()
        other._start, other._turns = list(self._start), list(self._turns)
        other._final = [list(actions) for actions in self._final]
        return other
