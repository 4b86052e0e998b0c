"""The order and the limits of a turn: eating, growing, exchanges, the draft."""

from __future__ import annotations

import pytest

from analyzer.games.encounter.judge import IllegalAction
from analyzer.games.encounter.judge.play import begin_growth, cut_off, end_growth, place_tile
from analyzer.games.encounter.rules import make_rules
from tests.judge.helpers import hide_bag, play, refused, sketch

FIVE = "Bc5w0 Bd5w Be5w Bd6w Be6w"
DRAFT = "draft w: w; w=w y=y o=o p=p g=g"


def test_doing_nothing_but_the_draft_is_legal_and_passes_the_turn():
    position = play(sketch(), DRAFT)
    assert (position.turn, position.seat) == (3, 1)
    assert position.players[0].hand["w"] == 1
    assert position.players[0].larvae["w"] == 1


def test_only_the_active_seat_acts():
    refused(sketch(), DRAFT, "it is the turn of seat 0, not of seat 1", seat=1)


# --- action 1 ---------------------------------------------------------------------------------


def test_four_tiles_go_back_and_the_rest_into_the_parrotfish():
    position = sketch(FIVE + " Bf6w")
    n_in_bag = position.bag["w"]
    play(position, "eat Bc5")
    assert position.bag["w"] == n_in_bag + 4
    assert position.players[0].parrotfish["w"] == 2
    assert position.players[0].shrimps_eaten == 1
    assert position.tiles == {}
    assert position.shrimps == {}


def test_the_advanced_game_returns_five_so_that_five_tiles_give_nothing():
    position = sketch(FIVE, rules=make_rules("advanced", 2))
    play(position, "eat Bc5")
    assert position.players[0].parrotfish["w"] == 0
    assert position.players[0].shrimps_eaten == 1


def test_a_coral_of_four_is_not_edible():
    position = sketch("Bc5w0 Bd5w Be5w Bd6w")
    assert position.edible_corals(0) == {}
    refused(position, "eat Bc5", "has 4 tiles; 5 are needed")


def test_a_coral_is_eaten_only_with_ones_own_shrimp_on_it():
    position = sketch(FIVE.replace("w0", "w1"))
    refused(position, "eat Bc5", "belongs to seat 1")
    refused(position, "eat Bd5", "no shrimp stands on Bd5")
    refused(sketch(bare={"Bd6": 0}), "eat Bd6", "stands on bare rock")


def test_eating_comes_first():
    position = sketch(FIVE + " Ba2g", hands=["o"], larvae=["o"], consumed=["y"])
    for first in ("shrimp Ba2", "larva y", "tile o", "move Bc5>Bd5", "alga u space paying y"):
        changed = play(position.copy(), first)
        cell = "Bd5" if first.startswith("move") else "Bc5"
        refused(changed, f"eat {cell}", "eating must be the first action")


def test_one_coral_a_turn_is_eaten():
    position = sketch(FIVE + " Dc1y0 Dd1y De1y Dc2y Db1y")
    play(position, "eat Bc5")
    refused(position, "eat Dc1", "only one coral may be eaten")


def test_the_fourth_shrimp_eaten_ends_the_game_at_once():
    position = play(sketch(FIVE, eaten=[3]), "eat Bc5")
    assert (position.ended_by, position.ender) == ("shrimps", 0)
    refused(position, DRAFT, "final round", seat=1)
    refused(position, DRAFT, "it is not seat 0's last chance")


# --- actions 2 and 3 --------------------------------------------------------------------------


def test_a_growth_costs_a_cube_of_its_colour():
    position = sketch(hands=["wwyy"], larvae=["w"])
    refused(position, "grow y 1+0: Ba2", "larva cubes of seat 0: 1 yellow needed, 0 there")
    n_in_supply = position.larva_supply["w"]
    play(position, "grow w 1+0: Ba2")
    assert position.larva_supply["w"] == n_in_supply + 1
    refused(position, "grow w 1+0: Bb2", "larva cubes of seat 0: 1 white needed, 0 there")


def test_a_growth_places_at_least_one_tile():
    position = sketch("Ba2g0", hands=["w"], larvae=["w"])
    refused(position, "grow w 0+0: [Ba2>screen]", "at least one tile")


def test_a_growth_takes_at_most_four_tiles_from_behind_the_screen():
    position = sketch(hands=["wwwwww"], larvae=["w"])
    refused(position, "grow w 5+0: Ba2 Bb2 Bc2 Bd2 Bd1", "at most 4 tiles")
    play(position, "grow w 4+0: Ba2 Bb2 Bc2 Bd2")


def test_the_limit_of_a_growth_is_a_parameter():
    rules = make_rules("basic", 2, {"grow_limit": 1})
    position = sketch(rules=rules, hands=["ww"], larvae=["w"])
    refused(position, "grow w 2+0: Ba2 Bb2", "at most 1 tiles")


def test_consumed_tiles_are_placed_without_limit_besides():
    position = sketch(hands=["wwww"], consumed=["wwwwww"], larvae=["w"])
    play(position, "grow w 4+6: Ba2 Bb2 Bc2 Bd2 Bd1 Be1 Be2 Bf2 Bf1 Ba3")
    assert position.players[0].consumed["w"] == 0


def test_consumed_tiles_alone_still_need_a_cube():
    position = sketch(consumed=["ww"])
    refused(position, "grow w 0+2: Ba2 Bb2", "larva cubes of seat 0")
    refused(position, "grow w 0+2 free: Ba2 Bb2", "no growth without a larva cube")


def test_one_cannot_place_tiles_one_does_not_have():
    position = sketch(hands=["w"], consumed=["w"], larvae=["w"])
    refused(position, "grow w 2+0: Ba2 Bb2", "tiles behind the screen of seat 0")
    refused(position, "grow w 0+2: Ba2 Bb2", "consumed tiles of seat 0")


def test_a_tile_consumed_in_the_first_growth_can_be_placed_in_the_second():
    position = sketch("Ba2w Bb2w Bc2y", hands=["w"], larvae=["wy"])
    play(position, "grow w 1+0: Bc2xy", "grow y 0+1: Bd2")


def test_a_growth_names_as_many_tiles_as_it_places():
    position = sketch(hands=["ww"], larvae=["w"])
    refused(position, "grow w 2+0: Ba2", "names 2+0 tiles but places 1")


def test_two_growths_a_turn_also_of_one_colour():
    position = sketch(hands=["www"], larvae=["www"])
    play(position, "grow w 1+0: Ba2", "grow w 1+0: Bb2")
    refused(position, "grow w 1+0: Bc2", "only 2 growths")


def test_a_free_growth_takes_consumed_tiles_and_counts_as_a_growth():
    rules = make_rules("basic", 2, {"free_growth": True})
    position = sketch(rules=rules, hands=["w"], consumed=["wwww"], larvae=["w"])
    refused(position, "grow w 1+1 free: Ba2 Bb2", "takes consumed tiles only")
    play(position, "grow w 0+2 free: Ba2 Bb2", "grow w 0+1 free: Bc2")
    assert position.players[0].larvae["w"] == 1
    refused(position, "grow w 0+1 free: Bd2", "only 2 growths")


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
    position = sketch(consumed=["w"])
    n_in_bag = position.bag["w"]
    assert position.larva_exchanges(0) == ["w"]
    play(position, "larva w")
    assert position.bag["w"] == n_in_bag + 1
    assert position.players[0].larvae["w"] == 1
    refused(position, "larva w", "consumed tiles of seat 0: 1 white needed, 0 there")


def test_a_cube_must_be_in_supply():
    position = sketch(consumed=["w"], larvae=["", "wwwwwwwww"])
    assert position.larva_exchanges(0) == []
    refused(position, "larva w", "larva cubes in supply: 1 white needed, 0 there")


def test_a_kept_cube_may_be_used_for_anything_or_nothing():
    play(sketch(consumed=["w"]), "larva w", DRAFT)
    play(sketch(consumed=["w"]), "larva w", "tile w", DRAFT)


@pytest.mark.parametrize("ruleset", ["online", "manual"])
def test_a_cube_that_must_be_used_the_same_turn_pays_for_a_growth(ruleset):
    rules = make_rules(ruleset, 2)
    position = play(sketch(rules=rules, hands=["w"], consumed=["w"]), "larva w")
    refused(position, "draft g: g; w=w", "must still pay for a growth: w")
    refused(position, "tile w", "must pay for a growth this turn, not for a tile")
    assert position.tile_exchanges(0) == []
    play(position, "grow w 1+0: Ba2")
    assert position.use.owed["w"] == 0


def test_a_cube_one_had_before_is_free_for_action_8_beside_an_owed_one():
    rules = make_rules("online", 2)
    position = play(sketch(rules=rules, larvae=["w"], hands=["w"], consumed=["w"]), "larva w")
    play(position, "tile w")
    refused(position, "tile w", "must pay for a growth this turn")
    refused(position, DRAFT, "must still pay for a growth: w")
    play(position, "grow w 1+0: Ba2", "draft y: y; w=w y=y o=o p=p g=g")


def test_every_owed_cube_needs_its_own_growth():
    rules = make_rules("online", 2)
    position = sketch(rules=rules, hands=["ww"], consumed=["ww"])
    play(position, "larva w", "larva w", "grow w 1+0: Ba2")
    refused(position, DRAFT, "must still pay for a growth: w")
    play(position, "grow w 1+0: Bb2", DRAFT)


def test_a_growth_before_the_exchange_does_not_pay_for_it():
    rules = make_rules("online", 2)
    position = sketch(rules=rules, hands=["ww"], larvae=["w"], consumed=["w"])
    play(position, "grow w 1+0: Ba2", "larva w")
    refused(position, DRAFT, "must still pay for a growth: w")
    play(position, "grow w 1+0: Bb2", DRAFT)


def test_an_exchange_after_two_growths_leaves_a_turn_without_an_end():
    rules = make_rules("online", 2)
    position = sketch(rules=rules, hands=["www"], larvae=["ww"], consumed=["w"])
    play(position, "grow w 1+0: Ba2", "grow w 1+0: Bb2", "larva w")
    refused(position, DRAFT, "must still pay for a growth: w")
    refused(position, "grow w 1+0: Bc2", "only 2 growths")


def test_a_free_growth_does_not_pay_a_debt():
    rules = make_rules("manual", 2)
    position = sketch(rules=rules, hands=["w"], consumed=["www"])
    play(position, "larva w", "grow w 0+1 free: Ba2")
    refused(position, "draft w: w; w=w w=w w=w", "must still pay for a growth")
    play(position, "grow w 1+0: Bb2", "draft w: w; w=w w=w w=w")


def test_a_debt_ends_with_the_turn_and_lapses_when_the_game_ends():
    rules = make_rules("online", 2)
    position = sketch(rules=rules, consumed=["wy"], eaten=[1], parrotfish=["ww"])
    for number, tile in position.coral_tiles.items():
        if number != 10:
            tile.locked = tile.face.large
            position.alga_supply[tile.face.large] -= 1
    play(position, "larva w", "alga b lock 10 paying y")
    assert position.ended_by == "locks"
    assert position.tiebreaks()[0][1] == 1


def test_a_cube_for_a_tile_of_its_colour_from_the_bag():
    position = sketch(larvae=["w"])
    n_in_bag, n_in_supply = position.bag["w"], position.larva_supply["w"]
    refused(position, "tile y", "larva cubes of seat 0")
    play(position, "tile w")
    assert position.bag["w"] == n_in_bag - 1
    assert position.larva_supply["w"] == n_in_supply + 1
    assert position.players[0].hand["w"] == 1


def test_or_else_the_bonus_tile_or_else_it_is_illegal():
    position = sketch(larvae=["ww"])
    hide_bag(position, "y")
    play(position, "tile w")
    assert position.bonus["w"] == 0
    assert position.tile_exchanges(0) == []
    refused(position, "tile w", "no white tile is left in the bag or the bonus stock")


def test_the_bonus_tiles_serve_action_8_in_the_advanced_game_too():
    position = sketch(larvae=["w"], rules=make_rules("advanced", 2))
    hide_bag(position, "y")
    play(position, "tile w")
    assert position.bonus["w"] == 0


def test_exchanges_are_unlimited():
    play(sketch(consumed=["wwwww"]), *["larva w"] * 5, *["tile w"] * 5)


# --- action 10 --------------------------------------------------------------------------------


def test_a_draft_names_the_tiles_that_lie_there():
    refused(sketch(), "draft w: y; w=w y=y o=o p=p g=g", "the white space holds w, not y")
    refused(sketch(), "draft w: ww; w=w y=y o=o p=p g=g", "the white space holds w, not ww")


def test_every_space_below_three_gets_one_tile_in_order():
    position = sketch()
    position.open_sea["o"].tiles["o"] = 3
    position.bag["o"] -= 2
    play(position, "draft w: w; w=g y=g p=g g=g")
    sizes = {c: space.n_tiles for c, space in position.open_sea.items()}
    assert sizes == {"w": 1, "y": 2, "o": 3, "p": 2, "g": 2}


def test_the_refill_is_exactly_what_is_due():
    position = sketch()
    refused(position, "draft w: w; w=w y=y o=o p=p", "the refill of space g is missing")
    refused(position, "draft w: w; w=w y=y p=p o=o g=g", "due on space o, not on p")
    refused(position, "draft w: w; w=w y=y o=o p=p g=g w=w", "more than is due: w=w")
    refused(position, "draft w: w", "the refill of space w is missing")


def test_the_refill_lays_tiles_that_the_bag_has():
    position = sketch()
    hide_bag(position, "wwwwww")
    refused(position, "draft w: w; w=w y=y o=w p=w g=w", "the bag has no yellow tile for space y")
    play(position, "draft w: w; w=w y=w o=w p=w g=w")


def test_taken_to_three_refills_the_taken_space_only():
    position = sketch(rules=make_rules("manual", 2))
    refused(position, DRAFT, "due on space w, not on y")
    play(position, "draft w: w; w=y w=y w=o")
    assert position.open_sea["w"].n_tiles == 3
    assert position.open_sea["y"].n_tiles == 1


def test_the_bonus_tiles_go_into_the_bag_when_it_is_empty_once_and_for_good():
    position = sketch(hands=["w", "w"], larvae=["w", "w"])
    hide_bag(position, "yy")
    play(position, "draft w: w; w=y y=y o=o p=p g=g")
    assert not position.bonus_in_play
    assert position.bonus == {"w": 0, "y": 0, "o": 0, "p": 0, "g": 0}
    assert position.bag["w"] == 1
    play(position, "grow w 1+0: Bd5")  # no extra growth any more
    play(position, "draft w: y; w=w y=y")
    assert position.ended_by == "refill"


def test_until_then_they_stay_where_they_are_though_the_bag_is_empty():
    position = sketch(hands=["w"], larvae=["w"])
    hide_bag(position)
    play(position, "grow w 1+0: Bd5 +Bd4")
    assert position.bonus_in_play
    assert position.bonus["w"] == 0


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
