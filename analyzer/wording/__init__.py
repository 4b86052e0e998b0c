"""Words and digits of everything that is read: one rule for how a number is rounded.

A number never shows more digits than its interval supports: the Particle Data Group's rule, applied
to the narrower side of the interval. Importing this package loads nothing heavy.
"""

from analyzer.wording.digits import (
    as_percent,
    decimals_for,
    fair_percent,
    interval,
    number,
    plus_minus,
    plus_minus_up,
    round_to_interval,
    rounded_ends,
)
from analyzer.wording.seats import seat_label, seat_name, spoken
from analyzer.wording.sentences import p_text, percent, planning_text, points, scaled
from analyzer.wording.words import (
    counted,
    label_lines,
    listed,
    percentage_points,
    sentence,
    shortened,
    small_start,
    unbroken,
)

__all__ = [
    "as_percent",
    "counted",
    "decimals_for",
    "fair_percent",
    "interval",
    "label_lines",
    "listed",
    "number",
    "p_text",
    "percent",
    "percentage_points",
    "planning_text",
    "plus_minus",
    "plus_minus_up",
    "points",
    "round_to_interval",
    "rounded_ends",
    "scaled",
    "seat_label",
    "seat_name",
    "sentence",
    "shortened",
    "small_start",
    "spoken",
    "unbroken",
]
