"""Records with one defect each: all are rejected, at the right place and for the right reason."""

from __future__ import annotations

import pytest

from analyzer.games.reef.judge import judge_game
from tests.defective import (
    Defective,
    Edit,
    Record,
    as_parameters,
    check_found_where_it_is,
    drop,
    edited,
    in_result,
    in_setup,
    in_turn,
    put,
)
from tests.reef.judge.helpers import deck_game, example_game, uniform_game


def acting(name: str, turn: int, text: str, reason: str) -> Defective:
    """Another action in a turn of the example."""
    return Defective(name, put("turns", turn, "actions", 0, value=text), reason, "turns", turn)


def in_final(name: str, turn: int | None, edit: Edit, reason: str) -> Defective:
    return Defective(name, edit, reason, "final", turn)


def free_game() -> Record:
    return uniform_game(2, start_placement="free")


def start(text: str) -> Edit:
    return put("setup", "start", 0, value=text)


RECORD = [
    Defective("empty", lambda r: r.clear(), "has no 'format'"),
    Defective("format", put("format", value="reef/2"), "unknown format 'reef/2'"),
    Defective("format type", put("format", value=["reef/1"]), "unknown format"),
    Defective("no turns", drop("turns"), "has no 'turns'"),
    Defective("no final", drop("final"), "has no 'final'"),
    Defective("override name", put("overrides", value={"size": 4}), "unknown rule parameter"),
    Defective("override range", put("overrides", "supply", value=61), "allowed: 3 to 60"),
    Defective("override players", put("overrides", "supply", value=2), "not possible"),
    Defective("override text", put("overrides", "supply", value="4"), "wrong type"),
    Defective("override float", put("overrides", "supply", value=4.0), "not possible"),
    Defective("seats", put("overrides", "start_points", value=[3]), "names 1 seat, but"),
    Defective("overrides type", put("overrides", value=[]), "overrides must be an object"),
    Defective("one player", put("players", value=["a"]), "players must be 2 to 4 names"),
    Defective("five players", put("players", value=["a"] * 5), "players must be 2 to 4 names"),
    Defective("player names", put("players", value=["a", 2]), "players must be 2 to 4 names"),
    Defective("turns type", put("turns", value={}), "turns must be a list", "turns"),
]

SETUP = [
    in_setup("third player", lambda r: r["players"].append("c"), "start must be 3 texts"),
    in_setup("no deck", drop("setup", "deck"), "the setup has no 'deck'"),
    in_setup("unknown key", put("setup", "top", value=1), "unknown key 'top'"),
    in_setup("three cards", put("setup", "hands", 0, value=[16, 38, 1]), "dealt 2 cards, not 3"),
    in_setup("one hand", drop("setup", "hands", 1), "1 hands were dealt to 2 players"),
    in_setup("hand type", put("setup", "hands", 0, value="16"), "hands must be lists of card"),
    in_setup("card text", put("setup", "hands", 0, 0, value="16"), "hands must be lists of card"),
    in_setup("card 61", put("setup", "deck", 6, value=61), "there is no card 61"),
    in_setup("card 0", put("setup", "deck", 6, value=0), "there is no card 0"),
    in_setup("card true", put("setup", "deck", 6, value=True), "deck must be a list of card"),
    in_setup("twice in the deck", put("setup", "deck", 6, value=29), "card 29 occurs twice"),
    in_setup("hand and deck", put("setup", "deck", 6, value=38), "card 38 occurs twice"),
    in_setup("hand and display", put("setup", "display", 0, value=16), "card 16 occurs twice"),
    in_setup("short display", drop("setup", "display", 0), "display has 3 cards, not 2"),
    in_setup(
        "long deck",
        lambda r: r["setup"]["deck"].append(1),
        "the deck has 53 cards, not 54",
        base=uniform_game,
    ),
    in_setup("start missing", drop("setup", "start", 1), "start must be 2 texts"),
    in_setup("start type", put("setup", "start", 1, value=None), "start must be 2 texts"),
    in_setup("three pieces", start("gb2,rc2,pb3"), "one piece of each colour"),
    in_setup("a colour twice", start("gb2,gc2,pb3,yc3"), "one piece of each colour"),
    in_setup("a cell twice", start("gb2,rb2,pb3,yc3"), "on each centre cell"),
    in_setup("outer cell", start("ga1,rc2,pb3,yc3"), "on each centre cell"),
    in_setup("centre cell", start("gb2,ra1,pa1,ya1"), "outer cells only", base=free_game),
    in_setup("no such cell", start("ge2,rc2,pb3,yc3"), "malformed start pieces"),
    in_setup("start spaces", start("gb2, rc2, pb3, yc3"), "malformed start pieces"),
]

TURNS = [
    in_turn("seat", 1, put("turns", 1, "seat", value=0), "the turn of seat 1, not of seat 0"),
    in_turn("seat type", 1, put("turns", 1, "seat", value=1.0), "seat must be a number"),
    in_turn("left out", 1, drop("turns", 1), "the turn of seat 1, not of seat 0"),
    in_turn("no action", 2, put("turns", 2, "actions", value=[]), "exactly one action, not 0"),
    in_turn(
        "two actions",
        2,
        lambda r: r["turns"][2]["actions"].append("pass"),
        "exactly one action, not 2",
    ),
    in_turn("action type", 2, put("turns", 2, "actions", 0, value=3), "actions must be texts"),
    in_turn("turn type", 2, put("turns", 2, value="pass"), "the turns must be an object"),
    in_turn("turn key", 2, put("turns", 2, "note", value=1), "unknown key 'note'"),
    acting("verb", 0, "draw 22", "unknown action 'draw'"),
    acting("upper case", 0, "Deck 22 onto 24", "unknown action 'Deck'"),
    acting("line break", 0, "deck 22 onto 24\n", "malformed action"),
    acting("leading zero", 0, "deck 022 onto 24", "malformed action"),
    acting("foreign digits", 0, "deck ٢٢ onto 24", "malformed action"),
    acting("not the top", 0, "deck 18 onto 24", "the deck's top card is 22, not 18"),
    acting("not the cheapest", 0, "deck 22 onto 39", "lowest value (24), not 39"),
    acting("not on display", 0, "deck 22 onto 60", "card 60 is not on display"),
    Defective(
        "no point", put("overrides", "start_points", value=[0, 3]), "no point to pay", "turns", 0
    ),
    acting("points left", 1, "take 24: 18", "1 points lie on card 24, not 0"),
    acting("too many points", 1, "take 24 with 2: 18", "1 points lie on card 24, not 2"),
    acting("points on none", 3, "take 39 with 1: 40", "no points lie on card 39"),
    acting("taken from nowhere", 3, "take 24: 40", "card 24 is not on display"),
    acting("wrong fill", 3, "take 39: 29", "the deck's top card 40 fills the gap, not card 29"),
    acting("no fill", 3, "take 39: -", "the deck's top card 40 fills the gap"),
    Defective(
        "full hand", put("overrides", "hand_limit", value=2), "may not take another", "turns", 0
    ),
    acting("card of another", 2, "play 35 at ra1,ra1 scoring 0", "does not have card 35 in hand"),
    acting("played twice", 4, "play 16 at gb1,rc1 scoring 0", "does not have card 16 in hand"),
    acting("too few pieces", 2, "play 16 at gb1 scoring 0", "gives the pieces gr, not g"),
    acting("wrong colour", 2, "play 16 at gb1,pc1 scoring 0", "gives the pieces gr, not gp"),
    acting("supply is short", 5, "play 24 at pa1,pa1 scoring 3", "gives the pieces none, not pp"),
    acting("too many points scored", 4, "play 22 at pc3,pb2 scoring 6", "scores 3, not 6"),
    acting("too few points scored", 4, "play 22 at pc3,pb2 scoring 0", "scores 3, not 0"),
    acting("completions for points", 4, "play 22 at pc3,pb2 scoring 1", "scores 3, not 1"),
    acting("pieces elsewhere", 4, "play 22 at pb1,pb2 scoring 3", "scores 0, not 3"),
    acting("pass", 2, "pass", "may not pass: it can play a card"),
    acting("scored too soon", 2, "score 16 for 0", "a turn is take, deck, play or pass"),
    in_turn(
        "goes on",
        6,
        lambda r: r["turns"].append({"seat": 0, "actions": ["take 31: 29"]}),
        "the game ended in turn 5 (supply) but goes on",
    ),
]

FINAL = [
    in_final("type", None, put("final", value={}), "final must be a list"),
    in_final("no entries", None, put("final", value=[]), "seat 0 has no entry"),
    in_final("one entry", None, drop("final", 1), "seat 1 has no entry"),
    in_final("order", 0, lambda r: r["final"].reverse(), "seat 0, not seat 1"),
    in_final("card left out", 1, drop("final", 1, "actions", 1), "seat 1 has not scored 9"),
    in_final(
        "third entry", 2, lambda r: r["final"].append({"seat": 2, "actions": []}), "2 seats score"
    ),
    in_final(
        "twice",
        0,
        lambda r: r["final"][0]["actions"].append("score 38 for 0"),
        "no card left to score",
    ),
    in_final(
        "card of another",
        0,
        put("final", 0, "actions", 0, value="score 9 for 0"),
        "does not have card 9 in hand",
    ),
    in_final(
        "points", 1, put("final", 1, "actions", 1, value="score 9 for 4"), "card 9 scores 0 at"
    ),
    in_final(
        "played", 0, put("final", 0, "actions", 0, value="play 38 at - scoring 0"), "has stopped"
    ),
]

RESULT = [
    in_result("a turn short", drop("turns", 5), "has not ended after its last turn"),
    in_result("ended_by", put("result", "ended_by", value="deck"), "ended_by is 'supply'"),
    in_result("end unknown", put("result", "ended_by", value="turns"), "ended_by has an imp"),
    in_result("ender", put("result", "ender", value=1), "ender is 0, but the record says 1"),
    in_result("ender null", put("result", "ender", value=None), "ender has an impossible"),
    in_result("board", put("result", "boards", 1, value="."), "boards is"),
    in_result("one board", drop("result", "boards", 1), "boards is"),
    in_result("boards type", put("result", "boards", value="."), "boards has an impossible"),
    in_result("scores", put("result", "scores", 1, value=8), "scores is [5, 7]"),
    in_result("scores float", put("result", "scores", 1, value=7.0), "scores has an impossible"),
    in_result("scores huge", put("result", "scores", 1, value=10**400), "scores is [5, 7]"),
    in_result("tiebreaks", put("result", "tiebreaks", 0, 1, value=1), "tiebreaks is"),
    in_result("tiebreaks shape", put("result", "tiebreaks", 0, value=6), "tiebreaks has an imp"),
    in_result("ranks", put("result", "ranks", value=[1, 2]), "ranks is [2, 1]"),
    in_result("shared", put("result", "ranks", value=[1, 1]), "ranks is [2, 1]"),
    in_result("ranks type", put("result", "ranks", value=[2, True]), "ranks has an impossible"),
    in_result("missing", drop("result", "ranks"), "the result has no 'ranks'"),
    in_result("unknown key", put("result", "board", value=[]), "unknown key 'board'"),
    in_result("not an object", put("result", value=None), "must be an object, not None"),
    in_result(
        "by the supply", put("result", "ended_by", value="supply"), "is 'deck'", base=deck_game
    ),
]


@pytest.mark.parametrize("case", as_parameters([*RECORD, *SETUP, *TURNS, *FINAL, *RESULT]))
def test_one_defect_is_found_where_it_is(case):
    check_found_where_it_is(case, example_game, judge_game)


def test_a_game_that_goes_on_after_the_deck_is_empty():
    record = deck_game()
    seat = len(record["turns"]) % 4
    record["turns"].append({"seat": seat, "actions": ["pass"]})
    verdict = judge_game(record)
    assert verdict.turn == len(record["turns"]) - 1
    assert "(deck) but goes on" in verdict.reason


def test_the_other_deck_end_is_another_game():
    record = deck_game()
    record["overrides"]["deck_end"] = "finish_round"
    assert "has not ended after its last turn" in judge_game(record).reason


def test_a_verdict_says_where_and_why_in_one_line():
    record = edited(example_game(), put("turns", 4, "actions", 0, value="play 1 at - scoring 0"))
    verdict = judge_game(record)
    assert (verdict.turn, verdict.action_index, verdict.action) == (4, 0, "play 1 at - scoring 0")
    assert str(verdict) == (
        "rejected: turn 4, action 0 'play 1 at - scoring 0': seat 0 does not have card 1 in hand"
    )
    final = edited(example_game(), put("final", 0, "seat", value=5))
    assert str(judge_game(final)).startswith("rejected: final round, entry 0: ")
