"""The deck: its inner order, which a slip of the pen would break."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from analyzer.games.reef.cards import cards
from analyzer.games.reef.rules import COLOURS

ANY_HEIGHT = range(1, 5)
PAIRS = {frozenset(pair) for pair in combinations(COLOURS, 2)}


def scored_colours(card):
    colours = {cell.colour for cell in card.cells} | {card.highest, card.neighbour}
    return colours & set(COLOURS)


def test_numbers():
    assert list(cards()) == list(range(1, 61))
    assert all(card.number == number for number, card in cards().items())


@pytest.mark.parametrize(
    ("numbers", "shape", "n_cells", "heights", "points"),
    [
        (range(1, 5), "single", 1, ANY_HEIGHT, 1),
        (range(5, 9), "single", 1, range(2, 3), 2),
        (range(9, 13), "single", 1, range(3, 4), 4),
        (range(13, 17), "single", 1, range(4, 5), 5),
        ([17], "single", 1, range(2, 3), 1),
        ([18], "single", 1, range(3, 4), 2),
        ([19], "single", 1, range(4, 5), 3),
        (range(20, 26), "pair_orthogonal", 2, ANY_HEIGHT, 3),
        (range(26, 30), "pair_orthogonal", 2, range(2, 3), 5),
        ([30], "pair_orthogonal", 2, range(2, 3), 2),
        (range(31, 37), "pair_diagonal", 2, range(2, 5), 5),
        (range(37, 41), "line_3", 3, ANY_HEIGHT, 4),
        (range(41, 45), "diagonal_3", 3, ANY_HEIGHT, 4),
        (range(45, 49), "corner_3", 3, ANY_HEIGHT, 4),
        (range(49, 53), "square_2x2", 4, ANY_HEIGHT, 6),
        (range(53, 61), "adjacent_to_highest", 0, None, 2),
    ],
)
def test_families(numbers, shape, n_cells, heights, points):
    for card in (cards()[number] for number in numbers):
        assert (card.shape, len(card.cells), card.points) == (shape, n_cells, points)
        assert all(cell.heights == heights for cell in card.cells)
        assert card.is_special == (shape == "adjacent_to_highest")


def test_every_colour_is_built_and_scored_equally_often():
    built = Counter(piece for card in cards().values() for piece in card.pieces)
    assert built == dict.fromkeys(COLOURS, 30)
    scored = Counter(colour for card in cards().values() for colour in scored_colours(card))
    assert scored == dict.fromkeys(COLOURS, 19)


def test_tops():
    doubles = Counter(c.pieces[0] for c in cards().values() if c.pieces[0] == c.pieces[1])
    mixed = Counter(frozenset(c.pieces) for c in cards().values() if c.pieces[0] != c.pieces[1])
    assert doubles == dict.fromkeys(COLOURS, 12)
    assert mixed == dict.fromkeys(PAIRS, 2)


def test_no_card_scores_what_it_builds():
    for card in cards().values():
        assert not scored_colours(card) & set(card.pieces)


def test_every_pair_of_colours_once():
    for numbers in (range(20, 26), range(31, 37)):
        assert {frozenset(scored_colours(cards()[n])) for n in numbers} == PAIRS
    specials = [cards()[n] for n in range(53, 61)]
    assert Counter(c.highest for c in specials) == dict.fromkeys(COLOURS, 2)
    assert Counter(c.neighbour for c in specials) == dict.fromkeys(COLOURS, 2)


def test_a_mirror_image_is_a_turn():
    def normal(spots):
        down, right = min(r for r, _, _ in spots), min(c for _, c, _ in spots)
        return frozenset((r - down, c - right, colour) for r, c, colour in spots)

    for card in cards().values():
        if card.is_special:
            continue
        spots = [(cell.row, cell.column, cell.colour) for cell in card.cells]
        turns = []
        for _ in range(4):
            spots = [(c, -r, colour) for r, c, colour in spots]
            turns.append(normal(spots))
        assert normal([(r, -c, colour) for r, c, colour in spots]) in turns
