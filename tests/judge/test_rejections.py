"""Records with one defect each: all are rejected, at the right place and for the right reason."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from analyzer.games.encounter.judge import Position, judge_game, replay
from tests.defective import (
    Defective,
    Edit,
    Record,
    as_parameters,
    check_found_where_it_is,
    drop,
    edited,
    in_final,
    in_result,
    in_setup,
    in_turn,
    put,
)
from tests.judge.helpers import human_game, uniform_game
from tests.judge.scripted import full_game, locked_game


def acting(name: str, turn: int, index: int, text: str, reason: str) -> Defective:
    """Another action in a turn of the human game."""
    return in_turn(name, turn, put("turns", turn, "actions", index, value=text), reason)


def last_chance(name: str, edit: Edit, reason: str, **more: Any) -> Defective:
    """A defect in the first entry of the final round."""
    return in_final(name, edit, reason, turn=0, **more)


def add(turn: int, index: int, text: str) -> Edit:
    """An edit that inserts an action."""
    return lambda record: record["turns"][turn]["actions"].insert(index, text)


def end_a_turn_early(record: Record) -> None:
    del record["turns"][-1]
    record["result"]["ender"] = record["turns"][-1]["seat"]


def cut(record: Record, n_turns: int) -> None:
    record["turns"] = record["turns"][:n_turns]
    record["final"] = []
    record["result"].update(ended_by="turn_limit", ender=None)


def go_on(record: Record) -> None:
    seat = (record["turns"][-1]["seat"] + 1) % len(record["players"])
    record["turns"].append({"seat": seat, "actions": ["draft w: w; w=w"]})


def manual_game() -> Record:
    return uniform_game("manual", 2)


by_manual = partial(in_setup, base=manual_game)


def meal(name: str, text: str, reason: str) -> Defective:
    """An action in the last chance of seat 1."""
    return last_chance(name, put("final", 0, "actions", value=[text]), reason)


RECORD = [
    Defective("not an object", lambda r: r.clear(), "has no 'format'"),
    Defective("format", put("format", value="reef-encounter/2"), "unknown format"),
    Defective("no turns", drop("turns"), "has no 'turns'"),
    Defective("unknown key", put("overides", value={}), "unknown key 'overides'"),
    Defective("ruleset", put("ruleset", value="expert"), "unknown ruleset"),
    Defective("ruleset type", put("ruleset", value=["basic"]), "ruleset must be a name"),
    Defective("override name", put("overrides", value={"size": 4}), "unknown rule parameter"),
    Defective("override range", put("overrides", value={"eat_return": 21}), "not possible"),
    Defective("override type", put("overrides", value={"grow_limit": "4"}), "wrong type"),
    Defective("override seats", put("overrides", value={"start_tiles": [6]}), "names 1 seat, but"),
    Defective("overrides type", put("overrides", value=[]), "overrides must be an object"),
    Defective("one player", put("players", value=["human"]), "players must be 2 to 4 names"),
    Defective("player names", put("players", value=["human", 2]), "players must be 2 to 4 names"),
    Defective("turns type", put("turns", value={}), "turns must be a list", "turns"),
]

SETUP = [
    in_setup("one rock", put("setup", "rocks", value="B"), "rocks must be 2 different ones"),
    in_setup("rock twice", put("setup", "rocks", value="BB"), "rocks must be 2 different ones"),
    in_setup("rock E", put("setup", "rocks", value="BE"), "rocks must be 2 different ones"),
    in_setup("small rocks", put("setup", "rocks", value="bd"), "rocks must be 2 different ones"),
    in_setup("rocks list", put("setup", "rocks", value=["B", "D"]), "rocks must be a text"),
    in_setup(
        "sixth space", put("setup", "open_sea", "r", value="w"), "the open sea has the spaces"
    ),
    in_setup("no rocks", drop("setup", "rocks"), "the setup has no 'rocks'"),
    in_setup("star_up number", put("setup", "star_up", value=1), "star_up must be true or false"),
    in_setup("star_up list", put("setup", "star_up", value=[True] * 10), "true or false"),
    by_manual("one toss for all", put("setup", "star_up", value=True), "list of ten true or false"),
    in_setup("first space", put("setup", "first_space", value="w"), "space w of the open sea"),
    in_setup("no such space", put("setup", "first_space", value="r"), "the first space is one of"),
    in_setup("space missing", drop("setup", "open_sea", "w"), "the open sea has the spaces"),
    in_setup("sea too full", put("setup", "open_sea", "y", value="pw"), "gets 1 tiles, not 'pw'"),
    in_setup("sea letter", put("setup", "open_sea", "y", value="r"), "written with the letters"),
    in_setup("sea type", put("setup", "open_sea", "y", value=1), "open_sea must give a word"),
    in_setup("hand short", put("setup", "hands", 0, value="wwwyp"), "draws 6 start tiles, not 5"),
    in_setup("hand letter", put("setup", "hands", 0, value="wwwypb"), "written with the letters"),
    in_setup("three hands", put("setup", "hands", value=["w"] * 3), "3 hands were dealt"),
    by_manual(
        "not one of each", put("setup", "hands", 0, value="wwopg"), "one start tile of each colour"
    ),
    in_setup("fed what it has not", put("setup", "fed", value="gw"), "feeds 'g' but holds"),
    in_setup("fed nothing", put("setup", "fed", value="-w"), "feeds '-' but holds"),
    in_setup("fed empty", put("setup", "fed", value=""), "fed must be 2 letters"),
    in_setup("fed too few", put("setup", "fed", value="w"), "fed must be 2 letters"),
    by_manual("fed for nobody", put("setup", "fed", value="ww"), "feeds nothing"),
    in_setup("three cubes", put("setup", "larvae", 0, value="pww"), "takes 2 larva cubes"),
    in_setup("cube letter", put("setup", "larvae", 0, value="pr"), "takes 2 larva cubes"),
    in_setup("larvae seats", put("setup", "larvae", value=["pw"]), "larvae must be 2 words"),
    by_manual(
        "cubes not one of each",
        put("setup", "larvae", 1, value="wwopg"),
        "one larva cube of each colour",
    ),
    in_setup(
        "cubes run out",
        put("setup", "larvae", value=["ppppp", "ppppp"]),
        "no pink larva cube is left",
        base=lambda: uniform_game("basic", 2, start_larvae=5),
    ),
    in_setup("alga space", put("setup", "alga_space", value="r"), "the alga space starts empty"),
    by_manual("alga missing", drop("setup", "alga_space"), "starts with a cylinder"),
    by_manual("no such alga", put("setup", "alga_space", value="w"), "starts with a cylinder"),
]

# The human game: its turns 0 to 18 are played on rocks B and D by seats 0 and 1 in turn.
TURNS = [
    in_turn("wrong seat", 3, put("turns", 3, "seat", value=0), "turn of seat 1, not of seat 0"),
    in_turn("seat text", 0, put("turns", 0, "seat", value="0"), "seat must be a number"),
    in_turn("seat fraction", 0, put("turns", 0, "seat", value=0.0), "seat must be a number"),
    in_turn("action null", 4, put("turns", 4, "actions", 0, value=None), "actions must be texts"),
    in_turn("seat type", 1, put("turns", 1, "seat", value=True), "seat must be a number"),
    in_turn("no actions", 9, put("turns", 9, "actions", value=[]), "not end with a draft"),
    in_turn("actions type", 9, put("turns", 9, "actions", value="draft"), "actions must be texts"),
    in_turn("turn type", 9, put("turns", 9, value=[]), "must be an object"),
    in_turn("turn key", 9, put("turns", 9, "time", value=3), "unknown key 'time'"),
    acting("unknown action", 4, 0, "swim Bc3", "unknown action 'swim'"),
    acting("malformed cell", 4, 0, "shrimp Bc9", "malformed action"),
    in_turn("no draft", 4, drop("turns", 4, "actions", 1), "not end with a draft"),
    in_turn("after the draft", 4, add(4, 2, "tile w"), "the draft has ended the turn"),
    in_turn("two drafts", 9, add(9, 0, "draft y: ogg; w=y y=g o=o"), "has ended the turn"),
    acting("no cube", 0, 0, "grow y 1+0: De4", "larva cubes of seat 0: 1 yellow"),
    acting("too few tiles", 2, 0, "grow p 4+0: Db5 Db4xw Db6 Dc6", "tiles behind"),
    acting(
        "five tiles",
        3,
        0,
        "grow w 5+0: Bf3 Be4 Bg4 Bf5 Bg5",
        "at most 4 tiles from behind the screen",
    ),
    acting("no consumed tiles", 2, 0, "grow p 2+1: Db5 Db4xw Db6", "consumed tiles"),
    acting("tiles miscounted", 2, 0, "grow p 2+0: Db5 Db4xw Db6", "but places 3"),
    acting("free growth", 2, 0, "grow p 0+1 free: Db5", "no growth without a larva"),
    acting("on sand", 2, 0, "grow p 1+0: Dc3", "Dc3 is not a rock cell"),
    acting("other rock", 2, 0, "grow p 1+0: Aa3", "Aa3 is not a rock cell"),
    acting("on its own colour", 2, 0, "grow p 1+0: Dc5xp", "already holds pink"),
    acting("attacks stronger", 2, 0, "grow p 2+0: Db5 Dd2xo", "pink is not stronger"),
    acting("attacks alone", 2, 0, "grow p 1+0: Db4xw", "no pink coral of at least 2"),
    acting(
        "attacks a protected tile",
        2,
        0,
        "grow p 3+0: Dd5 De6 De5xw",
        "a shrimp protects the white tile on De5",
    ),
    acting("consumed unnamed", 0, 0, "grow w 3+0: De4 +Dd4 Df4 De5", "consumes nothing"),
    acting("consumed misnamed", 0, 0, "grow w 3+0: De4 +Dd4 Df4 De5xp", "holds yellow"),
    acting("consumed invented", 0, 0, "grow w 1+0: Da3xy", "Da3 holds no tile"),
    acting("extra growth missing", 0, 0, "grow w 3+0: De4 Df4 De5xy", "is missing"),
    acting("extra growth late", 0, 0, "grow w 2+0: De4 Df4 +Dd4", "is missing"),
    acting("extra growth elsewhere", 0, 0, "grow w 1+0: De4 +Bd4", "on Dd4 is missing"),
    acting("extra growth twice", 0, 0, "grow w 1+0: De4 +Dd4 +Dd4", "no extra growth is"),
    acting("tiles below none", 0, 0, "grow w -1+2: De4 +Dd4", "malformed action"),
    acting("digits of another script", 0, 0, "grow w ١+0: De4 +Dd4", "malformed action"),
    acting("line end", 0, 0, "grow w 1+0: De4 +Dd4\n", "malformed step"),
    acting("extra growth invented", 3, 0, "grow w 1+0: Bf3 +Bd4", "no extra growth is due"),
    acting(
        "joins guarded corals",
        11,
        2,
        "grow y 1+0: Bc4",
        "would join corals that each hold a shrimp",
    ),
    in_turn("third growth", 5, add(5, 3, "grow w 1+0: Bf6"), "only 2 growths"),
    in_turn("second shrimp", 5, add(5, 4, "shrimp Dd2"), "only one shrimp may be introduced"),
    acting("onto a guarded coral", 4, 0, "shrimp Bd4", "already holds a shrimp"),
    acting("onto bare rock", 4, 0, "shrimp Ba3", "Ba3 is bare rock"),
    acting("third on a rock", 5, 3, "shrimp Bd2", "already has 2 shrimps on rock B"),
    acting("moves another's", 10, 2, "move De3>Dc4", "belongs to seat 1"),
    acting("moves nobody", 10, 2, "move Da2>Dc4", "no shrimp stands on Da2"),
    acting(
        "moves onto a guarded coral", 10, 2, "move Db5>Bc5", "coral at Bc5 already holds a shrimp"
    ),
    acting("ends on bare rock", 10, 2, "move Db5>Da2", "bare rock at Da2"),
    acting("larva without a tile", 8, 1, "larva o", "consumed tiles of seat 0: 1 orange"),
    in_turn("larva kept", 8, drop("turns", 8, "actions", 2), "must still pay for a growth: w"),
    acting("larva for a tile", 8, 2, "tile w", "must pay for a growth this turn"),
    acting("tile without a cube", 4, 0, "tile w", "larva cubes of seat 0: 1 white"),
    acting("alga unpaid", 5, 0, "alga u space paying w", "1 white needed, 0 there"),
    acting("lock before eating", 5, 0, "alga u lock 4 paying o", "has not eaten yet"),
    in_turn("two locks", 10, add(10, 4, "alga n lock 1 paying y"), "only one coral tile"),
    acting("locked twice", 12, 3, "alga b lock 10 paying y", "10 is already locked"),
    acting("wrong large alga", 10, 3, "alga r lock 10 paying y", "10 is blue, not red"),
    acting("no such coral tile", 10, 3, "alga b lock 11 paying y", "no coral tile 11"),
    acting("drafts other tiles", 4, 1, "draft y: pgg; y=o o=w p=o", "the yellow space"),
    acting("refill missing", 4, 1, "draft y: pgw; y=o o=w", "space p is missing"),
    acting("refill order", 4, 1, "draft y: pgw; o=w y=o p=o", "due on space y, not on o"),
    acting("refill swapped", 4, 1, "draft y: pgw; p=o o=w y=o", "due on space y, not on p"),
    acting("drafts nothing", 4, 1, "draft y: ; y=o o=w p=o", "malformed action"),
    acting("refill too much", 4, 1, "draft y: pgw; y=o o=w p=o g=w", "more than is due"),
    in_turn("eats second", 7, add(7, 0, "move De3>screen"), "must be the first action"),
    in_turn("eats twice", 12, add(12, 1, "eat Bd2"), "only one coral may be eaten"),
    acting("eats too small", 7, 0, "eat De3", "has 1 tiles; 5 are needed"),
    acting("eats another's", 7, 0, "eat De4", "the shrimp on De4 belongs to seat 0"),
    acting("eats without a shrimp", 7, 0, "eat Bf3", "no shrimp stands on Bf3"),
    in_turn("acts after the end", 18, add(18, 1, "tile w"), "it is not seat 0's last chance"),
    in_turn("goes on after the end", 19, go_on, "the game ended in turn 18 (shrimps)"),
]
ENDS = [
    in_result("stops early", end_a_turn_early, "the game has not ended after its last turn"),
    in_result(
        "stops early in a refill game",
        end_a_turn_early,
        "the game has not ended after its last turn",
        base=uniform_game,
    ),
    in_result("no turns", put("turns", value=[]), "the game has not ended"),
    in_result("wrong end", put("result", "ended_by", value="locks"), "ended_by is 'shrimps'"),
    in_result("cut off though ended", put("result", "ended_by", value="turn_limit"), "ended_by"),
    in_result("no such end", put("result", "ended_by", value="time"), "impossible value 'time'"),
    in_result("wrong ender", put("result", "ender", value=1), "ender is 0"),
    in_result("ender null", put("result", "ender", value=None), "ender is 0"),
    in_result(
        "ender of a cut-off game",
        put("result", "ender", value=0),
        "ender is None",
        base=lambda: uniform_game(limit=7),
    ),
    in_result(
        "refill called no_placement",
        put("result", "ended_by", value="no_placement"),
        "ended_by is 'refill'",
        base=uniform_game,
    ),
    in_result(
        "no_placement called refill",
        put("result", "ended_by", value="refill"),
        "ended_by is 'no_placement'",
        base=full_game,
    ),
    Defective(
        "goes on with full rocks", go_on, "ended in turn 19 (no_placement)", "turns", 20, full_game
    ),
    in_result("cut off at once", lambda r: cut(r, 0), "only after a complete turn"),
]


FINAL = [
    in_final("absent", drop("final"), "seat 1 has no entry in the final round"),
    in_final("empty", put("final", value=[]), "seat 1 has no entry in the final round"),
    in_final("type", put("final", value={}), "final must be a list"),
    in_final("null", put("final", value=None), "final must be a list"),
    in_final(
        "the ender eats too",
        lambda r: r["final"].append({"seat": 0, "actions": ["eat Bd5"]}),
        "the final round has 1 entries",
        turn=1,
    ),
    last_chance(
        "after the turn limit",
        put("final", value=[{"seat": 0, "actions": []}]),
        "the final round has 0 entries",
        base=lambda: uniform_game(limit=7),
    ),
    last_chance("wrong seat", put("final", 0, "seat", value=0), "the last chance of seat 1, not"),
    meal("five tiles on line", "eat Bd5", "has 5 tiles; 6 are needed"),
    meal("another action", "tile w", "eat one coral and nothing else"),
    in_final(
        "one entry too many",
        lambda r: r["final"].append({"seat": 0, "actions": []}),
        "the final round has 1 entries",
        turn=1,
    ),
    last_chance(
        "two meals",
        lambda r: r["final"][0]["actions"].append(r["final"][0]["actions"][0]),
        "eat one coral and nothing else",
        base=locked_game,
    ),
    last_chance(
        "wrong order", lambda r: r["final"].reverse(), "last chance of seat", base=locked_game
    ),
    last_chance(
        "after a refill end",
        lambda r: r["final"].append({"seat": 0, "actions": []}),
        "the final round has 0 entries",
        base=uniform_game,
    ),
]

RESULT = [
    in_result("values", put("result", "values", "w", value=3), "values is"),
    in_result("values key", drop("result", "values", "w"), "values has an impossible value"),
    in_result("parrotfish", put("result", "parrotfish", 1, value="wwwwyyyp"), "parrotfish is"),
    in_result("parrotfish seats", drop("result", "parrotfish", 1), "parrotfish is"),
    in_result("scores", put("result", "scores", 1, value=22), "scores is [34, 21]"),
    in_result("scores type", put("result", "scores", 0, value=34.0), "scores has an impossible"),
    in_result("tiebreaks", put("result", "tiebreaks", 1, 3, value=6), "tiebreaks is"),
    in_result("tiebreaks shape", put("result", "tiebreaks", 1, value=3), "tiebreaks has an imp"),
    in_result("ranks", put("result", "ranks", value=[1, 1]), "ranks is [1, 2]"),
    in_result("ranks swapped", put("result", "ranks", value=[2, 1]), "ranks is [1, 2]"),
    in_result("ranks of three", put("result", "ranks", value=[1, 2, 3]), "ranks is [1, 2]"),
    in_result("tiebreaks short", put("result", "tiebreaks", 1, value=[0, 2, 7]), "tiebreaks is"),
    in_result("scores huge", put("result", "scores", 0, value=10**400), "scores is [34, 21]"),
    in_result("scores infinite", put("result", "scores", 0, value=1e999), "scores has an imp"),
    in_result("end in a list", put("result", "ended_by", value=["shrimps"]), "ended_by has an imp"),
    in_result("ranks type", put("result", "ranks", value=[True, 2]), "ranks has an impossible"),
    in_result("key missing", drop("result", "ranks"), "the result has no 'ranks'"),
    in_result("key unknown", put("result", "winner", value=0), "unknown key 'winner'"),
    in_result("not an object", put("result", value=None), "must be an object, not None"),
]


@pytest.mark.parametrize("case", as_parameters([*RECORD, *SETUP, *TURNS, *ENDS, *FINAL, *RESULT]))
def test_one_defect_is_found_where_it_is(case):
    check_found_where_it_is(case, human_game, judge_game)


def late_draft(record: Record, wanted: Callable[[Position, str], bool]) -> tuple[int, Position]:
    """The first turn whose draft (its text) is as wanted, and the position before it."""
    before = None
    for step in replay(record):
        text = step.action or ""
        if before is not None and text.startswith("draft") and wanted(before, text):
            assert step.turn is not None
            return step.turn, before
        before = step.position.copy()
    raise AssertionError("no such draft")


def test_a_refill_tile_that_the_bag_does_not_have():
    record = uniform_game("basic", 4)
    turn, before = late_draft(
        record, lambda p, text: "=" in text and min(p.bag.values()) == 0 and max(p.bag.values()) > 0
    )
    colour = min(before.bag, key=lambda c: before.bag[c])
    actions = record["turns"][turn]["actions"]
    start = actions[-1].index("=")
    actions[-1] = actions[-1][: start + 1] + colour + actions[-1][start + 2 :]
    verdict = judge_game(record)
    assert verdict.turn == turn
    assert verdict.reason is not None
    assert "the bag has no" in verdict.reason


def test_a_refill_that_ran_short_says_what_it_could_lay():
    games = (uniform_game("basic", 4, seed) for seed in range(100))
    record = next(game for game in games if "=" in game["turns"][-1]["actions"][-1])
    last = record["turns"][-1]["actions"][-1]
    assert record["result"]["ended_by"] == "refill"
    for text, reason in (
        (last.rsplit(" ", 1)[0], "is missing"),
        (last + " g=w", "more than is due: g=w"),
    ):
        record["turns"][-1]["actions"][-1] = text
        verdict = judge_game(record)
        assert verdict.turn == len(record["turns"]) - 1
        assert reason in str(verdict)


def test_a_verdict_says_where_and_why_in_one_line():
    record = edited(human_game(), put("turns", 4, "actions", 0, value="shrimp Ba3"))
    verdict = judge_game(record)
    assert (verdict.turn, verdict.action_index, verdict.action) == (4, 0, "shrimp Ba3")
    assert str(verdict) == (
        "rejected: turn 4, action 0 'shrimp Ba3': "
        "a shrimp is introduced onto a tile, but Ba3 is bare rock"
    )
    assert str(judge_game(human_game())) == "accepted"
    assert str(judge_game(edited(human_game(), drop("final")))).startswith("rejected: final: ")
