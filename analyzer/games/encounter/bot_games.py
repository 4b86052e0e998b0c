"""Games with strategies in plain Python at some seats, played turn by turn.

The judge's position is the referee of every action and what bots see is made from it. A kernel
state is kept in step: the kernel's strategies play their turns on it, it draws all chance from the
same streams as games of the kernel alone, and it counts what the rows report.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from random import Random
from typing import TypeVar

import numpy as np

from analyzer.cells import Cell
from analyzer.errors import StrategyFailure
from analyzer.games.encounter.bots import Bot
from analyzer.games.encounter.judge import IllegalAction, Position, actions, play_action
from analyzer.games.encounter.judge.play import cut_off, decline_final, require_draft
from analyzer.games.encounter.judge.setup import (
    Deal,
    deal_position,
    feed,
    must_feed,
    n_start_larvae,
    take_start_larvae,
)
from analyzer.games.encounter.kernel_moves import events_of_action, secrets_of
from analyzer.games.encounter.records import Event, RecordWriter
from analyzer.games.encounter.rules import COLOURS, ONE_EACH
from analyzer.games.encounter.settings import rules_of, rules_vector
from analyzer.games.encounter.shorthand import DRAFT, written_out
from analyzer.games.encounter.strategies import Strategy, line_up_of
from analyzer.games.encounter.view import View
from analyzer.strategies.bots import new_bot, where_in_bot
from kernels.encounter import parameters as P  # noqa: N812
from kernels.encounter import state as S  # noqa: N812
from kernels.encounter import trace, uniform
from kernels.encounter.eating import eat_coral
from kernels.encounter.family import turn as family
from kernels.encounter.kinds import UNIFORM
from kernels.encounter.open_sea import draft
from kernels.encounter.playout import MAX_EVENTS
from kernels.encounter.policy import feed_first_tile, new_room, play_turn, take_first_cubes
from kernels.encounter.replaying import play_event
from kernels.encounter.rows import GAME_COLUMNS, SEAT_COLUMNS, fill_rows
from kernels.encounter.scoring import follow_lead
from kernels.encounter.setup import (
    feed_tile,
    set_up_board,
    take_start_cube,
)
from kernels.encounter.state import new_state
from kernels.encounter.streams import new_streams, seed_streams
from kernels.encounter.turn import begin_turn, end_turn

MAX_REFUSALS = 10
"""Refused actions in one turn after which a game is given up."""

T = TypeVar("T")


class BotGame:
    """One game, its state and its position."""

    def __init__(self, cell: Cell, line_up: Sequence[Strategy], seed: int, game: int) -> None:
        """Deal game number `game` of the cell."""
        n = cell.players
        deal, rotation = (game // n, game % n) if cell.rotate else (game, 0)
        seated = [line_up[(seat + rotation) % n] for seat in range(n)]
        self.rules = rules_of(cell)
        self.seated = seated
        self.name = f"game {game}"
        self.rotation = rotation
        self.bots = [new_bot(s.bot, s.numbers) if s.bot is not None else None for s in seated]
        self.rngs = [Random(_bot_seed(seed, deal, rotation, seat)) for seat in range(n)]
        self.line_up = line_up_of(seated)
        self.room = new_room()
        self.streams = new_streams()
        self.state = new_state(MAX_EVENTS)
        seed_streams(self.streams, np.uint64(seed), deal, rotation)
        set_up_board(self.state, rules_vector(cell), n, self.streams)
        self.writer = RecordWriter(self.state, self.rules)
        self.position = self._dealt_position()

    def play(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """The whole game: the final state with its trace, and the game's two rows."""
        for seat in range(len(self.seated)):
            self._feed(seat)
        for seat in range(len(self.seated)):
            self._take_start_larvae(seat)
        while self.state[S.ENDED_BY] == S.RUNNING:
            self._turn(int(self.state[S.SEAT]))
        if self.state[S.ENDED_BY] == S.ENDED_BY_TURN_LIMIT:
            cut_off(self.position)
        for seat in list(self.position.final_seats):
            self._final_turn(seat)
        follow_lead(self.state)
        game_row = np.zeros(len(GAME_COLUMNS), dtype=np.int32)
        seat_rows = np.zeros((len(self.seated), len(SEAT_COLUMNS)), dtype=np.int32)
        fill_rows(self.state, self.rotation, game_row, seat_rows)
        self._compare_results(game_row, seat_rows)
        return self.state, game_row, seat_rows

    @property
    def n_events(self) -> int:
        """Events traced so far."""
        return int(self.state[S.N_EVENTS])

    def _events_from(self, first: int) -> list[Event]:
        words = self.state[S.EVENTS + S.EVENT_WORDS * first :][
            : S.EVENT_WORDS * (self.n_events - first)
        ]
        return [tuple(row) for row in words.reshape(-1, S.EVENT_WORDS).tolist()]

    # --- set-up --------------------------------------------------------------------------------

    def _dealt_position(self) -> Position:
        dealt = self.writer.setup()
        star_up = dealt["star_up"]
        return deal_position(
            self.rules,
            Deal(
                rocks=dealt["rocks"],
                star_up=tuple(star_up) if isinstance(star_up, list) else (star_up,) * 10,
                first_space=dealt["first_space"],
                open_sea=dealt["open_sea"],
                hands=tuple(dealt["hands"]),
                alga_space=dealt.get("alga_space"),
            ),
        )

    def _feed(self, seat: int) -> None:
        if not must_feed(self.position, seat):
            return
        bot, seen = self.bots[seat], self.n_events
        if bot is not None:
            colour = self._asked(bot, seat, bot.fed_tile, self._view(seat))
            self._chosen(seat, f"feeds {colour!r}", lambda: feed(self.position, seat, colour))
            feed_tile(self.state, seat, COLOURS.index(colour))
            return
        feed_first_tile(self.state, *self.line_up, self.streams, seat, self.room[-1])
        ((_, _, fed, _, _),) = self._events_from(seen)
        feed(self.position, seat, COLOURS[fed])

    def _take_start_larvae(self, seat: int) -> None:
        bot, seen = self.bots[seat], self.n_events
        if bot is not None and self.rules.start_larvae != ONE_EACH:
            self._bot_larvae(bot, seat)
            return
        take_first_cubes(self.state, *self.line_up, self.streams, seat, self.room[-1])
        cubes = "".join(COLOURS[c] for _, _, c, _, _ in self._events_from(seen))
        take_start_larvae(self.position, seat, cubes)

    def _bot_larvae(self, bot: Bot, seat: int) -> None:
        n_larvae = n_start_larvae(self.rules)
        cubes = self._asked(bot, seat, bot.start_larvae, self._view(seat), n_larvae)
        self._chosen(
            seat, f"takes {cubes!r}", lambda: take_start_larvae(self.position, seat, cubes)
        )
        for colour in cubes:
            take_start_cube(self.state, seat, COLOURS.index(colour))

    # --- turns ---------------------------------------------------------------------------------

    def _turn(self, seat: int) -> None:
        bot = self.bots[seat]
        if bot is None:
            self._kernel_turn(seat)
            return
        begin_turn(self.state)
        self._bot_turn(bot, seat)
        if self.state[S.ENDED_BY] in (S.ENDED_BY_LOCKS, S.ENDED_BY_SHRIMPS):
            self.state[S.TURN] += 1
        else:
            end_turn(self.state)
        follow_lead(self.state)

    def _kernel_turn(self, seat: int) -> None:
        seen = self.n_events
        play_turn(self.state, *self.line_up, self.streams, *self.room)
        done = self._events_from(seen + 1)  # the first event says that the turn begins
        for text in self.writer.actions(done):
            play_action(self.position, seat, text)

    def _bot_turn(self, bot: Bot, seat: int) -> None:
        refusals = 0
        reason: str | None = None
        is_over = False
        while not is_over and self.state[S.ENDED_BY] == S.RUNNING:
            given = self._asked(bot, seat, bot.action, self._view(seat, reason))
            try:
                is_over = self._act(seat, given)
                reason = None
            except IllegalAction as refused:
                reason = refused.reason
                refusals += 1
                if refusals == MAX_REFUSALS:
                    self._fail(
                        seat, f"{refusals} actions refused, the last one {given!a}: {reason}"
                    )

    def _act(self, seat: int, given: str) -> bool:
        """Play an action of a bot on both; whether it ended the turn."""
        text = written_out(self.position, seat, given)
        if text.startswith(DRAFT):
            self._draft(seat, text.removeprefix(DRAFT))
            return True
        action = play_action(self.position, seat, text)
        for event in events_of_action(action, self.position.rocks):
            play_event(self.state, seat, *event)
        return False

    def _draft(self, seat: int, space: str) -> None:
        require_draft(self.position, seat)
        seen = self.n_events
        draft(self.state, self.streams, seat, COLOURS.index(space))
        play_action(self.position, seat, self.writer.draft(self._events_from(seen)))

    def _final_turn(self, seat: int) -> None:
        seen = self.n_events + 1
        trace.note(self.state, trace.FINAL, seat)
        bot = self.bots[seat]
        if bot is not None:
            self._bot_meal(bot, seat)
            return
        if self.line_up.kinds[seat] == UNIFORM:
            least, returned = (
                self.state[S.RULES + k] for k in (P.FINAL_MIN_EDIBLE, P.FINAL_RETURN)
            )
            uniform.maybe_eat(self.state, self.streams, seat, least, returned)
        else:
            family.eat_at_the_end(self.state, seat)
        meals = list(self.writer.actions(self._events_from(seen)))
        if meals:
            play_action(self.position, seat, meals[0])
        else:
            decline_final(self.position, seat)

    def _bot_meal(self, bot: Bot, seat: int) -> None:
        cell = self._asked(bot, seat, bot.final_meal, self._view(seat))
        if cell is None:
            decline_final(self.position, seat)
            return
        text = f"eat {cell}"
        self._chosen(seat, text, lambda: play_action(self.position, seat, text))
        ((_, slot, index, _, _),) = events_of_action(actions.Eat(cell), self.position.rocks)
        returned = self.state[S.RULES + P.FINAL_RETURN]
        eat_coral(self.state, seat, slot, 1 << index, returned)

    # --- what goes on between the two ------------------------------------------------------------

    def _view(self, seat: int, refusal: str | None = None) -> View:
        return View(self.position, seat, secrets_of(self.state), self.rngs[seat], refusal)

    def _asked(self, bot: Bot, seat: int, question: Callable[..., T], *details: object) -> T:
        """A bot's answer; its mistakes become one clear line."""
        try:
            return question(*details)
        except Exception as error:
            where = where_in_bot(error, bot)
            self._fail(seat, f"{where}: {type(error).__name__}: {error}", error)
            raise  # not reached: _fail never returns

    def _chosen(self, seat: int, what: str, play: Callable[[], object]) -> None:
        """Play a choice that is made only once; if it is refused the game is given up."""
        try:
            play()
        except IllegalAction as refused:
            self._fail(seat, f"{what}: {refused.reason}")

    def _fail(self, seat: int, reason: str, cause: BaseException | None = None) -> None:
        raise StrategyFailure(
            f"{self.seated[seat].name} ({self.name}, turn {self.position.turn}, seat {seat}):"
            f" {reason}"
        ) from cause

    def _compare_results(self, game_row: np.ndarray, seat_rows: np.ndarray) -> None:
        """The judge and the kernel must have played the same game."""
        named = {name: int(v) for name, v in zip(GAME_COLUMNS, game_row, strict=True)}
        kernel = self.writer.result(named, seat_rows)
        judge = self.position.result()
        for key, value in judge.items():
            if kernel[key] != value and key != "parrotfish":
                raise AssertionError(
                    f"{self.name}: {key} is {value} for the judge, {kernel[key]} for the kernel"
                )


def _bot_seed(*numbers: int) -> int:
    """A seed for a bot's own generator from what identifies its game and seat."""
    return int.from_bytes(hashlib.sha256(repr(numbers).encode()).digest()[:8], "big")
