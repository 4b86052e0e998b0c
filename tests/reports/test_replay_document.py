"""Frames: every record the judge accepts becomes a document that viewers can draw."""

from __future__ import annotations

import json

import pytest

from analyzer.games.encounter.judge import RecordViolation, apply_action, parse_action, replay
from analyzer.games.encounter.replay import replay_document
from analyzer.games.encounter.rules import RULESETS
from analyzer.records.names import shown_name
from tests.reports.games import human_document, human_record, uniform_record


@pytest.mark.parametrize("n_players", [2, 3, 4])
@pytest.mark.parametrize("ruleset", list(RULESETS))
def test_every_accepted_record_has_a_frame_for_every_action(ruleset, n_players):
    record = uniform_record(ruleset, n_players)
    document = replay_document(record)
    frames = document["frames"]
    recorded = [action for turn in record["turns"] for action in turn["actions"]]
    assert [f["action"] for f in frames if f["part"] == "turns"] == recorded
    assert frames[0]["part"] == "setup"
    assert frames[-1]["part"] == "result"
    assert json.loads(json.dumps(document)) == document
    scores = [player["score"] for player in frames[-1]["position"]["players"]]
    assert scores == record["result"]["scores"]


def test_a_record_with_one_move():
    document = replay_document(uniform_record(limit=1))
    assert document["n_turns"] == 1
    assert {frame["turn"] for frame in document["frames"]} == {None, 0}
    assert "turn limit" in document["frames"][-1]["words"]


def test_a_record_without_the_optional_keys():
    record = uniform_record(limit=3)
    del record["final"], record["overrides"]
    assert replay_document(record)["n_turns"] == 3


def test_the_final_round_is_counted_on_and_shows_who_declined():
    frames = human_document()["frames"]
    final = [frame for frame in frames if frame["part"] == "final"]
    assert [(f["turn"], f["seat"], f["words"]) for f in final] == [
        (19, 1, "eats nothing in the final round")
    ]
    assert final[0]["position"] == frames[-1]["position"]


def test_a_meal_in_the_final_round_is_a_frame():
    record = human_record() | {"ruleset": "basic"}
    steps = replay(record)
    position = next(step.position for step in steps if step.position.final_seats)
    apply_action(position, 1, parse_action("eat Bd5"))
    record |= {"final": [{"seat": 1, "actions": ["eat Bd5"]}], "result": position.result()}
    frame = replay_document(record)["frames"][-2]
    assert (frame["part"], frame["turn"], frame["seat"]) == ("final", 19, 1)
    assert frame["words"] == (
        "eats the orange coral of 5 tiles at Bd5: 0 into the parrotfish, 5 back to the bag"
    )
    assert set(frame["changed"]) == {"Bd5", "Bd4", "Bc5", "Be5", "Bc4"}


def words_of(action: str) -> str:
    frames = human_document()["frames"]
    return next(frame["words"] for frame in frames if (frame["action"] or "").startswith(action))


@pytest.mark.parametrize(
    ("action", "words"),
    [
        (
            "grow w 3+0: De4",
            "grows white with 3 tiles from behind the screen: De4, extra growth on Dd4, Df4,"
            " De5 consuming yellow",
        ),
        ("shrimp De4", "introduces a shrimp at De4 (white)"),
        ("eat Bf4", "eats the white coral of 7 tiles at Bf4: 3 into the parrotfish, 4 back"),
        ("larva w", "exchanges a consumed white tile for a white larva cube"),
        ("tile o", "exchanges an orange larva cube for an orange tile"),
        ("move Db5>Dc4", "moves a shrimp from Db5 to Dc4"),
        ("alga u space", "plays purple alga onto the alga space turning to"),
        ("alga b lock 10", "locking grey over yellow, turning to o>y, y>p and g>o (paid with"),
        ("grow o 2+3", "with 2 tiles from behind the screen and 3 consumed tiles"),
        ("draft w: oww", "drafts the white space: a white cube, tiles 2 white and 1 orange;"),
    ],
)
def test_actions_in_words(action, words):
    assert words in words_of(action)


def test_changed_cells_of_a_growth_are_in_order_of_placement():
    frame = next(f for f in human_document()["frames"] if f["action"] and "De4 +Dd4" in f["action"])
    assert frame["changed"] == ["De4", "Dd4", "Df4", "De5"]


def test_the_ending_names_the_winner_and_the_tie_break():
    assert (
        "start player (human) wins with 34 points (34 to 21 in order of play)"
        in (human_document()["frames"][-1]["words"])
    )


def test_a_rejected_record_raises():
    record = human_record()
    record["result"]["scores"] = [35, 21]
    with pytest.raises(RecordViolation, match="scores"):
        replay_document(record)


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("balanced", "balanced"),
        ("\x1b[31mred", "?[31mred"),
        ("\ud800", "?"),
        ("", "?"),
        ("Zoë 愛", "Zoë 愛"),
        ("x" * 100, "x" * 39 + "…"),
    ],
)
def test_names_cannot_steer_a_terminal(name, shown):
    assert shown_name(name) == shown
