"""Eating, shrimps, exchanges and algae on the kernel: positions made by hand."""

from __future__ import annotations

import pytest

from analyzer.games.encounter.rules import COLOURS, make_rules
from kernels.encounter import state as S  # noqa: N812
from kernels.encounter.turn import begin_turn
from tests.judge.helpers import hide_bag, hide_bonus, sketch
from tests.kernel.board import Board
from tests.kernel.convert import unpacked

# The star sides: w > y o   y > o p   o > p g   p > w g   g > w y
# large alga: 1 w>y n, 2 w>o r, 3 y>o b, 4 y>p u, 5 o>p n, 6 o>g b, 7 p>w u, 8 p>g n, 9 g>w r,
# 10 g>y b

FIVE = "Bc5w0 Bd5w Be5w Bd6w Be6w"


# --- eating -----------------------------------------------------------------------------------


def test_four_tiles_go_back_and_the_rest_into_the_parrotfish():
    board = Board(tiles=FIVE + " Bf6w Bc6w", parrotfish=["w"])
    n_in_bag = board.heap(S.BAG).count("w")
    board.play("eat Bc5")
    assert board.tiled() == set()
    assert board.heap(S.FISH) == "wwww"
    assert board.heap(S.BAG).count("w") == n_in_bag + 4
    assert (board.state[S.EATEN], board.state[S.BEHIND]) == (1, 3)
    assert board.state[S.EATEN_SIZE] == 7


def test_the_advanced_game_returns_five():
    board = Board(tiles=FIVE + " Bf6w Bc6w", rules=make_rules("advanced", 2))
    assert board.play("eat Bc5").heap(S.FISH) == "ww"


@pytest.mark.parametrize(("returned", "gained"), [(0, 5), (1, 4), (5, 0), (6, 0), (20, 0)])
def test_at_most_the_whole_coral_goes_back(returned, gained):
    board = Board(tiles=FIVE, rules=make_rules("basic", 2, {"eat_return": returned}))
    n_in_bag = board.heap(S.BAG).count("w")
    assert board.edible() == {"Bc5"}
    board.play("eat Bc5")
    assert board.heap(S.FISH) == "w" * gained
    assert board.heap(S.BAG).count("w") == n_in_bag + 5 - gained


def test_a_coral_of_four_is_not_edible():
    board = Board(tiles=FIVE.replace(" Be6w", ""))
    assert board.edible() == set()


def test_only_corals_with_ones_own_shrimp_are_edible():
    board = Board(tiles=FIVE + " Dc1y1 Dd1y De1y Dc2y Db1y Df5g Df6g De6g De5g Dd5g")
    assert board.edible(0) == {"Bc5"}
    assert board.edible(1) == {"Dc1"}


def test_a_shrimp_on_bare_rock_eats_nothing():
    board = Board(tiles=FIVE.replace("w0", "w"), bare={"Bf5": 0})
    assert board.edible() == set()


def test_diagonal_tiles_do_not_count_towards_five():
    board = Board(tiles="Bd5w0 Bc5w Be5w Bb6w Bd6w Bf6w")
    assert board.edible() == set()


@pytest.mark.parametrize("least", [1, 3, 5, 6])
def test_min_edible_is_a_parameter(least):
    board = Board(tiles=FIVE, rules=make_rules("basic", 2, {"min_edible": least}))
    assert board.edible() == ({"Bc5"} if least <= 5 else set())


def test_the_fourth_shrimp_ends_the_game_at_once():
    board = Board(tiles=FIVE, eaten=[3]).play("eat Bc5")
    assert board.state[S.ENDED_BY] == S.ENDED_BY_SHRIMPS
    assert board.state[S.ENDER] == 0


def test_the_first_three_shrimps_do_not():
    board = Board(tiles=FIVE, eaten=[2]).play("eat Bc5")
    assert board.state[S.ENDED_BY] == S.RUNNING


# --- the final round --------------------------------------------------------------------------

OTHERS = " Dc1y1 Dd1y De1y Dc2y Db1y Df1y"


@pytest.mark.parametrize(("ruleset", "gained"), [("basic", 1), ("advanced", 0), ("online", 1)])
def test_more_tiles_go_back_in_the_final_round(ruleset, gained):
    board = Board(tiles=FIVE + OTHERS, eaten=[3], rules=make_rules(ruleset, 2))
    board.play("eat Bc5").play("eat Dc1", seat=1)
    assert board.heap(S.FISH, 1) == "y" * gained
    assert (board.state[S.ENDED_BY], board.state[S.ENDER]) == (S.ENDED_BY_SHRIMPS, 0)


@pytest.mark.parametrize(("ruleset", "is_edible"), [("basic", True), ("online", False)])
def test_five_tiles_in_the_final_round(ruleset, is_edible):
    tiles = FIVE + OTHERS.replace(" Df1y", "")
    board = Board(tiles=tiles, eaten=[3], rules=make_rules(ruleset, 2))
    assert board.edible(1, final=False) == {"Dc1"}
    assert board.edible(1, final=True) == ({"Dc1"} if is_edible else set())


def test_a_fourth_shrimp_in_the_final_round_leaves_the_ender_alone():
    board = Board(tiles=FIVE + OTHERS, eaten=[3, 3])
    board.play("eat Bc5").play("eat Dc1", seat=1)
    assert (board.state[S.ENDED_BY], board.state[S.ENDER]) == (S.ENDED_BY_SHRIMPS, 0)
    assert board.state[S.EATEN + 1] == 4


# --- shrimps ----------------------------------------------------------------------------------


def test_a_shrimp_is_introduced_onto_a_tile_of_a_coral_without_one():
    board = Board(tiles="Bc5w1 Bd5w Be5y Dd4g")
    assert board.introductions() == {"Be5", "Dd4"}
    board.play("shrimp Be5")
    assert board.state[S.BEHIND] == 3
    assert board.introductions() == set()  # once a turn


def test_nobody_introduces_what_is_not_behind_the_screen():
    board = Board(tiles="Be5y", eaten=[4])
    assert board.introductions() == set()


def test_at_most_two_own_shrimps_on_a_rock():
    board = Board(tiles="Ba2w0 Bc2y Be5w0 Dd4g")
    assert board.introductions() == {"Dd4"}
    assert board.introductions(seat=1) == {"Bc2", "Dd4"}


def test_a_shrimp_on_bare_rock_counts_for_its_rock():
    board = Board(tiles="Ba2w0 Bc2y Dd4g", bare={"Bd6": 0})
    assert board.introductions() == {"Dd4"}


@pytest.mark.parametrize(("most", "targets"), [(2, set()), (3, {"Dd4"})])
def test_shrimps_on_all_rocks_together(most, targets):
    rules = make_rules("basic", 2, {"shrimps_on_rocks": most})
    board = Board(tiles="Ba2w0 Be5w0 Dd4g", rules=rules)
    assert board.introductions() == targets


def test_a_shrimp_moves_within_its_coral_and_to_corals_without_one():
    board = Board(tiles="Ba2w0 Bb2w Bc2w Be5y Bf5y1 Dd4g Dd5g")
    assert board.moves("Ba2") == {"Bb2", "Bc2", "Dd4", "Dd5"}
    board.play("move Ba2>Dd5", "move Dd5>Bc2", "move Bc2>Bd6", "move Bd6>Ba2")
    assert board.state[S.MOVE_COUNT] == 4
    board.play("move Ba2>screen")
    assert board.state[S.BEHIND] == 4


def test_a_coral_left_by_its_shrimp_is_free_for_others():
    board = Board(tiles="Ba2w0 Bb2w Be5y1")
    assert board.moves("Be5", seat=1) == set()
    board.play("move Ba2>screen")
    assert board.moves("Be5", seat=1) == {"Ba2", "Bb2"}


def test_a_full_rock_takes_no_shrimp_from_another_but_lets_its_own_move():
    board = Board(tiles="Ba2w0 Bc2y0 Be5o Dd4g0 Df2p")
    assert board.moves("Dd4") == {"Df2"}
    assert board.moves("Ba2") == {"Be5", "Df2"}


def test_a_shrimp_on_bare_rock_moves_onto_corals_without_one():
    board = Board(tiles="Bd5w Bc5w Be5y1", bare={"Bd6": 0})
    assert board.moves("Bd6") == {"Bd5", "Bc5"}


def test_a_shrimp_may_stay_in_its_own_coral_when_another_falls_off_it():
    # one coral with a shrimp, cut in two by an attack in the middle of the growth
    board = Board(tiles="Bb5y0 Bc5y Bd5y Be5y Bd6w Bc6w", hands=["w"], larvae=["w"])
    board.play("grow w 1+0: Bd5xy +Bd4 [Bb5>Be5]")
    assert board.protected() == {"Be5"}
    assert board.moves("Be5") == {"Bb5", "Bc5", "Bd4", "Bd5", "Bd6", "Bc6"}


# --- exchanges --------------------------------------------------------------------------------


def test_a_consumed_tile_for_a_cube_of_its_colour():
    board = Board(consumed=["wwy"])
    assert board.larva_exchanges() == "wy"
    n_in_bag = board.heap(S.BAG).count("w")
    board.play("larva w")
    assert board.heap(S.CUBES) == "w"
    assert board.heap(S.CUBE_SUPPLY).count("w") == 8
    assert board.heap(S.BAG).count("w") == n_in_bag + 1
    assert board.state[S.OWED] == 0


def test_the_supply_must_have_the_cube():
    board = Board(consumed=["wy"], larvae=["", "w" * 9])
    assert board.larva_exchanges() == "y"


def test_a_cube_for_a_tile_of_its_colour_from_the_bag():
    board = Board(larvae=["wwy"])
    assert board.tile_exchanges() == "wy"
    board.play("tile w")
    assert (board.heap(S.CUBES), board.heap(S.HAND)) == ("wy", "w")
    assert board.heap(S.CUBE_SUPPLY).count("w") == 8
    assert board.heap(S.BONUS) == COLOURS


def test_a_cube_for_the_bonus_tile_where_the_bag_has_none():
    position = sketch(larvae=["www"])
    hide_bag(position)
    board = Board.of(position).play("tile w")
    assert board.heap(S.BONUS) == "yopg"
    assert board.tile_exchanges() == ""


def test_no_tile_without_bag_and_bonus():
    position = sketch(larvae=["wy"])
    hide_bag(position)
    hide_bonus(position, "w")
    assert Board.of(position).tile_exchanges() == "y"


def test_a_cube_got_on_line_must_pay_for_a_growth_and_not_for_a_tile():
    board = Board(rules=make_rules("online", 2), consumed=["ww"], hands=["w"], larvae=["y"])
    board.play("larva w")
    assert board.heap(S.OWED) == "w"
    assert board.tile_exchanges() == "y"
    board.play("grow w 1+0: Ba2")
    assert board.heap(S.OWED) == ""


def test_a_cube_that_was_there_before_may_still_pay_for_a_tile():
    board = Board(rules=make_rules("online", 2), consumed=["ww"], hands=["w"], larvae=["w"])
    board.play("larva w")
    assert board.tile_exchanges() == "w"
    board.play("tile w")
    assert board.tile_exchanges() == ""


# --- algae ------------------------------------------------------------------------------------


def test_a_cylinder_on_the_space_turns_every_tile_with_that_large_alga():
    board = Board(consumed=["w"])
    board.play("alga n space paying w")
    turned = 0b1111111111 & ~int(board.state[S.STAR_UP])
    assert [t + 1 for t in range(10) if turned >> t & 1] == [1, 5, 8]
    assert board.state[S.FLIP_COUNT] == 3
    assert board.state[S.ALGA_SUPPLY + 1] == 4
    assert board.state[S.ALGA_SPACE] == 1
    # 1 w>y, 5 o>p and 8 p>g are turned: y > w o p, o > g, p > w o, g > w y p
    assert board.state[S.WEAKER : S.WEAKER + 5].tolist() == [
        0b00100, 0b01101, 0b10000, 0b00101, 0b01011,
    ]  # fmt: skip


def test_the_cylinder_that_lay_on_the_space_goes_back():
    board = Board(consumed=["www"])
    board.play("alga n space paying w", "alga n space paying w")
    assert board.state[S.ALGA_SUPPLY : S.ALGA_SUPPLY + 4].tolist() == [5, 4, 5, 5]
    board.play("alga u space paying w")
    assert board.state[S.ALGA_SUPPLY : S.ALGA_SUPPLY + 4].tolist() == [5, 5, 5, 4]


def test_the_paying_tile_goes_to_the_bag():
    board = Board(consumed=["wy"])
    n_in_bag = board.heap(S.BAG).count("y")
    board.play("alga r space paying y")
    assert board.heap(S.BAG).count("y") == n_in_bag + 1
    assert board.heap(S.CONSUMED) == "w"


def test_only_who_has_eaten_locks_and_once_a_turn():
    assert Board(consumed=["w"]).lockable() == []
    board = Board(consumed=["ww"], eaten=[1])
    assert board.lockable() == list(range(1, 11))
    board.play("alga b lock 10 paying w")
    assert board.lockable() == []


def test_a_locked_tile_stays_and_the_others_with_its_alga_turn():
    board = Board(consumed=["www"], eaten=[1])
    board.play("alga b lock 3 paying w")  # 3, 6 and 10 show a large b
    turned = 0b1111111111 & ~int(board.state[S.STAR_UP])
    assert [t + 1 for t in range(10) if turned >> t & 1] == [6, 10]
    assert board.state[S.LOCKED] == 0b100
    assert board.state[S.FLIP_COUNT] == 2
    board.play("alga b space paying w")
    assert board.state[S.STAR_UP] >> 2 & 1
    assert board.state[S.ALGA_SUPPLY + 2] == 3


def test_a_tile_is_locked_by_the_alga_it_shows_large():
    board = Board(consumed=["ww"], eaten=[1])
    board.play("alga n space paying w")  # tile 1 now shows b large
    board.play("alga b lock 1 paying w")
    assert board.state[S.ALGA_SUPPLY + 2] == 4


def test_no_lock_without_a_cylinder_of_that_colour():
    position = sketch(consumed=["w"], eaten=[1])
    for number in (2, 9, 3, 10, 5):  # all that can show a large r
        tile = position.coral_tiles[number]
        tile.star_up = tile.star.large == "r"
        tile.locked = "r"
        position.alga_supply["r"] -= 1
    board = Board.of(position)
    assert board.state[S.ALGA_SUPPLY] == 0
    assert board.lockable() == [1, 4, 6, 7, 8]


def nearly_locked(parrotfish: str) -> Board:
    """All coral tiles but number 10 are locked, and the active seat has eaten."""
    position = sketch("Ba2w0" + OTHERS, consumed=["w"], eaten=[1], parrotfish=[parrotfish])
    for number, tile in position.coral_tiles.items():
        if number != 10:
            tile.locked = tile.face.large
            position.alga_supply[tile.face.large] -= 1
    return Board.of(position)


@pytest.mark.parametrize(("parrotfish", "tiles"), [("", []), ("w", []), ("ww", [10]), ("wy", [10])])
def test_the_last_lock_needs_two_tiles_in_the_parrotfish(parrotfish, tiles):
    assert nearly_locked(parrotfish).lockable() == tiles


def test_the_tenth_lock_ends_the_game_at_once():
    board = nearly_locked("ww").play("move Ba2>Bd6", "alga b lock 10 paying w")
    assert (board.state[S.ENDED_BY], board.state[S.ENDER]) == (S.ENDED_BY_LOCKS, 0)
    board.play("eat Dc1", seat=1)
    assert board.heap(S.FISH, 1) == "y"


# --- the turn ---------------------------------------------------------------------------------


def test_a_new_turn_has_all_limits_anew():
    board = Board(
        tiles=FIVE + " Ba2y", consumed=["ww"], hands=["ww"], larvae=["ww"], eaten=[1]
    )  # fmt: skip
    board.play("grow w 1+0: Bf6", "shrimp Ba2", "alga b lock 10 paying w", "grow w 1+0: Bg3")
    s = board.state
    used = (S.GROWTHS, S.INTRODUCED, S.LOCKS_MADE)
    assert [s[at] for at in used] == [2, 1, 1]
    board.play("draft w")
    assert [s[at] for at in used] == [0, 0, 0]
    assert s[S.SEAT] == 1


def test_doing_nothing_but_drafting_is_legal():
    board = Board().play("draft g")
    assert board.heap(S.HAND) == "g"
    assert board.heap(S.CUBES) == "g"


def test_what_is_owed_ends_with_the_turn_at_the_latest():
    board = Board(rules=make_rules("online", 2), consumed=["ww"], hands=["w"])
    board.play("larva w")
    begin_turn(board.state)
    assert unpacked(board.state[S.OWED])["w"] == 0
