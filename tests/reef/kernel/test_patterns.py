"""What cards score: positions made by hand, and every card against plain counting."""

from __future__ import annotations

import numpy as np
import pytest

from kernels.reef import cards as C  # noqa: N812
from kernels.reef.cards import CARDS, FAMILIES, MOST, placements
from tests.reef.kernel.boards import (
    CARD,
    final_points,
    points,
    points_by_hand,
    points_on,
    random_board,
    words,
)

EMPTY = ". . . ./. . . ./. . . ./. . . ."

POSITIONS = [
    # card, board, points turned, points as printed
    ("one of a colour", 1, "g r g2 ./. g4 . ./. . . ./. . . y", 3, 3),
    ("exactly two high", 5, "y2 y y3 ./. y2 . ./. . . ./. . . r2", 4, 4),
    ("exactly three high", 9, "y3 y2 y4 ./r3 y3 . ./. . . ./. . . .", 8, 8),
    ("exactly four high", 13, "p4 p3 p4 ./g4 . . ./. . . ./. . . .", 10, 10),
    ("any colour two high", 17, "r2 g2 y3 ./p2 . . ./. p . ./. . . .", 3, 3),
    ("any colour three high", 18, "r3 g2 y3 ./p2 . . ./. p . ./. . . .", 4, 4),
    ("any colour four high", 19, "r4 g2 y3 ./p2 . . ./. p . p4/. . . .", 6, 6),
    # the pair in the middle of r g r g would spoil the other two
    ("pairs in a row", 22, "r g r g/. . . ./. . . ./. . . .", 6, 6),
    ("pairs from the middle", 22, "g r g r/. . . ./. . . ./. . . .", 6, 3),
    ("one piece, one pair", 22, ". g . ./g r g ./. g . ./. . . .", 3, 3),
    ("a ring of pairs", 22, "r g . ./g r . ./. . . ./. . . .", 6, 3),
    ("pairs downwards", 22, "r . . ./g . . ./. . . ./. . . .", 3, 0),
    # the middle pair of four would leave only one
    ("level pairs in a row", 29, "y2 y2 y2 y2/. . . ./. . . ./. . . .", 10, 10),
    ("level pair needs exactly two", 29, "y2 y3 . ./y2 y . ./. . . ./. . . .", 5, 0),
    ("an odd snake of level pairs", 29, "y2 y2 . ./. y2 y2 ./. . y2 ./. . . .", 10, 10),
    ("wild level pairs", 30, "y2 r2 . ./g2 p2 . ./. . . r3/. . . .", 4, 4),
    ("wild level pairs across", 30, "y2 . . ./g2 . . ./r2 . . ./p2 . . .", 4, 0),
    ("diagonal pairs", 31, "p2 . . ./. r3 . ./p4 . . ./. r2 . .", 10, 10),
    ("diagonal pair too low", 31, "p2 . . ./. r . ./. . . ./. . . .", 0, 0),
    ("diagonal pair turned", 31, ". p2 . ./r2 . . ./. . . ./. . . .", 5, 0),
    # the chain r p r p holds two pairs, its middle only one
    ("chain of diagonal pairs", 31, "r2 . . ./. p2 . ./. . r2 ./. . . p2", 10, 5),
    ("line", 37, "g g2 g3 g4/. . . ./. . . ./. . . .", 4, 4),
    ("three lines", 37, "g g g ./g g g ./g g g ./. . . .", 12, 12),
    ("two lines that cross", 37, ". g . ./g g g ./. g . ./. . . .", 4, 4),
    # the line along the top must leave the corner to the line down
    ("line beside a line", 37, "g g g g/g . . ./g . . ./. . . .", 8, 4),
    ("diagonals of three", 41, "r . . r/. r r ./. r r ./r . . r", 8, 4),
    ("diagonal downwards", 41, "r . . ./. r . ./. . r ./. . . .", 4, 4),
    ("diagonal upwards", 41, ". . r ./. r . ./r . . ./. . . .", 4, 0),
    ("corner as printed", 45, "y . . ./y y . ./. . . ./. . . .", 4, 4),
    ("corner turned", 45, "y y . ./. y . ./. . . ./. . . .", 4, 0),
    # 2 x 3 cells hold two corners, yet not every corner leaves another
    ("two corners in six cells", 45, "y y y ./y y y ./. . . ./. . . .", 8, 4),
    ("five corners", 45, "y y y y/y y y y/y y y y/y y y y", 20, 16),
    ("square", 49, "r r2 . ./r4 r . ./. . . ./. . . .", 6, 6),
    ("squares in a strip", 49, "r r r ./r r r ./. . . ./. . . .", 6, 6),
    # the square in the middle of the board would leave none
    ("four squares", 49, "r r r r/r r r r/r r r r/r r r r", 24, 24),
    ("neighbours of the highest", 53, "y p3 y ./y y2 r ./p y y ./. . . .", 8, 8),
    ("the better of two equals", 53, "y p2 . ./. . . ./. y p2 y/. y . y", 8, 8),
    ("the highest counts, not the best", 53, "y p3 . ./. . . ./. y p2 y/. y . y", 2, 2),
    ("no highest stack", 53, "y y y ./. . . ./. . . ./. . . .", 0, 0),
]


@pytest.mark.parametrize(
    ("card", "text", "turned", "printed"), [p[1:] for p in POSITIONS], ids=[p[0] for p in POSITIONS]
)
def test_a_position_scores_what_it_should(card, text, turned, printed):
    assert points(text, card) == turned
    assert points(text, card, is_printed=1) == printed


def test_positions_cover_every_family():
    assert {int(CARDS[p[1], C.FAMILY]) for p in POSITIONS} == set(range(len(FAMILIES)))


@pytest.mark.parametrize("is_turned", [True, False], ids=["turned", "printed"])
@pytest.mark.parametrize("number", CARD)
def test_every_card_agrees_with_plain_counting(number, is_turned):
    rng = np.random.default_rng(number)
    seen = set()
    for k in range(60):
        stacks = random_board(rng, n_covered=4 + k % 10)
        expected = points_by_hand(stacks, number, is_turned)
        assert points_on(*words(stacks), number, int(not is_turned)) == expected, stacks
        seen.add(expected)
    assert len(seen) > 1


def test_an_empty_board_scores_nothing():
    for number in CARD:
        assert points(EMPTY, number) == points(EMPTY, number, is_printed=1) == 0


@pytest.mark.parametrize(
    ("card", "text", "one", "every"),
    [
        (1, "g g g ./. . . ./. . . ./. . . .", 1, 1),
        (22, "r g r g/. . . ./. . . ./. . . .", 3, 3),
        (49, "r r . ./. r . ./. . . ./. . . .", 0, 0),
        (53, "y p3 y ./y y2 r ./p y y ./. . . .", 2, 8),
        (53, ". p3 . ./. . r ./p y y ./. . . .", 0, 0),
    ],
)
def test_cards_left_in_hand_score_once(card, text, one, every):
    assert final_points(text, card) == one
    assert final_points(text, card, is_all=1) == every


def test_tables_hold_the_most_of_every_shape():
    full = {
        FAMILIES[CARDS[number, C.FAMILY]]: int(MOST[CARDS[number, C.TURNED_TABLE], 0xFFFF])
        for number in CARD
        if CARDS[number, C.FAMILY] != C.SPECIAL
    }
    assert full == {
        "colour": 16, "height": 16, "wild": 16, "pair": 8, "level_pair": 8, "diagonal_pair": 8,
        "line": 5, "diagonal": 4, "corner": 5, "square": 4,
    }  # fmt: skip


def test_placements_of_a_corner():
    assert len(placements([(0, 0), (1, 0), (1, 1)], True)) == 36
    assert len(placements([(0, 0), (1, 0), (1, 1)], False)) == 9
