"""Introducing and moving shrimps, on kernel and judge: positions made by hand."""

from __future__ import annotations

from analyzer.games.encounter.rules import make_rules
from kernels.encounter import state as S  # noqa: N812
from tests.kernel.board import Board

DRAFT = "draft w: w; w=w y=y o=o p=p g=g"


def test_a_shrimp_is_introduced_onto_a_tile_of_a_coral_without_one():
    board = Board("Ba2w Bb2w1 Bd2g", bare={"Bd6": 0})
    assert board.introductions() == {"Bd2"}
    board.refused("shrimp Ba2", "the coral at Ba2 already holds a shrimp")
    board.refused("shrimp Bb2", "the coral at Bb2 already holds a shrimp")
    board.refused("shrimp Bc2", "Bc2 is bare rock")
    board.refused("shrimp Bb4", "Bb4 is not a rock cell")
    board.play("shrimp Bd2")
    assert board.position.shrimps["Bd2"] == 0
    assert board.state[S.BEHIND] == 2


def test_one_shrimp_a_turn_is_introduced_even_if_it_was_taken_back():
    board = Board("Ba2w Bd2g").play("shrimp Ba2")
    board.refused("shrimp Bd2", "only one shrimp may be introduced")
    board.play("move Ba2>screen")
    board.refused("shrimp Bd2", "only one shrimp may be introduced")
    assert board.introductions() == set()


def test_a_shrimp_must_be_behind_the_screen():
    board = Board("Ba2w Bd2g", eaten=[4])
    board.refused("shrimp Ba2", "no shrimp behind the screen")
    board = Board("Ba2w Bd2g0 Ba3y0 Db2w0", eaten=[1])
    board.refused("shrimp Ba2", "no shrimp behind the screen")


def test_never_three_of_ones_shrimps_on_one_rock():
    board = Board("Ba2w0 Bd2g0 Bf2y Dd2w0")
    board.refused("shrimp Bf2", "already has 2 shrimps on rock B")
    board.refused("move Dd2>Bf2", "already has 2 shrimps on rock B")
    board.refused("move Dd2>Bd6", "already has 2 shrimps on rock B")
    assert (board.introductions(), board.introductions(seat=1)) == (set(), {"Bf2"})
    assert (board.moves("Dd2"), board.moves("Ba2")) == (set(), {"Bf2"})
    board.play("move Ba2>Bf2", "move Bf2>Dd3", "move Dd2>Bf2")


def test_shrimps_on_bare_rock_count_for_the_rock():
    board = Board("Bd2g0 Bf2y", bare={"Bd6": 0})
    board.refused("shrimp Bf2", "already has 2 shrimps on rock B")


def test_other_players_shrimps_do_not_count():
    board = Board("Ba2w1 Bd2g1 Bf2y").play("shrimp Bf2")
    assert board.position.shrimps["Bf2"] == 0


def test_the_manual_allows_two_shrimps_on_all_rocks():
    board = Board("Ba2w0 Bf2y Dd2w0", rules=make_rules("manual", 2))
    board.refused("shrimp Bf2", "already has 2 shrimps on the rocks")
    board.play("move Dd2>Bf2")


def test_a_shrimp_moves_within_its_coral_to_free_corals_bare_rock_or_the_screen():
    board = Board("Ba2w0 Bb2w Bc2w Be5y Bf5y1 Dd4g Dd5g")
    assert board.moves("Ba2") == {"Bb2", "Bc2", "Dd4", "Dd5"}
    targets = board.position.move_targets(0, "Ba2")  # bare rock too, which the kernel asks apart
    assert {"Bb2", "Dd4", "Bd6"} <= targets
    assert not {"Ba2", "Be5", "Bf5", "Bb4"} & targets
    board.play("move Ba2>Dd5", "move Dd5>Bc2", "move Bc2>Bd6")
    assert board.position.shrimps == {"Bd6": 0, "Bf5": 1}
    board.play("move Bd6>Ba2", "move Ba2>screen")
    assert (board.state[S.MOVE_COUNT], board.state[S.BEHIND]) == (5, 4)


def test_illegal_moves():
    board = Board("Ba2w0 Bb2w Bf2y1 Bf1y Bd2g0", bare={})
    board.refused("move Bb2>Bd6", "no shrimp stands on Bb2")
    board.refused("move Bf2>Bf1", "belongs to seat 1")
    board.refused("move Ba2>Ba2", "already stands on Ba2")
    board.refused("move Ba2>Bf1", "the coral at Bf1 already holds a shrimp")
    board.refused("move Ba2>Bd2", "a shrimp already stands on Bd2")
    board.refused("move Ba2>Be3", "Be3 is not a rock cell")
    board.refused("move Ba2>Ad4", "Ad4 is not a rock cell")


def test_a_cell_of_bare_rock_holds_one_shrimp():
    board = Board("Ba2w0", bare={"Bd6": 0})
    board.refused("move Ba2>Bd6", "a shrimp already stands on Bd6")


def test_a_shrimp_goes_from_bare_rock_anywhere_but_may_not_stay_there():
    board = Board("Ba2w0 Bd2g").play("move Ba2>Bd6", "move Bd6>Bd5")
    board.refused(DRAFT, "may not end with a shrimp on the bare rock at Bd5")
    Board.of(board.position).play("move Bd5>screen", DRAFT)
    Board.of(board.position).play("move Bd5>Ba2", DRAFT)
    board.play("move Bd5>Bd2", DRAFT)


def test_moves_are_unlimited_and_free():
    Board("Ba2w0 Bb2w").play(*["move Ba2>Bb2", "move Bb2>Ba2"] * 5, DRAFT)


def test_moving_away_frees_a_coral_for_another_shrimp():
    Board("Ba2w0 Bb2w Bd2g").play("move Ba2>Bd2", "shrimp Ba2")


def test_a_coral_left_by_its_shrimp_is_free_for_others():
    board = Board("Ba2w0 Bb2w Be5y1")
    assert board.moves("Be5", seat=1) == set()
    board.play("move Ba2>screen")
    assert board.moves("Be5", seat=1) == {"Ba2", "Bb2"}


def test_a_shrimp_on_bare_rock_moves_onto_corals_without_one():
    board = Board("Bd5w Bc5w Be5y1", bare={"Bd6": 0})
    assert board.moves("Bd6") == {"Bd5", "Bc5"}


def test_a_shrimp_may_stay_in_its_own_coral_when_another_falls_off_it():
    # one coral with a shrimp, cut in two by an attack in the middle of the growth
    board = Board("Bb5y0 Bc5y Bd5y Be5y Bd6w Bc6w", hands=["w"], larvae=["w"])
    board.play("grow w 1+0: Bd5xy +Bd4 [Bb5>Be5]")
    assert board.protected() == {"Be5"}
    assert board.moves("Be5") == {"Bb5", "Bc5", "Bd4", "Bd5", "Bd6", "Bc6"}


def test_moving_a_shrimp_away_lets_guarded_corals_join():
    board = Board("Ba2w0 Bc2w1", hands=["w"], larvae=["w"])
    board.refused("grow w 1+0: Bb2", "would join")
    board.play("grow w 1+0: [Ba2>screen] Bb2")


def test_a_shrimp_moves_before_between_and_after_placements():
    board = Board("Ba2g0 Bf2y", hands=["www"], larvae=["w"])
    board.play("grow w 2+0: [Ba2>Bf2] Ba5 [Bf2>Ba5] Bb5 [Ba5>Bb5]")
    assert board.position.shrimps == {"Bb5": 0}
    board.refused("grow w 1+0: Bc5", "larva cubes")


def test_a_move_in_the_middle_obeys_the_rules_of_moves():
    board = Board("Ba2g0 Bf2y1", hands=["w"], larvae=["w"])
    board.refused("grow w 1+0: Ba5 [Bf2>Ba5]", "belongs to seat 1")
    board.refused("grow w 1+0: [Ba2>Bf2] Ba5", "a shrimp already stands on Bf2")


def test_a_third_shrimp_does_not_even_pass_over_a_rock():
    board = Board("Ba2g0 Bf2y0 Dd2w0", hands=["w"], larvae=["w"])
    board.refused("grow w 1+0: [Dd2>Bd6] Ba5 [Bd6>Dd2]", "already has 2 shrimps on rock B")
    board.refused("move Dd2>Bd6", "already has 2 shrimps on rock B")


def test_a_shrimp_on_its_own_tile_protects_single_tiles_too():
    board = Board("Bd2y1 Bc2w Bb2w")
    assert board.protected() == {"Bd2"}
    assert board.attacks("w") == set()
