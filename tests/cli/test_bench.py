"""`reef bench`: what is measured and how it is told (never how fast: that is the machine's)."""

from __future__ import annotations

import json
import os
import re

import pytest

from analyzer.cells import Cell
from analyzer.cli import measuring
from analyzer.cli.commands import bench
from analyzer.cli.measuring import Measured, measure_cached_start, measure_cold_start
from analyzer.cli.scaling import Cost, Scale, measure_scale, scale_text
from analyzer.files import sealed
from tests.games.found import find_toys


@pytest.fixture
def hasty(monkeypatch):
    """Measurements too short to mean anything, and starts that take no time."""
    monkeypatch.setattr(bench, "QUICK", (0.002, 3))
    monkeypatch.setattr(bench, "FULL", (0.002, 2))
    monkeypatch.setattr(measuring, "_start_seconds", lambda *_: 1.25)


@pytest.mark.usefixtures("hasty")
def test_every_player_count_ruleset_number_of_cores_and_strategy(reef, monkeypatch):
    find_toys(monkeypatch)
    told = json.loads(reef("bench", "--game", "toy", "--quick", "--jobs", 2, "--json").out)
    measured = [(s["ruleset"], s["players"], s["jobs"]) for s in told["speed"]]
    assert measured == [
        (ruleset, players, jobs)
        for ruleset in ("short", "long")
        for players in (2, 3, 4)
        for jobs in (1, 2)
    ]
    assert {s["kind"] for s in told["kinds"]} == {"runner"}
    assert [s["strategies"] for s in told["kinds"]] == [
        [name] * 2
        for name in ("clumsy", "equal", "idle", "paper", "scissors", "stone", "strong", "weak")
    ]
    for speed in told["speed"]:
        assert speed["strategies"] == ["idle"] * speed["players"]
        assert len(speed["repetitions"]) == 3
        assert 0 < speed["lowest"] <= speed["games_per_s"] <= speed["highest"]
        assert speed["games_per_cpu_s"] > 0
        assert speed["games"] % speed["jobs"] == 0
    assert told["cached_start_s"] == 1.25
    assert told["cold_compile_s"] is None
    assert {"kernel", "numba", "numpy", "python", "machine", "cores", "version"} <= set(told)


@pytest.mark.usefixtures("hasty")
def test_chosen_line_ups_and_a_cold_start(reef):
    line_ups = ("--strategies", "random,random", "--strategies", "random,random,random")
    answer = reef("bench", *line_ups, "--ruleset", "manual", "--jobs", 1)
    assert answer.code == 0
    rows = re.findall(r"^(\d x random) +(\w+) +1 core +[\d,]+ +.* 1\.00 +[\d,]+$", answer.out, re.M)
    assert rows == [("2 x random", "manual"), ("3 x random", "manual")]
    assert re.search(r"^first ever, compiling the kernel +1 +measured once$", answer.out, re.M)
    assert "Medians of 2 repetitions" in answer.out


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ("--strategies nobody,random", "unknown strategy 'nobody'"),
        ("--strategies random", "1 player is not possible; allowed: 2, 3 or 4, with a strategy"),
        ("--strategies nobody", "unknown strategy 'nobody'"),
        ("--strategies=", "'' names no strategy"),
        ("--ruleset house", "unknown ruleset 'house'"),
        ("--game chess", "unknown game 'chess'"),
        ("--jobs 0", "argument --jobs: 0 is not a whole number"),
    ],
)
def test_what_cannot_be_measured_is_one_line(reef, options, reason):
    assert reef("bench", *options.split()).refusal().startswith("reef: " + reason)


def test_warm_up_says_nothing_once_the_kernel_is_compiled(reef):
    reef("bench", "--warm-up")
    answer = reef("bench", "--warm-up")
    assert (answer.code, answer.out, answer.err) == (0, "", "")


def test_the_cold_start_has_a_cache_of_its_own(monkeypatch):
    seen = []

    def start(game: str, environment: dict[str, str]) -> float:
        assert game == "encounter"
        folder = environment["REEF_CACHE_DIR"]
        seen.append((folder, os.listdir(folder)))
        return 40.0

    monkeypatch.setattr(measuring, "_start_seconds", start)
    assert measure_cold_start("encounter") == 40.0
    ((folder, content),) = seen
    assert content == []
    assert not os.path.exists(folder)


def test_a_start_is_really_started():
    assert measure_cached_start("encounter", 1).median > 0


def test_spread():
    measured = Measured((3.0, 1.0, 2.0, 10.0))
    assert (measured.median, measured.lowest, measured.highest) == (2.5, 1.0, 10.0)


@pytest.mark.usefixtures("hasty")
def test_kinds_and_a_history_with_ratios(reef, monkeypatch, tmp_path):
    find_toys(monkeypatch)
    command = ("bench", "--game", "toy", "--quick", "--jobs", 1, "--ruleset", "short")
    command = (*command, "--history", tmp_path / "speed.jsonl")
    first = reef(*command)
    assert re.search(
        r"^runner +clumsy, equal, idle, .*, weak +[\d,]+ +[\d,]+ to [\d,]+$", first.out, re.M
    )
    assert "2 players, short, the same strategy in all seats" in first.out
    assert "times as fast" not in first.out
    second = reef(*command)
    rows = re.findall(r"^(\S+) +short +1 core +\S+ +\S+ +\d+\.\d\d$", second.out, re.M)
    assert len(rows) == len(set(rows)) == 10, "eight strategies, two further numbers of players"
    assert "Games per CPU second; then: 20" in second.out
    lines = (tmp_path / "speed.jsonl").read_text().splitlines()
    assert len(lines) == 2
    entry = json.loads(lines[0])
    del entry["checksum"]
    for speed in (*entry["speed"], *entry["kinds"]):
        speed["games_per_cpu_s"] /= 1000
    (tmp_path / "speed.jsonl").write_text(json.dumps(sealed(entry)) + "\n")
    faster = re.findall(r" 1 core +\S+ +\S+ +(\d+)\.\d\d$", reef(*command).out, re.M)
    assert min(map(int, faster)) > 100
    (tmp_path / "speed.jsonl").write_text(lines[0].replace("toy", "tot") + "\n")
    answer = reef(*command)
    assert (answer.code, answer.err.count("\n")) == (2, 1)
    assert "speed.jsonl, line 1 is damaged" in answer.err
    reef(*command[:-1], tmp_path / "no" / "where").refusal()


def test_a_model_of_many_workers(monkeypatch):
    cell = Cell("toy", 2, "short", ("idle", "idle"))
    scale = Scale(cell, "processes", 1000, Cost(0.004, 0.001), Cost(0.004, 0.0))
    assert scale.speed_up(1) == 1
    assert scale.speed_up(4) == pytest.approx(1.008 / (1.004 / 4 + 0.004))
    assert scale.speed_up(10**9) == pytest.approx(1.008 / 0.004)
    assert re.search(
        r"^idle,idle  processes +1,000 +1.99 +7.78 +51.2 +201$", scale_text([scale]), re.M
    )
    find_toys(monkeypatch)
    monkeypatch.setattr("analyzer.cli.scaling._LARGE_SECONDS", 0.002)
    measured = measure_scale(cell, "processes", 3)
    assert measured.worker.of(1000) > 0
    assert measured.keeper.of(1000) > 0
    assert measured.as_json()["speed_up"].keys() == {"2", "8", "64", "1000"}
