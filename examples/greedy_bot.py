"""A strategy in plain Python: grow the coral that one guards, eat it when it is large enough.

reef simulate --strategies examples/greedy_bot.py:GreedyBot,random --games 200 --rotate
reef record --strategies examples/greedy_bot.py:GreedyBot:appetite=9,balanced --out games.jsonl
"""

from __future__ import annotations

from analyzer.games.encounter.bots import Bot, View
from analyzer.games.encounter.rules import COLOURS


class GreedyBot(Bot):
    """Guards one coral after another, grows it with all it has, and eats it when it is large."""

    appetite = 7  # tiles that a coral must have before it is eaten

    def action(self, view: View) -> str:
        """Eat, or grow, or guard, or draft: whatever comes first."""
        return self.meal(view) or self.growth(view) or self.guard(view) or self.draft(view)

    def meal(self, view: View) -> str | None:
        """Eat the largest coral, if that is large enough."""
        if not view.is_turn_fresh:
            return None
        sizes = {cell: len(coral.cells) for cell, coral in view.edible_corals().items()}
        best = max(sizes, key=lambda cell: sizes[cell], default=None)
        return f"eat {best}" if best and sizes[best] >= self.appetite else None

    def growth(self, view: View) -> str | None:
        """Grow the largest coral, one's own before free ones, for which there are two tiles."""
        corals = [c for c in view.corals() if view.owner(c) in (None, view.seat)]
        corals.sort(key=lambda c: (view.owner(c) == view.seat, len(c.cells)), reverse=True)
        for coral in corals:
            if view.growths_left and view.larvae[coral.colour] and view.hand[coral.colour] >= 2:
                beside = {cell for own in coral.cells for cell in view.neighbours(own)}
                growth = self.longest_growth(view, coral.colour, beside)
                if growth:
                    return growth
        return None

    def longest_growth(self, view: View, colour: str, beside: set[str]) -> str | None:
        """As many tiles as possible onto the cells beside a coral, attacks first."""
        cells = [cell for cell in view.legal_placements(colour) if cell in beside]
        cells.sort(key=lambda cell: cell not in view.tiles)
        growth = f"grow {colour}:"
        for cell in cells:  # an extra growth may fill a cell or join corals, so each is tried
            if view.can(f"{growth} {cell}"):
                growth += f" {cell}"
        return growth if not growth.endswith(":") else None

    def guard(self, view: View) -> str | None:
        """Put a shrimp onto the largest coral that has none, if it has three tiles."""
        sizes = {cell: len(view.coral_at(cell).cells) for cell in view.introduce_targets()}
        best = max(sizes, key=lambda cell: sizes[cell], default=None)
        return f"shrimp {best}" if best and sizes[best] >= 3 else None

    def draft(self, view: View) -> str:
        """Take the space whose tiles and cube go best with what one has."""

        def worth(space: str) -> int:
            tiles = view.open_sea[space]
            fitting = sum(tiles[c] for c in COLOURS if view.larvae[c] or c == space)
            return fitting + min(4, view.hand[space]) * (not view.larvae[space])

        return f"draft {max(COLOURS, key=worth)}"
