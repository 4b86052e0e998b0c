"""Reef replayed: frames, words, pictures and text."""

from __future__ import annotations

import json

import pytest

from analyzer.games import about
from analyzer.games.reef.action_words import action_words, pattern_words
from analyzer.games.reef.cards import cards
from analyzer.games.reef.judge import parse_action
from analyzer.records.errors import RecordViolation
from reports.games import drawing_of
from reports.replay.drawing import BOARD, SEAT, SIDE
from reports.replay.html import viewer_page
from reports.replay.picture import position_sketch
from reports.replay.scenes import scenes_of
from reports.replay.terminal import draw_scene
from tests.reef.judge.helpers import example_game


@pytest.fixture(scope="module")
def document():
    return about("reef").replay(example_game())


def test_every_action_is_a_frame(document):
    parts = [frame["part"] for frame in document["frames"]]
    assert parts == ["setup", *["turns"] * 6, *["final"] * 4, "result"]
    turns = [frame["turn"] for frame in document["frames"]]
    assert turns == [None, 0, 1, 2, 3, 4, 5, 6, 7, 7, 7, None]
    assert document["n_turns"] == 8
    assert [frame["n_actions"] for frame in document["frames"]][-5:] == [1, 3, 3, 3, 0]
    assert document["frames"][-1]["scores"] == [5, 7]
    assert json.loads(json.dumps(document)) == document


def test_what_an_action_touched_is_marked(document):
    changed = [frame["changed"] for frame in document["frames"]]
    assert changed[1:4] == [["card 24"], ["card 18"], ["0b1", "0c1"]]


def test_the_end_in_words(document):
    assert document["frames"][-1]["words"] == (
        "The game ends: a colour ran out and the round was finished; second player (greedy) wins"
        " with 7 points (5 to 7 in order of play)."
    )


def test_a_rejected_record_is_not_replayed():
    record = example_game()
    record["turns"][0]["actions"] = ["pass"]
    with pytest.raises(RecordViolation, match="may not pass"):
        about("reef").replay(record)


@pytest.mark.parametrize(
    ("action", "words"),
    [
        (
            "take 24 with 1: 18",
            "takes card 24 (3 for yellow and red side by side) with 1 point on it; card 18 fills",
        ),
        ("deck 49 onto 24", "pays a point, laid on card 24, for the deck's card 49 (6 for 4 red"),
        (
            "play 9 at pc3,pb2 scoring 4",
            "plays card 9 (4 for yellow 3 high): places purple on c3, purple on b2 and scores 4",
        ),
        ("score 30 for 2", "scores 2 points for card 30 (2 for 2 any side by side, 2 high) left"),
        ("pass", "can neither take nor play"),
    ],
)
def test_actions_in_words(action, words):
    assert action_words(parse_action(action)).startswith(words)


def test_every_card_has_words_of_its_own():
    words = {pattern_words(card) for card in cards().values()}
    assert len(words) == len(cards())


def test_text_shows_stacks_from_above(document):
    scene = scenes_of(document)[5]  # seat 0 plays card 22
    lines = draw_scene(document, scene, width=80).splitlines()
    (row,) = [line for line in lines if line.startswith("2 ")]
    assert row.split() == ["2", ".", "+p2", "r1", ".", "2", ".", "y1", "r1", "."]
    assert all(len(line) <= 80 for line in lines)


def test_hidden_start_cards_are_shown_only_when_asked_for(document):
    setup = scenes_of(document)[0]
    assert "16 builds" in draw_scene(document, setup, hidden=True)
    assert "16 builds" not in draw_scene(document, setup, hidden=False)


def test_page_and_picture_show_letter_height_and_points(document):
    drawing = drawing_of("reef")
    frame = document["frames"][5]
    panels = drawing.panels(document, frame, {"0b2": "now"})
    assert [panel.area for panel in panels] == [BOARD, BOARD, SIDE, SEAT, SEAT]
    assert "b2 purple 2 high" in panels[0].sketch.text
    svg = panels[0].sketch.svg(drawing.looks.values())
    assert "b2, from the top: purple, green" in svg
    assert 'class="changed now"' in svg
    assert "card 18 (any 3 high) with 0 points" in panels[2].sketch.text
    assert position_sketch(document, 3).width > 0
    page = viewer_page(document, "example", None)
    assert "around the highest stack" in page


def test_a_seat_has_its_own_cards_hidden_from_others(document):
    panels = drawing_of("reef").panels(document, document["frames"][0], {})
    hands = [panel for panel in panels if panel.area == SEAT]
    for panel in hands:
        assert [shape.is_hidden for shape in panel.sketch.shapes].count(True) == 2
