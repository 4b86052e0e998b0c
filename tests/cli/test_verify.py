"""`reef verify`, on the game two people played on line in 2015."""

from __future__ import annotations

import copy
import gzip
import json
from pathlib import Path

import pytest

HUMAN_GAME = Path(__file__).parents[2] / "examples" / "human_game_2015.jsonl"
GOOD = json.dumps(json.loads(HUMAN_GAME.read_bytes())).encode()


@pytest.fixture
def game() -> dict:
    return json.loads(HUMAN_GAME.read_text(encoding="utf-8"))


@pytest.fixture
def write(tmp_path):
    """Writes games to a file of records and returns its path."""

    def to_file(*games: dict) -> Path:
        path = tmp_path / "games.jsonl"
        path.write_text("".join(json.dumps(game) + "\n" for game in games), encoding="utf-8")
        return path

    return to_file


def edited(game: dict, *place: str | int, value: object) -> dict:
    """A copy of a game with one thing changed."""
    changed = copy.deepcopy(game)
    inner = changed
    for key in place[:-1]:
        inner = inner[key]
    inner[place[-1]] = value
    return changed


def test_legal_games_exit_0(reef, write, game):
    assert reef("verify", HUMAN_GAME).out == "1 game: legal\n"
    answer = reef("verify", write(game, game, game))
    assert (answer.code, answer.out, answer.err) == (0, "3 games: all legal\n", "")


def test_json_of_legal_games(reef, write, game):
    answer = reef("verify", "--json", write(game, game))
    assert answer.code == 0
    assert json.loads(answer.out) == {"games": 2, "accepted": 2, "rejected": []}


def test_names_of_players_mean_nothing(reef, write, game):
    assert reef("verify", write(edited(game, "players", value=["", "no such player"]))).code == 0


def test_first_violation_of_each_bad_game(reef, write, game):
    stolen = edited(game, "turns", 1, "actions", 2, value="draft y: oww; w=y y=w g=p")
    overpaid = edited(game, "result", "scores", value=[34, 22])
    answer = reef("verify", write(game, stolen, game, overpaid))
    assert answer.code == 1
    lines = answer.out.splitlines()
    assert len(lines) == 3
    assert lines[0].startswith("game 1: rejected: turn 1, action 2 'draft y: oww; w=y y=w g=p': ")
    assert lines[1].startswith("game 3: rejected: result: scores is [34, 21]")
    assert lines[2] == "4 games: 2 legal, 2 not"


def test_json_of_bad_games(reef, write, game):
    stolen = edited(game, "turns", 1, "actions", 2, value="draft y: oww; w=y y=w g=p")
    overpaid = edited(game, "result", "scores", value=[34, 22])
    marked = edited(game, "setup", "rocks", value="BB")
    answer = reef("verify", write(stolen, game, overpaid, marked), "--json")
    assert answer.code == 1
    told = json.loads(answer.out)
    assert set(told) == {"games", "accepted", "rejected"}
    assert (told["games"], told["accepted"]) == (4, 1)
    places = [(r["game"], r["turn"], r["action"]) for r in told["rejected"]]
    assert places == [(0, 1, "draft y: oww; w=y y=w g=p"), (2, None, None), (3, None, None)]
    reasons = [r["reason"] for r in told["rejected"]]
    assert "yellow space" in reasons[0]
    assert reasons[1].startswith("result: scores")
    assert reasons[2].startswith("set-up: ")


def test_turns_are_counted_on_through_the_final_round(reef, write, game):
    n_turns = len(game["turns"])
    greedy = edited(game, "final", 0, "actions", value=["draft w: www;"])
    told = json.loads(reef("verify", write(greedy), "--json").out)
    (rejection,) = told["rejected"]
    assert (rejection["turn"], rejection["action"]) == (n_turns, "draft w: www;")
    assert rejection["reason"].startswith("final round: ")


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "holds no game record"),
        (b"\n\n", "holds no game record"),
        (b"[1, 2]\n", "line 1 is not a JSON object"),
        (b'{"format": "reef-encounter/1", "turns": [', "line 1 is not a JSON object"),
        (b'\n{"format": "chess"}\n', "line 2 has format 'chess'; known are 'reef-encounter/1'"),
        (b'{"turns": []}\n', "line 1 has format none"),
        (b"\xff\xfe\x00", "line 1 is not a JSON object"),
        (gzip.compress(GOOD), "line 1 is not a JSON object"),
        (b"\xef\xbb\xbf" + GOOD, "line 1 is not a JSON object"),
        (GOOD.decode().encode("utf-16"), "line 1 is not a JSON object"),
        (GOOD.replace(b'"BD"', b'"BD", "rocks": "BD"'), "a key occurs twice"),
        (GOOD.replace(b"[34, 21]", b"[NaN, 21]"), "NaN is not JSON"),
        (GOOD.replace(b"[34, 21]", b"[-Infinity, 21]"), "-Infinity is not JSON"),
        (GOOD.replace(b"[34, 21]", b"[" + b"9" * 5000 + b", 21]"), "line 1 is not a JSON object"),
        (GOOD + b"\n}", "line 2 is not a JSON object"),
    ],
)
@pytest.mark.parametrize("options", [(), ("--json",)])
def test_unreadable_input_exits_2_with_one_line(reef, tmp_path, content, reason, options):
    path = tmp_path / "games.jsonl"
    path.write_bytes(content)
    assert reason in reef("verify", path, *options).refusal()


def test_what_is_printed_of_a_hostile_record_is_one_plain_line(reef, write, game):
    for place, value in (
        (("turns", 3, "actions", 0), "\x1b[31mswim\n\nBa2"),
        (("turns", 3, "actions", 0), "grow w 1+0: " + "Ba2 " * 100_000),
        (("ruleset",), "online\x00\ud800"),
        (("\x1b[2J",), 1),
    ):
        answer = reef("verify", write(edited(game, *place, value=value)))
        assert (answer.code, answer.err) == (1, "")
        assert answer.out.isascii()
        assert answer.out.replace("\n", "").isprintable()
        assert len(answer.out) < 500
        assert answer.out.count("\n") == 2  # the violation, and how many games are legal


def test_a_file_cut_off_in_its_last_game_exits_2(reef, write, game):
    path = write(game, game)
    path.write_bytes(path.read_bytes()[:-100])
    assert "line 2" in reef("verify", path, "--json").refusal()


def test_missing_file_and_folder_exit_2(reef, tmp_path):
    for path in (tmp_path / "none.jsonl", tmp_path):
        assert reef("verify", path).refusal().startswith(f"reef: cannot read {path}: ")


def test_the_file_must_be_named(reef):
    line = reef("verify").refusal()
    assert line.startswith("reef: the following arguments are required: FILE (reef verify --")
