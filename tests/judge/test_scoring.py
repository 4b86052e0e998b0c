"""Values, scores, tiebreaks, ranks; and the rulebook's worked turn."""

from __future__ import annotations

import pytest

from analyzer.games.encounter.judge import Position
from analyzer.games.encounter.rules import make_rules
from tests.judge.helpers import play, sketch
from tests.judge.scripted import worked_turn

FISH = ["ggwwwy", "pyyyy", "oooowwww", "gggpppy"]


def with_values(position: Position, stronger: str) -> Position:
    """Turn the coral tiles so that they show these pairs, stronger colour first: `yw yo ...`."""
    pairs = stronger.split()
    for tile in position.coral_tiles.values():
        tile.star_up = tile.star.stronger + tile.star.weaker in pairs
        assert tile.face.stronger + tile.face.weaker in pairs
    return position


def test_the_printed_example_of_scoring():
    position = sketch(rocks="ABCD", parrotfish=FISH)
    with_values(position, "yw yo yp yg wo wg pw po og gp")
    assert position.values() == {"g": 2, "p": 3, "o": 2, "w": 3, "y": 5}
    assert position.scores() == [18, 23, 20, 20]
    assert position.ranks() == [4, 1, 2, 2]


def test_the_values_sum_to_fifteen_and_run_from_one_to_five():
    position = sketch()
    assert position.values() == {"w": 3, "y": 3, "o": 3, "p": 3, "g": 3}
    with_values(position, "yw yo yp yg wo wp wg po og pg")
    assert position.values() == {"w": 4, "y": 5, "o": 2, "p": 3, "g": 1}


def test_the_tiebreak_numbers():
    position = sketch(
        "Ba2w0 Bb2w Dd2g0 Bf2y1",
        hands=["wwyog", "p"],
        consumed=["oo", ""],
        larvae=["pgy", "w"],
    )
    assert position.tiebreaks() == [[2, 3, 5, 3], [0, 1, 1, 1]]


@pytest.mark.parametrize(
    ("more", "ranks"),
    [
        ({"consumed": ["w", ""], "larvae": ["", "wyo"]}, [1, 2]),
        ({"consumed": ["w", "y"], "larvae": ["w", "wy"]}, [2, 1]),
        ({"hands": ["w", ""]}, [1, 2]),
        ({"tiles": "Ba2w0 Bb2w Bf2y1"}, [1, 2]),
        ({}, [1, 1]),
    ],
)
def test_ties_are_broken_in_order(more, ranks):
    assert sketch(parrotfish=["w", "y"], **more).ranks() == ranks


def test_points_come_before_tiebreaks():
    assert sketch(parrotfish=["w", ""], consumed=["", "wyo"]).ranks() == [1, 2]


def test_shared_places():
    position = sketch(rocks="ABC", parrotfish=["w", "y", ""])
    assert position.ranks() == [1, 1, 3]
    position = sketch(rocks="ABC", parrotfish=["", "yy", ""])
    assert position.ranks() == [2, 1, 2]


def test_fewest_tiles_behind_and_in_front_of_the_screen():
    rules = make_rules("manual", 2)
    position = sketch(rules=rules, parrotfish=["w", "y"], hands=["w", ""], consumed=["", "ww"])
    assert position.ranks() == [1, 2]
    position = sketch(rules=rules, parrotfish=["w", "y"], hands=["w"], consumed=["", "w"])
    assert position.ranks() == [1, 1]  # cubes and guarded tiles do not matter
    position = sketch("Ba2w0", rules=rules, parrotfish=["w", "y"], larvae=["w"])
    assert position.ranks() == [1, 1]


def test_the_worked_turn_of_the_rulebook():
    position, before, lock, after = worked_turn()
    assert position.is_stronger("w", "o")
    assert position.is_stronger("y", "o")
    assert position.is_stronger("p", "w")
    assert position.is_stronger("y", "p")
    play(position, before)
    play(position, lock)
    assert position.is_stronger("w", "p")
    assert position.is_stronger("y", "p")
    play(position, *after)
    assert position.players[0].consumed == {"w": 0, "y": 0, "o": 3, "p": 1, "g": 0}
