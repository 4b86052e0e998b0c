"""`reef record`: files the judge accepts, of the very games that are simulated."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from analyzer.cells import Cell
from analyzer.games import get_game


def records(path: Path) -> list[dict]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("ruleset", ["basic", "advanced", "online", "manual"])
def test_the_judge_accepts_what_is_recorded(reef, tmp_path, ruleset):
    path = tmp_path / "games.jsonl"
    options = ("--players", 3, "--ruleset", ruleset, "--strategies", "random,random,random")
    answer = reef("record", *options, "--games", 5, "--seed", 7, "--out", path)
    assert (answer.code, answer.out, answer.err) == (0, "", "")
    assert len(records(path)) == 5
    assert json.loads(reef("verify", path, "--json").out)["accepted"] == 5


def test_settings_are_in_the_record(reef, tmp_path):
    path = tmp_path / "games.jsonl"
    options = ("--players", 2, "--start-tiles", "5,10", "--rocks", "db", "--side", "plain")
    more = ("--first-space", "o", "--set", "eat_return=3", "--games", 2)
    assert reef("record", *options, *more, "--out", path).code == 0
    for record in records(path):
        assert record["overrides"] == {"start_tiles": [5, 10], "eat_return": 3}
        assert sorted(record["setup"]["rocks"]) == ["B", "D"]
        assert record["setup"]["star_up"] is False
        assert record["setup"]["first_space"] == "o"
        assert [len(hand) for hand in record["setup"]["hands"]] == [5, 10]
    assert reef("verify", path).code == 0


@pytest.mark.parametrize("rotate", [False, True])
def test_recorded_games_are_the_simulated_ones(reef, rotate):
    game = get_game("encounter")
    cell = game.check(Cell("encounter", 3, "basic", ("random",) * 3, rotate=rotate))
    rows = game.play(cell, 9, 0, 20)
    options = ["--players", 3, "--strategies", "random", "--seed", 9, "--first", 4, "--games", 16]
    answer = reef("record", *options, *(["--rotate"] if rotate else []))
    told = [json.loads(line)["result"]["scores"] for line in answer.out.splitlines()]
    assert told == rows["score"].reshape(-1, 3)[4:].tolist()


def test_without_a_file_records_are_printed(reef):
    answer = reef("record", "--seed", 3)
    (record,) = map(json.loads, answer.out.splitlines())
    assert record["format"] == "reef-encounter/1"
    assert record["players"] == ["balanced", "balanced"]


def test_same_seed_same_file(reef):
    assert (
        reef("record", "--games", 3, "--seed", 4).out
        == reef("record", "--games", 3, "--seed", 4).out
    )


def test_a_file_that_cannot_be_written_is_one_line(reef, tmp_path):
    for path in (tmp_path, tmp_path / "none" / "games.jsonl"):
        assert reef("record", "--out", path).refusal().startswith(f"reef: cannot write {path}: ")


FAILING_BOT = """
from analyzer.games.encounter.bots import Bot

class Failing(Bot):
    def action(self, view):
        raise ValueError("no idea")
"""


def test_a_failed_record_leaves_the_file_as_it_was(reef, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("bot.py").write_text(FAILING_BOT)
    Path("old.jsonl").write_text("as it was")
    before = {path.name for path in tmp_path.iterdir()}
    for out in ("new.jsonl", "old.jsonl"):
        line = reef("record", "--strategies", "bot.py:Failing,random", "--out", out).refusal(1)
        assert "no idea" in line
    assert Path("old.jsonl").read_text() == "as it was"
    assert {path.name for path in tmp_path.iterdir()} - {"__pycache__"} == before


def test_an_interrupted_record_leaves_no_file(reef, tmp_path, monkeypatch):
    game = get_game("encounter")
    real_record = type(game).record

    def interrupted(self, cell, seed, index):
        if index == 2:
            raise KeyboardInterrupt
        return real_record(self, cell, seed, index)

    monkeypatch.setattr(type(game), "record", interrupted)
    assert reef("record", "--games", 5, "--out", tmp_path / "games.jsonl").code == 130
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("command", ["record", "simulate"])
def test_help_tells_what_a_failed_bot_ends_with(reef, command):
    assert "1 a bot failed or was refused" in reef(command, "--help").out


@pytest.mark.skipif(not Path("/dev/stdout").exists(), reason="no name for standard output")
def test_a_pipe_is_written_to_directly():
    command = [sys.executable, "-m", "analyzer", "record", "--out", "/dev/stdout"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout)["result"]


def test_a_link_stays_a_link(reef, tmp_path):
    (tmp_path / "link.jsonl").symlink_to(tmp_path / "games.jsonl")
    assert reef("record", "--out", tmp_path / "link.jsonl").code == 0
    assert (tmp_path / "link.jsonl").is_symlink()
    assert len(records(tmp_path / "games.jsonl")) == 1


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_a_full_disk_is_one_line(reef):
    answer = reef("record", "--out", "/dev/full")
    assert (answer.code, answer.err) == (
        2,
        "reef: cannot write /dev/full: No space left on device\n",
    )
