"""What games with strategies in plain Python at some seats share, whatever game it is."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, TypeVar

import numpy as np

from analyzer.errors import StrategyFailure
from analyzer.records.errors import IllegalAction
from analyzer.strategies.bots import new_bot, where_in_bot
from analyzer.strategies.lineup import Strategy

MAX_REFUSALS = 10
"""Refused actions in one turn after which a game is given up."""

T = TypeVar("T")


class BotTable:
    """The bots of one game, asked for what they do; `position` is the judge's."""

    position: Any

    def __init__(self, line_up: Sequence[Strategy], seed: int, game: int, rotate: bool) -> None:
        """Seats the line-up as game number `game` has it."""
        n = len(line_up)
        self.deal, self.rotation = (game // n, game % n) if rotate else (game, 0)
        self.seated = [line_up[(seat + self.rotation) % n] for seat in range(n)]
        self.name = f"game {game}"
        self.bots: list[Any] = [
            new_bot(s.bot, s.numbers) if s.bot is not None else None for s in self.seated
        ]
        self.rngs = [Random(_bot_seed(seed, self.deal, self.rotation, seat)) for seat in range(n)]

    def view(self, seat: int, refusal: str | None = None) -> Any:
        """What a seat sees; `refusal`: why its last action was refused."""
        raise NotImplementedError

    def asked(self, seat: int, question: Callable[..., T], *details: object) -> T:
        """A bot's answer, whatever it is; its mistakes become one clear line."""
        try:
            return question(*details)
        except Exception as error:
            where = where_in_bot(error, self.bots[seat])
            raise self.failure(seat, f"{where}: {type(error).__name__}: {error}") from error

    def accepted(self, seat: int, act: Callable[[str], T], refusals: int = 0) -> tuple[T, int]:
        """What `act` gives for a bot's next legal action, and how many were refused this turn."""
        reason: str | None = None
        while True:
            given = self.asked(seat, self.bots[seat].action, self.view(seat, reason))
            try:
                return act(given), refusals
            except IllegalAction as refused:
                reason, refusals = refused.reason, refusals + 1
            if refusals == MAX_REFUSALS:
                last = f"the last one {given!a}: {reason}"
                raise self.failure(seat, f"{refusals} actions refused, {last}")

    def chosen(self, seat: int, what: str, play: Callable[[], T]) -> T:
        """A choice that is made only once, played; if it is refused the game is given up."""
        try:
            return play()
        except IllegalAction as refused:
            raise self.failure(seat, f"{what}: {refused.reason}") from None

    def failure(self, seat: int, reason: str) -> StrategyFailure:
        """What is raised where a bot makes it impossible to go on."""
        return StrategyFailure(
            f"{self.seated[seat].name} ({self.name}, turn {self.position.turn}, seat {seat}):"
            f" {reason}"
        )

    def empty_rows(
        self, game_columns: Sequence[str], seat_columns: Sequence[str]
    ) -> tuple[np.ndarray, np.ndarray]:
        """Room for the two rows of the game."""
        shape = len(self.seated), len(seat_columns)
        return np.zeros(len(game_columns), dtype=np.int32), np.zeros(shape, dtype=np.int32)

    def compare_results(self, kernel: Mapping[str, object]) -> None:
        """The judge and the kernel must have played the same game."""
        judge = self.position.result()
        for key, value in kernel.items():
            if judge[key] != value:
                raise AssertionError(
                    f"{self.name}: {key} is {judge[key]} for the judge, {value} for the kernel"
                )


def _bot_seed(*numbers: int) -> int:
    """A seed for a bot's own generator from what identifies its game and seat."""
    return int.from_bytes(hashlib.sha256(repr(numbers).encode()).digest()[:8], "big")
