"""Placing tiles on the kernel: positions made by hand for every sentence of the rules."""

from __future__ import annotations

import pytest

from analyzer.games.encounter.rules import make_rules
from kernels.encounter import state as S  # noqa: N812
from tests.judge.helpers import hide_bag, hide_bonus, sketch
from tests.kernel.board import Board, signs

# The star sides: w > y o   y > o p   o > p g   p > w g   g > w y

ATTACK = """
    a  b  c  d  e  f  g
 1  .  .  .  #  #  #  .
 2  #  #  #  #  #  #  .
 3  #  #  #  #  .  #  #
 4  #  .  #  *  #  #  #
 5  #  #  w  w  y  #  #
 6  .  #  #  #  o  #  .
"""


def test_a_tile_may_go_on_any_empty_cell():
    board = Board(ATTACK)
    empty = board.all_cells() - board.tiled()
    assert len(empty) == 66 - 4
    assert all(board.placements(colour) >= empty for colour in "wyopg")


def test_sand_is_no_cell_and_the_guard_column_is_empty():
    board = Board(ATTACK)
    assert all(board.placements(colour) <= board.all_cells() for colour in "wyopg")


def test_a_cell_with_a_shrimp_on_bare_rock_is_not_empty():
    board = Board(ATTACK, bare={"Bd6": 0})
    assert all("Bd6" not in board.placements(colour) for colour in "wyopg")


def test_a_stronger_colour_attacks_what_it_touches_and_nothing_else():
    board = Board(ATTACK)
    assert board.attacks("w") == {"Be5"}  # Be6 is weaker too, but diagonal
    assert all(board.attacks(colour) == set() for colour in "yopg")


def test_strength_is_read_off_the_coral_tile_as_it_lies():
    position = Board(ATTACK).position
    position.coral_tiles[1].star_up = False  # y > w
    assert Board.of(position).attacks("w") == set()


@pytest.mark.parametrize(
    ("tiles", "attacks"),
    [
        ("Bd5w Be5y", set()),  # a single tile does not attack
        ("Bd5w Bf5w Be5y", set()),  # two single tiles do not make a coral of two
        ("Bc6w Bd6w Be5y", set()),  # diagonal
        ("Bc5w Bd6w Be6y", set()),  # diagonal tiles are no coral
        ("Bc5w Bd5w Be5y", {"Be5"}),
        ("Bd4w Bd5w Be5y", {"Be5"}),
        ("Bc5w1 Bd5w Be5y", {"Be5"}),  # whoever's shrimp is on it
        ("Bc5w0 Bd5w Be5y", {"Be5"}),
        ("Bc5w Bd5w Be5w", set()),  # never its own colour
        ("Bc5w Bd5w Be5g", set()),  # grey is stronger
        ("Bc5w Bd5w Be5p", set()),
        ("Bc5w Bd5w Be5o", {"Be5"}),
        ("Bf2w Bf1w Be1y Be2y Bf3y", {"Be1", "Be2", "Bf3"}),
        ("Bg3w Bg4w Dd4y Dd5y", set()),  # rocks never touch
        ("Bg3w Bg4w Ba4y Ba5y", set()),  # nor does one side of a rock touch the other
    ],
)
def test_who_attacks_whom(tiles, attacks):
    assert Board(tiles=tiles).attacks("w") == attacks


PROTECTION = """
 .  .  .  #  #  #  .
 #  #  #  w  w  #  .
 #  #  #  y  .  #  #
 w  .  w  y{}  w  #  #
 w  w  y  y  y  w  w
 .  #  #  w  y  w  .
"""


@pytest.mark.parametrize("owner", [0, 1])
def test_a_shrimp_protects_its_tile_and_those_beside_it_in_its_coral_from_everybody(owner):
    board = Board(PROTECTION.format(owner))
    assert board.protected() == {"Bd3", "Bd4", "Bd5"}
    assert board.attacks("w") == {"Bc5", "Be5", "Be6"}


def test_protection_ends_where_the_coral_ends():
    board = Board(tiles="Bd5y0 Bd4y Be5o Be6w Bf6w Bf5w")
    assert board.protected() == {"Bd5", "Bd4"}
    assert "Be5" in board.attacks("w")


def test_a_shrimp_on_bare_rock_protects_nothing():
    board = Board(tiles="Bd5y Be5w Be6w", bare={"Bd6": 0})
    assert board.protected() == set()
    assert board.attacks("w") == {"Bd5"}


def test_protection_goes_with_the_shrimp():
    board = Board(tiles="Bc5y0 Bd5y Be5y Bf5y Bf6w Be6w")
    assert board.attacks("w") == {"Be5", "Bf5"}
    board.play("move Bc5>Bf5")
    assert board.attacks("w") == set()
    board.play("move Bf5>screen")
    assert board.attacks("w") == {"Be5", "Bf5"}


# --- joining ----------------------------------------------------------------------------------

GUARDED = """
 .  .  .  #  #  #  .
 #  #  #  #  #  #  .
 w{}  #  w{}  #  .  #  #
 #  .  #  *  #  #  #
 #  #  w  #  w{}  #  #
 .  #  #  #  #  #  .
"""


@pytest.mark.parametrize("owners", [(0, 1, 1), (0, 0, 0), (1, 1, 0)])
def test_a_tile_may_not_join_corals_that_each_hold_a_shrimp(owners):
    rules = make_rules("basic", 2, {"shrimps_per_rock": 4})
    board = Board(GUARDED.format(*owners), rules=rules)
    blocked = board.all_cells() - board.tiled() - board.placements("w")
    # Bd5 joins the guarded Be5 and the free Bc5 only; Bc4 joins Bc5 to one guarded coral
    assert blocked == {"Bb3"}
    assert all(board.placements(c) >= board.all_cells() - board.tiled() for c in "yopg")


def test_corals_joined_by_a_placement_carry_their_shrimp_on():
    board = Board(tiles="Bc3w0 Bc5w Be5w1", hands=["ww"], larvae=["w"])
    assert "Bc4" in board.placements("w")
    assert "Bd5" in board.placements("w")
    board.play("grow w 1+0: Bc4 +Bd4")
    # Bc3-Bc5 and Bd4 are one guarded coral now; Bd5 and Be4 would join it to the one at Be5
    assert {"Bd5", "Be4"} & board.placements("w") == set()


def test_one_guarded_coral_may_be_joined_with_free_ones_and_touch_itself():
    assert "Bd5" in Board(tiles="Bc5w0 Be5w Bd6w").placements("w")
    assert "Bd5" in Board(tiles="Bc5w0 Bc6w Bd6w Be6w Be5w").placements("w")


def test_an_attack_may_not_join_guarded_corals_either():
    board = Board(tiles="Bb5w Bc5w0 Bd5y Be5w1 Be6o Bf6w Bf5w")
    assert board.attacks("w") == {"Be6"}


def test_three_guarded_corals_and_two_of_them_beside_a_cell():
    rules = make_rules("basic", 2, {"shrimps_per_rock": 3})
    board = Board(tiles="Bc5w0 Be5w0 Bd6y0 Bf4y1 Bg5y1", rules=rules)
    assert "Bd5" not in board.placements("w")
    assert "Bd5" in board.placements("y")
    assert "Bf5" not in board.placements("y")
    assert "Bg4" not in board.placements("y")
    assert {"Bf5", "Bg4"} <= board.placements("w")


def test_a_shrimp_taken_away_in_the_middle_lets_the_corals_join():
    board = Board(tiles="Bc6w0 Be6w1", hands=["w"], larvae=["w"])
    assert "Bd6" not in board.placements("w")
    board.play("grow w 1+0: [Bc6>screen] Bd6")
    assert board.tiled() == {"Bc6", "Bd6", "Be6"}


# --- what a placement does -------------------------------------------------------------------


def test_an_attacked_tile_goes_in_front_of_the_active_players_screen():
    board = Board(ATTACK, hands=["w"], larvae=["w"])
    board.play("grow w 1+0: Be5xy")
    assert board.heap(S.CONSUMED) == "y"
    assert board.heap(S.HAND) == ""
    assert board.heap(S.CUBES) == ""
    assert board.drawn() == signs(
        """
        .  .  .  #  #  #  .
        #  #  #  #  #  #  .
        #  #  #  #  .  #  #
        #  .  #  *  #  #  #
        #  #  w  w  w  #  #
        .  #  #  #  o  #  .
        """
    )
    assert board.attacks("w") == {"Be6"}


def test_an_attacked_coral_falls_apart_and_its_parts_live_on():
    board = Board(tiles="Bc5y1 Bd5y Be5y Bf5y Bg5y Be6w Bd6w", hands=["w"], larvae=["w"])
    assert board.introductions() == {"Be6", "Bd6"}
    board.play("grow w 1+0: Be5xy")
    assert board.protected() == {"Bc5", "Bd5"}
    assert board.introductions() == {"Bf5", "Bg5", "Be5", "Be6", "Bd6"}


def test_consumed_tiles_are_placed_beyond_the_four_from_behind():
    board = Board(hands=["wwwwww"], consumed=["ww"], larvae=["w"])
    board.play("grow w 4+2: Ba2 Bb2 Bc2 Bd2 Be2 Bf2")
    assert board.heap(S.HAND) == "ww"
    assert board.heap(S.CONSUMED) == ""
    assert board.state[S.FROM_BEHIND] == 4


def test_a_growth_costs_a_cube_and_a_free_growth_none():
    rules = make_rules("basic", 2, {"free_growth": True})
    board = Board(rules=rules, hands=["w"], consumed=["yy"], larvae=["w"])
    board.play("grow w 1+0: Ba2")
    assert (board.heap(S.CUBES), board.heap(S.CUBE_SUPPLY).count("w")) == ("", 9)
    board.play("grow y 0+2 free: Bb2 Bb3")
    assert board.heap(S.CUBE_SUPPLY).count("y") == 9
    assert board.state[S.GROWTHS] == 2


# --- extra growth -----------------------------------------------------------------------------


def test_a_tile_beside_the_growth_cell_brings_the_extra_growth_at_once():
    for cell in ("Bc4", "Be4", "Bd3", "Bd5"):
        board = Board(hands=["w"], larvae=["w"])
        board.play(f"grow w 1+0: {cell} +Bd4")
        assert board.tiled() == {cell, "Bd4"}
        assert board.heap(S.HAND) == ""


def test_no_extra_growth_from_elsewhere_nor_from_the_growth_cell_itself():
    board = Board(hands=["www"], larvae=["w"])
    board.play("grow w 3+0: Bc5 Bc3 Bd4")  # diagonal to the growth cell, then on it
    assert board.tiled() == {"Bc5", "Bc3", "Bd4"}


def test_the_extra_growth_takes_the_bonus_tile_which_the_bag_replaces():
    board = Board(hands=["ww"], larvae=["w"])
    n_in_bag = board.heap(S.BAG).count("w")
    board.play("grow w 1+0: Bd5 +Bd4")
    assert board.heap(S.BONUS) == "wyopg"
    assert board.heap(S.BAG).count("w") == n_in_bag - 1
    assert board.state[S.EXTRA_GROWTH_COUNT] == 1
    assert board.state[S.PLACEMENT_COUNT] == 1


def test_no_extra_growth_without_a_bonus_tile_of_the_colour():
    position = sketch(hands=["ww"], larvae=["w"])
    hide_bag(position)
    hide_bonus(position, "w")
    board = Board.of(position).play("grow w 1+0: Bd5")
    assert board.tiled() == {"Bd5"}


def test_the_last_bonus_tile_is_used_once_and_comes_back_with_the_next_tile_of_its_colour():
    position = sketch(hands=["ww"], larvae=["w"], consumed=["w"])
    hide_bag(position)
    board = Board.of(position)
    board.play("grow w 2+0: Bd5 +Bd4 Dd5")
    assert board.heap(S.BONUS) == "yopg"
    assert board.tiled() == {"Bd5", "Bd4", "Dd5"}
    board.play("alga r space paying w")
    assert board.heap(S.BONUS) == "wyopg"
    assert board.heap(S.BAG) == ""


def test_no_extra_growth_onto_a_tile_or_a_shrimp():
    board = Board(tiles="Bd4y", hands=["w"], larvae=["w"])
    board.play("grow w 1+0: Bd5")
    board = Board(bare={"Bd4": 0}, hands=["w"], larvae=["w"])
    board.play("grow w 1+0: Bd5")
    assert board.tiled() == {"Bd5"}


def test_no_extra_growth_that_would_join_guarded_corals():
    board = Board(tiles="Bd5w0 Bd3w1 Bd2w", hands=["ww"], larvae=["w"])
    assert "Bd4" not in board.placements("w")
    board.play("grow w 1+0: Bc4")  # beside the growth cell, which stays empty
    assert "Bd4" not in board.tiled()


def test_the_extra_growth_happens_again_when_the_cell_is_empty_again():
    board = Board(
        tiles="Bc4w Bd4w0 Bd5w Bd6w Bc5w", hands=["ww"], larvae=["w"],
    )  # fmt: skip
    board.play("eat Bd4")
    assert board.tiled() == set()
    board.play("grow w 1+0: Be4 +Bd4")
    assert board.tiled() == {"Be4", "Bd4"}
    assert board.state[S.EXTRA_GROWTH_COUNT] == 1


def test_several_extra_growths_in_one_growth():
    board = Board(hands=["www"], larvae=["w"])
    board.play("grow w 2+0: Bd5 +Bd4 Dd5 +Dd4")
    assert board.state[S.EXTRA_GROWTH_COUNT] == 2


def test_an_extra_growth_after_an_attack_never_consumes():
    board = Board(tiles="Bc5w Bb5w Bd5y", hands=["w"], larvae=["w"])
    board.play("grow w 1+0: Bd5xy +Bd4")
    assert board.heap(S.CONSUMED) == "y"
    assert board.state[S.ATTACK_COUNT] == 1


def test_the_advanced_game_has_no_extra_growth():
    board = Board(rules=make_rules("advanced", 2), hands=["w"], larvae=["w"])
    board.play("grow w 1+0: Bd5")
    assert board.tiled() == {"Bd5"}


# --- what is counted --------------------------------------------------------------------------


def test_attacks_are_counted_for_the_attacker_and_for_who_guards():
    board = Board(tiles="Bc5y1 Bd5y Be5y Be6w Bd6w Bf5o Bf6w", hands=["ww"], larvae=["w"])
    board.play("grow w 2+0: Be5xy Bf5xo")
    assert board.state[S.ATTACK_COUNT] == 2
    assert board.state[S.SUFFERED_COUNT] == 0
    assert board.state[S.SUFFERED_COUNT + S.COUNT_SIZE] == 1


def test_ones_own_attack_on_ones_own_coral_counts_on_both_sides():
    board = Board(tiles="Bc5y0 Bd5y Be5y Be6w Bd6w", hands=["w"], larvae=["w"])
    board.play("grow w 1+0: Be5xy")
    assert (board.state[S.ATTACK_COUNT], board.state[S.SUFFERED_COUNT]) == (1, 1)
