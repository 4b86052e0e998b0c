"""The colours of seats and series, with the second channel that goes with it.

Nothing is told apart by colour alone: seats have shapes, series markers or hatches. Series colours
are those of Okabe and Ito (https://jfly.uni-koeln.de/color/), which stay apart for readers with any
common kind of colour blindness.
"""

from __future__ import annotations

SEAT_FILLS = ("#0072b2", "#d55e00", "#007a5a", "#7b3f8c")
SEAT_MARKERS = ("o", "s", "^", "D")

SERIES = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#6b6b6b")
SERIES_MARKERS = ("o", "s", "^", "D", "v", "P", "X")
SERIES_HATCHES = ("", "//", "..", "xx", "--", "\\\\", "++")
