"""The drawing of Reef."""

from __future__ import annotations

from collections.abc import Mapping

from reports.games.reef.boards import board_panels
from reports.games.reef.cards import display_panel, hand_panel
from reports.games.reef.looks import PIECES, SEA, SEA_EDGE
from reports.games.reef.text import SIGNS, table_lines
from reports.replay.drawing import Drawing, Paint, Panel
from reports.replay.scenes import Document, Frame, Scene


class ReefDrawing(Drawing):
    """Boards with their stacks; the display, deck and supply beside them; hands below."""

    looks = PIECES
    tones = (SEA, SEA_EDGE)
    signs = SIGNS
    guide = (
        f"Letters on pieces: {', '.join(f'{c} {look.name}' for c, look in PIECES.items())}; each"
        " colour also has its own pattern. Boards are seen from above: the top piece of a stack"
        " and, as a number, its height; edges of the pieces below look out.",
        "A card shows the two pieces it builds, then the pattern it scores and its value. An arrow"
        " up and down gives the height asked for (2+: two or more); an arrow up marks cards that"
        " score every neighbour of the colour around the highest stack.",
        "A diamond on a card of the display holds the points lying on it. Start cards are hidden"
        " from the other players until they are played.",
    )

    def panels(self, document: Document, frame: Frame, marks: Mapping[str, str]) -> list[Panel]:
        """The boards, the display, and the hand of every seat."""
        position = frame["position"]
        names = document["players"]
        return [
            *board_panels(document, frame, marks),
            display_panel(position, marks),
            *(hand_panel(k, names, player) for k, player in enumerate(position["players"])),
        ]

    def position_text(
        self, document: Document, scene: Scene, width: int, paint: Paint, hidden: bool
    ) -> list[str]:
        """The table as text."""
        return table_lines(document, scene, width, paint, hidden)


DRAWING = ReefDrawing()
