"""Strategies in plain Python: a class in a file of the user's, named `mybot.py:MyBot`.

    from analyzer.games.encounter.bots import Bot

    class MyBot(Bot):
        def action(self, view):
            return "draft w"

Every game makes a new object, so nothing can pass from one game to another. Numbers that are
attributes of the class can be set in the spec: `mybot.py:MyBot:patience=3`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

from analyzer.games.encounter.rules import COLOURS

if TYPE_CHECKING:
    from analyzer.games.encounter.view import View


def __getattr__(name: str) -> type[View]:
    """`View`, for whoever imports it from here: it loads the judge, others need not wait."""
    if name != "View":
        raise AttributeError(name)
    from analyzer.games.encounter.view import View

    return View


class Bot(ABC):
    """The base of strategies in plain Python. Only `action` must be written."""

    @abstractmethod
    def action(self, view: View) -> str:
        """The next action in the notation of records, or in short (see `shorthand`).

        Asked again and again until it drafts (`draft g`), which ends the turn. If the action is
        refused, `view.refusal` says why when the next one is asked for.
        """

    def fed_tile(self, view: View) -> str:
        """The colour of the start tile to feed: by default the one of the highest value."""
        values = view.values()
        return max((c for c in COLOURS if view.hand[c]), key=lambda c: (values[c], view.hand[c]))

    def start_larvae(self, view: View, n_larvae: int) -> str:
        """The cubes to take at set-up as a word: by default of the colours held most often."""
        supply, word = dict(view.larva_supply), ""
        for _ in range(n_larvae):
            word += max(
                (c for c in COLOURS if supply[c]), key=lambda c: view.hand[c] - 4 * word.count(c)
            )
            supply[word[-1]] -= 1
        return word

    def final_meal(self, view: View) -> str | None:
        """The cell of the own shrimp on the last coral to eat, by default the one worth most."""
        values, returned = view.values(), view.rules.final_return
        points = {
            cell: (len(coral.cells) - returned) * values[coral.colour]
            for cell, coral in view.edible_corals().items()
        }
        best = max(points, key=lambda cell: points[cell], default=None)
        return best if best is not None and points[best] > 0 else None
