"""What cards score: hand-made boards for every family, and an exact count by brute force."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyzer.games.reef.cards import cards
from analyzer.games.reef.judge.board import CELLS
from analyzer.games.reef.judge.patterns import (
    completions,
    final_points_for,
    largest_packing,
    points_for,
)
from tests.reef.judge.helpers import board, rules

EMPTY = ". . . ."


def points(number, *rows, **overrides):
    return points_for(board(*rows), cards()[number], rules(**overrides))


def final(number, *rows, **overrides):
    return final_points_for(board(*rows), cards()[number], rules(**overrides))


def test_single_pieces_of_any_height_count_by_their_top():
    # card 1: green, any height, 1 point
    assert points(1, "g rg rrg rrrg", "gr gg . .", EMPTY, ". . . g") == 6
    assert points(1, EMPTY, EMPTY, EMPTY, EMPTY) == 0
    assert points(1, "gr gy gp .", EMPTY, EMPTY, EMPTY) == 0


@pytest.mark.parametrize(
    ("number", "value"), [(5, 2), (9, 4), (13, 5)], ids=["two", "three", "four"]
)
def test_exact_heights(number, value):
    # 5: yellow 2 high; 9: yellow 3 high; 13: purple 4 high
    colour = "p" if number == 13 else "y"
    stacks = [("r" * k) + colour for k in range(4)]
    rows = (" ".join(stacks), EMPTY, EMPTY, " ".join(reversed(stacks)))
    assert points(number, *rows) == 2 * value


def test_wild_singles_ask_for_the_height_only():
    rows = ("rr yy gp p", "rrr ygp . .", "rrrr . . .", EMPTY)
    assert points(17, *rows) == 3 * 1
    assert points(18, *rows) == 2 * 2
    assert points(19, *rows) == 1 * 3


def test_two_colours_side_by_side_in_any_direction():
    # card 22: red beside green, 3 points
    assert points(22, "r g . .", EMPTY, EMPTY, "g r . .") == 6
    assert points(22, "r . . g", "g . . r", EMPTY, EMPTY) == 6
    assert points(22, "r . . .", ". g . .", EMPTY, EMPTY) == 0
    assert points(22, "r gy . .", EMPTY, EMPTY, EMPTY) == 0
    assert points(22, "yr ppg . .", EMPTY, EMPTY, EMPTY) == 3


def test_a_top_piece_serves_one_completion():
    assert points(22, "r g r .", EMPTY, EMPTY, EMPTY) == 3
    assert points(22, "g r g .", ". g . .", EMPTY, EMPTY) == 3


def test_greedy_counting_falls_short_of_pairs():
    assert points(22, "r g r g", EMPTY, EMPTY, EMPTY) == 6
    # A ring whose middle edge, taken first, leaves two ends without a partner.
    assert points(22, ". g r .", ". r g .", EMPTY, EMPTY) == 6
    assert points(22, "r g r g", "g r g r", "r g r g", "g r g r") == 8 * 3


def test_greedy_counting_falls_short_of_lines_and_corners():
    # Reading down column b first would leave the two rows incomplete.
    assert points(40, "r r r .", ". r . .", "r r r .", EMPTY) == 8
    # The middle corner of a staircase touches both outer ones.
    assert points(48, "r r . .", "r r r .", ". r . .", EMPTY) == 8
    assert points(48, "r r r r", "r r r r", "r r r r", "r r r r") == 5 * 4


def test_two_of_a_colour_both_exactly_two_high():
    # card 27: red 2 beside red 2, 5 points
    assert points(27, "rr rr . .", "gr . . .", EMPTY, EMPTY) == 5
    assert points(27, "rr rr . .", "gr yr . .", EMPTY, EMPTY) == 10
    assert points(27, "rr rrr . .", EMPTY, EMPTY, EMPTY) == 0
    assert points(27, "rr r . .", EMPTY, EMPTY, EMPTY) == 0
    assert points(27, "rr . . .", ". rr . .", EMPTY, EMPTY) == 0


def test_wild_pairs_two_high():
    assert points(30, "rr gy . .", "yp . . .", EMPTY, EMPTY) == 2
    assert points(30, "rr gy pp yy", EMPTY, EMPTY, EMPTY) == 4
    assert points(30, "rr ggg . .", EMPTY, EMPTY, EMPTY) == 0
    assert points(30, *["rr gg yy pp"] * 4) == 8 * 2


def test_two_colours_diagonally_two_high_or_more():
    # card 31: purple and red, 5 points
    assert points(31, "pp . . .", ". rrr . .", EMPTY, EMPTY) == 5
    assert points(31, "rrrr . . .", ". gp . .", EMPTY, EMPTY) == 5
    assert points(31, ". pp . .", "rr . . .", EMPTY, EMPTY) == 5
    assert points(31, "pp . . .", ". r . .", EMPTY, EMPTY) == 0
    assert points(31, "pp rr . .", EMPTY, EMPTY, EMPTY) == 0
    assert points(31, "pp . rr .", ". rr . pp", "pp . . .", EMPTY) == 10


def test_three_in_a_straight_line():
    assert points(40, "r r r r", EMPTY, EMPTY, EMPTY) == 4
    assert points(40, "r . . .", "yr . . .", "gr . . .", EMPTY) == 4
    assert points(40, "r r . r", EMPTY, EMPTY, EMPTY) == 0
    assert points(40, "r . . .", ". r . .", ". . r .", EMPTY) == 0


def test_three_diagonally():
    assert points(41, "r . . .", ". r . .", ". . r .", EMPTY) == 4
    assert points(41, ". . . r", ". . r .", ". r . .", "r . . .") == 4
    assert points(41, "r . r .", ". r . .", "r . r .", EMPTY) == 4
    assert points(41, "r r r .", EMPTY, EMPTY, EMPTY) == 0


def test_corners_in_all_four_directions():
    for rows in (("r . . .", "r r . ."), ("r r . .", "r . . ."), ("r r . .", ". r . ."),
                 (". r . .", "r r . .")):  # fmt: skip
        assert points(48, *rows, EMPTY, EMPTY) == 4
    assert points(48, "r r r .", EMPTY, EMPTY, EMPTY) == 0


def test_squares():
    assert points(49, "r r . .", "r r . .", EMPTY, EMPTY) == 6
    assert points(49, "r r r .", "r r r .", "r r r .", EMPTY) == 6
    assert points(49, "r r . .", "r yr . .", ". . r r", ". . r r") == 12
    assert points(49, *["r r r r"] * 4) == 24
    assert points(49, "r r . .", "r ry . .", EMPTY, EMPTY) == 0


def test_patterns_as_printed_only():
    printed = {"orientation": "printed"}
    assert points(22, "r g . .", "g r . .", EMPTY, EMPTY, **printed) == 3
    assert points(22, "r . . .", "g . . .", EMPTY, EMPTY, **printed) == 0
    assert points(31, "pp . . .", ". rr . .", EMPTY, EMPTY, **printed) == 5
    assert points(31, "rr . . .", ". pp . .", EMPTY, EMPTY, **printed) == 0
    assert points(40, "r . . .", "r . . .", "r . . .", EMPTY, **printed) == 0
    assert points(41, ". . r .", ". r . .", "r . . .", EMPTY, **printed) == 0
    assert points(48, "r . . .", "r r . .", EMPTY, EMPTY, **printed) == 4
    assert points(48, "r r . .", "r . . .", EMPTY, EMPTY, **printed) == 0
    assert points(49, "r r . .", "r r . .", EMPTY, EMPTY, **printed) == 6


def test_special_cards_count_all_eight_neighbours_of_the_highest():
    # card 54: purple around the highest yellow, 2 points each
    assert points(54, "p p p .", "p y p .", "p p p .", EMPTY) == 16
    assert points(54, "p p p .", "p r p .", "p p p .", EMPTY) == 0
    assert points(54, "y . . .", ". p . .", ". . p .", EMPTY) == 2
    # Only the highest counts, wherever the purple ones are.
    assert points(54, "y p . .", "p p . .", EMPTY, ". . . yy") == 0
    # Higher stacks of other colours, and high purple ones, do not matter.
    assert points(54, "yy pppp . .", "rrrr gp . .", EMPTY, EMPTY) == 4
    # A yellow piece below the top is none.
    assert points(54, "yyr p . .", "p . . .", ". . . p", ". . p y") == 4


def test_among_equally_high_stacks_the_best_one_counts():
    assert points(54, "yy p . .", ". . . .", ". . p p", ". . p yy") == 6
    assert points(54, "yy p . yy", "p p . .", EMPTY, ". . . yy") == 6


def test_cards_left_in_hand_count_once():
    assert final(1, "g g g .", EMPTY, EMPTY, EMPTY) == 1
    assert final(22, "r g r g", EMPTY, EMPTY, EMPTY) == 3
    assert final(49, *["r r r r"] * 4) == 6
    assert final(40, "r r . .", EMPTY, EMPTY, EMPTY) == 0


def test_special_cards_left_in_hand():
    rows = ("p p p .", "p y p .", EMPTY, EMPTY)
    assert final(54, *rows) == 2
    assert final(54, *rows, final_special="all") == 10
    assert final(54, "r r r .", "r y r .", EMPTY, EMPTY, final_special="all") == 0


def by_brute_force(found):
    """The largest number of disjoint completions, by looking at every set of them."""
    for n in range(len(found), 0, -1):
        for chosen in combinations(found, n):
            if len(frozenset().union(*chosen)) == sum(map(len, chosen)):
                return n
    return 0


@given(st.lists(st.frozensets(st.sampled_from(CELLS), min_size=1, max_size=4), max_size=9))
def test_packing_agrees_with_brute_force(found):
    assert largest_packing(found) == by_brute_force(found)


def test_packing_agrees_with_brute_force_on_boards():
    rng = Random(7)
    n_compared = 0
    for _ in range(150):
        stacks = {c: "".join(rng.choices("rg", k=rng.randint(1, 3))) for c in rng.sample(CELLS, 12)}
        for number in (1, 7, 17, 22, 27, 30, 34, 40, 41, 48, 49):
            found = completions(stacks, cards()[number], "any")
            if len(found) <= 12:
                assert largest_packing(found) == by_brute_force(found), (number, stacks)
                n_compared += len(found) > 1
    assert n_compared > 300


def test_a_full_board_of_one_colour_is_counted_at_once():
    for number, most in ((27, 8), (30, 8), (40, 5), (41, 4), (48, 5), (49, 4)):
        stacks = dict.fromkeys(CELLS, "rr")
        assert largest_packing(completions(stacks, cards()[number], "any")) == most
