"""Turns: taking, the deck, playing, short supply and passing."""

from __future__ import annotations

import pytest

from analyzer.games.reef.judge.board import CELLS, CENTRE, OUTER, write_board
from analyzer.games.reef.judge.setup import Deal, deal_position
from tests.reef.judge.helpers import play, refuse, rules, sketch

DEAL = Deal(((1, 2), (3, 4)), (5, 6, 7), tuple(range(8, 61)))


# --- set-up -----------------------------------------------------------------------------------


def test_start_pieces_come_out_of_the_supply_and_then_the_display_is_laid_out():
    position = deal_position(rules(), DEAL)
    assert (position.display, position.deck[:4]) == ({}, [5, 6, 7, 8])
    play(position, "gb2,rc2,pb3,yc3")
    assert (position.to_play, position.supply["g"], position.display) == (1, 17, {})
    play(position, "yc3,pb3,rc2,gb2")
    assert position.supply == dict.fromkeys("rygp", 16)
    assert position.display == {5: 0, 6: 0, 7: 0}
    assert (position.deck[0], len(position.deck), position.to_play) == (8, 53, 0)
    assert position.players[0].board == position.players[1].board
    assert position.defects() == []


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("gb2,rc2,pb3", "one piece of each colour"),
        ("gb2,rc2,pb3,pc3", "one piece of each colour"),
        ("gb2,rc2,pb3,yb2", "on each centre cell"),
        ("gb2,rc2,pb3,ya1", "on each centre cell"),
        ("gb2 rc2 pb3 yc3", "malformed start pieces"),
        ("take 5: 8", "malformed start pieces"),
    ],
)
def test_wrong_start_pieces(text, reason):
    refuse(deal_position(rules(), DEAL), text, reason)


def test_free_start_pieces():
    position = deal_position(rules(start_placement="free"), DEAL)
    refuse(position, "ga1,ra1,pa1,yb2", "on outer cells only")
    play(position, "ga1,ra1,pa1,ya1", "ga1,rb1,pd4,yd4")
    assert [write_board(p.board).split("/")[0] for p in position.players] == [
        "grpy . . .",
        "g r . .",
    ]


def test_all_start_placements_are_given_once():
    centre = list(deal_position(rules(), DEAL).legal_actions())
    free = list(deal_position(rules(start_placement="free"), DEAL).legal_actions())
    # 12 cells for each of four pieces; pieces on one cell in every order: 12 · 13 · 14 · 15.
    assert (len(centre), len(free)) == (24, 12 * 13 * 14 * 15)
    assert len(set(centre)) == len(centre)
    assert len(set(free)) == len(free)


# --- taking -----------------------------------------------------------------------------------


def test_a_card_is_taken_with_the_points_on_it_and_the_deck_fills_the_gap():
    position = sketch(display={24: 2, 39: 0, 31: 1}, deck=[18])
    play(position, "take 24 with 2: 18")
    player = position.players[0]
    assert (player.taken, player.points) == ([24], 5)
    assert position.display == {39: 0, 31: 1, 18: 0}
    assert position.to_play == 1
    assert position.defects() == []


def test_wrong_takes():
    position = sketch(display={24: 2, 39: 0, 31: 1}, deck=[18])
    refuse(position, "take 24: 18", "2 points lie on card 24, not 0")
    refuse(position, "take 24 with 1: 18", "2 points lie on card 24, not 1")
    refuse(position, "take 39 with 1: 18", "no points lie on card 39")
    refuse(position, "take 18: 1", "card 18 is not on display")
    refuse(position, "take 39: 1", "the deck's top card 18 fills the gap, not card 1")
    refuse(position, "take 39: -", "the deck's top card 18 fills the gap")
    refuse(position, "take 39 with 0: 18", "malformed")
    refuse(position, "take 039: 18", "malformed")
    refuse(position, "take  39: 18", "malformed")


def test_a_full_hand_must_play():
    position = sketch(taken=[[1, 2, 3, 4]], deck=[18])
    first = next(iter(position.display))
    refuse(position, f"take {first}: 18", "has 4 cards in hand and may not take another")
    refuse(position, f"deck 18 onto {first}", "has 4 cards in hand")
    assert {text.split()[0] for text in position.legal_actions()} == {"play"}
    wider = sketch(taken=[[1, 2, 3, 4]], deck=[18], hand_limit=5)
    play(wider, f"take {first}: 18")


def test_an_empty_hand_must_take():
    position = sketch()
    assert {text.split()[0] for text in position.legal_actions()} == {"take", "deck"}
    refuse(position, "play 1 at ra1,ra1 scoring 0", "does not have card 1 in hand")
    refuse(position, "pass", "it can take a card")


def test_the_deck_costs_a_point_for_the_card_of_the_lowest_printed_value():
    # Printed values: 24 is 3, 39 is 4, 1 is 1, 2 is 1; points lying on cards do not count.
    position = sketch(display={24: 0, 39: 0, 1: 5}, deck=[18])
    refuse(position, "deck 18 onto 24", "lowest value (1), not 24")
    refuse(position, "deck 18 onto 60", "card 60 is not on display")
    refuse(position, "deck 19 onto 1", "the deck's top card is 18, not 19")
    play(position, "deck 18 onto 1")
    assert (position.players[0].taken, position.players[0].points) == ([18], 2)
    assert position.display == {24: 0, 39: 0, 1: 6}
    assert position.defects() == []
    tied = sketch(display={24: 0, 2: 0, 1: 5}, deck=[18])
    assert [text for text in tied.legal_actions() if text.startswith("deck")] == [
        "deck 18 onto 2",
        "deck 18 onto 1",
    ]


def test_without_a_point_the_deck_is_out_of_reach():
    position = sketch(points=[0], display={24: 0, 39: 0, 1: 5}, deck=[18])
    refuse(position, "deck 18 onto 1", "no point to pay")
    assert not any(text.startswith("deck") for text in position.legal_actions())


# --- playing ----------------------------------------------------------------------------------


def test_a_card_is_played_pieces_first_then_its_pattern():
    # card 22: two purple; scores red beside green
    position = sketch(boards=[". r g ./. . . ./. . . ./. . . ."], taken=[[22]])
    play(position, "play 22 at pa1,pa1 scoring 3")
    player = position.players[0]
    assert (player.board["a1"], player.points, player.played) == ("pp", 6, [22])
    assert (player.hand, position.supply["p"], position.to_play) == ([], 15, 1)


def test_the_pieces_may_spoil_the_pattern():
    position = sketch(boards=[". r g ./. . . ./. . . ./. . . ."], taken=[[22]])
    refuse(position, "play 22 at pb1,pa1 scoring 3", "card 22 scores 0, not 3")
    play(position, "play 22 at pb1,pa1 scoring 0")


def test_two_colours_in_either_order():
    position = sketch(taken=[[16]])  # red and green
    first, second = position.copy(), position.copy()
    play(first, "play 16 at ra1,ga1 scoring 0")
    play(second, "play 16 at ga1,ra1 scoring 0")
    assert first.players[0].board["a1"] == "rg"
    assert second.players[0].board["a1"] == "gr"


def test_wrong_plays():
    position = sketch(boards=["rrrr rrr . ./. . . ./. . . ./. . . ."], taken=[[22]])
    refuse(position, "play 22 at pa1,pb2 scoring 0", "a1 holds 4 pieces already")
    refuse(position, "play 22 at pb1,pb1 scoring 0", "b1 holds 4 pieces already")
    refuse(position, "play 22 at pb2 scoring 0", "gives the pieces pp, not p")
    refuse(position, "play 22 at - scoring 0", "gives the pieces pp, not none")
    refuse(position, "play 22 at pb2,rb2 scoring 0", "gives the pieces pp, not pr")
    refuse(position, "play 22 at pb2,pb2,pb2 scoring 0", "gives the pieces pp, not ppp")
    refuse(position, "play 22 at pe1,pb2 scoring 0", "malformed")
    refuse(position, "play 22 at pb2, pb2 scoring 0", "malformed")
    refuse(position, "play 22 at pb2,pb2 scoring 00", "malformed")
    refuse(position, "score 22 for 0", "a turn is take, deck, play or pass")
    refuse(position, "draw 22", "unknown action 'draw'")


def test_every_play_is_given_once_with_its_points():
    position = sketch(boards=["rrrr rrr . ./. . . ./. . . ./. . . ."], taken=[[22, 16]])
    plays = [text for text in position.legal_actions() if text.startswith("play")]
    twins, mixed = (sum(t.startswith(f"play {n} ") for t in plays) for n in (22, 16))
    # 15 cells have room, all but b1 for two: unordered pairs, and pairs on one cell.
    assert twins == 15 * 14 // 2 + 14
    assert mixed == 15 * 14 + 2 * 14
    boards = set()
    for text in plays:
        after = position.copy()
        play(after, text)
        boards.add((text.split()[1], write_board(after.players[0].board)))
    assert len(boards) == len(plays)


@pytest.mark.parametrize(
    ("supply", "right", "wrong"),
    [
        ({"r": 1}, "play 29 at ra1 scoring 0", "play 29 at ra1,rb1 scoring 0"),
        ({"r": 0}, "play 29 at - scoring 0", "play 29 at ra1 scoring 0"),
        ({"r": 0}, "play 16 at ga1 scoring 0", "play 16 at ga1,rb1 scoring 0"),
        ({"r": 0, "g": 0}, "play 16 at - scoring 0", "play 16 at ga1 scoring 0"),
    ],
)
def test_what_the_supply_lacks_is_left_out(supply, right, wrong):
    position = sketch(taken=[[29, 16]], supply=supply)
    position.supply_ender = 1
    refuse(position, wrong, "with this supply")
    play(position, right)
    assert min(position.supply.values()) == 0


def test_a_card_scores_although_the_supply_has_no_piece_for_it():
    position = sketch(boards=["r g . ./. . . ./. . . ./. . . ."], taken=[[22]], supply={"p": 0})
    play(position, "play 22 at - scoring 3")
    assert position.players[0].points == 6


# --- passing ----------------------------------------------------------------------------------


def test_passing_needs_an_empty_hand_an_empty_display_and_an_empty_deck():
    position = sketch(n_players=4, n_deck=1, turn=4, deck_end="finish_round", display={5: 0})
    position.rules = rules(4, deck_end="finish_round", display=1)
    top = position.deck[0]
    play(position, f"take 5: {top}", f"take {top}: -")
    assert list(position.legal_actions()) == ["pass"]
    play(position, "pass", "pass")
    assert (position.has_stopped, position.ended_by, position.ender) == (True, "deck", 0)


def test_nobody_passes_who_can_play():
    position = sketch(n_players=4, n_deck=0, turn=5, taken=[[], [22]], deck_end="finish_round")
    position.deck_ender, position.display = 0, {}
    refuse(position, "pass", "it can play a card")
    assert all(text.startswith("play") for text in position.legal_actions())


def test_cells():
    assert len(CELLS) == 16
    assert set(CENTRE) | set(OUTER) == set(CELLS)
    assert len(OUTER) == 12
