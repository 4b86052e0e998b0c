"""Strategies in plain Python: a class in a file of the user's, named `mybot.py:MyBot`.

    from analyzer.games.reef.bots import Bot

    class MyBot(Bot):
        def action(self, view):
            return view.rng.choice(view.legal_actions())

Every game makes a new object, so nothing can pass from one game to another. Numbers that are
attributes of the class can be set in the spec: `mybot.py:MyBot:patience=3`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod

from analyzer.games.reef.view import View

MOST_WAYS = 100
"""Ways to place the start pieces that the default looks at."""


class Bot(ABC):
    """The base of strategies in plain Python. Only `action` must be written."""

    @abstractmethod
    def action(self, view: View) -> str:
        """The action of a turn in the notation of records, one of `view.legal_actions()`.

        If it is refused, `view.refusal` says why when another one is asked for.
        """

    def start_pieces(self, view: View) -> str:
        """The start pieces, `gb2,rc2,pb3,yc3`: by default where the cards dealt score most.

        Of very many ways to place them some are drawn and the best of these is taken.
        """
        ways = view.legal_actions()
        if len(ways) > MOST_WAYS:
            ways = view.rng.sample(ways, MOST_WAYS)
        return max(ways, key=lambda start: sum(view.after(start).hand_points()))
