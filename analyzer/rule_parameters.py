"""Rule parameters: a named value of the rules, what it means, and which values it takes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Self

from analyzer.errors import UsageError, nearest
from analyzer.wording import counted, listed


@dataclass(frozen=True, slots=True)
class Values:
    """What a parameter may be, in words; parse: from text or JSON, ValueError if it cannot be."""

    allowed: str
    parse: Callable[[object], object]


@dataclass(frozen=True, slots=True)
class Parameter:
    """One rule parameter."""

    name: str
    description: str
    values: Values

    @property
    def allowed(self) -> str:
        """Its values in words."""
        return self.values.allowed


def choice(*values: str) -> Values:
    """One of some words."""

    def parse(value: object) -> object:
        if isinstance(value, str) and value in values:
            return value
        raise ValueError

    return Values(listed(values, "or"), parse)


def integer(low: int, high: int, *words: str) -> Values:
    """A whole number within bounds, or one of some words."""

    def parse(value: object) -> object:
        if isinstance(value, str) and value in words:
            return value
        if isinstance(value, str) and value.lstrip("-").isdigit():
            value = int(value)
        if isinstance(value, int) and not isinstance(value, bool) and low <= value <= high:
            return value
        raise ValueError

    numbers = f"{low} {'or' if high == low + 1 else 'to'} {high}"
    return Values(", or ".join([numbers, *words]), parse)


def boolean() -> Values:
    """True or false."""

    def parse(value: object) -> object:
        if isinstance(value, bool):
            return value
        if isinstance(value, str) and value.lower() in ("true", "false"):
            return value.lower() == "true"
        raise ValueError

    return Values("true or false", parse)


def by_seat(low: int, high: int, *words: str) -> Values:
    """One whole number a seat, as a list or joined by commas, or one of some words."""
    each = integer(low, high)

    def parse(value: object) -> object:
        if isinstance(value, str) and value in words:
            return value
        if isinstance(value, str):
            value = value.split(",")
        if not isinstance(value, Sequence):
            raise ValueError
        return tuple(each.parse(v) for v in value)

    return Values(", or ".join([f"one number from {each.allowed} a seat", *words]), parse)


def parse_parameter(parameters: Mapping[str, Parameter], name: str, value: object) -> object:
    """The value of a parameter from its text or JSON form; UsageError if it has no such value."""
    parameter = parameters.get(name)
    if parameter is None:
        raise UsageError(f"unknown rule parameter {name!r}{nearest(name, parameters)}")
    try:
        return parameter.values.parse(value)
    except ValueError:
        raise UsageError(
            f"{name} = {value!r} is not possible; allowed: {parameter.allowed}"
        ) from None


@dataclass(frozen=True, slots=True)
class RulesInForce:
    """One complete set of rule parameters for a number of players; a game's own are fields."""

    n_players: int
    ruleset: str

    def values(self) -> dict[str, object]:
        """All parameters by name, as they hold."""
        common = {f.name for f in fields(RulesInForce)}
        return {f.name: getattr(self, f.name) for f in fields(self) if f.name not in common}

    def differing(self, named: Self) -> dict[str, object]:
        """The parameters that differ from other rules, in JSON form, for records."""
        return {
            name: list(value) if isinstance(value, tuple) else value
            for name, value in self.values().items()
            if value != getattr(named, name)
        }


def values_in_force(
    parameters: Mapping[str, Parameter],
    rulesets: Mapping[str, Mapping[str, object]],
    printed: Mapping[int, Mapping[str, object]],
    ruleset: str,
    n_players: int,
    overrides: Mapping[str, object],
) -> dict[str, object]:
    """Every parameter: what is printed for the number of players, the ruleset's, then overrides."""
    if not isinstance(ruleset, str) or ruleset not in rulesets:
        raise UsageError(f"unknown ruleset {ruleset!r}{nearest(ruleset, rulesets)}")
    if isinstance(n_players, bool) or n_players not in printed:
        allowed = listed([str(n) for n in printed], "or")
        raise UsageError(f"{n_players!r} players are not possible; allowed: {allowed}")
    values = {**printed[n_players], **rulesets[ruleset]}
    for name, value in overrides.items():
        values[name] = parse_parameter(parameters, name, value)
    for name, value in values.items():
        if isinstance(value, tuple) and len(value) != n_players:
            raise UsageError(
                f"{name} names {counted(len(value), 'seat')}, but there are {n_players} players"
            )
    return values
