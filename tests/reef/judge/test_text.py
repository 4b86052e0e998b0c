"""The text form of a position and the drawings for the terminal."""

from __future__ import annotations

import pytest

from analyzer.errors import UsageError
from analyzer.games.reef.judge import Position, replay
from analyzer.games.reef.judge.board import read_board
from analyzer.games.reef.judge.drawing import draw_board
from tests.reef.judge.helpers import example_game, play, sketch, uniform_game

GAMES = [
    example_game(),
    uniform_game(2, hand_limit=2, orientation="printed"),
    uniform_game(3, start_points=[0, 4, 50], start_placement="free"),
    uniform_game(4, display=1, deck_end="finish_round", supply=60, final_special="all"),
]


@pytest.mark.parametrize("record", GAMES)
def test_every_position_and_every_view_parses_back(record):
    for step in replay(record):
        assert Position.from_text(step.position.text()) == step.position
        for seat in range(len(record["players"])):
            seen = step.position.view(seat)
            assert Position.from_text(seen.text()) == seen


def test_the_text_form_is_readable():
    position = sketch(supply={"r": 1}, start=[[22], [1, 2]], display={9: 0, 10: 2, 11: 0})
    position.deck = [5, None, None]
    assert position.text().splitlines() == [
        "players 2",
        "rules -",
        "phase turns, turn 0, to play 0",
        "supply r1 y16 g16 p16",
        "display 9 10+2 11",
        "deck 5 ?2",
        "enders supply - deck -",
        "seat 0: points 3, start 22, taken -, played -, scored -",
        "board 0: . . . ./. r y ./. g p ./. . . .",
        "seat 1: points 3, start 1 2, taken -, played -, scored -",
        "board 1: . . . ./. r y ./. g p ./. . . .",
    ]


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("players 2", "players 5", "is not the line 'players'"),
        ("players 2", "players 3", "3 players need 6 lines, not 4"),
        ("rules -", "rules size=4", "unknown rule parameter 'size'"),
        ("rules -", "rules supply=2", "supply = '2' is not possible"),
        ("phase turns", "phase middle", "is not the line 'phase'"),
        ("to play 0", "to play 3", "there is no seat 3"),
        ("r16", "r-1", "is not the line 'supply'"),
        ("display 1 2", "display 1 1", "a card occurs twice"),
        ("deck 4", "deck four", "is not the line 'deck'"),
        ("seat 1:", "seat 0:", "the lines of seat 1 are due"),
        ("taken -", "taken ?", "known to all"),
        (". r y .", ". r y", "a board has four rows"),
        (". r y .", ". r yyyyy .", "c2 cannot hold 'yyyyy'"),
        ("points 3", "points \ud800", "is not the line 'seat'"),
        ("points 3", "points " + "9" * 5000, "is not the line 'seat'"),
    ],
)
def test_texts_that_are_no_position_get_one_line(old, new, reason):
    text = sketch().text()
    assert old in text
    with pytest.raises(UsageError) as error:
        Position.from_text(text.replace(old, new, 1))
    assert reason in str(error.value)
    assert "\n" not in str(error.value)
    str(error.value).encode("ascii")


def test_an_empty_text_is_no_position():
    with pytest.raises(UsageError, match="more than 0 lines"):
        Position.from_text("")


def test_a_board_is_drawn_as_seen_from_above():
    drawn = draw_board(read_board(". g r ./. gp r ./. p yp ./. . . rrrr"))
    assert drawn.splitlines() == [
        "   a  b  c  d",
        "1  .  g1 r1 .",
        "2  .  p2 r1 .",
        "3  .  p1 p2 .",
        "4  .  .  .  r4",
    ]


def test_a_position_is_drawn_with_its_boards_side_by_side():
    steps = list(replay(example_game()))
    assert str(steps[-1].position).splitlines() == [
        "over after 6 turns; ended by the supply",
        "supply r1 y2 g1 p0   display 31 18 40   deck 50, top 29",
        "seat 0: 5 points    seat 1: 7 points",
        "hand empty          hand empty",
        "   a  b  c  d          a  b  c  d",
        "1  .  g1 r1 .       1  .  .  .  .",
        "2  .  p2 r1 .       2  .  y1 r1 .",
        "3  .  p1 p2 .       3  .  p1 g1 .",
        "4  .  .  .  .       4  .  .  .  .",
    ]


def test_a_drawn_view_hides_what_is_hidden():
    position = sketch(start=[[22, 16], [1, 2]], taken=[[], [60]])
    drawn = str(position.view(0))
    assert "hand 22 16" in drawn
    assert "hand ? ? 60" in drawn


def test_the_headline_names_the_phase():
    position = sketch(taken=[[1], [29]], supply={"r": 2}, turn=1)
    assert str(position).startswith("turn 1: seat 1 to play\n")
    play(position, "play 29 at ra1,ra1 scoring 0")
    assert str(position).startswith("final scoring: seat 0; ended by the supply\n")


def test_a_snapshot_is_json_for_viewers():
    position = sketch(start=[[22, 16], [1, 2]], deck=[18], display={9: 0, 10: 0, 11: 2})
    shot = position.view(0).snapshot()
    assert shot["deck"] == {"size": len(position.deck), "top": 18}
    assert shot["display"][2] == {"card": 11, "points": 2}
    assert [p["start_cards"] for p in shot["players"]] == [[22, 16], [None, None]]
    assert shot["players"][0]["stacks"] == {"b2": "r", "c2": "y", "b3": "g", "c3": "p"}
