"""Whole records: the published example, a deck that stops early, the builder, and files."""

from __future__ import annotations

import json
from collections import Counter

import pytest

from analyzer.errors import UsageError
from analyzer.games.reef.judge import Deal, IllegalAction, judge_game, replay
from analyzer.games.reef.records import build_record
from analyzer.records.files import read_records
from tests.reef.judge.helpers import EXAMPLE_GAME, deck_game, example_game, rules, uniform_game


def test_the_published_example_is_accepted_as_it_is():
    assert str(judge_game(example_game())) == "accepted"


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


# --- files ------------------------------------------------------------------------------------


def test_records_come_line_by_line(tmp_path):
    games = [example_game(), uniform_game(3), deck_game()]
    path = tmp_path / "games.jsonl"
    path.write_text("".join(json.dumps(game) + "\n" for game in games) + "\n")
    records = list(read_records(path))
    assert records == games
    assert all(judge_game(record).accepted for record in records)


GOOD = EXAMPLE_GAME.read_text(encoding="utf-8").strip()


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "holds no game record"),
        ("hello\n", "line 1 is not a JSON object"),
        (GOOD + "\n" + GOOD[:500], "line 2 is not a JSON object"),
        (GOOD + "\n\n[1, 2]\n", "line 3 is not a JSON object but [1, 2]"),
        ('{"players": []}', "line 1 has format none"),
        ('{"format": "reef/2"}', "line 1 has format 'reef/2'"),
        ('{"format": "a", "format": "reef/1"}', "a key occurs twice"),
        ('{"format": "reef/1", "turns": NaN}', "NaN is not JSON"),
        ('{"format": "reef/1", "turns": ' + "9" * 5000 + "}", "not a JSON object"),
        ("[" * 100_000, "nested too deeply"),
    ],
)
def test_unreadable_files(tmp_path, text, reason):
    path = tmp_path / "games.jsonl"
    path.write_text(text)
    with pytest.raises(UsageError) as error:
        list(read_records(path))
    assert reason in str(error.value)
    assert "\n" not in str(error.value)


def test_files_that_are_not_there_or_no_text(tmp_path):
    with pytest.raises(UsageError, match="No such file"):
        list(read_records(tmp_path / "none.jsonl"))
    path = tmp_path / "games.jsonl"
    path.write_bytes(b"\xff\xfe{}\n")
    with pytest.raises(UsageError, match="line 1 is not a JSON object"):
        list(read_records(path))
