"""Numbers as text: never more digits than their interval supports."""

from __future__ import annotations

import math
from decimal import ROUND_HALF_EVEN, Decimal


def decimals_for(half_width: float) -> int:
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
    rounded = Decimal(repr(float(value))).quantize(Decimal(1).scaleb(-decimals), ROUND_HALF_EVEN)
    text = f"{rounded:,.{max(decimals, 0)}f}"
    return text[1:] if text.startswith("-") and not float(rounded) else text


def round_to_interval(value: float, half_width: float) -> str:
    """`value` with the digits its half width supports: (23.4123, 0.46) gives "23.4".

    With half width 0 (nothing uncertain) up to six significant digits; with an infinite or unknown
    one "unknown".
    """
    if not math.isfinite(half_width) or math.isnan(value):
        return "unknown"
    if half_width <= 0:
        return f"{value:.6g}"
    return _fixed(value, decimals_for(half_width))


def narrower_side(value: float, low: float, high: float) -> float:
    """The distance to the nearer end of an interval that lies apart; 0 if neither does.

    An end that all but touches the value tells nothing of how well it is known: the other end
    counts then, by a tenth.
    """
    sides = [far for far in (value - low, high - value) if 1e-12 < far < math.inf]
    return max(min(sides), max(sides) / 10) if sides else 0.0


def rounded_ends(
    value: float, low: float, high: float, factor: float = 1.0
) -> tuple[str, str, str]:
    """A value and the ends of its interval, with the digits that its narrower side supports."""
    half = narrower_side(value, low, high) * factor
    first, *ends = (round_to_interval(x * factor, half) for x in (value, low, high))
    return first, ends[0], ends[1]


def number(value: float, low: float = math.nan, high: float = math.nan) -> str:
    """A number with the digits that its interval supports, for titles and pages.

    With one decimal where there is no interval, or one without width; with a true minus sign.
    """
    if not math.isfinite(value):
        return "unknown"
    half = narrower_side(value, low, high)
    text = round_to_interval(value, half) if 0 < half < math.inf else _fixed(value, 1)
    return text.replace("-", "−")


def as_percent(share: float, low: float = math.nan, high: float = math.nan) -> str:
    """A share as per cent with the digits that its interval supports: `24.8 %`."""
    return f"{number(100 * share, 100 * low, 100 * high)} %"


def fair_percent(fair: float) -> str:
    """A fair share as per cent: `25 %`, `33.3 %`."""
    text = f"{100 * fair:.1f}".removesuffix(".0")
    return f"{text} %"


def interval(value: float, low: float, high: float, factor: float = 1.0) -> str:
    """A value with its interval, for titles and pages: `24.8 (24.5 to 25.1)`."""
    if not (math.isfinite(low) and math.isfinite(high)):
        return f"{number(factor * value)} (interval unknown)"
    if not narrower_side(value, low, high):
        return "{0} ({0} to {0})".format(number(factor * value))
    texts = (text.replace("-", "−") for text in rounded_ends(value, low, high, factor))
    return "{} ({} to {})".format(*texts)


def plus_minus(half_width: float, factor: float = 100.0) -> str:
    """A half width: `0.5`."""
    return round_to_interval(half_width * factor, half_width * factor)


def plus_minus_up(half_width: float, factor: float = 100.0) -> str:
    """A bound, rounded up so that what it bounds is inside: `1.2`."""
    if not math.isfinite(half_width) or half_width <= 0:
        return plus_minus(half_width, factor)
    decimals = decimals_for(half_width * factor)
    step = 10.0**-decimals
    return _fixed(math.ceil(half_width * factor / step - 1e-9) * step, decimals)
