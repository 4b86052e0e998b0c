"""What figures are told about a game besides their tables: its words and its looks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from analyzer.tables import Shown
from reports.replay.drawing import Drawing


@dataclass(frozen=True, slots=True)
class Told:
    """Words and looks of a game, and of one of its tables.

    endings: words by the name of an ending. one, many: what the handicap counts.
    players: how many take part, 0 where that differs. axis: what the
    column `member` holds; unit: of the table's numbers. drawing: how the game's things look.
    """

    endings: Mapping[str, str] = field(default_factory=dict)
    one: str = "point of handicap"
    many: str = "handicaps"
    players: int = 0
    axis: str = ""
    unit: str = ""
    drawing: Drawing = field(default_factory=Drawing)

    def name(self, member: object) -> str:
        """A member of a group of columns in words."""
        look = self.drawing.looks.get(str(member))
        return look.name if look else str(member)

    def about(self, shown: Shown) -> Told:
        """The same about one table."""
        return replace(self, axis=shown.axis, unit=shown.unit)


PLAIN = Told()


def told_of(game: str, players: int = 0) -> Told:
    """What figures are told about a game; nothing about one that is not known.

    players: how many take part, 0 where that differs.
    """
    from analyzer.games import about, game_names
    from reports.games import drawing_of

    if game not in game_names():
        return PLAIN
    known = about(game)
    told = Told(
        endings={ending.name: ending.words for ending in known.endings},
        players=players,
        drawing=drawing_of(game),
    )
    if known.handicap is None:
        return told
    return replace(told, one=known.handicap.one, many=known.handicap.many)
