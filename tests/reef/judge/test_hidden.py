"""What one seat can see: everything but the others' start cards and the deck below its top."""

from __future__ import annotations

from random import Random

import pytest

from analyzer.games.reef.judge import Phase, replay
from analyzer.games.reef.judge.setup import deal_position, random_deal
from tests.reef.judge.helpers import otherwise_hidden, play, rules, sketch, uniform_game


def test_start_cards_are_hidden_until_played_and_taken_cards_never():
    position = sketch(start=[[22, 16], [1, 2]], taken=[[], [3]], display={9: 0, 10: 0, 11: 2})
    seen = position.view(0)
    assert seen.players[0].hand == [22, 16]
    assert seen.players[1].hand == [None, None, 3]
    assert position.view(1).players[0].hand == [None, None]
    play(position, "play 22 at pa1,pa1 scoring 3", "play 2 at yb1,yb1 scoring 1")
    assert position.view(0).players[1].hand == [None, 3]
    assert position.view(0).players[1].played == [2]
    assert position.view(1).players[0].hand == [None]


def test_the_top_of_the_deck_and_its_size_are_public():
    position = sketch(deck=[18, 40])
    for seat in (0, 1):
        deck = position.view(seat).deck
        assert deck == [18] + [None] * (len(position.deck) - 1)


def test_display_boards_supplies_and_points_are_public():
    position = sketch(points=[7, 9], display={9: 0, 10: 0, 11: 2}, taken=[[1]])
    seen = position.view(1)
    assert (seen.display, seen.supply) == (position.display, position.supply)
    assert seen.scores() == [7, 9]
    assert [p.board for p in seen.players] == [p.board for p in position.players]
    assert seen.players[0].taken == [1]


def test_nothing_of_the_deck_is_known_while_start_pieces_are_placed():
    position = deal_position(rules(3), random_deal(rules(3), Random(1)))
    seen = position.view(0)
    assert seen.phase is Phase.START
    assert (seen.display, set(seen.deck)) == ({}, {None})
    assert seen.players[0].hand == position.players[0].hand
    assert sum(1 for _ in seen.legal_actions()) == 24


def test_a_view_does_not_depend_on_what_is_hidden():
    rng = Random(3)
    for step in replay(uniform_game(3)):
        position = step.position
        if position.to_play is not None:
            other = otherwise_hidden(position, position.to_play, rng)
            assert other.view(position.to_play) == position.view(position.to_play)
            assert other.defects() == []


def test_the_seat_to_play_can_choose_from_its_view_alone():
    for step in replay(uniform_game(2)):
        position = step.position
        if position.to_play is not None:
            seen = position.view(position.to_play)
            assert list(seen.legal_actions()) == list(position.legal_actions())


def test_what_depends_on_hidden_cards_cannot_be_asked():
    position = sketch(start=[[22, 16], [1, 2]])
    with pytest.raises(ValueError, match="not known"):
        list(position.view(1).legal_actions())


def test_a_view_is_a_copy():
    position = sketch(start=[[22, 16], [1, 2]])
    before = position.copy()
    seen = position.view(0)
    play(seen, "play 22 at pa1,pa1 scoring 3")
    assert position == before
