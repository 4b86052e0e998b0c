"""How a strategy is named in a line-up.

    NAME[:KEY=VALUE]...[#DIGEST]

NAME is the name of a strategy that ships with the program, the path of a `.toml` file, or the path
of a Python file and a class in it (`mybot.py:MyBot`). Numbers of the strategy may be set after
colons, so that a comma is left to separate the strategies of a line-up: `NAME:budget=200`,
`NAME:depth=2:whim=0`. DIGEST pins what the strategy is; the program adds it to every strategy
that comes from a file. Paths with a comma, a colon or `#` in them cannot be named.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, replace
from pathlib import PurePath

from analyzer.errors import UsageError

_SPEC = re.compile(
    r"(?P<name>[^:#,]+?(?:\.py:[A-Za-z_]\w*)?)"
    r"(?P<numbers>(?::[^:=#]+=[^:=#]*)*)"
    r"(?:#(?P<digest>[0-9a-f]{8}))?"
)
FORM = "NAME, FILE.toml or FILE.py:CLASS, and then :KEY=VALUE for each number to set"


@dataclass(frozen=True, slots=True)
class Spec:
    """A parsed spec; `numbers` as they were set, `digest` empty if none was given."""

    name: str
    numbers: tuple[tuple[str, float], ...] = ()
    digest: str = ""

    @property
    def is_file(self) -> bool:
        """Whether the strategy is a TOML file of the user's."""
        return self.name.endswith(".toml")

    @property
    def is_python(self) -> bool:
        """Whether the strategy is a class in a Python file."""
        return ".py:" in self.name or self.name.endswith(".py")

    def __str__(self) -> str:
        settings = "".join(f":{key}={_shortest(value)}" for key, value in self.numbers)
        return self.name + settings + (f"#{self.digest}" if self.digest else "")


def parse_spec(text: str) -> Spec:
    """The spec that a text writes, spaces around it left out; UsageError if it writes none."""
    match = _SPEC.fullmatch(text.strip())
    if match is None:
        raise UsageError(f"{text!r} names no strategy; a strategy is written {FORM}")
    numbers: dict[str, float] = {}
    for setting in match["numbers"].split(":")[1:]:
        key, _, value = setting.partition("=")
        if key in numbers:
            raise UsageError(f"strategy {text!r} sets {key} twice")
        numbers[key] = _number(text, key, value)
    return Spec(match["name"], tuple(numbers.items()), match["digest"] or "")


def brief_name(spec: str) -> str:
    """For sentences and figures: the name of the file or class, and the numbers that were set."""
    parsed = parse_spec(spec)
    name = parsed.name.partition(".py:")[2] or PurePath(parsed.name).stem
    return str(replace(parsed, name=name, digest=""))


def _number(text: str, key: str, value: str) -> float:
    try:
        number = float(value)
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        raise UsageError(f"strategy {text!r}: {key}={value} is not a number")
    return number


def _shortest(value: float) -> str:
    """The shortest text that reads back as the same number."""
    return repr(value).removesuffix(".0")
