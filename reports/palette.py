"""Every colour of replays and figures, with the second channel that goes with it.

Nothing is told apart by colour alone: tiles carry letters and patterns, seats shapes, series
markers or hatches. Series colours are those of Okabe and Ito (https://jfly.uni-koeln.de/color/),
which stay apart for readers with any common kind of colour blindness.
"""

from __future__ import annotations

COLOUR_NAMES = {"w": "white", "y": "yellow", "o": "orange", "p": "pink", "g": "grey"}
ALGA_NAMES = {"r": "red", "n": "green", "b": "blue", "u": "purple"}

TILE_FILLS = {"w": "#ffffff", "y": "#f7e05e", "o": "#e8952e", "p": "#eeb0cf", "g": "#97a1a8"}
TILE_HATCHES = {"w": "", "y": "--", "o": "//", "p": "..", "g": "xx"}
ALGA_FILLS = {"r": "#c0392b", "n": "#1e7d4f", "b": "#1f6fb5", "u": "#7d4aa5"}
SEAT_FILLS = ("#0072b2", "#d55e00", "#007a5a", "#7b3f8c")
SEAT_MARKERS = ("o", "s", "^", "D")

SERIES = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#6b6b6b")
SERIES_MARKERS = ("o", "s", "^", "D", "v", "P", "X")
SERIES_HATCHES = ("", "//", "..", "xx", "--", "\\\\", "++")


def viewer_palette() -> dict[str, object]:
    """What the viewer's script needs, as JSON-able data."""
    return {
        "colours": COLOUR_NAMES,
        "algae": ALGA_NAMES,
        "tiles": TILE_FILLS,
        "algaFills": ALGA_FILLS,
        "seats": list(SEAT_FILLS),
    }
