"""Introducing and moving shrimps."""

from __future__ import annotations

from analyzer.games.encounter.rules import make_rules
from tests.judge.helpers import play, refused, sketch

DRAFT = "draft w: w; w=w y=y o=o p=p g=g"


def test_a_shrimp_is_introduced_onto_a_tile_of_a_coral_without_one():
    position = sketch("Ba2w Bb2w1 Bd2g", bare={"Bd6": 0})
    assert position.introduce_targets(0) == {"Bd2"}
    refused(position, "shrimp Ba2", "the coral at Ba2 already holds a shrimp")
    refused(position, "shrimp Bb2", "the coral at Bb2 already holds a shrimp")
    refused(position, "shrimp Bc2", "Bc2 is bare rock")
    refused(position, "shrimp Bb4", "Bb4 is not a rock cell")
    play(position, "shrimp Bd2")
    assert position.shrimps["Bd2"] == 0
    assert position.players[0].shrimps_behind == 2


def test_one_shrimp_a_turn_is_introduced_even_if_it_was_taken_back():
    position = play(sketch("Ba2w Bd2g"), "shrimp Ba2")
    refused(position, "shrimp Bd2", "only one shrimp may be introduced")
    play(position, "move Ba2>screen")
    refused(position, "shrimp Bd2", "only one shrimp may be introduced")
    assert position.introduce_targets(0) == set()


def test_a_shrimp_must_be_behind_the_screen():
    position = sketch("Ba2w Bd2g", eaten=[4])
    refused(position, "shrimp Ba2", "no shrimp behind the screen")
    position = sketch("Ba2w Bd2g0 Ba3y0 Db2w0", eaten=[1])
    refused(position, "shrimp Ba2", "no shrimp behind the screen")


def test_never_three_of_ones_shrimps_on_one_rock():
    position = sketch("Ba2w0 Bd2g0 Bf2y Dd2w0")
    refused(position, "shrimp Bf2", "already has 2 shrimps on rock B")
    refused(position, "move Dd2>Bf2", "already has 2 shrimps on rock B")
    refused(position, "move Dd2>Bd6", "already has 2 shrimps on rock B")
    assert all(cell[0] == "D" for cell in position.move_targets(0, "Dd2"))
    play(position, "move Ba2>Bf2", "move Bf2>Dd3", "move Dd2>Bf2")


def test_shrimps_on_bare_rock_count_for_the_rock():
    position = sketch("Bd2g0 Bf2y", bare={"Bd6": 0})
    refused(position, "shrimp Bf2", "already has 2 shrimps on rock B")


def test_other_players_shrimps_do_not_count():
    position = play(sketch("Ba2w1 Bd2g1 Bf2y"), "shrimp Bf2")
    assert position.shrimps["Bf2"] == 0


def test_the_manual_allows_two_shrimps_on_all_rocks():
    position = sketch("Ba2w0 Bf2y Dd2w0", rules=make_rules("manual", 2))
    refused(position, "shrimp Bf2", "already has 2 shrimps on the rocks")
    play(position, "move Dd2>Bf2")


def test_a_shrimp_moves_within_its_coral_to_free_corals_bare_rock_or_the_screen():
    position = sketch("Ba2w0 Bb2w Bd2g Bf2y1 Bf1y")
    targets = position.move_targets(0, "Ba2")
    assert {"Bb2", "Bd2", "Bd6", "Dd4"} <= targets
    assert not {"Ba2", "Bf2", "Bf1", "Bb4"} & targets
    for target in ("Bb2", "Bd2", "Bd6"):
        moved = play(position.copy(), f"move Ba2>{target}")
        assert moved.shrimps == {target: 0, "Bf2": 1}
    moved = play(position.copy(), "move Ba2>screen")
    assert moved.players[0].shrimps_behind == 4


def test_illegal_moves():
    position = sketch("Ba2w0 Bb2w Bf2y1 Bf1y Bd2g0", bare={})
    refused(position, "move Bb2>Bd6", "no shrimp stands on Bb2")
    refused(position, "move Bf2>Bf1", "belongs to seat 1")
    refused(position, "move Ba2>Ba2", "already stands on Ba2")
    refused(position, "move Ba2>Bf1", "the coral at Bf1 already holds a shrimp")
    refused(position, "move Ba2>Bd2", "a shrimp already stands on Bd2")
    refused(position, "move Ba2>Be3", "Be3 is not a rock cell")
    refused(position, "move Ba2>Ad4", "Ad4 is not a rock cell")


def test_a_cell_of_bare_rock_holds_one_shrimp():
    position = sketch("Ba2w0", bare={"Bd6": 0})
    refused(position, "move Ba2>Bd6", "a shrimp already stands on Bd6")


def test_a_shrimp_goes_from_bare_rock_anywhere_but_may_not_stay_there():
    position = play(sketch("Ba2w0 Bd2g"), "move Ba2>Bd6", "move Bd6>Bd5")
    refused(position, DRAFT, "may not end with a shrimp on the bare rock at Bd5")
    play(position.copy(), "move Bd5>screen", DRAFT)
    play(position.copy(), "move Bd5>Ba2", DRAFT)
    play(position, "move Bd5>Bd2", DRAFT)


def test_moves_are_unlimited_and_free():
    position = sketch("Ba2w0 Bb2w")
    play(position, *["move Ba2>Bb2", "move Bb2>Ba2"] * 5, DRAFT)


def test_moving_away_frees_a_coral_for_another_shrimp():
    position = sketch("Ba2w0 Bb2w Bd2g")
    play(position, "move Ba2>Bd2", "shrimp Ba2")


def test_moving_a_shrimp_away_lets_guarded_corals_join():
    position = sketch("Ba2w0 Bc2w1", hands=["w"], larvae=["w"])
    refused(position, "grow w 1+0: Bb2", "would join")
    play(position, "grow w 1+0: [Ba2>screen] Bb2")


def test_a_shrimp_moves_before_between_and_after_placements():
    position = sketch("Ba2g0 Bf2y", hands=["www"], larvae=["w"])
    play(position, "grow w 2+0: [Ba2>Bf2] Ba5 [Bf2>Ba5] Bb5 [Ba5>Bb5]")
    assert position.shrimps == {"Bb5": 0}
    refused(position, "grow w 1+0: Bc5", "larva cubes")


def test_a_move_in_the_middle_obeys_the_rules_of_moves():
    position = sketch("Ba2g0 Bf2y1", hands=["w"], larvae=["w"])
    refused(position, "grow w 1+0: Ba5 [Bf2>Ba5]", "belongs to seat 1")
    refused(position, "grow w 1+0: [Ba2>Bf2] Ba5", "a shrimp already stands on Bf2")


def test_a_third_shrimp_does_not_even_pass_over_a_rock():
    position = sketch("Ba2g0 Bf2y0 Dd2w0", hands=["w"], larvae=["w"])
    refused(position, "grow w 1+0: [Dd2>Bd6] Ba5 [Bd6>Dd2]", "already has 2 shrimps on rock B")
    refused(position, "move Dd2>Bd6", "already has 2 shrimps on rock B")


def test_a_shrimp_on_its_own_tile_protects_single_tiles_too():
    position = sketch("Bd2y1 Bc2w Bb2w")
    assert position.protected_cells() == {"Bd2"}
    assert "Bd2" not in position.legal_placements("w")
