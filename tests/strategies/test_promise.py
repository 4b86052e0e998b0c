"""Flips that prepare an attack are not given up before the attack has been tried."""

from __future__ import annotations

import numpy as np
import pytest

from analyzer.cells import Cell
from analyzer.games.encounter.game import GAME
from analyzer.games.encounter.records import events_of
from analyzer.games.encounter.strategies import line_up_of
from kernels.encounter import trace
from kernels.encounter.planner.beam import FINISHED, N_FINISHED
from kernels.encounter.policy import new_room
from kernels.encounter.streams import new_streams, seed_streams
from kernels.encounter.value.choice import find_turns
from kernels.encounter.value.promise import attackable_tiles
from tests.kernel.board import Board

# star sides: 2 shows w>o with a large red alga, so that red on the space makes orange the stronger
WHITE_OF_THE_RIVAL = "Bb2w1 Bc2w Bc3w Bc4w Bc5w Bb5w"
ORANGE = "Bb6o Bc6o0"
ARMED = {"hands": ["oooo", "wy"], "larvae": ["o", ""], "consumed": ["y"]}


def armed(tiles: str = f"{WHITE_OF_THE_RIVAL} {ORANGE}", **other: list[str]) -> Board:
    """Four orange tiles and a cube in hand beside a coral of the rival's that is stronger."""
    return Board(tiles, **(ARMED | other))


def test_a_flip_lays_open_what_it_makes_weaker():
    board = armed()
    assert attackable_tiles(board.state, 0) == 0
    board.play("alga r space paying y")
    assert board.attacks("o") == {"Bb5", "Bc5"}
    assert attackable_tiles(board.state, 0) == 2


@pytest.mark.parametrize(
    "other",
    [
        {"larvae": ["w", ""]},  # no cube of the colour
        {"hands": ["wwww", "oy"]},  # no tile of it
        {"tiles": f"{WHITE_OF_THE_RIVAL} Bb6o"},  # no coral of two tiles
        {"tiles": f"{WHITE_OF_THE_RIVAL.replace('w1', 'w0')} {ORANGE}"},  # one's own coral
        {"tiles": f"{WHITE_OF_THE_RIVAL.replace('w1', 'w')} {ORANGE}"},  # nobody's
    ],
)
def test_nothing_is_laid_open_that_cannot_be_attacked_with_gain(other):
    board = armed(**other).play("alga r space paying y")
    assert attackable_tiles(board.state, 0) == 0


def test_after_two_growths_nothing_can_be_attacked():
    board = armed(larvae=["ooo", ""]).play("alga r space paying y")
    assert attackable_tiles(board.state, 0) == 2
    board.play("grow o 1+0: Bf6", "grow o 1+0: Bf5")
    assert attackable_tiles(board.state, 0) == 0


def ambushes(board: Board, spec: str) -> int:
    """How many of the turns that a strategy compares flip first and attack then."""
    cell = Cell("encounter", 2, "basic", (spec, spec))
    _, numbers, networks = line_up_of(GAME.line_up(cell)[:1])
    room, scratch, work = new_room()
    rng = new_streams()
    with np.errstate(over="ignore"):
        seed_streams(rng, np.uint64(1), 0, 0)
        find_turns(board.state, rng, 0, numbers[0], networks, room, scratch, work)
    n = 0
    for k in range(int(scratch[N_FINISHED])):
        events = events_of(room[FINISHED + k])
        kinds = [kind for kind, *_ in events]
        if trace.ALGA in kinds:
            after = events[kinds.index(trace.ALGA) :]
            n += any(kind == trace.PLACE and consumed >= 0 for kind, _, _, consumed, _ in after)
    return n


def test_a_plan_that_flips_is_followed_to_its_attack():
    """The flip alone gives the rival points, and other actions rank before it."""
    board = armed(parrotfish=["", "oooooo"])
    for breadth in (4, 12):
        thought = f"expert:width=1:slack=0:turns=64:breadth={breadth}"
        assert ambushes(board, thought) == 0
        assert ambushes(board, f"{thought}:promise=1") > 0
