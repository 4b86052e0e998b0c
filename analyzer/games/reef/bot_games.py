"""Games with strategies in plain Python at some seats, played turn by turn.

The judge's position is the referee of every action and what bots see is made from it. A kernel
state is kept in step: the kernel's strategies play their turns on it, it draws all chance from the
same streams as games of the kernel alone, and it counts what the rows report.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from analyzer.games.reef.judge import deal_position, parse_action, parse_start
from analyzer.games.reef.judge.actions import Action, Placements, Play, Start, Take, TakeDeck
from analyzer.games.reef.judge.board import CELLS
from analyzer.games.reef.judge.setup import cut_deck
from analyzer.games.reef.rules import COLOURS, Rules
from analyzer.games.reef.settings import rules_vector
from analyzer.games.reef.strategies import line_up_of
from analyzer.games.reef.traces import action_of, events_of, placements_of, result_of
from analyzer.games.reef.view import View
from analyzer.strategies.bot_table import BotTable
from analyzer.strategies.lineup import Strategy
from kernels.reef import replaying, trace
from kernels.reef import state as S  # noqa: N812
from kernels.reef.board import NO_PIECE
from kernels.reef.cards import N_CELLS
from kernels.reef.playout import MAX_EVENTS, whole_deck
from kernels.reef.policy import choose_start_pieces, new_room, play_turn
from kernels.reef.rows import GAME_COLUMNS, SEAT_COLUMNS, fill_rows
from kernels.reef.scoring import score_hands
from kernels.reef.setup import deal
from kernels.reef.streams import new_streams, seed_streams


class BotGame(BotTable):
    """One game: the kernel's `state` and the judge's `position`; `deck` is the whole deck."""

    def __init__(
        self, rules: Rules, line_up: Sequence[Strategy], seed: int, game: int, rotate: bool
    ) -> None:
        """Deal game number `game` of a line-up."""
        super().__init__(line_up, seed, game, rotate)
        n = rules.n_players
        self.line_up = line_up_of(self.seated)
        self.room = new_room()
        self.streams = new_streams()
        self.state = S.new_state(MAX_EVENTS)
        with np.errstate(over="ignore"):
            seed_streams(self.streams, np.uint64(seed), self.deal, self.rotation, n)
            deal(self.state, rules_vector(rules), n, self.streams)
            self.deck = whole_deck(self.state, self.streams)
        self.position = deal_position(rules, cut_deck(rules, self.deck.tolist()))

    def play(self) -> tuple[np.ndarray, np.ndarray]:
        """The whole game: its two rows. The state then holds its trace."""
        with np.errstate(over="ignore"):
            for seat in range(len(self.bots)):
                self._place_start(seat)
            replaying.begin_play(self.state, self.streams)
            while self.state[S.ENDED_BY] == S.RUNNING:
                self._turn(int(self.state[S.SEAT]))
            score_hands(self.state)
        for event in events_of(self.state):
            if event[0] == trace.SCORE:
                self.position.apply_action(action_of(event))
        game_row, seat_rows = self.empty_rows(GAME_COLUMNS, SEAT_COLUMNS)
        fill_rows(self.state, self.rotation, game_row, seat_rows)
        self.compare_results(result_of(game_row, seat_rows))
        return game_row, seat_rows

    # --- set-up --------------------------------------------------------------------------------

    def _place_start(self, seat: int) -> None:
        bot = self.bots[seat]
        if bot is None:
            seen = int(self.state[S.N_EVENTS])
            kinds, weights, _ = self.line_up
            room, scratch, _ = self.room
            choose_start_pieces(self.state, kinds, weights, self.streams, room, scratch, seat)
            pieces = [event[2] for event in events_of(self.state, seen)]
            text = ",".join(colour + cell for colour, cell in placements_of(*pieces))
            self.position.apply(text)
            return
        given = self.asked(seat, bot.start_pieces, self.view(seat))

        def place() -> Start:
            start = parse_start(given)
            self.position.apply_action(start)
            return start

        start = self.chosen(seat, f"start pieces {given!a}", place)
        for piece in pieces_of(start.placements):
            replaying.place_start_piece(self.state, seat, piece)

    # --- turns ---------------------------------------------------------------------------------

    def _turn(self, seat: int) -> None:
        if self.bots[seat] is not None:
            action, _ = self.accepted(seat, self._act)
            replaying.take_action(self.state, self.streams, seat, *as_event(self.state, action))
            return
        seen = int(self.state[S.N_EVENTS])
        play_turn(self.state, *self.line_up, self.streams, *self.room)
        (event,) = events_of(self.state, seen)
        self.position.apply_action(action_of(event))

    def _act(self, given: object) -> Action:
        """An action of a bot, played on the judge's position."""
        action = parse_action(given)
        self.position.apply_action(action)
        return action

    def view(self, seat: int, refusal: str | None = None) -> View:
        """What a seat sees."""
        return View(self.position, seat, self.rngs[seat], refusal)


def as_event(state: np.ndarray, action: Action) -> tuple[int, int, int, int]:
    """An action that the judge has accepted as the arguments of `replaying.take_action`."""
    display = state[S.DISPLAY : S.DISPLAY + state[S.N_DISPLAY]].tolist()
    match action:
        case Take(card):
            return trace.TAKE, display.index(card), NO_PIECE, NO_PIECE
        case TakeDeck(_, onto):
            return trace.DECK, display.index(onto), NO_PIECE, NO_PIECE
        case Play(card, placements):
            first, second, *_ = (*pieces_of(placements), NO_PIECE, NO_PIECE)
            return trace.PLAY, card, first, second
        case _:
            return trace.PASS, 0, NO_PIECE, NO_PIECE


def pieces_of(placements: Placements) -> list[int]:
    """Placements as the kernel writes pieces."""
    return [N_CELLS * COLOURS.index(colour) + CELLS.index(cell) for colour, cell in placements]
