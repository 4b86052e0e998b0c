"""Numbers and claims as sentences, never with more digits than the intervals support."""

from __future__ import annotations

import math
from collections.abc import Sequence

from analyzer.statistics import Estimate, round_to_interval

_MOST_DIGITS = 6
"""Digits that are added at most to show what an interval excludes."""


def percent(estimate: Estimate, fair: float | None = None) -> str:
    """A share in per cent: `28.1 % (27.6 to 28.6)`; `fair`: what it is told apart from."""
    return scaled(estimate, 100.0, " %", apart_from=fair)


def points(estimate: Estimate) -> str:
    """A difference of shares in percentage points, with its sign."""
    return scaled(estimate, 100.0, " percentage points", is_signed=True)


def scaled(
    estimate: Estimate,
    factor: float,
    unit: str,
    is_signed: bool = False,
    apart_from: float | None = None,
) -> str:
    """`value unit (low to high)`, all with the digits that the narrower side supports.

    With one digit more while an end that excludes `apart_from` (of differences 0) would be shown
    as that: whether it is inside must be seen.
    """
    sides = (estimate.value - estimate.low, estimate.high - estimate.value)
    half = min((side for side in sides if side > 1e-12), default=0.0) * factor
    other = 0.0 if is_signed else apart_from
    if other is not None and not estimate.covers(other):
        nearest = estimate.low if estimate.low > other else estimate.high
        for _ in range(_MOST_DIGITS):
            shown = {round_to_interval(end * factor, half) for end in (nearest, other)}
            if half <= 0 or len(shown) > 1:
                break
            half /= 10
    value, low, high = (
        signed(round_to_interval(end * factor, half), is_signed)
        for end in (estimate.value, estimate.low, estimate.high)
    )
    if not all(map(math.isfinite, (estimate.low, estimate.high))):
        return f"{value}{unit}"
    return f"{value}{unit} ({low} to {high})"


def _has_digits(number: str) -> bool:
    """Whether a number is not shown as 0."""
    return any(digit in number for digit in "123456789")


def signed(number: str, is_signed: bool = True) -> str:
    """A number with a plus sign where it is positive."""
    is_positive = number[0].isdigit() and _has_digits(number)
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


def counted(number: int, noun: str, plural: str = "") -> str:
    """`1 game`, `2,000 games`; plural: of a noun that takes more than an s."""
    return f"{number:,} {noun if number == 1 else plural or f'{noun}s'}"


def percentage_points(number: str) -> str:
    """`1 percentage point`, `0.5 percentage points`."""
    return f"{number} percentage point{'' if number == '1' else 's'}"
