"""Placing tiles: empty cells, attacks, joining corals, the extra growth."""

from __future__ import annotations

from analyzer.games.encounter.judge.placement import is_nowhere_left
from analyzer.games.encounter.rules import make_rules
from tests.judge.helpers import hide_bag, hide_bonus, play, refused, sketch


def test_every_empty_rock_cell_is_legal_and_no_other():
    position = sketch("Bd2g")
    assert position.legal_placements("w") == set(position.rock_cells) - {"Bd2"}
    assert len(position.rock_cells) == 66


def test_sand_and_rocks_of_other_games_are_not_legal():
    position = sketch(hands=["ww"], larvae=["w"])
    refused(position, "grow w 1+0: Bb4", "Bb4 is not a rock cell")
    refused(position, "grow w 1+0: Ad4", "Ad4 is not a rock cell")


def test_a_cell_with_a_shrimp_on_bare_rock_is_not_legal():
    position = sketch(bare={"Bd6": 0}, hands=["w"], larvae=["w"])
    assert "Bd6" not in position.legal_placements("w")
    refused(position, "grow w 1+0: Bd6", "a shrimp stands on the bare rock")


def test_an_attack_replaces_the_tile_and_puts_it_in_front_of_the_screen():
    position = sketch("Bc5w Bd5w Be5y", hands=["w"], larvae=["w"])
    play(position, "grow w 1+0: Be5xy")
    assert position.tiles["Be5"] == "w"
    assert position.players[0].consumed["y"] == 1
    assert position.players[0].hand["w"] == 0


def test_an_attack_needs_a_stronger_colour():
    position = sketch("Bc5y Bd5y Be5w", hands=["y"], larvae=["y"])
    refused(position, "grow y 1+0: Be5xw", "yellow is not stronger than white")
    position.coral_tiles[1].star_up = False
    play(position, "grow y 1+0: Be5xw")


def test_an_attack_needs_a_coral_of_two_tiles_beside_it():
    position = sketch("Bd5w Be5y Bd3w", hands=["ww"], larvae=["w"])
    refused(position, "grow w 1+0: Be5xy", "no white coral of at least 2 tiles")
    play(position, "grow w 2+0: Bc5 Be5xy")


def test_two_single_tiles_beside_the_target_do_not_make_a_coral_of_two():
    position = sketch("Bd5w Bf5w Be5y", hands=["w"], larvae=["w"])
    refused(position, "grow w 1+0: Be5xy", "no white coral of at least 2 tiles")


def test_diagonal_tiles_neither_attack_nor_belong_together():
    position = sketch("Bc6w Bd6w Be5y", hands=["w"], larvae=["w"])
    refused(position, "grow w 1+0: Be5xy", "no white coral")
    position = sketch("Bc5w Bd6w Be6y", hands=["w"], larvae=["w"])
    assert len(position.corals("B")) == 3
    refused(position, "grow w 1+0: Be6xy", "no white coral")


def test_a_coral_under_anybodys_shrimp_or_nobodys_may_attack():
    for tiles in ("Bc5w1 Bd5w Be5y", "Bc5w0 Bd5w Be5y", "Bc5w Bd5w Be5y"):
        assert "Be5" in sketch(tiles).legal_placements("w")


def test_a_coral_never_attacks_its_own_colour():
    position = sketch("Bc5w Bd5w Be5w", hands=["w"], larvae=["w"])
    refused(position, "grow w 1+0: Be5xw", "already holds white")


def test_protected_tiles_are_not_attacked_not_even_by_the_owner():
    position = sketch("Bb5w Bc5y Bd5y0 Be5y Bf5y Bg5w Bg4w Ba5w", hands=["ww"], larvae=["w"])
    refused(position, "grow w 1+0: Bc5xy", "a shrimp protects")
    play(position, "grow w 1+0: Bf5xy")


def test_protection_reaches_the_same_coral_only():
    # The yellow shrimp on Bd5 stands next to the yellow Bd4 and the orange Be5.
    position = sketch("Bd5y0 Bd4y Be5o Be6w Bf6w Bf5w")
    assert position.protected_cells() == {"Bd5", "Bd4"}
    assert "Be5" in position.legal_placements("w")


def test_a_shrimp_on_bare_rock_protects_nothing():
    position = sketch("Be5y Be6w Bf6w", bare={"Bd5": 0})
    assert position.protected_cells() == set()
    assert "Be5" in position.legal_placements("w")


def test_two_guarded_corals_are_never_joined_whoever_owns_the_shrimps():
    for shrimps in ((0, 1), (0, 0), (1, 1)):
        position = sketch(f"Bc5w{shrimps[0]} Be5w{shrimps[1]}", hands=["w"], larvae=["w"])
        refused(position, "grow w 1+0: Bd5", "would join corals that each hold a shrimp")


def test_an_attack_may_not_join_guarded_corals_either():
    position = sketch("Bb5w Bc5w0 Bd5y Be5w1", hands=["w"], larvae=["w"])
    refused(position, "grow w 1+0: Bd5xy", "would join corals that each hold a shrimp")


def test_one_guarded_coral_may_be_joined_with_others():
    position = sketch("Bc5w0 Be5w", hands=["w"], larvae=["w"])
    play(position, "grow w 1+0: Bd5 +Bd4")
    coral = position.coral_at("Bd5")
    assert coral is not None
    assert coral.cells == {"Bc5", "Bd5", "Be5", "Bd4"}


def test_a_guarded_coral_may_touch_itself_on_two_sides():
    position = sketch("Bc5w0 Bc6w Bd6w Be6w Be5w", hands=["w"], larvae=["w"])
    play(position, "grow w 1+0: Bd5 +Bd4")
    (coral,) = position.corals("B")
    assert len(coral.cells) == 7


def test_an_attacked_coral_falls_apart_and_its_parts_live_on():
    position = sketch("Bc5y0 Bd5y Be5y Bf5y Be6w Bd6w", hands=["w"], larvae=["w"])
    play(position, "grow w 1+0: Be5xy")
    first, second = position.coral_at("Bc5"), position.coral_at("Bf5")
    assert first is not None
    assert second is not None
    assert (first.cells, second.cells) == ({"Bc5", "Bd5"}, {"Bf5"})
    assert position.shrimp_on(first) == "Bc5"
    assert position.shrimp_on(second) is None


def test_tiles_of_one_growth_need_not_form_one_coral():
    position = play(sketch("Ba2w", hands=["ww"], larvae=["w"]), "grow w 2+0: Bg3 Db2")
    assert (len(position.corals("B")), len(position.corals("D"))) == (2, 1)


def test_one_may_add_to_a_coral_under_anothers_shrimp():
    position = play(sketch("Ba2w1", hands=["w"], larvae=["w"]), "grow w 1+0: Bb2")
    (coral,) = position.corals("B")
    assert (len(coral.cells), position.shrimps) == (2, {"Ba2": 1})


def test_the_extra_growth_is_compulsory_and_immediate():
    position = sketch(hands=["ww"], larvae=["w"])
    refused(position, "grow w 1+0: Bd5", "extra growth on Bd4 is missing")
    refused(position, "grow w 2+0: Bd5 Ba2 +Bd4", "extra growth on Bd4 is missing")
    refused(position, "grow w 1+0: Bd5 +Dd4", "extra growth on Bd4 is missing")
    play(position, "grow w 1+0: Bd5 +Bd4")
    assert position.tiles["Bd4"] == "w"
    assert position.players[0].hand["w"] == 1


def test_a_shrimp_does_not_move_between_a_placement_and_its_extra_growth():
    position = sketch("Ba2g0", hands=["w"], larvae=["w"])
    refused(position, "grow w 1+0: Bd5 [Ba2>screen] +Bd4", "extra growth on Bd4 is missing")
    play(position, "grow w 1+0: Bd5 +Bd4 [Ba2>screen]")


def test_the_extra_growth_does_not_count_towards_four_tiles():
    position = sketch(hands=["wwww"], larvae=["w"])
    play(position, "grow w 4+0: Bd5 +Bd4 Bd6 Bc6 Be6")
    assert len(position.tiles) == 5


def test_the_extra_growth_takes_the_bonus_tile_which_is_topped_up_from_the_bag():
    position = sketch(hands=["w"], larvae=["w"])
    n_in_bag = position.bag["w"]
    play(position, "grow w 1+0: Bd5 +Bd4")
    assert position.bonus["w"] == 1
    assert position.bag["w"] == n_in_bag - 1


def test_no_extra_growth_away_from_the_cell_onto_a_tile_or_on_the_cell_itself():
    position = sketch(hands=["www"], larvae=["w"])
    refused(position, "grow w 1+0: Bd6 +Bd4", "no extra growth is due")
    refused(position, "grow w 1+0: Bd4 +Bd4", "no extra growth is due")
    refused(position, "grow w 2+0: Bd4 Bd5 +Bd4", "no extra growth is due")
    play(position, "grow w 3+0: Bd6 Bd4 Bd5")


def test_no_extra_growth_onto_a_shrimp():
    position = sketch(bare={"Bd4": 0}, hands=["w"], larvae=["w"])
    refused(position, "grow w 1+0: Bd5 +Bd4", "no extra growth is due")
    play(position, "grow w 1+0: Bd5")


def test_a_shrimp_moved_in_the_middle_of_a_growth_can_hold_off_the_extra_growth():
    position = sketch("Ba2g0", hands=["ww"], larvae=["w"])
    play(position, "grow w 2+0: [Ba2>Bd4] Bd5 [Bd4>Ba2] Bd6")
    assert "Bd4" not in position.tiles


def test_no_extra_growth_that_would_join_guarded_corals():
    position = sketch("Bd3w0 Be4w1", hands=["w"], larvae=["w"])
    refused(position, "grow w 1+0: Bc4 +Bd4", "no extra growth is due")
    play(position, "grow w 1+0: Bc4")
    position = sketch("Bd3w0 Bf4w Bg4w1", hands=["w"], larvae=["w"])
    refused(position, "grow w 1+0: Be4 +Bd4", "no extra growth is due")
    play(position, "grow w 1+0: Be4")


def test_no_extra_growth_without_a_bonus_tile_of_the_colour():
    position = sketch(hands=["w"], larvae=["w"])
    hide_bag(position, "yyyy")
    hide_bonus(position, "w")
    refused(position, "grow w 1+0: Bd5 +Bd4", "no extra growth is due")
    play(position, "grow w 1+0: Bd5")


def test_a_bonus_tile_is_topped_up_again_when_such_tiles_come_back():
    position = sketch(hands=["w"], larvae=["w"], consumed=["w"])
    hide_bag(position, "yyyy")
    hide_bonus(position, "w")
    play(position, "larva w")
    assert (position.bonus["w"], position.bag["w"]) == (1, 0)
    play(position, "grow w 1+0: Bd5 +Bd4")
    assert position.bonus["w"] == 0


def test_the_extra_growth_happens_again_when_the_cell_is_empty_again():
    position = sketch("Bc4w Bd4w Bd3w Bd5w0 Bd6w", hands=["", "y"], larvae=["", "y"])
    play(position, "eat Bd5", "draft w: w; w=w y=y o=o p=p g=g", "grow y 1+0: Bd5 +Bd4")
    assert position.tiles["Bd4"] == "y"


def test_an_attack_next_to_the_growth_cell_causes_the_extra_growth_too():
    position = sketch("Bd6w Be6w Bd5y", hands=["w"], larvae=["w"])
    play(position, "grow w 1+0: Bd5xy +Bd4")
    assert position.players[0].consumed == {"w": 0, "y": 1, "o": 0, "p": 0, "g": 0}


def test_the_extra_growth_can_make_the_coral_that_attacks():
    # One white tile alone cannot attack; with its extra growth it is a coral of two.
    position = sketch("Be5y", hands=["ww"], larvae=["w"])
    play(position, "grow w 2+0: Bd5 +Bd4 Be5xy")
    assert (position.tiles["Be5"], position.players[0].consumed["y"]) == ("w", 1)


def test_the_advanced_game_has_no_extra_growth():
    position = sketch(rules=make_rules("advanced", 2), hands=["w"], larvae=["w"])
    refused(position, "grow w 1+0: Bd5 +Bd4", "no extra growth is due")
    play(position, "grow w 1+0: Bd5")


def test_what_a_growth_consumes_must_be_what_lies_there():
    position = sketch("Bc5w Bd5w Be5y", hands=["w"], larvae=["w"])
    refused(position, "grow w 1+0: Be5", "holds yellow, but the growth consumes nothing")
    refused(position, "grow w 1+0: Be5xo", "holds yellow, but the growth consumes orange")
    refused(position, "grow w 1+0: Bc6xy", "holds no tile, but the growth consumes yellow")


def test_nowhere_left_means_no_colour_whatever_anyone_holds():
    position = sketch()
    for cell in position.rock_cells:
        position.put_tile(cell, "w" if cell[0] == "B" else "y")
    assert is_nowhere_left(position)
    position.put_tile("Bd1", "y")
    assert position.legal_placements("w") == {"Bd1"}
    assert not is_nowhere_left(position)
    position.coral_tiles[1].star_up = False  # now yellow is stronger, but Bd1 is one tile
    assert is_nowhere_left(position)
