"""Estimates and claims as parts of sentences."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from analyzer.wording.digits import narrower_side, round_to_interval

if TYPE_CHECKING:
    from analyzer.statistics import Estimate

ALPHA = 0.05
"""The threshold that readers compare p-values with."""


def percent(estimate: Estimate, fair: float | None = None) -> str:
    """A share in per cent: `28.1 % (27.6 to 28.6)`; `fair`: what it is told apart from."""
    return scaled(estimate, 100.0, " %", apart_from=fair)


def points(estimate: Estimate) -> str:
    """A difference of shares in percentage points, with its sign."""
    text = scaled(estimate, 100.0, " percentage points", is_signed=True)
    is_one = text.startswith(("+1 ", "-1 "))
    return text.replace("percentage points", "percentage point", 1) if is_one else text


def scaled(
    estimate: Estimate,
    factor: float,
    unit: str,
    is_signed: bool = False,
    apart_from: float | None = None,
) -> str:
    """`value unit (low to high)`, all with the digits that the narrower side supports.

    An end that excludes `apart_from` (of differences 0) and would be shown as that gets one digit
    more, or is said to be just above or below it: whether it is inside must be seen.
    """
    half = narrower_side(estimate.value, estimate.low, estimate.high) * factor
    other = 0.0 if is_signed else apart_from
    if other is not None and not estimate.covers(other) and half > 0:
        nearest = estimate.low if estimate.low > other else estimate.high
        if _is_shown_as(nearest, other, factor, half):
            if _is_shown_as(nearest, other, factor, half / 10):
                return _just_apart(estimate, factor, unit, is_signed, other, half)
            half /= 10
    value, low, high = (
        _signed(round_to_interval(end * factor, half), is_signed)
        for end in (estimate.value, estimate.low, estimate.high)
    )
    if not all(map(math.isfinite, (estimate.low, estimate.high))):
        return f"{value}{unit}"
    return f"{value}{unit} ({low} to {high})"


def _is_shown_as(end: float, other: float, factor: float, half: float) -> bool:
    return round_to_interval(end * factor, half) == round_to_interval(other * factor, half)


def _just_apart(
    estimate: Estimate, factor: float, unit: str, is_signed: bool, other: float, half: float
) -> str:
    """The same of an interval that begins, or ends, too near at `other` for any sensible digits."""
    value, low, high = (
        _signed(round_to_interval(end * factor, half), is_signed)
        for end in (estimate.value, estimate.low, estimate.high)
    )
    limit = f"{factor * other:.4g}"
    ends = (f"just above {limit}", high) if estimate.low > other else (low, f"just below {limit}")
    return f"{value}{unit} ({ends[0]} to {ends[1]})"


def _signed(number: str, is_signed: bool) -> str:
    """A number with a plus sign where it is positive."""
    is_positive = number[0].isdigit() and any(digit in number for digit in "123456789")
    return f"+{number}" if is_signed and is_positive else number


def p_text(p: float) -> str:
    """A p-value for reading, with two digits and on its own side of the threshold of 0.05."""
    if p < 0.0001:
        return "p < 0.0001"
    if p > 0.99:
        return "p > 0.99"
    if p != ALPHA and round_to_digits(p, 2) == ALPHA:
        return "p = 0.049" if p < ALPHA else "p = 0.051"
    decimals = max(2, 1 - math.floor(math.log10(p)))
    return f"p = {round_to_digits(p, 2):.{decimals}f}"


def round_to_digits(value: float, digits: int) -> float:
    """A number rounded to its leading digits."""
    return float(f"{value:.{digits}g}")


def planning_text(
    difference: float, blocks: int, games_per_block: int, unit: str, power: float, of: str = ""
) -> str:
    """What it would take to see a difference: "To see a difference of 1 point ... you need ...".

    of: what differs, where that has been told by nothing else.
    """
    deals = f" ({blocks:,} deals)" if games_per_block > 1 else ""
    whose = f" of {of}" if of else ""
    return (
        f"To see a difference{whose} of {difference:g} {unit} with a chance of {power * 100:g} %"
        f" you need {blocks * games_per_block:,} games{deals}."
    )
