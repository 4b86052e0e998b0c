"""Who can run: planted strengths, and numbers that can be tuned."""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from analyzer.strategies.kinds import Kind
from analyzer.strategies.lineup import LineUp, Strategy


@dataclass(frozen=True)
class Number:
    """What a runner is made of."""

    default: float
    text: str
    place: int = 0
    low: float = -math.inf
    high: float = math.inf
    is_whole: bool = False


NUMBERS = MappingProxyType(
    {
        "pace": Number(1.0, "gives the others their unit"),
        "nerve": Number(0.0, "best at 1"),
        "strength": Number(0.0, "what it adds to its score"),
    }
)
LINE_UP = LineUp(
    folder=Path(__file__).with_name("strategies"),
    kinds=MappingProxyType({"runner": Kind("runner", 0, NUMBERS, ("pace", "nerve"))}),
    usual="runner",
)


def strength(runner: Strategy) -> float:
    """What a runner adds to its score; most with a nerve of 1."""
    nerve = runner.numbers["nerve"]
    return runner.numbers["strength"] + nerve * (2 - nerve)
