"""One game played on the kernel's state and on the judge's position at the same time.

Every action goes through the kernel's own functions, the ones strategies are made of, and through
the judge; after each the two must be the same. Chance comes from the kernel.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Self

import numpy as np

from analyzer.cells import Cell
from analyzer.games.encounter.judge import Action, Position, parse_action, play_action, write_action
from analyzer.games.encounter.judge import actions as A  # noqa: N812
from analyzer.games.encounter.judge.play import decline_final
from analyzer.games.encounter.judge.setup import FEEDS_NOTHING
from analyzer.games.encounter.judge.tiles import word
from analyzer.games.encounter.records import events_of
from analyzer.games.encounter.rules import ALGAE, COLOURS
from analyzer.games.encounter.settings import rules_vector
from kernels.encounter import parameters as P  # noqa: N812
from kernels.encounter import state as S  # noqa: N812
from kernels.encounter import trace
from kernels.encounter.alga import lock_tile, play_alga_space
from kernels.encounter.eating import eat_coral
from kernels.encounter.exchange import take_larva, take_tile
from kernels.encounter.open_sea import draft
from kernels.encounter.placement import begin_growth, lay_growing_tile, legal_placements
from kernels.encounter.setup import feed_tile, set_up_board, take_start_cube
from kernels.encounter.shrimps import introduce_shrimp, move_shrimp, take_back_shrimp
from kernels.encounter.state import new_state
from kernels.encounter.streams import new_streams, seed_streams
from kernels.encounter.turn import begin_turn, end_turn
from tests.kernel.convert import bit, differences, slot_of, state_of

ROOM = 8000
"""Events that a traced state has room for."""


@dataclass(frozen=True)
class Deal:
    """Which game of a cell: what it depends on."""

    cell: Cell
    seed: int
    deal: int
    rotation: int

    @staticmethod
    def of_game(cell: Cell, seed: int, game: int) -> Deal:
        """The deal and rotation of a game by its index in the cell."""
        n = cell.players
        return Deal(cell, seed, game // n, game % n) if cell.rotate else Deal(cell, seed, game, 0)

    @property
    def chance(self) -> tuple[int, int, int]:
        """What the random streams are seeded from."""
        return self.seed, self.deal, self.rotation


def streams_of(seed: int, deal: int = 0, rotation: int = 0) -> np.ndarray:
    """The random streams of a game."""
    rng = new_streams()
    with np.errstate(over="ignore"):
        seed_streams(rng, np.uint64(seed), deal, rotation)
    return rng


class Duel:
    """A kernel state and a judge position that must stay the same."""

    def __init__(
        self, position: Position, state: np.ndarray | None = None, rng: np.ndarray | None = None
    ) -> None:
        """Start from a position, or from a state that should be that position."""
        self.position = position.copy()
        self.state = state_of(position, ROOM) if state is None else state
        self.rng = streams_of(1) if rng is None else rng
        self.compare("the start")

    @staticmethod
    def of_kernel_game(position: Position, record: dict[str, Any], game: Deal) -> Duel:
        """Start where a kernel's game starts: the kernel sets up, the record says what was chosen.

        `position` is the judge's after the set-up. The same chance will follow as in the game.
        """
        s = new_state(ROOM)
        rng = streams_of(*game.chance)
        with np.errstate(over="ignore"):
            set_up_board(s, rules_vector(game.cell), game.cell.players, rng)
        for seat, cubes in enumerate(record["setup"]["larvae"]):
            for colour in cubes:
                take_start_cube(s, seat, COLOURS.index(colour))
        for seat, colour in enumerate(record["setup"]["fed"]):
            if colour != FEEDS_NOTHING:
                feed_tile(s, seat, COLOURS.index(colour))
        begin_turn(s)
        return Duel(position, s, rng)

    def compare(self, when: str) -> None:
        """Fail with a list of what differs."""
        found = differences(self.state, self.position)
        assert not found, f"after {when}: {found}\n{self.position}"
        assert self.position.defects() == [], when

    def play(self, *texts: str, seat: int | None = None) -> Self:
        """Play written actions on both; a draft may leave tiles and refill to chance."""
        for text in texts:
            who = self.position.seat if seat is None else seat
            if text.startswith("draft "):
                text = self._draft(who, text[6])
            else:
                self._act(who, parse_action(text))
            play_action(self.position, who, text)
            self.compare(text)
        return self

    def decline(self, seat: int) -> None:
        """A seat lets its last chance to eat pass: nothing happens to the kernel."""
        decline_final(self.position, seat)

    def legal(self, cell: str) -> int:
        """The kernel's legal placements on the rock of a cell, for the growth under way."""
        return legal_placements(self.state, slot_of(self.position, cell), self.state[S.GROWING])

    def _act(self, seat: int, action: Action) -> None:
        s = self.state
        match action:
            case A.Eat(cell):
                self._eat(seat, cell)
            case A.Grow():
                self._grow(seat, action)
            case A.Introduce(cell):
                introduce_shrimp(s, seat, slot_of(self.position, cell), bit(cell))
            case A.Move(start, target):
                self._move(seat, start, target)
            case A.LarvaExchange(colour):
                take_larva(s, seat, COLOURS.index(colour))
            case A.AlgaPlay(alga, None, paying):
                play_alga_space(s, seat, ALGAE.index(alga), COLOURS.index(paying))
            case A.AlgaPlay(_, lock, paying):
                lock_tile(s, seat, lock - 1, COLOURS.index(paying))
            case A.TileExchange(colour):
                take_tile(s, seat, COLOURS.index(colour))
            case _:
                raise AssertionError(f"{action} is not played here")

    def _eat(self, seat: int, cell: str) -> None:
        is_final = self.state[S.ENDED_BY] != S.RUNNING
        returned = self.state[S.RULES + (P.FINAL_RETURN if is_final else P.EAT_RETURN)]
        eat_coral(self.state, seat, slot_of(self.position, cell), bit(cell), returned)

    def _grow(self, seat: int, action: A.Grow) -> None:
        begin_growth(self.state, seat, COLOURS.index(action.colour), action.free)
        n_placed = 0
        for step in action.steps:
            match step:
                case A.Placement(cell, _):
                    assert self.legal(cell) & bit(cell), f"{cell} of {action} is not legal"
                    slot = slot_of(self.position, cell)
                    behind = n_placed < action.n_behind
                    lay_growing_tile(self.state, seat, slot, bit(cell), behind)
                    n_placed += 1
                case A.Move(start, target):
                    self._move(seat, start, target)
                case A.ExtraGrowth(_):
                    pass  # the kernel grows by itself; comparing the rocks shows whether it did

    def _move(self, seat: int, start: str, target: str | None) -> None:
        slot = slot_of(self.position, start)
        if target is None:
            take_back_shrimp(self.state, seat, slot, bit(start))
        else:
            to_slot = slot_of(self.position, target)
            move_shrimp(self.state, seat, slot, bit(start), to_slot, bit(target))

    def _draft(self, seat: int, space: str) -> str:
        """Draft on the kernel, chance included; the action as records write it."""
        tiles = word(self.position.open_sea[space].tiles)
        n_before = len(events_of(self.state))
        with np.errstate(over="ignore"):
            draft(self.state, self.rng, seat, COLOURS.index(space))
        end_turn(self.state)
        new = events_of(self.state)[n_before:]
        laid = [(COLOURS[a], COLOURS[b]) for kind, a, b, _, _ in new if kind == trace.REFILL]
        if self.state[S.ENDED_BY] == S.RUNNING:
            begin_turn(self.state)
        return write_action(A.Draft(space, tiles, tuple(laid)))
