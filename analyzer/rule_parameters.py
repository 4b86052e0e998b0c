"""Rule parameters: a named value of the rules, what it means, and which values it takes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from analyzer.errors import UsageError, nearest


@dataclass(frozen=True, slots=True)
class Parameter:
    """One rule parameter. parse: from its text or JSON form; ValueError if it has no such value."""

    name: str
    description: str
    allowed: str
    parse: Callable[[object], object]


def choice(*values: str) -> Callable[[object], object]:
    """Takes one of some words."""

    def parse(value: object) -> object:
        if isinstance(value, str) and value in values:
            return value
        raise ValueError

    return parse


def integer(low: int, high: int, *words: str) -> Callable[[object], object]:
    """Takes a whole number within bounds, or one of some words."""

    def parse(value: object) -> object:
        if isinstance(value, str) and value in words:
            return value
        if isinstance(value, str) and value.lstrip("-").isdigit():
            value = int(value)
        if isinstance(value, int) and not isinstance(value, bool) and low <= value <= high:
            return value
        raise ValueError

    return parse


def boolean(value: object) -> object:
    """Takes true or false."""
    if isinstance(value, bool):
        return value
    if isinstance(value, str) and value.lower() in ("true", "false"):
        return value.lower() == "true"
    raise ValueError


def by_seat(low: int, high: int, *words: str) -> Callable[[object], object]:
    """Takes one whole number a seat, as a list or joined by commas, or one of some words."""
    each = integer(low, high)

    def parse(value: object) -> object:
        if isinstance(value, str) and value in words:
            return value
        if isinstance(value, str):
            value = value.split(",")
        if not isinstance(value, Sequence):
            raise ValueError
        return tuple(each(v) for v in value)

    return parse


def parse_parameter(parameters: Mapping[str, Parameter], name: str, value: object) -> object:
    """The value of a parameter from its text or JSON form; UsageError if it has no such value."""
    parameter = parameters.get(name)
    if parameter is None:
        raise UsageError(f"unknown rule parameter {name!r}{nearest(name, parameters)}")
    try:
        return parameter.parse(value)
    except ValueError:
        raise UsageError(
            f"{name} = {value!r} is not possible; allowed: {parameter.allowed}"
        ) from None
