"""Alga cylinders and coral tiles, on kernel and judge: positions made by hand."""

from __future__ import annotations

import pytest

from analyzer.games.encounter.judge import Position
from kernels.encounter import state as S  # noqa: N812
from tests.judge.helpers import refused, sketch
from tests.kernel.board import Board
from tests.kernel.legal import numbers

# The star sides: w > y o   y > o p   o > p g   p > w g   g > w y
# large alga: 1 w>y n, 2 w>o r, 3 y>o b, 4 y>p u, 5 o>p n, 6 o>g b, 7 p>w u, 8 p>g n, 9 g>w r,
# 10 g>y b


def turned(board: Board) -> list[int]:
    """Printed numbers of the coral tiles that do not show their star side."""
    return numbers(0b1111111111 & ~int(board.state[S.STAR_UP]))


def supply(board: Board) -> list[int]:
    """Cylinders in supply: r, n, b, u."""
    return board.state[S.ALGA_SUPPLY : S.ALGA_SUPPLY + 4].tolist()


def locked(position: Position, *tiles: int) -> Position:
    """Lock coral tiles with their own large algae, turning nothing."""
    for number in tiles:
        tile = position.coral_tiles[number]
        tile.locked = tile.face.large
        position.alga_supply[tile.face.large] -= 1
    return position


def test_a_cylinder_on_the_space_turns_every_tile_with_that_large_alga():
    board = Board(consumed=["w"]).play("alga n space paying w")
    assert turned(board) == [1, 5, 8]
    assert (board.state[S.FLIP_COUNT], board.state[S.ALGA_SPACE]) == (3, 1)
    assert supply(board) == [5, 4, 5, 5]
    # 1 w>y, 5 o>p and 8 p>g are turned: y > w o p, o > g, p > w o, g > w y p
    assert board.state[S.WEAKER : S.WEAKER + 5].tolist() == [
        0b00100, 0b01101, 0b10000, 0b00101, 0b01011,
    ]  # fmt: skip


def test_turning_swaps_corals_and_algae():
    face = Board(consumed=["w"]).play("alga b space paying w").position.coral_tiles[3].face
    assert (face.stronger, face.weaker, face.large, face.small) == ("o", "y", "r", "b")


def test_blue_on_the_space_then_red_on_a_tile():
    """The order of the rulebook's example; which tile it locks is in a picture only, 9 is ours."""
    board = Board(consumed=["ww"], eaten=[1])
    board.play("alga b space paying w")  # 3, 6 and 10 turn; 3 and 10 now show a large red alga
    board.play("alga r lock 9 paying w")  # 2, 3 and 10 turn; 9 stays
    assert turned(board) == [2, 6]
    assert board.position.coral_tiles[9].locked == "r"


def test_the_cylinder_before_on_the_space_returns_to_the_supply():
    board = Board(consumed=["www"])
    board.play("alga n space paying w", "alga n space paying w")
    assert supply(board) == [5, 4, 5, 5]
    assert supply(board.play("alga u space paying w")) == [5, 5, 5, 4]


def test_a_cylinder_may_turn_nothing():
    board = Board.of(locked(sketch(consumed=["w"]), 3, 6, 10)).play("alga b space paying w")
    assert turned(board) == []


def test_the_colour_must_be_in_supply_and_one_on_the_board_is_not():
    position = locked(sketch(consumed=["ww"]), 3, 6, 10)
    position.coral_tiles[1].star_up = False
    locked(position, 1)
    position.alga_space = "b"
    position.alga_supply["b"] -= 1
    board = Board.of(position)
    assert supply(board)[2] == 0
    board.refused("alga b space paying w", "no blue alga cylinder is in supply")
    assert ("b", None) not in position.alga_plays(0)
    board.play("alga r space paying w", "alga b space paying w")


def test_a_consumed_tile_pays_and_goes_to_the_bag():
    board = Board(consumed=["w"])
    n_in_bag = board.heap(S.BAG).count("w")
    board.refused("alga b space paying y", "consumed tiles of seat 0: 1 yellow needed")
    board.play("alga b space paying w")
    assert (board.heap(S.BAG).count("w"), board.heap(S.CONSUMED)) == (n_in_bag + 1, "")
    assert board.position.alga_plays(0) == []


def test_only_who_has_eaten_may_lock():
    board = Board(consumed=["w"])
    assert board.lockable() == []
    board.refused("alga b lock 3 paying w", "has not eaten yet")
    assert all(lock is None for _, lock in board.position.alga_plays(0))


def test_a_lock_keeps_its_tile_and_turns_the_others():
    board = Board(consumed=["ww"], eaten=[1]).play("alga b lock 3 paying w")
    assert turned(board) == [6, 10]  # 3, 6 and 10 show a large b
    assert (board.state[S.LOCKED], board.state[S.FLIP_COUNT]) == (0b100, 2)
    board.play("alga b space paying w")
    assert turned(board) == [6, 10]
    assert board.position.coral_tiles[3].locked == "b"
    assert supply(board)[2] == 3


def test_one_lock_a_turn_but_any_number_of_cylinders_on_the_space():
    board = Board(consumed=["wwwwww"], eaten=[1])
    assert board.lockable() == list(range(1, 11))
    board.play("alga b lock 3 paying w")
    assert board.lockable() == []
    board.refused("alga n lock 1 paying w", "only one coral tile may be locked")
    board.play(*["alga n space paying w", "alga u space paying w"] * 2, "draft w", "draft y")
    assert board.lockable() != []


def test_a_lock_needs_the_tiles_large_alga_and_an_uncovered_tile():
    board = Board.of(locked(sketch(consumed=["ww"], eaten=[1]), 6))
    board.refused("alga r lock 3 paying w", "the large alga of coral tile 3 is blue, not red")
    board.refused("alga r lock 11 paying w", "there is no coral tile 11")
    board.refused("alga r lock 0 paying w", "there is no coral tile 0")
    board.refused("alga b lock 6 paying w", "coral tile 6 is already locked")
    board.play("alga n space paying w", "alga b lock 1 paying w")  # tile 1 now shows b large
    assert supply(board)[2] == 3


def test_no_lock_without_a_cylinder_of_that_colour():
    position = sketch(consumed=["w"], eaten=[1])
    for number in (2, 9, 3, 10, 5):  # all that can show a large r
        position.coral_tiles[number].star_up = position.coral_tiles[number].star.large == "r"
        locked(position, number)
    board = Board.of(position)
    assert supply(board)[0] == 0
    assert board.lockable() == [1, 4, 6, 7, 8]
    position = sketch(consumed=["w"], eaten=[1])
    position.alga_supply["b"] = 0
    refused(position, "alga b lock 3 paying w", "no blue alga cylinder is in supply")


def nearly_locked(parrotfish: str) -> Board:
    """All coral tiles but number 10 are locked, and the active seat has eaten."""
    tiles = "Ba2w0 Dc1y1 Dd1y De1y Dc2y Db1y Df1y"
    position = sketch(tiles, consumed=["w"], eaten=[1], parrotfish=[parrotfish])
    return Board.of(locked(position, *range(1, 10)))


@pytest.mark.parametrize("parrotfish", ["", "w"])
def test_the_last_lock_needs_two_tiles_in_the_parrotfish(parrotfish):
    board = nearly_locked(parrotfish)
    assert board.lockable() == []
    board.refused("alga b lock 10 paying w", "the last coral tile may be locked only")


@pytest.mark.parametrize("parrotfish", ["ww", "wy"])
def test_the_tenth_lock_ends_the_game_at_once_and_the_others_may_eat(parrotfish):
    board = nearly_locked(parrotfish)
    assert board.lockable() == [10]
    board.play("move Ba2>Bd6", "alga b lock 10 paying w")
    assert board.ended() == ("locks", 0)
    assert board.position.tiebreaks()[0][3] == 0  # a shrimp on bare rock counts for no coral
    assert board.play("eat Dc1", seat=1).heap(S.FISH, 1) == "y"
    assert board.position.is_over


def test_the_ninth_lock_does_not():
    board = Board.of(locked(sketch(consumed=["w"], eaten=[1]), *range(1, 9)))
    assert board.play("alga b lock 10 paying w").ended()[0] == "running"


def test_all_legal_plays_are_listed():
    position = sketch(consumed=["w"], eaten=[1])
    plays = position.alga_plays(0)
    assert len(plays) == 4 + 10
    for alga, lock in plays:
        where = "space" if lock is None else f"lock {lock}"
        Board.of(position).play(f"alga {alga} {where} paying w")
