"""Both ends, both readings of the deck's end, final scoring, tie-breaks and places."""

from __future__ import annotations

import pytest

from analyzer.games.reef.judge import Phase
from tests.reef.judge.helpers import play, refuse, sketch

ONE_LEFT = {"r": 1}


def test_the_round_is_finished_when_a_colour_is_used_up():
    position = sketch(n_players=3, taken=[[], [29], []], supply={"r": 2}, turn=4)
    play(position, "play 29 at ra1,ra1 scoring 0")
    assert (position.supply["r"], position.supply_ender, position.to_play) == (0, 1, 2)
    assert not position.has_stopped
    play(position, f"take 1: {position.deck[0]}")
    assert (position.ended_by, position.ender, position.turn) == ("supply", 1, 6)


def test_the_last_seat_of_a_round_ends_it_at_once():
    position = sketch(taken=[[], [29]], supply={"r": 2}, turn=3)
    play(position, "play 29 at ra1,ra1 scoring 0")
    assert (position.phase, position.ended_by, position.ender) == (Phase.OVER, "supply", 1)


def test_the_first_to_use_up_a_colour_is_the_ender():
    position = sketch(taken=[[29], [20]], supply={"r": 2, "g": 2})
    play(position, "play 29 at ra1,ra1 scoring 0", "play 20 at ga1,ga1 scoring 3")
    assert (position.ended_by, position.ender) == ("supply", 0)


def test_a_supply_that_is_too_short_in_the_turn_that_begins_the_last_round():
    position = sketch(taken=[[29]], supply=ONE_LEFT)
    refuse(position, "play 29 at ra1,ra1 scoring 0", "gives the pieces r, not rr")
    play(position, "play 29 at ra1 scoring 0")
    assert (position.supply_ender, position.has_stopped) == (0, False)


@pytest.mark.parametrize("from_deck", [True, False])
def test_the_deck_ends_the_game_at_once(from_deck):
    position = sketch(n_players=4, n_deck=1, turn=5, display={5: 0, 39: 0, 31: 0})
    top = position.deck[0]
    play(position, f"deck {top} onto 5" if from_deck else f"take 5: {top}")
    assert (position.phase, position.turn) == (Phase.FINAL, 6)
    assert (position.ended_by, position.ender) == ("deck", 1)
    assert len(position.display) == 3


def test_with_finish_round_the_others_have_their_turns():
    position = sketch(
        n_players=4, n_deck=1, turn=5, display={5: 1, 39: 0, 31: 0}, deck_end="finish_round"
    )
    top = position.deck[0]
    play(position, f"deck {top} onto 5")
    assert not position.has_stopped
    refuse(position, f"deck {top} onto 5", "the deck is empty")
    refuse(position, "take 5 with 2: 3", "the deck is empty, so card 3 cannot fill the gap")
    play(position, "take 5 with 2: -", "take 39: -")
    assert position.display == {31: 0}
    assert (position.phase, position.ended_by, position.ender) == (Phase.FINAL, "deck", 1)


def test_an_empty_deck_counts_before_an_empty_supply():
    for deck_end in ("at_once", "finish_round"):
        position = sketch(
            taken=[[29]], supply={"r": 2}, n_deck=1, display={5: 0, 39: 0, 31: 0}, deck_end=deck_end
        )
        play(position, "play 29 at ra1,ra1 scoring 0", f"take 5: {position.deck[0]}")
        assert (position.ended_by, position.ender) == ("deck", 1)


# --- final scoring ----------------------------------------------------------------------------

PATTERNS = "p p p ./p y p ./r g r g/. . . ."


def finishing(*hand: int, **overrides: object):
    """Seat 1 ends the game; seat 0 holds the cards."""
    position = sketch(
        boards=[PATTERNS], taken=[hand, [29]], supply={"r": 2}, turn=1, hand_limit=6, **overrides
    )
    return play(position, "play 29 at ra1,ra1 scoring 0")


def test_cards_in_hand_score_once_each_and_may_share_pieces():
    position = finishing(22, 4, 49)  # red beside green, red, red square
    assert (position.phase, position.to_play) == (Phase.FINAL, 0)
    assert list(position.legal_actions()) == ["score 22 for 3", "score 4 for 1", "score 49 for 0"]
    refuse(position, "score 22 for 6", "card 22 scores 3 at the end of the game, not 6")
    refuse(position, "score 5 for 0", "does not have card 5 in hand")
    refuse(position, "play 22 at pd4,pd4 scoring 6", "play has stopped")
    play(position, "score 49 for 0", "score 22 for 3")
    assert not position.is_over
    play(position, "score 4 for 1")
    assert position.is_over
    assert position.scores()[0] == 3 + 3 + 1
    assert position.players[0].scored == [49, 22, 4]
    refuse(position, "pass", "the game is over")
    assert list(position.legal_actions()) == []


def test_a_special_card_in_hand_counts_one_neighbour_or_all():
    assert list(finishing(54).legal_actions()) == ["score 54 for 2"]
    assert list(finishing(54, final_special="all").legal_actions()) == ["score 54 for 10"]


def test_points_on_the_display_belong_to_nobody():
    position = sketch(taken=[[], [29]], supply={"r": 2}, turn=1, display={1: 9, 2: 0, 3: 0})
    play(position, "play 29 at ra1,ra1 scoring 0")
    assert position.scores() == [3, 3]


def test_a_game_has_a_result_only_at_its_end():
    with pytest.raises(ValueError, match="when it is over"):
        finishing(22).result()


# --- places -----------------------------------------------------------------------------------


def places(*seats: tuple[int, str]) -> list[int]:
    position = sketch(
        n_players=len(seats), points=[p for p, _ in seats], boards=[b for _, b in seats]
    )
    return position.ranks()


FOUR_CELLS = "r r r r/. . . ./. . . ./. . . ."
FIVE_CELLS = "r r r r/r . . ./. . . ./. . . ."
FOUR_HIGH = "rrrr r r r/. . . ./. . . ./. . . ."


def test_most_points_win():
    assert places((9, FOUR_CELLS), (10, FOUR_CELLS)) == [2, 1]
    assert places((9, FIVE_CELLS), (10, FOUR_CELLS), (8, FOUR_HIGH)) == [2, 1, 3]


def test_then_more_covered_cells():
    assert places((9, FIVE_CELLS), (9, FOUR_HIGH)) == [1, 2]


def test_then_more_stacks_of_four():
    assert places((9, FOUR_CELLS), (9, FOUR_HIGH)) == [2, 1]


def test_then_the_place_is_shared():
    assert places((9, FOUR_CELLS), (9, FOUR_CELLS)) == [1, 1]
    assert places((9, FOUR_HIGH), (5, FIVE_CELLS), (9, FOUR_HIGH)) == [1, 3, 1]
    assert places((1, FOUR_HIGH), (7, FOUR_CELLS), (7, FOUR_CELLS), (7, FOUR_CELLS)) == [4, 1, 1, 1]
