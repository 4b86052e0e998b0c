"""Who can run: planted strengths, and a runner whose numbers can be tuned."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from analyzer.errors import UsageError
from analyzer.strategies.lineup import LineUp

STRENGTH = MappingProxyType(
    {
        "idle": 0.0,
        "equal": 0.0,
        "strong": 0.7,
        "weak": -0.7,
        "clumsy": 0.0,
        "stone": 0.0,
        "paper": 0.0,
        "scissors": 0.0,
    }
)
DEFAULTS = MappingProxyType({"pace": 1.0, "nerve": 0.0})
TEXTS = MappingProxyType({"pace": "gives the others their unit", "nerve": "best at 1"})


@dataclass(frozen=True)
class Runner:
    """A strategy: what it is called, and its numbers."""

    name: str
    kind: str
    numbers: dict[str, float]
    description: str = "a runner"
    bot: None = None

    @property
    def strength(self) -> float:
        """What it adds to its score; most with a nerve of 1."""
        nerve = self.numbers["nerve"]
        return STRENGTH[self.name] + nerve * (2 - nerve)


def get(spec: str) -> Runner:
    """The strategy of `strong` or `strong:nerve=0.5`."""
    name, *settings = spec.split(":")
    if name not in STRENGTH:
        raise UsageError(f"unknown strategy {name!r}; known are {', '.join(STRENGTH)}")
    numbers = dict(DEFAULTS)
    for setting in settings:
        key, _, value = setting.partition("=")
        if key not in numbers:
            raise UsageError(f"unknown number {key!r} of {name}; known are {', '.join(numbers)}")
        numbers[key] = float(value)
    return Runner(name, "runner", numbers)


def spec_of(name: str, numbers: dict[str, float]) -> str:
    """The spec that sets what differs from the defaults."""
    changed = [f"{key}={value:g}" for key, value in numbers.items() if value != DEFAULTS[key]]
    return ":".join([name, *changed])


def canonical(spec: str) -> str:
    """The spec in the form that identifies a strategy."""
    found = get(spec)
    return spec_of(found.name, found.numbers)


def with_numbers(spec: str, numbers) -> str:
    """The spec with further numbers set."""
    found = get(spec)
    return spec_of(found.name, {**found.numbers, **numbers})


LINE_UP = LineUp(
    folder=Path(__file__).with_name("strategies"),
    names=lambda: tuple(STRENGTH),
    get=get,
    canonical=canonical,
    with_numbers=with_numbers,
    kinds=MappingProxyType({"runner": "runner"}),
    texts=TEXTS,
    defaults=DEFAULTS,
    numeraire="pace",
    untuned=(),
)
