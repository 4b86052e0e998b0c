"""The drawing of Reef Encounter."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from reports.games.encounter.looks import ALGAE, POLYPS, ROCK, ROCK_EDGE, SAND
from reports.games.encounter.rocks import rock_panels, small_maps
from reports.games.encounter.table import coral_tile_panel, holdings_panel, open_sea_panel
from reports.games.encounter.text import SIGNS, table_lines
from reports.replay.drawing import Drawing, Paint, Panel
from reports.replay.scenes import Document, Frame, Scene
from reports.replay.sketch import Sketch


class EncounterDrawing(Drawing):
    """Rocks on the board; coral tiles and open sea beside it; what each player holds."""

    looks = POLYPS
    tones = (SAND, ROCK, ROCK_EDGE)
    signs = SIGNS
    hides_scores = True
    old_names = MappingProxyType({"start_tiles": "handicap", "rocks": "value"})
    guide = (
        f"Letters on tiles: {', '.join(f'{c} {look.name}' for c, look in POLYPS.items())}; each"
        " colour also has its own pattern. Touching tiles of one colour are one coral.",
        "A badge is the shrimp of the player who has it too: 1 is the start player. A dashed frame"
        " marks tiles protected by a shrimp. A + marks the empty growth cell.",
        "A coral tile shows the stronger colour (large) over the weaker (small), its large alga"
        f" ({', '.join(f'{a.upper()} {look.name}' for a, look in ALGAE.items())}) and the small"
        " one; a locked tile has a thick frame and a padlock. In the middle: points for a tile of"
        " each colour.",
    )

    def panels(self, document: Document, frame: Frame, marks: Mapping[str, str]) -> list[Panel]:
        """The rocks, the coral tiles, the open sea, and the holdings of every seat."""
        position = frame["position"]
        names = document["players"]
        return [
            *rock_panels(document, frame, marks),
            coral_tile_panel(position),
            open_sea_panel(position),
            *(holdings_panel(k, names, held) for k, held in enumerate(position["players"])),
        ]

    def position_text(
        self, document: Document, scene: Scene, width: int, paint: Paint, hidden: bool
    ) -> list[str]:
        """The table as text."""
        return table_lines(document, scene, width, paint, hidden)

    def thumbnail(self, choice: str, value: str) -> Sketch | None:
        """Rocks in play as small maps."""
        return small_maps(value) if choice == "rocks" else None


DRAWING = EncounterDrawing()
