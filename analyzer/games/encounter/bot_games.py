"""Games with strategies in plain Python at some seats, played turn by turn.

The judge's position is the referee of every action and what bots see is made from it. A kernel
state is kept in step: the kernel's strategies play their turns on it, it draws all chance from the
same streams as games of the kernel alone, and it counts what the rows report.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np

from analyzer.cells import Cell
from analyzer.games.encounter.judge import Position, actions, play_action
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
from analyzer.strategies.bot_table import BotTable
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
from kernels.encounter.setup import feed_tile, set_up_board, take_start_cube
from kernels.encounter.state import new_state
from kernels.encounter.streams import new_streams, seed_streams
from kernels.encounter.turn import begin_turn, end_turn


class BotGame(BotTable):
    """One game, its state and its position."""

    def __init__(self, cell: Cell, line_up: Sequence[Strategy], seed: int, game: int) -> None:
        """Deal game number `game` of the cell."""
        super().__init__(line_up, seed, game, cell.rotate)
        self.rules = rules_of(cell)
        self.line_up = line_up_of(self.seated)
        self.room = new_room()
        self.streams = new_streams()
        self.state = new_state(MAX_EVENTS)
        seed_streams(self.streams, np.uint64(seed), self.deal, self.rotation)
        set_up_board(self.state, rules_vector(cell), cell.players, self.streams)
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
        game_row, seat_rows = self.empty_rows(GAME_COLUMNS, SEAT_COLUMNS)
        fill_rows(self.state, self.rotation, game_row, seat_rows)
        named = {name: int(v) for name, v in zip(GAME_COLUMNS, game_row, strict=True)}
        kernel = self.writer.result(named, seat_rows)
        del kernel["parrotfish"]  # tiles in another order
        self.compare_results(kernel)
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
            colour = self.asked(seat, bot.fed_tile, self.view(seat))
            self.chosen(seat, f"feeds {colour!r}", lambda: feed(self.position, seat, colour))
            feed_tile(self.state, seat, COLOURS.index(colour))
            return
        feed_first_tile(self.state, *self.line_up, self.streams, seat, self.room[-1])
        ((_, _, fed, _, _),) = self._events_from(seen)
        feed(self.position, seat, COLOURS[fed])

    def _take_start_larvae(self, seat: int) -> None:
        bot, seen = self.bots[seat], self.n_events
        if bot is not None and self.rules.start_larvae != ONE_EACH:
            self._bot_larvae(seat)
            return
        take_first_cubes(self.state, *self.line_up, self.streams, seat, self.room[-1])
        cubes = "".join(COLOURS[c] for _, _, c, _, _ in self._events_from(seen))
        take_start_larvae(self.position, seat, cubes)

    def _bot_larvae(self, seat: int) -> None:
        n_larvae = n_start_larvae(self.rules)
        cubes = self.asked(seat, self.bots[seat].start_larvae, self.view(seat), n_larvae)
        self.chosen(seat, f"takes {cubes!r}", lambda: take_start_larvae(self.position, seat, cubes))
        for colour in cubes:
            take_start_cube(self.state, seat, COLOURS.index(colour))

    # --- turns ---------------------------------------------------------------------------------

    def _turn(self, seat: int) -> None:
        if self.bots[seat] is None:
            self._kernel_turn(seat)
            return
        begin_turn(self.state)
        refusals, is_over = 0, False
        while not is_over and self.state[S.ENDED_BY] == S.RUNNING:
            is_over, refusals = self.accepted(seat, partial(self._act, seat), refusals)
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
        if self.bots[seat] is not None:
            self._bot_meal(seat)
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

    def _bot_meal(self, seat: int) -> None:
        cell = self.asked(seat, self.bots[seat].final_meal, self.view(seat))
        if cell is None:
            decline_final(self.position, seat)
            return
        text = f"eat {cell}"
        self.chosen(seat, text, lambda: play_action(self.position, seat, text))
        ((_, slot, index, _, _),) = events_of_action(actions.Eat(cell), self.position.rocks)
        returned = self.state[S.RULES + P.FINAL_RETURN]
        eat_coral(self.state, seat, slot, 1 << index, returned)

    def view(self, seat: int, refusal: str | None = None) -> View:
        """What a seat sees."""
        return View(self.position, seat, secrets_of(self.state), self.rngs[seat], refusal)
