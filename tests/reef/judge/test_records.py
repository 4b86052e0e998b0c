"""Whole records: the published example, a deck that stops early, and the builder."""

from __future__ import annotations

import json
from collections import Counter

import pytest

from analyzer.games.reef.judge import Deal, IllegalAction, judge_game, replay
from analyzer.games.reef.judge.actions import parse_action, parse_start
from analyzer.games.reef.records import Recording
from tests.reef.judge.helpers import deck_game, example_game, rules, uniform_game


def test_the_published_example_is_accepted_as_it_is():
    assert str(judge_game(example_game())) == "accepted"


@pytest.mark.parametrize("game", [uniform_game(3), deck_game()])
def test_other_games_are_accepted(game):
    assert str(judge_game(game)) == "accepted"


def test_the_steps_of_the_example():
    steps = list(replay(example_game()))
    assert [step.part for step in steps] == ["setup"] + ["turns"] * 6 + ["final"] * 4
    points = [step.position.players[1].points for step in replay(example_game())]
    # Card 24 is taken with the point on it and scores 3 when it is played.
    assert points == [3, 3, 4, 4, 4, 4, 7, 7, 7, 7, 7]


def test_what_a_record_may_leave_out_or_add():
    record = example_game()
    del record["result"]["boards"]
    record["note"] = {"anything": ["goes", None]}
    assert judge_game(record).accepted
    record["setup"]["deck"] = [22, 18, 40]
    assert judge_game(record).accepted
    whole = uniform_game()
    assert "overrides" not in whole
    assert judge_game(whole).accepted


def test_a_deck_may_not_stop_before_the_last_card_that_left_it():
    record = example_game()
    record["setup"]["deck"] = [22, 18]
    verdict = judge_game(record)
    assert (verdict.part, verdict.turn) == ("turns", 3)
    assert "stops before the card that leaves it" in verdict.reason


def test_programs_write_the_deck_whole():
    for n_players, display in ((2, 3), (3, 6), (4, 1)):
        setup = uniform_game(n_players, display=display)["setup"]
        dealt = [*setup["display"], *setup["deck"], *(c for hand in setup["hands"] for c in hand)]
        assert Counter(dealt) == Counter(range(1, 61))
        assert len(setup["deck"]) == 60 - 2 * n_players - display


def test_cards_in_hand_are_scored_in_any_order():
    record = example_game()
    record["final"][1]["actions"].reverse()
    assert judge_game(record).accepted


def build_record(rules, players, deal, start, actions):
    """The record of a whole game: start pieces by seat, then one action a turn, as written."""
    recording = Recording(rules, players, deal)
    for placements in start:
        recording.play(parse_start(placements))
    for action in actions:
        recording.play(parse_action(action))
    return recording.finished()


def test_the_builder_makes_the_example_from_its_actions():
    record = example_game()
    setup = record["setup"]
    built = build_record(
        rules(supply=4),
        record["players"],
        Deal(tuple(map(tuple, setup["hands"])), tuple(setup["display"]), tuple(setup["deck"])),
        setup["start"],
        [turn["actions"][0] for turn in record["turns"]],
    )
    assert json.loads(json.dumps(built)) == record


def test_the_builder_refuses_what_the_rules_forbid():
    deal = Deal(((1, 2), (3, 4)), (5, 6, 7), (8, 9))
    starts = ["gb2,rc2,pb3,yc3"] * 2
    with pytest.raises(IllegalAction, match="not on display"):
        build_record(rules(), ["a", "b"], deal, starts, ["take 9: 8"])
    with pytest.raises(ValueError, match="not come to its end"):
        build_record(rules(), ["a", "b"], deal, starts, ["take 5: 8"])
