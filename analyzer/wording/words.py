"""Lists, plurals and lines."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable


def counted(number: int | float, noun: str, plural: str = "") -> str:
    """`1 game`, `12,000 games`; plural: of a noun that takes more than an s."""
    return f"{int(number):,} {noun if number == 1 else plural or f'{noun}s'}"


def listed(words: Iterable[object], joint: str = "and") -> str:
    """`a, b and c`."""
    *head, last = [str(word) for word in words] or [""]
    return f"{', '.join(head)} {joint} {last}" if head else last


def sentence(text: str) -> str:
    """A text that begins with a capital letter."""
    return text[:1].upper() + text[1:]


def percentage_points(number: str) -> str:
    """`1 percentage point`, `0.5 percentage points`."""
    return f"{number} percentage point{'' if number == '1' else 's'}"


def unbroken(text: str) -> str:
    """A text that is not broken between a number and its per cent sign."""
    return text.replace(" %", "\u00a0%")


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
