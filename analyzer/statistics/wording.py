"""Numbers as text: never more digits than their interval supports."""

from __future__ import annotations

import math
from decimal import ROUND_HALF_EVEN, Decimal

from analyzer.statistics.estimates import Estimate
from analyzer.statistics.planning import POWER, blocks_needed

# One end of an interval this much farther away than the other is told as "from ... to ...".
_LOPSIDED = 1.25


def _decimals(half_width: float) -> int:
    """Decimals that a half width supports; negative = rounding to tens, hundreds, ...

    The rule of the Particle Data Group (Review of Particle Physics, introduction, section 5.3):
    of the error's three leading digits, 100-354 keep two digits, 355-949 one, and 950-999 round up
    to 1000 and keep two.
    """
    exponent = math.floor(math.log10(half_width))
    leading = round(half_width / 10.0**exponent * 100)
    if leading >= 1000:
        exponent, leading = exponent + 1, 100
    if leading >= 950:
        return -exponent
    return 1 - exponent if leading < 355 else -exponent


def _fixed(value: float, decimals: int) -> str:
    if not math.isfinite(value):
        return "unknown" if math.isnan(value) else "∞" if value > 0 else "−∞"
    rounded = Decimal(repr(value)).quantize(Decimal(1).scaleb(-decimals), ROUND_HALF_EVEN)
    text = f"{rounded:,.{max(decimals, 0)}f}"
    return text[1:] if text.startswith("-") and not float(rounded) else text


def round_to_interval(value: float, half_width: float) -> str:
    """`value` with the digits its half width supports: (23.4123, 0.46) gives "23.4".

    With half width 0 (nothing uncertain) up to six significant digits; with an infinite or unknown
    one "unknown".
    """
    if not math.isfinite(half_width):
        return "unknown"
    if half_width <= 0:
        return f"{value:.6g}"
    return _fixed(value, _decimals(half_width))


def _text(estimate: Estimate, factor: float, unit: str) -> str:
    value, low, high = (factor * x for x in (estimate.value, estimate.low, estimate.high))
    suffix = f"({estimate.level * 100:g} %, n = {estimate.n:,})"
    if math.isnan(value):
        return f"unknown{unit} {suffix}"
    half = (high - low) / 2
    if half == 0:
        return f"{round_to_interval(value, 0)}{unit} {suffix}"
    below, above = value - low, high - value
    if not math.isfinite(half) or max(below, above) > _LOPSIDED * max(min(below, above), 0.0):
        finite = [side for side in (below, above) if math.isfinite(side) and side > 0]
        decimals = _decimals(min(half, *finite)) if finite else 0
        number, start, end = (_fixed(x, decimals) for x in (value, low, high))
        return f"{number}{unit}, from {start} to {end} {suffix}"
    decimals = _decimals(half)
    return f"{_fixed(value, decimals)}{unit} ± {_fixed(half, decimals)} {suffix}"


def share_text(estimate: Estimate) -> str:
    """A share as per cent: "23.4 % ± 0.5 (95 %, n = 40,000)"; lopsided intervals as a range."""
    return _text(estimate, 100.0, " %")


def value_text(estimate: Estimate, unit: str = "") -> str:
    """A number in its own unit: "41.2 points ± 0.3 (95 %, n = 40,000)"."""
    return _text(estimate, 1.0, f" {unit}" if unit else "")


def planning_text(
    difference: float, variance: float, games_per_block: int, unit: str, power: float = POWER
) -> str:
    """What it would take to see a difference: "To see a difference of 1 point ... you need ..."."""
    blocks = blocks_needed(difference, variance, power)
    return (
        f"To see a difference of {difference:g} {unit} with power {power * 100:g} % you need "
        f"{blocks * games_per_block:,} games ({blocks:,} deals)."
    )
