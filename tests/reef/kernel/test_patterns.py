"""What cards score, on kernel and judge: positions made by hand; every card by plain counting."""

from __future__ import annotations

import numpy as np
import pytest

from analyzer.games.reef.cards import cards
from analyzer.games.reef.judge.board import CELLS
from analyzer.games.reef.judge.patterns import final_points_for, points_for
from kernels.reef import cards as C  # noqa: N812
from kernels.reef.cards import CARDS, COLOURS, FAMILIES, MOST, placements
from tests.reef.judge.helpers import rules
from tests.reef.kernel.boards import (
    CARD,
    board,
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
MORE_POSITIONS = [
    # card 1: green; 5, 9, 13: two, three, four high; 17 to 19: the same in any colour; 22: red
    # beside green; 27, 30: side by side two high, red or any; 31: purple and red diagonally, two
    # high or more; 40: three red in a line; 41: diagonally; 48: corner; 49: square; 54: purple
    # around the highest yellow
    (1, ". . . ./. . . ./. . . ./. . . .", 0, 0),
    (1, "g g2 g3 g4/r2 g2 . ./. . . ./. . . g", 6, 6),
    (1, "r2 y2 p2 ./. . . ./. . . ./. . . .", 0, 0),
    (5, "y y2 y3 y4/. . . ./. . . ./y4 y3 y2 y", 4, 4),
    (9, "y y2 y3 y4/. . . ./. . . ./y4 y3 y2 y", 8, 8),
    (13, "p p2 p3 p4/. . . ./. . . ./p4 p3 p2 p", 10, 10),
    (17, "r2 y2 p2 p/r3 p3 . ./r4 . . ./. . . .", 3, 3),
    (18, "r2 y2 p2 p/r3 p3 . ./r4 . . ./. . . .", 4, 4),
    (19, "r2 y2 p2 p/r3 p3 . ./r4 . . ./. . . .", 3, 3),
    (22, ". g r ./. r g ./. . . ./. . . .", 6, 3),
    (22, "g r g ./. g . ./. . . ./. . . .", 3, 3),
    (22, "r . . ./. g . ./. . . ./. . . .", 0, 0),
    (22, "r . . g/g . . r/. . . ./. . . .", 6, 0),
    (22, "r g . ./. . . ./. . . ./g r . .", 6, 3),
    (22, "r g r ./. . . ./. . . ./. . . .", 3, 3),
    (22, "r g r g/g r g r/r g r g/g r g r", 24, 18),
    (22, "r y2 . ./. . . ./. . . ./. . . .", 0, 0),
    (22, "r2 g3 . ./. . . ./. . . ./. . . .", 3, 3),
    (27, "r2 . . ./. r2 . ./. . . ./. . . .", 0, 0),
    (27, "r2 r . ./. . . ./. . . ./. . . .", 0, 0),
    (27, "r2 r2 . ./r2 . . ./. . . ./. . . .", 5, 5),
    (27, "r2 r2 . ./r2 r2 . ./. . . ./. . . .", 10, 10),
    (27, "r2 r3 . ./. . . ./. . . ./. . . .", 0, 0),
    (30, "r2 g2 y2 p2/r2 g2 y2 p2/r2 g2 y2 p2/r2 g2 y2 p2", 16, 16),
    (30, "r2 g3 . ./. . . ./. . . ./. . . .", 0, 0),
    (30, "r2 y2 . ./p2 . . ./. . . ./. . . .", 2, 2),
    (30, "r2 y2 p2 y2/. . . ./. . . ./. . . .", 4, 4),
    (31, "p2 . . ./. r2 . ./. . . ./. . . .", 5, 5),
    (31, "p2 . . ./. r3 . ./. . . ./. . . .", 5, 5),
    (31, "p2 . r2 ./. r2 . p2/p2 . . ./. . . .", 10, 5),
    (31, "p2 r2 . ./. . . ./. . . ./. . . .", 0, 0),
    (31, "r2 . . ./. p2 . ./. . . ./. . . .", 5, 0),
    (31, "r4 . . ./. p2 . ./. . . ./. . . .", 5, 0),
    (40, "r . . ./. r . ./. . r ./. . . .", 0, 0),
    (40, "r . . ./r . . ./r . . ./. . . .", 4, 0),
    (40, "r . . ./r2 . . ./r2 . . ./. . . .", 4, 0),
    (40, "r r . r/. . . ./. . . ./. . . .", 0, 0),
    (40, "r r r ./. r . ./r r r ./. . . .", 8, 8),
    (40, "r r r r/. . . ./. . . ./. . . .", 4, 4),
    (41, ". . . r/. . r ./. r . ./r . . .", 4, 0),
    (41, "r . r ./. r . ./r . r ./. . . .", 4, 4),
    (41, "r r r ./. . . ./. . . ./. . . .", 0, 0),
    (48, ". r . ./r r . ./. . . ./. . . .", 4, 0),
    (48, "r . . ./r r . ./. . . ./. . . .", 4, 4),
    (48, "r r . ./. r . ./. . . ./. . . .", 4, 0),
    (48, "r r . ./r . . ./. . . ./. . . .", 4, 0),
    (48, "r r . ./r r r ./. r . ./. . . .", 8, 4),
    (48, "r r r ./. . . ./. . . ./. . . .", 0, 0),
    (48, "r r r r/r r r r/r r r r/r r r r", 20, 16),
    (49, "r r . ./r r . ./. . . ./. . . .", 6, 6),
    (49, "r r . ./r r2 . ./. . r r/. . r r", 12, 12),
    (49, "r r . ./r y2 . ./. . . ./. . . .", 0, 0),
    (49, "r r r ./r r r ./r r r ./. . . .", 6, 6),
    (54, "p p p ./p r p ./p p p ./. . . .", 0, 0),
    (54, "p p p ./p y p ./p p p ./. . . .", 16, 16),
    (54, "r3 p . ./p . . ./. . . p/. . p y", 4, 4),
    (54, "y . . ./. p . ./. . p ./. . . .", 2, 2),
    (54, "y p . ./p p . ./. . . ./. . . y2", 0, 0),
    (54, "y2 p . ./. . . ./. . p p/. . p y2", 6, 6),
    (54, "y2 p . y2/p p . ./. . . ./. . . y2", 6, 6),
    (54, "y2 p4 . ./r4 p2 . ./. . . ./. . . .", 4, 4),
]


def on_judge(text: str) -> dict[str, str]:
    """The board as the judge has it: below the top piece lie others, as `words` lays them."""
    stacks = {}
    for cell, (colour, height) in board(text).items():
        stacks[CELLS[cell]] = COLOURS[(colour + 1) % 4] * (height - 1) + COLOURS[colour]
    return stacks


@pytest.mark.parametrize(
    ("card", "text", "turned", "printed"),
    [*(p[1:] for p in POSITIONS), *MORE_POSITIONS],
    ids=[*(p[0] for p in POSITIONS), *(f"{p[0]} on {p[1]}" for p in MORE_POSITIONS)],
)
def test_a_position_scores_what_it_should(card, text, turned, printed):
    for orientation, is_printed, due in (("any", 0, turned), ("printed", 1, printed)):
        assert points(text, card, is_printed) == due
        assert points_for(on_judge(text), cards()[card], rules(orientation=orientation)) == due


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
        (49, "r r r r/r r r r/r r r r/r r r r", 6, 6),
        (40, "r r . ./. . . ./. . . ./. . . .", 0, 0),
        (54, "p p p ./p y p ./. . . ./. . . .", 2, 10),
        (54, "r r r ./r y r ./. . . ./. . . .", 0, 0),
    ],
)
def test_cards_left_in_hand_score_once(card, text, one, every):
    for special, is_all, due in (("one", 0, one), ("all", 1, every)):
        assert final_points(text, card, is_all) == due
        asked = rules(final_special=special)
        assert final_points_for(on_judge(text), cards()[card], asked) == due


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
