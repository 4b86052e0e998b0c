"""`reef analyse`: the pages and files it writes, and what it says of what it cannot use."""

from __future__ import annotations

import json

import pytest

from analyzer.analysis.course import record_hash
from reports.replay.html import viewer_page
from tests.reports.games import (
    ANALYSED_GAME,
    HUMAN_GAME,
    human_document,
    human_record,
    uniform_record,
    write_records,
)


def test_the_viewer_and_the_json_form_tell_the_same(reef, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    answer = reef("analyse", HUMAN_GAME, "--by", "expert")
    stem = "human_game_2015-game0-analysed"
    assert answer.code == 0
    assert answer.out.splitlines()[-2:] == [f"{stem}.html", f"{stem}.json"]
    assert "second player (human):" in answer.out
    told = json.loads((tmp_path / f"{stem}.json").read_text())
    assert (told["is_complete"], told["by"], told["result"]) == (True, "expert", [1, 0])
    assert len(told["turns"]) == 19
    marked = [turn for turn in told["turns"] if turn["is_marked"]]
    assert 0 < len(marked) <= 5
    page = (tmp_path / f"{stem}.html").read_text(encoding="utf-8")
    data = json.loads(page.split('id="replay">')[1].split("</script>")[0])
    shown = data["analysis"]["turns"]
    for key in ("shares", "is_marked", "better"):
        assert [turn[key] for turn in shown] == [turn[key] for turn in told["turns"]]
    assert [turn["words"].replace("\u00a0", " ") for turn in shown] == [
        turn["words"] for turn in told["turns"]
    ]
    for turn in marked:
        who = ("start", "second")[turn["seat"]]
        assert f"turn {turn['turn']}, {who} player (human): {turn['words']}" in answer.out


def test_an_interrupted_analysis_goes_on(reef, tmp_path, monkeypatch):
    from analyzer.games.encounter.analysis import EncounterAnalyst

    judge = EncounterAnalyst.judge
    asked: list[int] = []

    def stopped(analyst, turn):
        if turn == 4:
            raise KeyboardInterrupt
        return judge(analyst, turn)

    def counted(analyst, turn):
        asked.append(turn)
        return judge(analyst, turn)

    whole = tmp_path / "whole.html"
    assert reef("analyse", HUMAN_GAME, "--by", "expert", "--out", whole).code == 0
    monkeypatch.setattr(EncounterAnalyst, "warm_up", lambda _: None)
    monkeypatch.setattr(EncounterAnalyst, "judge", stopped)
    command = ("analyse", HUMAN_GAME, "--by", "expert", "--out", tmp_path / "a.html")
    answer = reef(*command)
    assert answer.code == 130
    assert "4 of 19 turns are judged" in answer.err
    assert not (tmp_path / "a.html").exists()
    monkeypatch.setattr(EncounterAnalyst, "judge", counted)
    assert reef(*command).code == 0
    assert asked == list(range(4, 19))
    assert (tmp_path / "a.json").read_text() == (tmp_path / "whole.json").read_text()


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (["--by", "nobody"], "unknown strategy 'nobody'"),
        (["--by", "balanced"], "strategy balanced has no learned value to judge turns by"),
        (["--by", "expert", "--budget", 9], "strategy expert has no budget"),
        (["--game", 1], "there is no game 1"),
        (["--out", "a.json"], "a.json is no name for a .html file"),
        (["--out", "no/a.html"], "cannot write no/a.html: there is no folder no"),
    ],
)
def test_what_cannot_be_used_is_one_line(reef, tmp_path, monkeypatch, options, reason):
    monkeypatch.chdir(tmp_path)
    assert reason in reef("analyse", HUMAN_GAME, *options).refusal()
    assert list(tmp_path.iterdir()) == []


def test_a_rejected_record_is_one_line_and_exit_1(reef, tmp_path):
    record = human_record()
    record["turns"][3]["actions"][0] = "grow w 4+0: Bf3 Be4 Bg4 Bg1"
    file = write_records(tmp_path / "g.jsonl", record)
    line = reef("analyse", file, "--by", "expert", "--out", tmp_path / "a.html").refusal(1)
    assert line.startswith("reef: game 0 cannot be replayed: rejected: turn 3, action 0")


def test_games_of_three_and_of_uniform_players(reef, tmp_path):
    record = uniform_record("advanced", 3, limit=6)
    file = write_records(tmp_path / "g.jsonl", record)
    assert reef("analyse", file, "--by", "expert", "--out", tmp_path / "a.html").code == 0
    told = json.loads((tmp_path / "a.json").read_text())
    assert [sum(turn["shares"]) for turn in told["turns"]] == pytest.approx([1] * 6)


def test_the_shipped_analysis_is_of_the_shipped_game():
    told = json.loads(ANALYSED_GAME.with_suffix(".json").read_text(encoding="utf-8"))
    assert told["record"] == record_hash(human_record())
    assert told["is_complete"]
    page = viewer_page(human_document(), "human_game_2015, game 0", analysis=told)
    assert ANALYSED_GAME.read_text(encoding="utf-8") == page, (
        "made anew by: reef analyse examples/human_game_2015.jsonl"
        " --out examples/human_game_2015-analysed.html"
    )
