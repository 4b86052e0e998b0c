"""`reef bench`: what is measured and how it is told (never how fast: that is the machine's)."""

from __future__ import annotations

import json
import os
import re

import pytest

from analyzer.cli import measuring
from analyzer.cli.commands import bench
from analyzer.cli.measuring import Measured, measure_cached_start, measure_cold_start


@pytest.fixture
def hasty(monkeypatch):
    """Measurements too short to mean anything, and starts that take no time."""
    monkeypatch.setattr(bench, "QUICK", (0.002, 3))
    monkeypatch.setattr(bench, "FULL", (0.002, 2))
    monkeypatch.setattr(measuring, "_start_seconds", lambda *_: 1.25)


@pytest.mark.usefixtures("hasty")
def test_every_player_count_ruleset_and_number_of_cores(reef):
    told = json.loads(reef("bench", "--quick", "--jobs", 2, "--json").out)
    measured = [(s["ruleset"], s["players"], s["jobs"]) for s in told["speed"]]
    assert measured == [
        (ruleset, players, jobs)
        for ruleset in ("basic", "advanced")
        for players in (2, 3, 4)
        for jobs in (1, 2)
    ]
    for speed in told["speed"]:
        assert speed["strategies"] == ["random"] * speed["players"]
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
    answer = reef("bench", *options.split())
    assert (answer.code, answer.out) == (2, "")
    assert answer.err.startswith("reef: " + reason)
    assert answer.err.count("\n") == 1


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
