"""Lists, plurals and lines."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable

_BETWEEN_DIGITS = re.compile(r"(?<=\d)-(?=\d)")


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


def small_start(text: str) -> str:
    """A sentence after a colon or a comma: its first letter is small unless it is an
    abbreviation's."""
    return text[:1].lower() + text[1:] if text[1:2].islower() or text[1:2] == " " else text


def percentage_points(number: str) -> str:
    """`1 percentage point`, `0.5 percentage points`."""
    return f"{number} percentage point{'' if number == '1' else 's'}"


def unbroken(text: str) -> str:
    """A text that is broken neither before a per cent sign nor inside a scale such as 6-7-9."""
    return _BETWEEN_DIGITS.sub("\u2011", text.replace(" %", "\u00a0%"))


def shortened(text: str, most: int = 90) -> str:
    """A text of at most so many characters; what is too much goes from its middle."""
    if len(text) <= most:
        return text
    head = most // 2 - 2
    return f"{text[:head].rstrip(' ,')} … {text[len(text) - (most - head - 3) :].lstrip(' ,')}"


def label_lines(text: str, width: int = 34, lines: int = 3) -> str:
    """A label beside a figure: broken into a few short lines, shortened if need be."""
    most = width * lines
    found = textwrap.wrap(text, width, break_on_hyphens=False)
    while len(found) > lines:
        most -= 2
        found = textwrap.wrap(shortened(text, most), width, break_on_hyphens=False)
    return "\n".join(found)
