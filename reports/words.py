"""Numbers in titles and notes: never more digits than their interval supports."""

from __future__ import annotations

import math
import textwrap
from collections.abc import Iterable


def decimals_for(half_width: float) -> int:
    """Decimals that a half width supports, between 0 and 4."""
    if not math.isfinite(half_width) or half_width <= 0:
        return 1
    exponent = math.floor(math.log10(half_width))
    leading = half_width / 10.0**exponent
    return min(4, max(0, -exponent + (1 if leading < 3.55 else 0)))


def number(value: float, low: float = math.nan, high: float = math.nan) -> str:
    """A number with the digits that its interval supports."""
    if not math.isfinite(value):
        return "unknown"
    text = f"{value:,.{decimals_for((high - low) / 2)}f}"
    return text.lstrip("-") if not text.strip("-0.,") else text.replace("-", "−")


def percent(share: float, low: float = math.nan, high: float = math.nan) -> str:
    """A share as per cent with the digits that its interval supports."""
    return f"{number(100 * share, 100 * low, 100 * high)} %"


def unbroken(text: str) -> str:
    """A text that is not broken between a number and its per cent sign."""
    return text.replace(" %", "\u00a0%")


def fair_percent(fair: float) -> str:
    """A fair share as per cent: `25 %`, `33.3 %`."""
    text = f"{100 * fair:.1f}".removesuffix(".0")
    return f"{text} %"


def interval(value: float, low: float, high: float, factor: float = 1.0) -> str:
    """A value with its interval: `24.8 (24.5 to 25.1)`."""
    value, low, high = factor * value, factor * low, factor * high
    if not (math.isfinite(low) and math.isfinite(high)):
        return f"{number(value)} (interval unknown)"
    parts = (number(x, low, high) for x in (value, low, high))
    return "{} ({} to {})".format(*parts)


def counted(n: int | float, what: str) -> str:
    """`1 game`, `12,000 games`."""
    return f"1 {what}" if n == 1 else f"{int(n):,} {what}s"


def listed(words: Iterable[str]) -> str:
    """Words joined as in a sentence."""
    *head, last = [*words] or [""]
    return f"{', '.join(head)} and {last}" if head else last


def shortened(text: str, most: int = 90) -> str:
    """A text of at most so many characters; what is too much goes from its middle."""
    if len(text) <= most:
        return text
    head = most // 2 - 2
    return f"{text[:head].rstrip(' ,')} … {text[len(text) - (most - head - 3) :].lstrip(' ,')}"


def label_lines(text: str, width: int = 34, lines: int = 3) -> str:
    """A label beside a figure: broken into a few short lines, shortened if need be."""
    most = width * lines
    found = textwrap.wrap(text, width)
    while len(found) > lines:
        most -= 2
        found = textwrap.wrap(shortened(text, most), width)
    return "\n".join(found)
