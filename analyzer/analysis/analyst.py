"""Turns of a recorded game judged by a strategy with a learned value, whatever game it is.

Nothing hidden is read: a position is seen through what the seat to move knows, and games that
`search` plays on begin in worlds that fit what it saw.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, ClassVar, Generic, Protocol, TypeVar

import numpy as np

from analyzer.analysis.judged import JudgedTurn, judged_turn
from analyzer.cells import Cell
from analyzer.errors import UsageError
from analyzer.kernel_game import KernelGame

SAME = 1e-7
"""Turns whose logits differ by less are one turn in another order."""


class Moment(Protocol):
    """The beginning of a turn: whose it is, and the kernel's state."""

    @property
    def seat(self) -> int: ...

    @property
    def state(self) -> np.ndarray: ...


MomentT = TypeVar("MomentT", bound=Moment)


class LearnedAnalyst(ABC, Generic[MomentT]):
    """One recorded game and the strategy that judges its turns.

    A game says which kinds have a learned value (`learned` and those behind it) and which of them
    searches, where its numbers keep the budget, and how its kernel finds and judges turns, which
    are known by a number.
    """

    game: ClassVar[KernelGame]
    learned: ClassVar[int]
    search: ClassVar[int]
    budget: ClassVar[int]

    def __init__(
        self,
        record: Mapping[str, Any],
        moments: Sequence[MomentT],
        spec: str,
        seed: int,
        arrays: Callable[[list[Any]], tuple[np.ndarray, np.ndarray, np.ndarray]],
        room: tuple[np.ndarray, np.ndarray, np.ndarray],
    ) -> None:
        """UsageError if `spec` cannot judge. arrays, room: the kernel's line-up and work space."""
        self._moments = moments
        self.n_turns = len(moments)
        n, game = len(record["players"]), self.game
        strategy = game.line_up(Cell(game.name, n, game.defaults.ruleset, (spec,) * n))[0]
        if strategy.kind < self.learned:
            raise UsageError(f"strategy {spec} has no learned value to judge turns by")
        self._searches = strategy.kind == self.search
        _, numbers, self._networks = arrays([strategy])
        self._numbers = numbers[0].copy()
        self._seed = seed
        self._room, self._scratch, self._work = room

    def warm_up(self) -> None:
        """Judge a turn with as little thought as can be."""
        numbers = self._numbers.copy()
        self._numbers[self.budget] = 1
        self.judge(0)
        self._numbers[:] = numbers

    def judge(self, turn: int) -> JudgedTurn:
        """What was played in a turn beside what the strategy would have played."""
        moment = self._moments[turn]
        with np.errstate(over="ignore"):  # only felt where the compiler is switched off
            rng = self._streams(moment, turn)
            played = self._find(moment, rng)
            best = self._choice(moment, rng)
            is_same = best == played or abs(self._logit(best) - self._logit(played)) < SAME
            tried = [played] if is_same else [played, best]
            odds, *others = (self._odds(moment, k, rng) for k in tried)
            better = () if is_same else tuple(self._words(moment, best))
        return judged_turn(turn, moment.seat, odds, others[0] if others else odds, better)

    def _thinking(self) -> tuple[np.ndarray, ...]:
        """What the kernel's functions need besides a position and random numbers, in order."""
        return self._numbers, self._networks, self._room, self._scratch, self._work

    @abstractmethod
    def _streams(self, moment: MomentT, turn: int) -> np.ndarray:
        """Random numbers for a turn, made from the seed."""

    @abstractmethod
    def _find(self, moment: MomentT, rng: np.ndarray) -> int:
        """Finds the best turns by the learned value; the number of the one that was played."""

    @abstractmethod
    def _choice(self, moment: MomentT, rng: np.ndarray) -> int:
        """Which of the turns found the strategy would play."""

    @abstractmethod
    def _logit(self, k: int) -> float:
        """What the value says of a turn found."""

    @abstractmethod
    def _odds(self, moment: MomentT, k: int, rng: np.ndarray) -> np.ndarray:
        """The chance of a win after a turn: in each world played on, or the value's."""

    @abstractmethod
    def _words(self, moment: MomentT, k: int) -> Iterable[str]:
        """A turn that was found, as the replay would tell it."""
