"""Recorded games played again on the kernel's state, whoever played them.

The judge replays the record; the kernel's state is kept in step by the same actions, so that it
also remembers who knows what. What the bag gave is taken from the judge's position.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from analyzer.cells import Cell
from analyzer.games.encounter.judge import Position, actions, parse_action, replay
from analyzer.games.encounter.judge.record import checked_setup
from analyzer.games.encounter.judge.setup import FEEDS_NOTHING
from analyzer.games.encounter.judge.tiles import Tiles
from analyzer.games.encounter.kernel_moves import events_of_action
from analyzer.games.encounter.records import Event
from analyzer.games.encounter.rules import ALGAE, COLOURS, Rules
from analyzer.games.encounter.settings import TURN_LIMIT, rules_vector
from kernels.encounter import state as S  # noqa: N812
from kernels.encounter.alga import set_strengths
from kernels.encounter.counts import one
from kernels.encounter.open_sea import take_space
from kernels.encounter.replaying import play_event
from kernels.encounter.setup import set_up_board
from kernels.encounter.streams import new_streams, seed_streams
from kernels.encounter.turn import begin_turn, end_turn

NO_DRAFT = -1


@dataclass(slots=True)
class Moment:
    """The beginning of a turn, and what was then done in it.

    events: the turn's decisions but for its draft. space: the one drafted, NO_DRAFT in a turn that
    ended the game before it.
    """

    seat: int
    state: np.ndarray
    position: Position
    events: list[Event] = field(default_factory=list)
    space: int = NO_DRAFT


def moments_of(record: Mapping[str, object]) -> list[Moment]:
    """Every turn of a recorded game; RecordViolation if the judge rejects the record."""
    moments: list[Moment] = []
    state = np.zeros(0, dtype=np.int64)
    position: Position | None = None
    for step in replay(record):
        if step.part == "setup":
            state = _first_state(record, step.position)
        elif step.part == "turns":
            assert step.seat is not None
            assert step.action is not None
            assert position is not None
            if step.action_index == 0:
                begin_turn(state)
                moments.append(Moment(step.seat, state.copy(), position))
            _play(state, moments[-1], parse_action(step.action), step.position)
        position = step.position.copy()
    return moments


def _play(state: np.ndarray, moment: Moment, action: actions.Action, after: Position) -> None:
    if not isinstance(action, actions.Draft):
        for event in events_of_action(action, after.rocks):
            play_event(state, moment.seat, *event)
            moment.events.append(event)
        return
    moment.space = COLOURS.index(action.space)
    take_space(state, moment.seat, moment.space)
    _fill_stocks(state, after)
    end_turn(state)


# --- the set-up ----------------------------------------------------------------------------------


def _first_state(record: Mapping[str, object], position: Position) -> np.ndarray:
    """The kernel's state after the set-up of a record."""
    turns = record["turns"]
    assert isinstance(turns, list)
    state, streams = S.new_state(), new_streams()
    n = position.rules.n_players
    with np.errstate(over="ignore"):  # only felt where the compiler is switched off
        seed_streams(streams, np.uint64(0), 0, 0)
        vector = rules_vector(_cell(position.rules, position.rocks), TURN_LIMIT + len(turns))
        set_up_board(state, vector, n, streams)
    _fill_stocks(state, position)
    _fill_coral_tiles(state, position)
    fed = checked_setup(record["setup"], position.rules).fed
    for seat, player in enumerate(position.players):
        state[S.HAND + seat] = _packed(player.hand)
        state[S.CUBES + seat] = _packed(player.larvae)
        state[S.FISH + seat] = _packed(player.parrotfish)
        state[S.FED + seat] = -1 if fed[seat] == FEEDS_NOTHING else COLOURS.index(fed[seat])
    return state


def _cell(rules: Rules, rocks: str) -> Cell:
    overrides = tuple(
        (name, tuple(value) if isinstance(value, list) else value)
        for name, value in sorted(rules.overrides().items())
    )
    names = ("random",) * rules.n_players
    return Cell("encounter", rules.n_players, rules.ruleset, names, overrides, (("rocks", rocks),))


def _fill_stocks(state: np.ndarray, position: Position) -> None:
    state[S.BAG] = _packed(position.bag)
    state[S.BONUS] = _packed(position.bonus)
    state[S.BONUS_OPEN] = position.bonus_in_play
    state[S.CUBE_SUPPLY] = _packed(position.larva_supply)
    for k, space in enumerate(COLOURS):
        state[S.SEA + k] = _packed(position.open_sea[space].tiles)


def _fill_coral_tiles(state: np.ndarray, position: Position) -> None:
    tiles = position.coral_tiles.items()
    state[S.STAR_UP] = sum(tile.star_up << (number - 1) for number, tile in tiles)
    set_strengths(state)
    alga = position.alga_space
    state[S.ALGA_SPACE] = -1 if alga is None else ALGAE.index(alga)
    for k, each in enumerate(ALGAE):
        state[S.ALGA_SUPPLY + k] = position.alga_supply[each]


def _packed(tiles: Tiles) -> int:
    return sum(n * int(one(COLOURS.index(colour))) for colour, n in tiles.items())
