"""Placing tiles, on kernel and judge: positions made by hand for every sentence of the rules."""

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
    board = Board(rock_b=ATTACK)
    empty = board.all_cells() - board.tiled()
    assert len(empty) == 66 - 4
    assert all(board.placements(colour) >= empty for colour in "wyopg")


def test_sand_is_no_cell_and_the_guard_column_is_empty():
    board = Board(rock_b=ATTACK)
    assert all(board.placements(colour) <= board.all_cells() for colour in "wyopg")


def test_a_cell_with_a_shrimp_on_bare_rock_is_not_empty():
    board = Board(rock_b=ATTACK, bare={"Bd6": 0}, hands=["w"], larvae=["w"])
    assert all("Bd6" not in board.placements(colour) for colour in "wyopg")
    board.refused("grow w 1+0: Bd6", "a shrimp stands on the bare rock")


def test_a_stronger_colour_attacks_what_it_touches_and_nothing_else():
    board = Board(rock_b=ATTACK)
    assert board.attacks("w") == {"Be5"}  # Be6 is weaker too, but diagonal
    assert all(board.attacks(colour) == set() for colour in "yopg")


def test_strength_is_read_off_the_coral_tile_as_it_lies():
    position = sketch("Bc5y Bd5y Be5w Bf5w", hands=["y"], larvae=["y"])
    board = Board.of(position)
    assert (board.attacks("y"), board.attacks("w")) == (set(), {"Bd5"})
    board.refused("grow y 1+0: Be5xw", "yellow is not stronger than white")
    position.coral_tiles[1].star_up = False  # y > w
    board = Board.of(position)
    assert (board.attacks("y"), board.attacks("w")) == ({"Be5"}, set())


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
    assert Board(tiles).attacks("w") == attacks


JOINS = "would join corals that each hold a shrimp"
MISSING = "extra growth on Bd4 is missing"
NOT_DUE = "no extra growth is due"


@pytest.mark.parametrize(
    ("tiles", "growth", "reason"),
    [
        ("", "1+0: Bb4", "Bb4 is not a rock cell"),  # sand
        ("", "1+0: Ad4", "Ad4 is not a rock cell"),  # a rock of other games
        ("Bd5w Be5y Bd3w", "1+0: Be5xy", "no white coral of at least 2 tiles"),
        ("Bd5w Bf5w Be5y", "1+0: Be5xy", "no white coral of at least 2 tiles"),
        ("Bc6w Bd6w Be5y", "1+0: Be5xy", "no white coral"),
        ("Bc5w Bd6w Be6y", "1+0: Be6xy", "no white coral"),
        ("Bc5w Bd5w Be5w", "1+0: Be5xw", "already holds white"),
        ("Bb5w Bc5y Bd5y0 Be5y Bf5y Bg5w Bg4w Ba5w", "1+0: Bc5xy", "a shrimp protects"),
        ("Bc5w0 Be5w1", "1+0: Bd5", JOINS),
        ("Bc5w0 Be5w0", "1+0: Bd5", JOINS),
        ("Bc5w1 Be5w1", "1+0: Bd5", JOINS),
        ("Bb5w Bc5w0 Bd5y Be5w1", "1+0: Bd5xy", JOINS),
        ("", "1+0: Bd5", MISSING),
        ("", "2+0: Bd5 Ba2 +Bd4", MISSING),
        ("", "1+0: Bd5 +Dd4", MISSING),
        ("Ba2g0", "1+0: Bd5 [Ba2>screen] +Bd4", MISSING),
        ("", "1+0: Bd6 +Bd4", NOT_DUE),
        ("", "1+0: Bd4 +Bd4", NOT_DUE),
        ("", "2+0: Bd4 Bd5 +Bd4", NOT_DUE),
        ("Bd3w0 Be4w1", "1+0: Bc4 +Bd4", NOT_DUE),
        ("Bd3w0 Bf4w Bg4w1", "1+0: Be4 +Bd4", NOT_DUE),
        ("Bc5w Bd5w Be5y", "1+0: Be5", "holds yellow, but the growth consumes nothing"),
        ("Bc5w Bd5w Be5y", "1+0: Be5xo", "holds yellow, but the growth consumes orange"),
        ("Bc5w Bd5w Be5y", "1+0: Bc6xy", "holds no tile, but the growth consumes yellow"),
    ],
)
def test_growths_that_are_refused(tiles, growth, reason):
    Board(tiles, hands=["ww"], larvae=["w"]).refused(f"grow w {growth}", reason)


@pytest.mark.parametrize(
    ("tiles", "steps"), [("Bd5w Be5y Bd3w", "Bc5 Be5xy"), ("Be5y", "Bd5 +Bd4 Be5xy")]
)
def test_a_growth_or_its_extra_growth_can_make_the_coral_that_attacks(tiles, steps):
    board = Board(tiles, hands=["ww"], larvae=["w"]).play(f"grow w 2+0: {steps}")
    assert board.heap(S.CONSUMED) == "y"


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
    board = Board(rock_b=PROTECTION.format(owner))
    assert board.protected() == {"Bd3", "Bd4", "Bd5"}
    assert board.attacks("w") == {"Bc5", "Be5", "Be6"}


def test_protection_ends_where_the_coral_ends():
    board = Board("Bd5y0 Bd4y Be5o Be6w Bf6w Bf5w")
    assert board.protected() == {"Bd5", "Bd4"}
    assert "Be5" in board.attacks("w")


def test_a_shrimp_on_bare_rock_protects_nothing():
    board = Board("Bd5y Be5w Be6w", bare={"Bd6": 0})
    assert board.protected() == set()
    assert board.attacks("w") == {"Bd5"}


def test_protection_goes_with_the_shrimp():
    board = Board("Bc5y0 Bd5y Be5y Bf5y Bf6w Be6w")
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
    board = Board(rock_b=GUARDED.format(*owners), rules=rules)
    blocked = board.all_cells() - board.tiled() - board.placements("w")
    # Bd5 joins the guarded Be5 and the free Bc5 only; Bc4 joins Bc5 to one guarded coral
    assert blocked == {"Bb3"}
    assert all(board.placements(c) >= board.all_cells() - board.tiled() for c in "yopg")


def test_corals_joined_by_a_placement_carry_their_shrimp_on():
    board = Board("Bc3w0 Bc5w Be5w1", hands=["ww"], larvae=["w"])
    assert "Bc4" in board.placements("w")
    assert "Bd5" in board.placements("w")
    board.play("grow w 1+0: Bc4 +Bd4")
    # Bc3-Bc5 and Bd4 are one guarded coral now; Bd5 and Be4 would join it to the one at Be5
    assert {"Bd5", "Be4"} & board.placements("w") == set()


def test_one_guarded_coral_may_be_joined_with_free_ones_and_touch_itself():
    for tiles in ("Bc5w0 Be5w", "Bc5w0 Bc6w Bd6w Be6w Be5w"):
        board = Board(tiles, hands=["w"], larvae=["w"]).play("grow w 1+0: Bd5 +Bd4")
        coral = board.position.coral_at("Bd5")
        assert coral.cells == {entry[:3] for entry in tiles.split()} | {"Bd5", "Bd4"}


def test_an_attack_may_not_join_guarded_corals_either():
    board = Board("Bb5w Bc5w0 Bd5y Be5w1 Be6o Bf6w Bf5w")
    assert board.attacks("w") == {"Be6"}


def test_three_guarded_corals_and_two_of_them_beside_a_cell():
    rules = make_rules("basic", 2, {"shrimps_per_rock": 3})
    board = Board("Bc5w0 Be5w0 Bd6y0 Bf4y1 Bg5y1", rules=rules)
    assert "Bd5" not in board.placements("w")
    assert "Bd5" in board.placements("y")
    assert "Bf5" not in board.placements("y")
    assert "Bg4" not in board.placements("y")
    assert {"Bf5", "Bg4"} <= board.placements("w")


# --- what a placement does -------------------------------------------------------------------


def test_an_attacked_tile_goes_in_front_of_the_active_players_screen():
    board = Board(rock_b=ATTACK, hands=["w"], larvae=["w"])
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
    board = Board("Bc5y1 Bd5y Be5y Bf5y Bg5y Be6w Bd6w", hands=["w"], larvae=["w"])
    assert board.introductions() == {"Be6", "Bd6"}
    board.play("grow w 1+0: Be5xy")
    assert board.protected() == {"Bc5", "Bd5"}
    assert board.introductions() == {"Bf5", "Bg5", "Be5", "Be6", "Bd6"}


def test_tiles_of_one_growth_need_not_form_one_coral():
    board = Board("Ba2w", hands=["ww"], larvae=["w"]).play("grow w 2+0: Bg3 Db2")
    assert [len(board.position.corals(rock)) for rock in "BD"] == [2, 1]


def test_one_may_add_to_a_coral_under_anothers_shrimp():
    board = Board("Ba2w1", hands=["w"], larvae=["w"]).play("grow w 1+0: Bb2")
    (coral,) = board.position.corals("B")
    assert (len(coral.cells), board.position.shrimps) == (2, {"Ba2": 1})


# --- extra growth -----------------------------------------------------------------------------


def test_a_tile_beside_the_growth_cell_brings_the_extra_growth_at_once():
    for cell in ("Bc4", "Be4", "Bd3", "Bd5"):
        board = Board(hands=["w"], larvae=["w"])
        board.play(f"grow w 1+0: {cell} +Bd4")
        assert board.tiled() == {cell, "Bd4"}
        assert board.heap(S.HAND) == ""


def test_the_extra_growth_does_not_count_towards_four_tiles():
    board = Board(hands=["wwww"], larvae=["w"]).play("grow w 4+0: Bd5 +Bd4 Bd6 Bc6 Be6")
    assert len(board.tiled()) == 5


def test_shrimps_move_before_and_after_an_extra_growth_and_can_hold_it_off():
    Board("Ba2g0", hands=["w"], larvae=["w"]).play("grow w 1+0: Bd5 +Bd4 [Ba2>screen]")
    board = Board("Ba2g0", hands=["ww"], larvae=["w"])
    board.play("grow w 2+0: [Ba2>Bd4] Bd5 [Bd4>Ba2] Bd6")
    assert "Bd4" not in board.tiled()


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
    board = Board.of(position)
    board.refused("grow w 1+0: Bd5 +Bd4", NOT_DUE)
    assert board.play("grow w 1+0: Bd5").tiled() == {"Bd5"}


def test_the_last_bonus_tile_is_used_once_and_comes_back_with_the_next_tile_of_its_colour():
    position = sketch(hands=["www"], larvae=["ww"], consumed=["w"])
    hide_bag(position)
    board = Board.of(position)
    board.play("grow w 2+0: Bd5 +Bd4 Dd5")
    assert board.heap(S.BONUS) == "yopg"
    assert board.tiled() == {"Bd5", "Bd4", "Dd5"}
    board.play("alga r space paying w")
    assert (board.heap(S.BONUS), board.heap(S.BAG)) == ("wyopg", "")
    assert board.play("grow w 1+0: Dd3 +Dd4").heap(S.BONUS) == "yopg"


def test_no_extra_growth_onto_a_tile_or_a_shrimp():
    board = Board("Bd4y", hands=["w"], larvae=["w"])
    board.play("grow w 1+0: Bd5")
    board = Board(bare={"Bd4": 0}, hands=["w"], larvae=["w"])
    board.refused("grow w 1+0: Bd5 +Bd4", NOT_DUE)
    board.play("grow w 1+0: Bd5")
    assert board.tiled() == {"Bd5"}


def test_no_extra_growth_that_would_join_guarded_corals():
    board = Board("Bd5w0 Bd3w1 Bd2w", hands=["ww"], larvae=["w"])
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
    board = Board("Bc5w Bb5w Bd5y", hands=["w"], larvae=["w"])
    board.play("grow w 1+0: Bd5xy +Bd4")
    assert board.heap(S.CONSUMED) == "y"
    assert board.state[S.ATTACK_COUNT] == 1


def test_the_advanced_game_has_no_extra_growth():
    board = Board(rules=make_rules("advanced", 2), hands=["w"], larvae=["w"])
    board.refused("grow w 1+0: Bd5 +Bd4", NOT_DUE)
    board.play("grow w 1+0: Bd5")
    assert board.tiled() == {"Bd5"}


# --- what is counted --------------------------------------------------------------------------


def test_attacks_are_counted_for_the_attacker_and_for_who_guards():
    board = Board("Bc5y1 Bd5y Be5y Be6w Bd6w Bf5o Bf6w", hands=["ww"], larvae=["w"])
    board.play("grow w 2+0: Be5xy Bf5xo")
    assert board.state[S.ATTACK_COUNT] == 2
    assert board.state[S.SUFFERED_COUNT] == 0
    assert board.state[S.SUFFERED_COUNT + S.COUNT_SIZE] == 1


def test_ones_own_attack_on_ones_own_coral_counts_on_both_sides():
    board = Board("Bc5y0 Bd5y Be5y Be6w Bd6w", hands=["w"], larvae=["w"])
    board.play("grow w 1+0: Be5xy")
    assert (board.state[S.ATTACK_COUNT], board.state[S.SUFFERED_COUNT]) == (1, 1)
