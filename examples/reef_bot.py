"""A strategy for Reef in plain Python: play what scores enough, else take what fits the board.

reef simulate --game reef --strategies examples/reef_bot.py:PatientBot,random --games 50 --rotate
reef record --game reef --strategies examples/reef_bot.py:PatientBot:patience=8,balanced
"""

from __future__ import annotations

from analyzer.games.reef.bots import Bot
from analyzer.games.reef.view import View


class PatientBot(Bot):
    """Plays a card only when it scores enough or the hand is full; takes cards that fit."""

    patience = 5  # points that a play must bring

    def action(self, view: View) -> str:
        """The play that scores most, or the card that would score most on the own board."""
        actions = view.legal_actions()
        plays = {a: int(a.rpartition(" ")[2]) for a in actions if a.startswith("play")}
        takes = {a: self.worth(view, a) for a in actions if not a.startswith("play")}
        best_play = max(plays, key=lambda a: plays[a], default=None)
        if best_play is not None and (plays[best_play] >= self.patience or not takes):
            return best_play
        return max(takes, key=lambda a: takes[a])

    def worth(self, view: View, take: str) -> int:
        """Points on the card taken, what it would score now, and its value; a point if paid."""
        words = take.split(" ")
        if words[0] == "pass":
            return 0
        card = int(words[1].rstrip(":"))
        lying = -1 if words[0] == "deck" else view.display[card]
        return lying + view.points_for(card) + view.card(card).points
