"""A game of two people, played on line in 2015."""

from __future__ import annotations

from analyzer.games.encounter.judge import judge_game, read_records, replay
from tests.judge.helpers import HUMAN_GAME, human_game


def test_the_judge_accepts_it():
    (record,) = read_records(HUMAN_GAME)
    assert record == human_game()
    assert str(judge_game(record)) == "accepted"


def test_it_ends_34_to_21_by_the_fourth_shrimp():
    *_, last = replay(human_game())
    position = last.position
    assert position.is_over
    assert (position.ended_by, position.ender) == ("shrimps", 0)
    assert position.scores() == [34, 21]
    assert position.ranks() == [1, 2]
    assert position.values() == {"w": 2, "y": 3, "o": 4, "p": 2, "g": 4}


def test_every_position_of_it_is_sound():
    steps = 0
    for step in replay(human_game()):
        assert step.position.defects() == []
        steps += 1
    assert steps == 1 + sum(len(turn["actions"]) for turn in human_game()["turns"])


def test_steps_say_where_they_are():
    steps = [(s.part, s.turn, s.seat, s.action_index, s.action) for s in replay(human_game())]
    assert steps[0] == ("setup", None, None, None, None)
    assert steps[2] == ("turns", 0, 0, 1, "shrimp De4")
    assert steps[-1] == ("turns", 18, 0, 0, "eat De4")


def test_the_basic_rules_would_allow_the_last_meal_that_the_on_line_edition_did_not():
    record = human_game()
    record["ruleset"] = "basic"
    record["final"][0]["actions"] = ["eat Bd5"]
    verdict = judge_game(record)
    assert verdict.reason is not None
    assert verdict.part == "result"  # all is legal but the tiebreaks: five tiles gave nothing
    assert verdict.reason.startswith("tiebreaks is [[2, 1, 7, 0], [1, 2, 10, 0]]")
