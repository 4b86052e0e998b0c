"""What a game's drawing provides: `reports/games/NAME/drawing.py` defines one as DRAWING.

Everything has a default, so that a game without a drawing is replayed in words.
"""

# ruff: noqa: ARG002 - the defaults draw nothing, whatever they are given
from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from reports.replay.scenes import Document, Frame, Scene
from reports.replay.sketch import Look, Sketch, Tone

BOARD, SIDE, SEAT = "board", "beside", "seat"
"""Where a panel stands: what is played on, what lies beside it, what a player has."""

Paint = Callable[[str, str], str]
"""(text, codes of a terminal's colours) -> text, coloured or not."""


@dataclass(frozen=True, slots=True)
class Panel:
    """A part of the picture of a position: the same panels, in the same order, in every frame.

    seat: whose it is, of panels that stand in SEAT.
    """

    area: str
    heading: str
    sketch: Sketch
    seat: int | None = None


class Drawing:
    """How the positions of a game are drawn, and what its things look like in figures.

    looks: by the member of a column group (`Column.member`), as figures and positions show it.
    tones: colours of its own that differ between light and dark. guide: sentences on how to read
    the picture. signs: a line on the signs of the text. hides_scores: players do not see points.
    old_names: names that tables and columns of stored studies have, by the name that is now common.
    """

    looks: Mapping[str, Look] = {}
    tones: tuple[Tone, ...] = ()
    guide: tuple[str, ...] = ()
    signs: str = ""
    hides_scores: bool = False
    old_names: Mapping[str, str] = {}

    def panels(self, document: Document, frame: Frame, marks: Mapping[str, str]) -> list[Panel]:
        """The position of a frame; `marks` by changed place: NOW or BEFORE."""
        return []

    def position_text(
        self, document: Document, scene: Scene, width: int, paint: Paint, hidden: bool
    ) -> list[str]:
        """The position at the end of a scene as lines of text; `hidden` shows what nobody sees."""
        return []

    def thumbnail(self, choice: str, value: str) -> Sketch | None:
        """A small picture of a value of a set-up choice (`Choice.name`), where there is one."""
        return None
