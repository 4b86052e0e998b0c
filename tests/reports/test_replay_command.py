"""`reef replay`: what it prints and writes, and what it says about records it cannot show."""

from __future__ import annotations

import os
import pty
import re
import select
import subprocess
import sys

import pytest

from tests.reports.games import HUMAN_GAME, human_record, uniform_record, write_records


def test_every_turn_is_printed_where_there_is_no_terminal(reef):
    answer = reef("replay", HUMAN_GAME)
    assert answer.code == 0
    assert "\x1b" not in answer.out
    for turn in range(19):
        who = ("start", "second")[turn % 2]
        assert f"\nturn {turn} (last: 19), {who} player (human)\n" in answer.out
    assert "start player (human) wins with 34 points" in answer.out


def test_one_turn(reef):
    answer = reef("replay", HUMAN_GAME, "--turn", 7)
    assert "turn 7 (last: 19)" in answer.out
    assert "turn 6" not in answer.out
    assert "eats the white coral of 7 tiles" in answer.out


def test_one_game_of_several(reef, tmp_path):
    file = write_records(tmp_path / "g.jsonl", human_record(), uniform_record("manual", 3, limit=2))
    answer = reef("replay", file, "--game", 1)
    assert answer.code == 0
    assert "manual rules: random against random against random" in answer.out


def test_the_list_names_winners(reef, tmp_path):
    file = write_records(tmp_path / "g.jsonl", human_record(), uniform_record(limit=1))
    answer = reef("replay", file, "--list")
    assert answer.code == 0
    assert "human 34*, human 21" in answer.out
    assert "turn_limit" in answer.out


@pytest.mark.parametrize("option", [("--index", 9), ("--index", 0), ("--turn", 1), ("--png",)])
def test_the_list_is_of_all_games(reef, tmp_path, monkeypatch, option):
    monkeypatch.chdir(tmp_path)
    line = reef("replay", HUMAN_GAME, "--list", *option).refusal()
    assert line == f"reef: --list lists all games; it cannot be used with {option[0]}\n"


def test_html_and_png_at_once(reef, tmp_path):
    html, png = tmp_path / "a.html", tmp_path / "a.png"
    answer = reef("replay", HUMAN_GAME, "--html", html, "--png", png, "--turn", 3)
    assert (answer.code, answer.out.split()) == (0, [str(html), str(png)])
    assert html.read_text(encoding="utf-8").startswith("<!doctype html>")
    assert png.read_bytes().startswith(b"\x89PNG")


def test_default_names_stand_in_the_working_folder(reef, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    answer = reef("replay", HUMAN_GAME, "--turn", 3, "--html", "--png")
    assert answer.out.split() == ["human_game_2015-game0.html", "human_game_2015-game0-turn3.png"]
    assert sorted(p.name for p in tmp_path.iterdir()) == sorted(answer.out.split())


def test_a_rejected_record_is_one_line_and_exit_1(reef, tmp_path):
    record = human_record()
    record["turns"][3]["actions"][0] = "grow w 4+0: Bf3 Be4 Bg4 Bg1"
    file = write_records(tmp_path / "g.jsonl", record)
    for extra in ([], ["--html", tmp_path / "x.html"], ["--png", tmp_path / "x.png"]):
        line = reef("replay", file, *extra).refusal(1)
        assert line.startswith("reef: game 0 cannot be replayed: rejected: turn 3, action 0")
    assert list(tmp_path.iterdir()) == [file]
    assert reef("replay", file, "--list").code == 1


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["nowhere.jsonl"], "cannot read nowhere.jsonl"),
        ([HUMAN_GAME, "--game", "1"], "holds 1 game (number 0); there is no game 1"),
        ([HUMAN_GAME, "--turn", "20"], "game 0 has turns 0 to 19; there is no turn 20"),
        ([HUMAN_GAME, "--turn", "-1"], "whole number"),
        ([HUMAN_GAME, "--html", "games.jsonl"], "must end with .html"),
        ([HUMAN_GAME, "--png", "a.jpg"], "must end with .png"),
        ([HUMAN_GAME, "--html", "no/such/folder/a.html"], "cannot write"),
        (["--html", "games.jsonl"], "FILE"),
    ],
)
def test_unusable_input_is_one_line_and_exit_2(reef, arguments, reason):
    assert reason in reef("replay", *arguments).refusal()


@pytest.mark.parametrize("content", ["", "{", "[1]", '{"format": "other/1"}', "\xff"])
def test_unreadable_files_are_exit_2(reef, tmp_path, content):
    file = tmp_path / "g.jsonl"
    file.write_text(content, encoding="latin-1")
    reef("replay", file).refusal()


def run_in_terminal(keys: bytes, environment: dict[str, str]) -> str:
    """What `reef replay` writes to a terminal in which somebody types the keys."""
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "analyzer", "replay", str(HUMAN_GAME)]
    process = subprocess.Popen(
        command, stdin=theirs, stdout=theirs, stderr=theirs, env=os.environ | environment
    )
    os.close(theirs)
    written = b""
    pending = [keys[k : k + 1] for k in range(len(keys))]
    while select.select([ours], [], [], 30)[0]:
        try:
            chunk = os.read(ours, 1 << 16)
        except OSError:  # Linux's way to say that the other side has closed
            break
        written += chunk
        if b"quit: q" in chunk and pending:
            os.write(ours, pending.pop(0))
    os.close(ours)
    assert process.wait(timeout=30) == 0
    return written.decode()


def test_keys_step_through_in_a_terminal():
    text = run_in_terminal(b"nnpGhq", {"TERM": "xterm", "COLUMNS": "100"})
    screens = text.split("\x1b[H\x1b[2J")[1:]
    heads = [screen.split("\n")[0] for screen in screens]
    starts = [" ".join(re.sub(r"\x1b\[\d*m", "", head).split()[:2]) for head in heads]
    assert starts == ["set-up", "turn 0", "turn 1", "turn 0", "end of", "end of"]
    assert "parrotfish" in screens[-2]
    assert "parrotfish" not in screens[-1].split("start player (human)")[1]


def test_no_color_is_respected():
    assert "48;5" not in run_in_terminal(b"q", {"TERM": "xterm", "NO_COLOR": "1"})
    assert "48;5" in run_in_terminal(b"q", {"TERM": "xterm", "NO_COLOR": ""})
