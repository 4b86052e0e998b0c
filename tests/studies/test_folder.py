"""A study is a folder: it goes on where it was stopped, and says the same in the end."""

from __future__ import annotations

import json
import math
import signal
import subprocess
import sys
import time
from pathlib import Path

import pandas as pd
import pytest

from analyzer.errors import UsageError
from analyzer.games import about
from analyzer.playing.run import open_run
from analyzer.studies.balance import BalanceSettings, balance
from analyzer.studies.common import Amount, Context, Results, finite, phase_seed, write_results
from analyzer.studies.duel import DuelSettings, duel

ROOT = Path(__file__).resolve().parents[2]
BALANCE = BalanceSettings("toycap", 2, "short", ("idle",), (("stride", "0.1"),), reach=1)
DUEL = DuelSettings("toycap", 2, "short", "equal", "idle")


def contents(folder):
    """Names and contents of what a study answers with."""
    names = sorted(p.name for p in folder.iterdir() if p.suffix in (".csv", ".json"))
    return {name: (folder / name).read_text() for name in names}


def play(function, settings, folder, part_games, report=None):
    context = Context(folder, 5, part_games=part_games, reproduce="reef test", report=report)
    results = function(settings, Amount(games=1000), context)
    write_results(context, results)
    return contents(folder)


@pytest.mark.parametrize(("function", "settings"), [(balance, BALANCE), (duel, DUEL)])
def test_a_study_stopped_again_and_again_ends_with_the_same_files(tmp_path, function, settings):
    whole = play(function, settings, tmp_path / "whole", 1000)

    def stop_after(parts):
        def report(_progress):
            nonlocal parts
            parts -= 1
            if parts <= 0:
                raise KeyboardInterrupt

        return report

    stopped = 0
    for parts in (1, 3, 7, 20):
        try:
            play(function, settings, tmp_path / "parts", 90, stop_after(parts))
        except KeyboardInterrupt:
            stopped += 1
            assert not (tmp_path / "parts" / "results.json").exists()
    assert stopped >= 2
    assert play(function, settings, tmp_path / "parts", 90) == whole


@pytest.mark.parametrize(
    ("number", "code", "word"),
    [
        (signal.SIGKILL, -signal.SIGKILL, None),
        (signal.SIGTERM, 143, "terminated"),
        (signal.SIGINT, 130, "interrupted"),
    ],
)
def test_a_command_stopped_by_a_signal_ends_with_the_same_files(tmp_path, reef, number, code, word):
    words = ["balance", "--players", "2", "--strategies", "random", "--range", "1"]
    words += ["--games", "4000", "--jobs", "1", "--seed", "3", "--name", "x", "--runs"]
    assert reef(*words, tmp_path / "whole")[0] == 0  # also compiles the kernel for the other one
    stopped = subprocess.Popen(
        [sys.executable, "-m", "analyzer", *words, str(tmp_path / "stopped")],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    folder, parts = tmp_path / "stopped" / "x", 0
    while stopped.poll() is None and parts < 5:
        parts = len(list(folder.rglob("*.parquet")))
        time.sleep(0.005)
    stopped.send_signal(number)
    out, err = stopped.communicate(timeout=60)
    assert (stopped.returncode, out) == (code, "")
    if word is not None:
        told = f"reef: {word}: what was finished is in {folder}; the same command continues"
        assert err.splitlines()[-1] == told
        assert "Traceback" not in err
    assert not (folder / "results.json").exists()
    assert list(folder.rglob("*.parquet"))
    assert reef(*words, tmp_path / "stopped")[0] == 0
    assert contents(folder) == contents(tmp_path / "whole" / "x")


def test_a_finished_study_plays_nothing_again(tmp_path):
    first = play(balance, BALANCE, tmp_path / "one", 500)
    played = []
    assert play(balance, BALANCE, tmp_path / "one", 500, played.append) == first
    assert played == []


def test_games_are_stored_as_runs(tmp_path):
    play(balance, BALANCE, tmp_path / "one", 500)
    run = open_run(tmp_path / "one" / "printed")
    assert run.is_finished
    assert run.games(0) == 1000
    assert open_run(tmp_path / "one" / "confirm-1").experiment.seed == phase_seed(5, "confirm-1")


def test_no_two_phases_share_their_deals():
    seeds = {phase_seed(seed, name) for seed in range(50) for name in ("printed", "confirm-1")}
    assert len(seeds) == 100


def test_results_have_the_promised_keys(tmp_path):
    told = json.loads(play(balance, BALANCE, tmp_path / "one", 500)["results.json"])
    assert set(told) >= {
        "study",
        "title",
        "finding",
        "verdicts",
        "not_established",
        "settings",
        "seed",
        "versions",
        "rules_version",
        "fingerprint",
        "games",
        "tables",
        "method",
        "reproduce",
    }
    assert told["study"] == "balance"
    assert told["seed"] == 5
    assert told["rules_version"] == 7
    assert told["finding"].endswith(".")
    for name in told["tables"]:
        table = pd.read_csv(tmp_path / "one" / name)
        assert {"low", "high", "n"} <= set(table.columns)
        assert (table["low"] <= table["high"]).all()
    stored = sum(
        open_run(path.parent).total_games() for path in (tmp_path / "one").glob("*/manifest.json")
    )
    assert told["games"] == stored


def test_another_study_does_not_go_into_the_same_folder(tmp_path, study):
    folder = tmp_path / "one"
    study(balance, BALANCE, folder=folder, games=100)
    with pytest.raises(UsageError, match=r"holds another study .*games 100 there, 200 asked for"):
        study(balance, BALANCE, folder=folder, games=200)
    with pytest.raises(UsageError, match=r"holds another study .*seed 1 there, 2 asked for"):
        study(balance, BALANCE, folder=folder, seed=2, games=100)
    with pytest.raises(UsageError, match="holds another study"):
        study(duel, DUEL, folder=folder, games=100)
    with pytest.raises(UsageError, match="is a run"):
        study(duel, DUEL, folder=folder / "printed", games=100)


def test_a_study_of_other_rules_is_not_continued(tmp_path, study, monkeypatch):
    """Not even a finished one: its results.json would then name rules that nobody played by."""
    study(duel, DUEL, folder=tmp_path / "one", games=100)
    monkeypatch.setattr(about("toycap"), "rules_version", 8)
    with pytest.raises(UsageError, match=r"one was played by version 7 of the rules, .* version 8"):
        study(duel, DUEL, folder=tmp_path / "one", games=100)


def test_a_damaged_study_file_is_one_clear_line(tmp_path, study):
    folder = tmp_path / "one"
    study(duel, DUEL, folder=folder, budget=0.05)
    (folder / "study.json").write_text("[]")
    with pytest.raises(UsageError, match=r"is damaged: .*; restore it, or choose another --name$"):
        study(duel, DUEL, folder=folder, budget=0.05)


def test_numbers_that_json_does_not_have_become_null():
    assert finite({"a": [1.0, math.inf, (math.nan, "x")]}) == {"a": [1.0, None, [None, "x"]]}


def test_a_study_without_claims_is_written_all_the_same(tmp_path):
    empty = Results("x", "X", "Nothing.", [], [], {}, "none", {"t": pd.DataFrame({"n": [1]})}, 0)
    (tmp_path / "s").mkdir()
    write_results(Context(tmp_path / "s"), empty)
    assert json.loads((tmp_path / "s" / "results.json").read_text())["verdicts"] == []
    assert (tmp_path / "s" / "t.csv").read_text() == "n\n1\n"
