"""Drafting, refilling and the ends of the game, on kernel and judge: positions made by hand."""

from __future__ import annotations

import pytest

from analyzer.games.encounter.judge import Position
from analyzer.games.encounter.judge.components import components
from analyzer.games.encounter.judge.tiles import counted
from analyzer.games.encounter.rules import COLOURS, make_rules
from kernels.encounter import parameters as P  # noqa: N812
from kernels.encounter import state as S  # noqa: N812
from kernels.encounter.turn import end_turn
from tests.judge.helpers import hide_bag, hide_bonus, settle_bag, sketch
from tests.kernel.board import Board
from tests.kernel.convert import state_of, unpacked


def sea_sizes(board: Board) -> list[int]:
    """Tiles on the open-sea spaces in order."""
    return [sum(unpacked(board.state[S.SEA + k]).values()) for k in range(5)]


def with_sea(position: Position, *words: str) -> Board:
    """A board whose open-sea spaces hold these tiles."""
    for space, letters in zip(COLOURS, words, strict=True):
        position.open_sea[space].tiles = counted(letters)
    settle_bag(position)
    return Board.of(position)


# --- drafting and refilling -------------------------------------------------------------------


def test_the_cube_and_all_tiles_of_the_space_go_behind_the_screen():
    board = with_sea(sketch(hands=["g"]), "yyo", "w", "w", "w", "w").play("draft w")
    assert board.heap(S.HAND) == "yyog"
    assert board.heap(S.CUBES) == "w"
    assert board.state[S.DRAFT_COUNT : S.DRAFT_COUNT + 5].tolist() == [1, 0, 0, 0, 0]


def test_every_space_below_three_gets_one_tile():
    board = with_sea(sketch(), "yyo", "www", "ww", "", "w").play("draft w")
    assert sea_sizes(board) == [1, 3, 3, 1, 2]
    board.play("draft y")
    assert sea_sizes(board) == [2, 1, 3, 2, 3]


def test_the_cube_is_replaced_from_the_supply():
    board = Board().play("draft w")
    assert board.heap(S.CUBE_SUPPLY).count("w") == 8


def test_the_manual_fills_the_taken_space_to_three_and_no_other():
    board = with_sea(sketch(rules=make_rules("manual", 2)), "y", "w", "gg", "w", "wwo")
    board.play("draft w")
    assert sea_sizes(board) == [3, 1, 2, 1, 3]
    board.play("draft o")
    assert sea_sizes(board) == [3, 1, 3, 1, 3]


def test_no_cube_for_the_taken_space_ends_the_game_and_no_tiles_are_laid():
    board = Board(larvae=["", "w" * 9])
    board.refused("draft w: w; w=w y=y o=o p=p g=g", "more than is due")
    assert board.play("draft w").ended() == ("refill", 0)
    assert sea_sizes(board) == [0, 1, 1, 1, 1]
    assert board.heap(S.CUBES) == "w"
    assert not board.position.open_sea["w"].has_cube
    assert board.position.final_seats == []


def test_a_missing_cube_of_another_colour_does_not_matter():
    board = Board(larvae=["", "w" * 9]).play("draft y")
    assert board.state[S.ENDED_BY] == S.RUNNING


def test_the_bonus_tiles_go_into_an_empty_bag_once():
    position = sketch()
    hide_bag(position, "ww")
    board = Board.of(position).play("draft w")
    # two tiles from the bag, then the five bonus tiles: three of them are laid
    assert board.state[S.ENDED_BY] == S.RUNNING
    assert board.state[S.BONUS_OPEN] == 0
    assert board.heap(S.BONUS) == ""
    assert len(board.heap(S.BAG)) == 2
    board.play("draft g")
    assert board.ended() == ("refill", 1)
    assert sea_sizes(board) == [2, 3, 2, 2, 0]


def test_there_is_no_bonus_stock_any_more_then():
    position = sketch(consumed=["", "ww"], hands=["", "www"], larvae=["", "w"])
    hide_bag(position, "ww")
    board = Board.of(position).play("draft w", "alga r space paying w")
    assert board.heap(S.BONUS) == ""
    board.play("grow w 1+0: Bd5")  # no extra growth
    assert board.tiled() == {"Bd5"}


def test_the_bonus_tiles_stay_where_they_are_while_the_bag_holds_out():
    position = sketch()
    hide_bag(position, "wwwww")
    board = Board.of(position).play("draft w")
    assert board.state[S.ENDED_BY] == S.RUNNING
    assert board.state[S.BONUS_OPEN] == 1
    assert (board.heap(S.BAG), board.heap(S.BONUS)) == ("", COLOURS)


@pytest.mark.parametrize("end_bag", ["cannot_refill", "fewer_than_three"])
def test_an_empty_bag_ends_the_game_where_a_tile_is_due(end_bag):
    position = sketch(rules=make_rules("basic", 2, {"end_bag": end_bag}))
    hide_bag(position, "ww")
    hide_bonus(position, "yopg")
    board = Board.of(position)
    board.refused("draft w: w; w=w y=w", "the refill of space o is missing")
    board.refused("draft w: w; w=w y=w o=w p=w", "more than is due: p=w")
    assert board.play("draft w").ended() == ("refill", 0)
    assert sea_sizes(board) == [1, 2, 2, 1, 1]
    assert not board.position.bonus_in_play


def test_an_empty_bag_does_not_matter_where_no_tile_is_due():
    position = sketch(rules=make_rules("manual", 2))
    hide_bag(position, "www")
    hide_bonus(position, "yopg")
    board = Board.of(position).play("draft w")
    assert (board.state[S.ENDED_BY], board.heap(S.BAG)) == (S.RUNNING, "")
    board.play("draft w")  # the one bonus tile left is laid, then there is none
    assert (board.state[S.ENDED_BY], board.heap(S.SEA)) == (S.ENDED_BY_REFILL, "w")


# --- no legal placement left ------------------------------------------------------------------


def filled(empty: str = "", b: str = "w", d: str = "y") -> Position:
    """Both rocks full, each of one colour, but for the cells named."""
    rocks = components().rocks
    cells = [*rocks["B"].cells, *rocks["D"].cells]
    tiles = (f"{c}{b if c[0] == 'B' else d}" for c in cells if c not in empty.split())
    return sketch(" ".join(tiles))


def test_the_game_ends_after_a_turn_when_no_colour_can_be_placed():
    board = Board.of(filled()).play("draft w")
    assert board.ended() == ("no_placement", 0)
    assert board.position.final_seats == []
    board.refused("draft w: w;", "the game has ended (no_placement)")


def test_one_empty_cell_lets_it_go_on():
    board = Board.of(filled("Bd4")).play("draft w")
    assert board.state[S.ENDED_BY] == S.RUNNING


@pytest.mark.parametrize(
    ("cells", "ended_by"), [("Ba2g Ba3g", "running"), ("Bd1y", "running"), ("Bd1g", "no_placement")]
)
def test_one_possible_attack_lets_it_go_on(cells, ended_by):
    """g > w and w > y; a single tile is attacked but does not attack."""
    position = filled()
    for entry in cells.split():
        position.put_tile(entry[:3], entry[3])
    settle_bag(position)
    assert Board.of(position).play("draft w").ended()[0] == ended_by


def test_an_empty_cell_that_every_colour_would_join_at_lets_nothing_go_on():
    """Only cells that are forbidden to all five colours count as nowhere."""
    position = filled("Bd4")
    position.shrimps.update({"Bc4": 0})
    position.players[0].shrimps_behind -= 1
    board = Board.of(position).play("draft w")
    assert board.state[S.ENDED_BY] == S.RUNNING  # other colours may still go there
    position = filled("Bd4")
    position.shrimps["Bd4"] = 1
    position.players[1].shrimps_behind -= 1
    position.seat = 1
    state = state_of(position)
    end_turn(state)
    assert state[S.ENDED_BY] == S.ENDED_BY_NO_PLACEMENT


def test_within_a_turn_nothing_left_does_not_end_the_game():
    position = filled("Bd4")
    position.players[0].hand["w"] = 1
    position.players[0].larvae["w"] = 1
    position.larva_supply["w"] -= 1
    settle_bag(position)
    board = Board.of(position).play("grow w 1+0: Bd4")
    assert board.state[S.ENDED_BY] == S.RUNNING
    board.play("draft w")
    assert board.state[S.ENDED_BY] == S.ENDED_BY_NO_PLACEMENT


def test_a_failed_refill_takes_precedence():
    position = filled()
    position.players[1].larvae["w"] = position.larva_supply["w"]
    position.larva_supply["w"] = 0
    board = Board.of(position).play("draft w")
    assert board.state[S.ENDED_BY] == S.ENDED_BY_REFILL


# --- the turn limit ---------------------------------------------------------------------------


@pytest.mark.parametrize(("limit", "ended_by"), [(3, "turn_limit"), (4, "running")])
def test_the_simulator_cuts_off_after_a_complete_turn(limit, ended_by):
    state = state_of(sketch())  # two turns have been played
    state[S.RULES + P.TURN_LIMIT] = limit
    end_turn(state)
    assert state[S.TURN] == 3
    assert S.ENDINGS[state[S.ENDED_BY]] == ended_by
    assert state[S.ENDER] == (-1 if ended_by == "turn_limit" else 0)


def test_real_ends_come_before_the_turn_limit():
    state = state_of(filled())
    state[S.RULES + P.TURN_LIMIT] = 3
    end_turn(state)
    assert state[S.ENDED_BY] == S.ENDED_BY_NO_PLACEMENT
