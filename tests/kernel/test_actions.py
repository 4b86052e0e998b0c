"""A turn on kernel and judge: eating, growing, exchanges, the draft, the final round."""

from __future__ import annotations

import pytest

from analyzer.games.encounter.judge import IllegalAction
from analyzer.games.encounter.judge.play import begin_growth, cut_off, end_growth, place_tile
from analyzer.games.encounter.rules import COLOURS, make_rules
from kernels.encounter import state as S  # noqa: N812
from kernels.encounter.turn import begin_turn
from tests.judge.helpers import hide_bag, hide_bonus, play, sketch
from tests.kernel.board import Board
from tests.kernel.convert import unpacked
from tests.kernel.test_algae import locked

FIVE = "Bc5w0 Bd5w Be5w Bd6w Be6w"
DRAFT = "draft w: w; w=w y=y o=o p=p g=g"


def test_doing_nothing_but_the_draft_is_legal_and_passes_the_turn():
    board = Board().play(DRAFT)
    assert (board.position.turn, board.position.seat) == (3, 1)
    assert board.position.players[0].hand["w"] == 1
    assert board.position.players[0].larvae["w"] == 1


def test_only_the_active_seat_acts():
    Board().refused(DRAFT, "it is the turn of seat 0, not of seat 1", seat=1)


# --- action 1 ---------------------------------------------------------------------------------


def test_four_tiles_go_back_and_the_rest_into_the_parrotfish():
    board = Board(FIVE + " Bf6w Bc6w", parrotfish=["w"])
    n_in_bag = board.heap(S.BAG).count("w")
    board.play("eat Bc5")
    assert (board.tiled(), board.position.shrimps) == (set(), {})
    assert board.heap(S.FISH) == "wwww"
    assert board.heap(S.BAG).count("w") == n_in_bag + 4
    assert (board.state[S.EATEN], board.state[S.BEHIND]) == (1, 3)
    assert board.state[S.EATEN_SIZE] == 7


def test_the_advanced_game_returns_five():
    board = Board(FIVE + " Bf6w Bc6w", rules=make_rules("advanced", 2))
    assert board.play("eat Bc5").heap(S.FISH) == "ww"


def test_a_coral_of_four_is_not_edible():
    board = Board("Bc5w0 Bd5w Be5w Bd6w")
    assert board.edible() == set()
    board.refused("eat Bc5", "has 4 tiles; 5 are needed")


def test_a_coral_is_eaten_only_with_ones_own_shrimp_on_it():
    board = Board(FIVE.replace("w0", "w1"))
    board.refused("eat Bc5", "belongs to seat 1")
    board.refused("eat Bd5", "no shrimp stands on Bd5")
    Board(bare={"Bd6": 0}).refused("eat Bd6", "stands on bare rock")


def test_only_corals_with_ones_own_shrimp_are_edible():
    board = Board(FIVE + " Dc1y1 Dd1y De1y Dc2y Db1y Df5g Df6g De6g De5g Dd5g")
    assert board.edible(0) == {"Bc5"}
    assert board.edible(1) == {"Dc1"}


def test_diagonal_tiles_do_not_count_towards_five():
    board = Board("Bd5w0 Bc5w Be5w Bb6w Bd6w Bf6w")
    assert board.edible() == set()


def test_eating_comes_first():
    board = Board(FIVE + " Ba2g", hands=["o"], larvae=["o"], consumed=["y"])
    for first in ("shrimp Ba2", "larva y", "tile o", "move Bc5>Bd5", "alga u space paying y"):
        changed = Board.of(board.position).play(first)
        cell = "Bd5" if first.startswith("move") else "Bc5"
        changed.refused(f"eat {cell}", "eating must be the first action")


def test_one_coral_a_turn_is_eaten():
    board = Board(FIVE + " Dc1y0 Dd1y De1y Dc2y Db1y")
    board.play("eat Bc5")
    board.refused("eat Dc1", "only one coral may be eaten")


def test_the_fourth_shrimp_eaten_ends_the_game_at_once():
    board = Board(FIVE, eaten=[3]).play("eat Bc5")
    assert board.ended() == ("shrimps", 0)
    board.refused(DRAFT, "final round", seat=1)
    board.refused(DRAFT, "it is not seat 0's last chance")


def test_the_first_three_shrimps_do_not():
    assert Board(FIVE, eaten=[2]).play("eat Bc5").ended()[0] == "running"


# --- actions 2 and 3 --------------------------------------------------------------------------


def test_a_growth_costs_a_cube_of_its_colour():
    board = Board(hands=["wwyy"], larvae=["w"])
    board.refused("grow y 1+0: Ba2", "larva cubes of seat 0: 1 yellow needed, 0 there")
    n_in_supply = board.position.larva_supply["w"]
    board.play("grow w 1+0: Ba2")
    assert board.position.larva_supply["w"] == n_in_supply + 1
    board.refused("grow w 1+0: Bb2", "larva cubes of seat 0: 1 white needed, 0 there")


def test_a_growth_places_at_least_one_tile():
    board = Board("Ba2g0", hands=["w"], larvae=["w"])
    board.refused("grow w 0+0: [Ba2>screen]", "at least one tile")


def test_a_growth_takes_at_most_four_tiles_from_behind_the_screen():
    board = Board(hands=["wwwwww"], larvae=["w"])
    board.refused("grow w 5+0: Ba2 Bb2 Bc2 Bd2 Bd1", "at most 4 tiles")
    board.play("grow w 4+0: Ba2 Bb2 Bc2 Bd2")


def test_consumed_tiles_are_placed_without_limit_besides():
    board = Board(hands=["wwwww"], consumed=["wwwwww"], larvae=["w"])
    board.play("grow w 4+6: Ba2 Bb2 Bc2 Bd2 Bd1 Be1 Be2 Bf2 Bf1 Ba3")
    assert (board.heap(S.HAND), board.heap(S.CONSUMED)) == ("w", "")
    assert board.state[S.FROM_BEHIND] == 4


def test_consumed_tiles_alone_still_need_a_cube():
    board = Board(consumed=["ww"])
    board.refused("grow w 0+2: Ba2 Bb2", "larva cubes of seat 0")
    board.refused("grow w 0+2 free: Ba2 Bb2", "no growth without a larva cube")


def test_one_cannot_place_tiles_one_does_not_have():
    board = Board(hands=["w"], consumed=["w"], larvae=["w"])
    board.refused("grow w 2+0: Ba2 Bb2", "tiles behind the screen of seat 0")
    board.refused("grow w 0+2: Ba2 Bb2", "consumed tiles of seat 0")


def test_a_tile_consumed_in_the_first_growth_can_be_placed_in_the_second():
    board = Board("Ba2w Bb2w Bc2y", hands=["w"], larvae=["wy"])
    board.play("grow w 1+0: Bc2xy", "grow y 0+1: Bd2")


def test_a_growth_names_as_many_tiles_as_it_places():
    board = Board(hands=["ww"], larvae=["w"])
    board.refused("grow w 2+0: Ba2", "names 2+0 tiles but places 1")


def test_two_growths_a_turn_also_of_one_colour():
    board = Board(hands=["www"], larvae=["www"])
    board.play("grow w 1+0: Ba2", "grow w 1+0: Bb2")
    board.refused("grow w 1+0: Bc2", "only 2 growths")


def test_placing_tile_by_tile_tells_what_happened():
    position = sketch("Be5y Be6w Bf6w", hands=["www"], larvae=["w"])
    with pytest.raises(IllegalAction, match="only within a growth"):
        place_tile(position, 0, "Ba2")
    begin_growth(position, 0, "w")
    assert place_tile(position, 0, "Bd5").extra == "Bd4"
    assert place_tile(position, 0, "Be5").consumed == "y"
    end_growth(position)
    assert position.defects() == []


# --- actions 6 and 8 --------------------------------------------------------------------------


def test_a_consumed_tile_for_a_cube_goes_to_the_bag():
    board = Board(consumed=["wy"])
    assert board.larva_exchanges() == "wy"
    n_in_bag = board.heap(S.BAG).count("w")
    board.play("larva w")
    assert (board.heap(S.CUBES), board.heap(S.CUBE_SUPPLY).count("w")) == ("w", 8)
    assert (board.heap(S.BAG).count("w"), board.state[S.OWED]) == (n_in_bag + 1, 0)
    board.refused("larva w", "consumed tiles of seat 0: 1 white needed, 0 there")


def test_a_cube_must_be_in_supply():
    board = Board(consumed=["wy"], larvae=["", "wwwwwwwww"])
    assert board.larva_exchanges() == "y"
    board.refused("larva w", "larva cubes in supply: 1 white needed, 0 there")


def test_a_kept_cube_may_be_used_for_anything_or_nothing():
    Board(consumed=["w"]).play("larva w", DRAFT)
    Board(consumed=["w"]).play("larva w", "tile w", DRAFT)


@pytest.mark.parametrize("ruleset", ["online", "manual"])
def test_a_cube_that_must_be_used_the_same_turn_pays_for_a_growth(ruleset):
    rules = make_rules(ruleset, 2)
    board = Board(rules=rules, hands=["w"], consumed=["w"], larvae=["y"]).play("larva w")
    assert (board.heap(S.OWED), board.tile_exchanges()) == ("w", "y")
    board.refused("draft g: g; w=w", "must still pay for a growth: w")
    board.refused("tile w", "must pay for a growth this turn, not for a tile")
    assert board.play("grow w 1+0: Ba2").heap(S.OWED) == ""


def test_a_cube_one_had_before_is_free_for_action_8_beside_an_owed_one():
    rules = make_rules("online", 2)
    board = Board(rules=rules, larvae=["w"], hands=["w"], consumed=["w"]).play("larva w")
    board.play("tile w")
    board.refused("tile w", "must pay for a growth this turn")
    board.refused(DRAFT, "must still pay for a growth: w")
    board.play("grow w 1+0: Ba2", "draft y: y; w=w y=y o=o p=p g=g")


def test_every_owed_cube_needs_its_own_growth():
    rules = make_rules("online", 2)
    board = Board(rules=rules, hands=["ww"], consumed=["ww"])
    board.play("larva w", "larva w", "grow w 1+0: Ba2")
    board.refused(DRAFT, "must still pay for a growth: w")
    board.play("grow w 1+0: Bb2", DRAFT)


def test_a_growth_before_the_exchange_does_not_pay_for_it():
    rules = make_rules("online", 2)
    board = Board(rules=rules, hands=["ww"], larvae=["w"], consumed=["w"])
    board.play("grow w 1+0: Ba2", "larva w")
    board.refused(DRAFT, "must still pay for a growth: w")
    board.play("grow w 1+0: Bb2", DRAFT)


def test_an_exchange_after_two_growths_leaves_a_turn_without_an_end():
    rules = make_rules("online", 2)
    board = Board(rules=rules, hands=["www"], larvae=["ww"], consumed=["w"])
    board.play("grow w 1+0: Ba2", "grow w 1+0: Bb2", "larva w")
    board.refused(DRAFT, "must still pay for a growth: w")
    board.refused("grow w 1+0: Bc2", "only 2 growths")


def test_a_free_growth_does_not_pay_a_debt():
    rules = make_rules("manual", 2)
    board = Board(rules=rules, hands=["w"], consumed=["www"])
    board.play("larva w", "grow w 0+1 free: Ba2")
    board.refused("draft w: w; w=w w=w w=w", "must still pay for a growth")
    board.play("grow w 1+0: Bb2", "draft w: w; w=w w=w w=w")


def test_a_debt_ends_with_the_turn_and_lapses_when_the_game_ends():
    rules = make_rules("online", 2)
    position = sketch(rules=rules, consumed=["wy"], eaten=[1], parrotfish=["ww"])
    board = Board.of(locked(position, *range(1, 10)))
    board.play("larva w", "alga b lock 10 paying y")
    assert board.ended()[0] == "locks"
    assert board.position.tiebreaks()[0][1] == 1


def test_a_cube_for_a_tile_of_its_colour_from_the_bag():
    board = Board(larvae=["wwo"])
    assert board.tile_exchanges() == "wo"
    n_in_bag = board.heap(S.BAG).count("w")
    board.refused("tile y", "larva cubes of seat 0")
    board.play("tile w")
    assert (board.heap(S.CUBES), board.heap(S.CUBE_SUPPLY).count("w")) == ("wo", 8)
    assert (board.heap(S.HAND), board.heap(S.BAG).count("w")) == ("w", n_in_bag - 1)
    assert board.heap(S.BONUS) == COLOURS


@pytest.mark.parametrize("ruleset", ["basic", "advanced"])
def test_or_else_the_bonus_tile_or_else_it_is_illegal(ruleset):
    position = sketch(larvae=["ww"], rules=make_rules(ruleset, 2))
    hide_bag(position, "y")
    board = Board.of(position).play("tile w")
    assert (board.heap(S.BONUS), board.tile_exchanges()) == ("yopg", "")
    board.refused("tile w", "no white tile is left in the bag or the bonus stock")


def test_no_tile_without_bag_and_bonus():
    position = sketch(larvae=["wy"])
    hide_bag(position)
    hide_bonus(position, "w")
    assert Board.of(position).tile_exchanges() == "y"


def test_exchanges_are_unlimited():
    Board(consumed=["wwwww"]).play(*["larva w"] * 5, *["tile w"] * 5)


# --- action 10 --------------------------------------------------------------------------------


def test_a_draft_names_the_tiles_that_lie_there():
    Board().refused("draft w: y; w=w y=y o=o p=p g=g", "the white space holds w, not y")
    Board().refused("draft w: ww; w=w y=y o=o p=p g=g", "the white space holds w, not ww")


def test_the_refill_is_exactly_what_is_due():
    board = Board()
    board.refused("draft w: w; w=w y=y o=o p=p", "the refill of space g is missing")
    board.refused("draft w: w; w=w y=y p=p o=o g=g", "due on space o, not on p")
    board.refused("draft w: w; w=w y=y o=o p=p g=g w=w", "more than is due: w=w")
    board.refused("draft w: w", "the refill of space w is missing")


def test_the_refill_lays_tiles_that_the_bag_has():
    position = sketch()
    hide_bag(position, "wwwwww")
    board = Board.of(position)
    board.refused("draft w: w; w=w y=y o=w p=w g=w", "the bag has no yellow tile for space y")
    board.play("draft w: w; w=w y=w o=w p=w g=w")


def test_taken_to_three_refills_the_taken_space_only():
    board = Board(rules=make_rules("manual", 2))
    board.refused(DRAFT, "due on space w, not on y")
    board.play("draft w: w; w=y w=y w=o")


def test_a_game_is_cut_off_between_turns_only():
    position = sketch(consumed=["w"])
    with pytest.raises(IllegalAction, match="only after a complete turn"):
        cut_off(play(position.copy(), "larva w"))
    cut_off(position)
    assert (position.ended_by, position.ender, position.final_seats) == ("turn_limit", None, [])
    with pytest.raises(IllegalAction, match="already ended"):
        cut_off(position)
    fresh = sketch()
    fresh.turn = 0
    with pytest.raises(IllegalAction, match="only after a complete turn"):
        cut_off(fresh)


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


def test_what_is_owed_ends_with_the_turn_at_the_latest():
    board = Board(rules=make_rules("online", 2), consumed=["ww"], hands=["w"])
    board.play("larva w")
    begin_turn(board.state)
    assert unpacked(board.state[S.OWED])["w"] == 0


# --- the final round --------------------------------------------------------------------------

OTHERS = " Dc1y1 Dd1y De1y Dc2y Db1y Df1y"


@pytest.mark.parametrize(("ruleset", "gained"), [("basic", 1), ("advanced", 0), ("online", 1)])
def test_more_tiles_go_back_in_the_final_round(ruleset, gained):
    board = Board(FIVE + OTHERS, eaten=[3], rules=make_rules(ruleset, 2))
    board.play("eat Bc5").play("eat Dc1", seat=1)
    assert board.heap(S.FISH, 1) == "y" * gained
    assert board.ended() == ("shrimps", 0)
    assert board.position.is_over


@pytest.mark.parametrize(("ruleset", "is_edible"), [("basic", True), ("online", False)])
def test_five_tiles_in_the_final_round(ruleset, is_edible):
    tiles = FIVE + OTHERS.replace(" Df1y", "")
    board = Board(tiles, eaten=[3], rules=make_rules(ruleset, 2))
    assert board.edible(1, final=False) == {"Dc1"}
    assert board.edible(1, final=True) == ({"Dc1"} if is_edible else set())
    board.play("eat Bc5")
    if is_edible:  # it gives nothing
        board.play("eat Dc1", seat=1)
        assert (board.heap(S.FISH, 1), board.state[S.EATEN + 1]) == ("", 1)
    else:
        board.refused("eat Dc1", "has 5 tiles; 6 are needed", seat=1)


def test_a_fourth_shrimp_in_the_final_round_leaves_the_ender_alone():
    board = Board(FIVE + OTHERS, eaten=[3, 3])
    board.play("eat Bc5").play("eat Dc1", seat=1)
    assert board.ended() == ("shrimps", 0)
    assert board.state[S.EATEN + 1] == 4


def test_the_final_round_goes_clockwise_from_the_ender():
    tiles, rules = FIVE.replace("w0", "w1"), make_rules("basic", 4)
    board = Board(tiles, rules=rules, rocks="ABCD", eaten=[0, 3], seat=1).play("eat Bc5")
    position = board.position
    assert (position.ender, position.final_seats) == (1, [2, 3, 0])
    with pytest.raises(IllegalAction, match="it is not seat 3's last chance"):
        board.decline(3)
    for seat in (2, 3, 0):
        assert not position.is_over
        board.decline(seat)
    assert position.is_over


def test_nothing_but_one_meal_in_the_final_round():
    board = Board(FIVE + OTHERS, eaten=[3], consumed=["", "w"]).play("eat Bc5")
    board.refused("larva w", "eat one coral and nothing else", seat=1)
    board.refused("eat Bd5", "no shrimp stands on Bd5", seat=1)
    board.play("eat Dc1", seat=1)
    board.refused("eat Dc1", "the game has ended", seat=1)
