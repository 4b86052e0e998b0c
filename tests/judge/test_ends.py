"""The ends of the game and the final round."""

from __future__ import annotations

import pytest

from analyzer.games.encounter.judge import IllegalAction, Position
from analyzer.games.encounter.judge.components import components
from analyzer.games.encounter.judge.play import decline_final
from analyzer.games.encounter.rules import make_rules
from tests.judge.helpers import hide_bag, hide_bonus, play, refused, settle_bag, sketch

FIVE = "Bc5w0 Bd5w Be5w Bd6w Be6w"
OTHERS = " Dc1y1 Dd1y De1y Dc2y Db1y Df1y"


def filled(empty: str = "") -> Position:
    """Both rocks full, one of white and one of yellow, but for the cells named."""
    rocks = components().rocks
    cells = [*rocks["B"].cells, *rocks["D"].cells]
    tiles = (f"{c}{'w' if c[0] == 'B' else 'y'}" for c in cells if c not in empty.split())
    return sketch(" ".join(tiles))


def test_no_legal_placement_after_a_turn_ends_the_game():
    position = play(filled(), "draft w: w; w=w y=y o=o p=p g=g")
    assert (position.ended_by, position.ender, position.final_seats) == ("no_placement", 0, [])
    refused(position, "draft w: w;", "the game has ended (no_placement)")


def test_one_empty_cell_lets_it_go_on_though_nobody_can_fill_it():
    position = play(filled("Bd4"), "draft w: w; w=w y=y o=o p=p g=g")
    assert position.ended_by is None


def test_within_a_turn_nothing_left_does_not_end_the_game():
    position = filled("Bd4")
    position.players[0].hand["w"] = 1
    position.players[0].larvae["w"] = 1
    position.larva_supply["w"] -= 1
    settle_bag(position)
    play(position, "grow w 1+0: Bd4")
    assert position.ended_by is None
    play(position, "draft w: w; w=o y=y o=o p=p g=g")
    assert position.ended_by == "no_placement"


def test_a_failed_refill_takes_precedence_over_no_placement():
    position = filled()
    position.players[1].larvae["w"] = position.larva_supply["w"]
    position.larva_supply["w"] = 0
    play(position, "draft w: w;")
    assert position.ended_by == "refill"


def test_no_cube_for_the_refill_ends_the_game_and_no_tiles_are_laid():
    position = sketch(larvae=["", "wwwwwwwww"])
    refused(position, "draft w: w; w=w y=y o=o p=p g=g", "more than is due")
    play(position, "draft w: w;")
    assert (position.ended_by, position.ender) == ("refill", 0)
    assert not position.open_sea["w"].has_cube
    assert position.final_seats == []


def test_a_cube_of_another_colour_does_not_matter():
    position = sketch(larvae=["", "wwwwwwwww"])
    play(position, "draft y: y; w=w y=y o=o p=p g=g")
    assert position.ended_by is None


def test_an_empty_bag_when_a_tile_is_due_ends_the_game():
    position = sketch()
    hide_bag(position, "ww")
    hide_bonus(position, "yopg")
    refused(position, "draft w: w; w=w y=w", "the refill of space o is missing")
    refused(position, "draft w: w; w=w y=w o=w p=w", "more than is due: p=w")
    play(position, "draft w: w; w=w y=w o=w")
    assert position.ended_by == "refill"
    assert not position.bonus_in_play


def test_a_bag_emptied_by_the_last_tile_due_does_not_end_it():
    position = sketch()
    hide_bag(position, "wwwww")
    play(position, "draft w: w; w=w y=w o=w p=w g=w")
    assert position.ended_by is None
    assert position.bonus_in_play


def test_taken_to_three_runs_short_too():
    position = sketch(rules=make_rules("manual", 2))
    hide_bag(position, "ww")
    hide_bonus(position)
    play(position, "draft w: w; w=w w=w")
    assert position.ended_by == "refill"


FEWER = make_rules("basic", 2, {"end_bag": "fewer_than_three"})
DRAFTED = "draft w: w; w=w y=w o=w p=w g=w"


@pytest.mark.parametrize(
    ("n_left", "ended_by", "bonus_in_play"),
    [(1, "refill", False), (2, None, False), (3, None, True)],
)
def test_fewer_than_three_tiles_left_after_a_refill_end_the_game(n_left, ended_by, bonus_in_play):
    """One bonus tile is left: it is put into a bag of two, and then three are enough."""
    position = sketch(rules=FEWER)
    hide_bag(position, "w" * (5 + n_left))
    hide_bonus(position, "yopg")
    play(position, DRAFTED)
    assert (position.ended_by, position.final_seats) == (ended_by, [])
    assert position.bonus_in_play == bonus_in_play
    assert position.bag["w"] == n_left + (not bonus_in_play)


def test_otherwise_one_tile_left_does_not_end_it():
    position = sketch()
    hide_bag(position, "wwwwww")
    hide_bonus(position, "yopg")
    play(position, DRAFTED)
    assert position.ended_by is None
    assert position.bonus_in_play


def test_a_refill_that_cannot_be_completed_ends_the_game_in_any_case():
    position = sketch(rules=FEWER)
    hide_bag(position, "ww")
    hide_bonus(position, "yopg")
    play(position, "draft w: w; w=w y=w o=w")
    assert position.ended_by == "refill"


def test_the_final_round_goes_clockwise_from_the_ender():
    position = sketch(
        "Bc5w1 Bd5w Be5w Bd6w Be6w",
        rules=make_rules("basic", 4),
        rocks="ABCD",
        eaten=[0, 3],
        seat=1,
    )
    play(position, "eat Bc5")
    assert (position.ender, position.final_seats) == (1, [2, 3, 0])
    with pytest.raises(IllegalAction, match="it is not seat 3's last chance"):
        decline_final(position, 3)
    for seat in (2, 3, 0):
        assert not position.is_over
        decline_final(position, seat)
    assert position.is_over


def test_five_tiles_go_back_in_the_final_round():
    position = play(sketch(FIVE + OTHERS, eaten=[3]), "eat Bc5")
    n_in_bag = position.bag["y"]
    play(position, "eat Dc1", seat=1)
    assert position.bag["y"] == n_in_bag + 5
    assert position.players[1].parrotfish["y"] == 1
    assert position.is_over


def test_a_coral_of_five_gives_nothing_in_the_final_round_but_may_be_eaten():
    position = play(sketch(FIVE + OTHERS.replace(" Df1y", ""), eaten=[3]), "eat Bc5")
    play(position, "eat Dc1", seat=1)
    assert position.players[1].parrotfish["y"] == 0
    assert position.players[1].shrimps_eaten == 1


def test_the_on_line_edition_wants_six_tiles_in_the_final_round():
    rules = make_rules("online", 2)
    position = sketch(FIVE + OTHERS.replace(" Df1y", ""), eaten=[3], rules=rules)
    assert list(position.edible_corals(1)) == ["Dc1"]
    assert position.edible_corals(1, final=True) == {}
    play(position, "eat Bc5")
    refused(position, "eat Dc1", "has 5 tiles; 6 are needed", seat=1)


def test_the_advanced_game_returns_six_in_the_final_round():
    position = sketch(FIVE + OTHERS, eaten=[3], rules=make_rules("advanced", 2))
    play(position, "eat Bc5")
    play(position, "eat Dc1", seat=1)
    assert position.players[1].parrotfish["y"] == 0


def test_nothing_but_one_meal_in_the_final_round():
    position = sketch(FIVE + OTHERS, eaten=[3], consumed=["", "w"])
    play(position, "eat Bc5")
    refused(position, "larva w", "eat one coral and nothing else", seat=1)
    refused(position, "eat Bd5", "no shrimp stands on Bd5", seat=1)
    play(position, "eat Dc1", seat=1)
    refused(position, "eat Dc1", "the game has ended", seat=1)


def test_a_fourth_shrimp_eaten_in_the_final_round_changes_nothing():
    position = play(sketch(FIVE + OTHERS, eaten=[3, 3]), "eat Bc5")
    play(position, "eat Dc1", seat=1)
    assert (position.ended_by, position.ender) == ("shrimps", 0)


def test_after_the_tenth_lock_the_others_may_eat():
    position = sketch("Ba2w0" + OTHERS, consumed=["w"], eaten=[1], parrotfish=["ww"])
    for number, tile in position.coral_tiles.items():
        if number != 10:
            tile.locked = tile.face.large
            position.alga_supply[tile.face.large] -= 1
    play(position, "move Ba2>Bd6", "alga b lock 10 paying w")
    assert position.tiebreaks()[0][3] == 0  # a shrimp on bare rock counts for no coral
    play(position, "eat Dc1", seat=1)
    assert position.is_over
