"""One turn judged: the odds after it, and what a better one would have been."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any, Protocol

import numpy as np

_SPREAD = 1.96  # standard errors of a 95 % interval


@dataclass(frozen=True, slots=True)
class JudgedTurn:
    """What a strategy makes of a turn; odds are chances of a win of the seat that took it.

    odds: after the turn as it was played. best: after the turn that the strategy would have
    played, judged alike. low, high: a 95 % interval of best - odds; both the difference itself
    where no games were played on. better: that turn in words, empty if it is the one played.
    """

    turn: int
    seat: int
    odds: float
    best: float
    low: float
    high: float
    better: tuple[str, ...] = ()

    @property
    def lost(self) -> float:
        """By how much the odds could have been better; below 0 if it was played better still."""
        return self.best - self.odds

    def as_json(self) -> dict[str, Any]:
        """The turn as a JSON object."""
        return {**asdict(self), "better": list(self.better)}

    @staticmethod
    def from_json(values: Mapping[str, Any]) -> JudgedTurn:
        """The turn that `as_json` described."""
        own = {each.name: values[each.name] for each in fields(JudgedTurn)}
        return JudgedTurn(**{**own, "better": tuple(own["better"])})


class Analyst(Protocol):
    """A recorded game with a strategy that judges its turns."""

    n_turns: int

    def warm_up(self) -> None:
        """Have whatever judges compiled or loaded."""
        ...

    def judge(self, turn: int) -> JudgedTurn:
        """One turn, whatever others were judged before."""
        ...


def judged_turn(
    turn: int, seat: int, played: np.ndarray, best: np.ndarray, better: tuple[str, ...]
) -> JudgedTurn:
    """A turn from what came out after it, and after the better one, in the same worlds."""
    gains = best - played
    error = float(np.std(gains, ddof=1)) / math.sqrt(gains.size) if gains.size > 1 else 0.0
    lost = float(np.mean(gains))
    return JudgedTurn(
        turn=turn,
        seat=seat,
        odds=float(np.mean(played)),
        best=float(np.mean(best)),
        low=lost - _SPREAD * error,
        high=lost + _SPREAD * error,
        better=better,
    )
