"""Numbers and claims as sentences, never with more digits than the intervals support."""

from __future__ import annotations

import math
from collections.abc import Sequence

from analyzer.statistics import Estimate, round_to_interval


def percent(estimate: Estimate) -> str:
    """A share in per cent: `28.1 % (27.6 to 28.6)`."""
    return scaled(estimate, 100.0, " %")


def points(estimate: Estimate) -> str:
    """A difference of shares in percentage points, with its sign."""
    return scaled(estimate, 100.0, " percentage points", is_signed=True)


def scaled(estimate: Estimate, factor: float, unit: str, is_signed: bool = False) -> str:
    """`value unit (low to high)`, all with the digits that the narrower side supports."""
    sides = (estimate.value - estimate.low, estimate.high - estimate.value)
    half = min((side for side in sides if side > 1e-12), default=0.0) * factor
    value, low, high = (
        signed(round_to_interval(end * factor, half), is_signed)
        for end in (estimate.value, estimate.low, estimate.high)
    )
    if not all(map(math.isfinite, (estimate.low, estimate.high))):
        return f"{value}{unit}"
    return f"{value}{unit} ({low} to {high})"


def signed(number: str, is_signed: bool = True) -> str:
    """A number with a plus sign where it is positive."""
    is_positive = number[0].isdigit() and any(digit in number for digit in "123456789")
    return f"+{number}" if is_signed and is_positive else number


def plus_minus(half_width: float, factor: float = 100.0) -> str:
    """A half width: `0.5`."""
    return round_to_interval(half_width * factor, half_width * factor)


def listed(words: Sequence[str]) -> str:
    """`a, b and c`."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} and {words[-1]}"


def seat_text(seat: int) -> str:
    """A seat for reading: the first one is the start player's."""
    return "seat 0 (the start player)" if seat == 0 else f"seat {seat}"


def p_text(p: float) -> str:
    """A p-value for reading."""
    return "p < 0.0001" if p < 0.0001 else f"p = {p:.4f}"


def counted(number: int, noun: str) -> str:
    """`1 game`, `2,000 games`."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"
