"""Commands and another game: options, rules and strategies are what that game declares."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from analyzer.experiment_file import parse_experiment
from analyzer.games.encounter.about import ABOUT
from tests.games.found import find_toys


@pytest.fixture(autouse=True)
def toys(monkeypatch, tmp_path):
    find_toys(monkeypatch)
    monkeypatch.chdir(tmp_path)


def test_help_shows_the_choices_of_the_game(reef):
    page = reef("simulate", "--game", "toy", "--help").out
    assert "--weather sun|rain|random" in page
    assert "--track flat|steep|random" in page
    assert "idle is the simplest" in " ".join(page.split())
    for word in ("--rocks", "--side", "--start-tiles", "--head-start", "random is"):
        assert word not in page
    assert "--head-start N,N,..." in reef("simulate", "--game=toycap", "--help").out


@pytest.mark.parametrize("command", ["balance", "compare", "duel", "setups", "sensitivity", "tune"])
def test_no_help_names_things_of_another_game(reef, command):
    page = reef(command, "--game", "toy", "--help").out
    words = {word.strip(",.:;()`'") for line in page.splitlines() for word in line.split()}
    declared = {*ABOUT.parameters, *ABOUT.rulesets, *(c.option for c in ABOUT.choices(2))}
    declared |= {ABOUT.defaults.strategy, *(ending.name for ending in ABOUT.endings)}
    assert words & declared == set()


def test_options_of_the_game_are_played(reef):
    command = ["simulate", "--game", "toycap", "--head-start", "1,9", "--weather", "fog"]
    told = json.loads(reef(*command, "--games", 20, "--json").out)
    assert told["head_start"] == [1, 9]
    assert told["setup"] == {"weather": "fog"}
    assert told["strategies"] == ["equal", "equal"]
    assert set(told["ended_by"]) == {"finish", "dusk"}
    assert "dusk_interval" in told  # the share of games cut off
    assert "head start" in reef(*command, "--games", 20).out


def test_an_option_of_another_game_is_unknown(reef):
    line = reef("simulate", "--game", "toy", "--rocks", "AB").refusal()
    assert line.startswith("reef: unknown argument '--rocks'")


def test_rulesets_of_the_game(reef):
    told = json.loads(reef("rulesets", "--game", "toycap", "--json").out)
    assert set(told["rulesets"]) == {"short", "long"}
    assert told["rulesets"]["short"]["parameters"]["head_start"]["3"] == [5, 5, 5]
    assert "head_start, 2 players" in reef("rulesets", "--game", "toycap").out


def test_strategies_that_were_never_measured_are_listed(reef):
    listed = json.loads(reef("strategies", "--game", "toy", "--json").out)
    assert {s["name"] for s in listed["strategies"]} >= {"idle", "strong"}
    assert reef("strategies", "--game", "toy").out.endswith("They have not been measured.\n")


def test_strategies_are_measured_with_the_traits_of_the_game(reef):
    options = ["--strategies", "strong,weak,equal", "--players", "2", "--games", 80]
    answer = reef("strategies", "--game", "toy", "--measure", "m.json", *options, "--jobs", 1)
    assert answer.code == 0, answer.err
    told = json.loads(Path("m.json").read_text())
    assert "--game toy" in told["command"]
    found = told["players"]["2"]["strategies"]
    assert found["strong"]["rating"][0] > found["weak"]["rating"][0]
    assert {"score", "turns", "sprints"} <= set(found["strong"]["profile"])


def test_tuning_finds_the_best_nerve(reef):
    options = ["--start", "equal", "--pool", "equal", "--players", "2", "--games", 400]
    answer = reef(
        "tune", "--game", "toy", *options, "--generations", 6, "--population", 6,
        "--check-games", 100, "--jobs", 1, "--seed", 3, "--out", "mine.toml",
    )  # fmt: skip
    assert answer.code == 0, answer.err
    listed = reef("duel", "mine.toml", "equal", "--game", "toy", "--games", 400, "--jobs", 1)
    assert listed.code == 0, listed.err
    assert "mine.toml" in listed.out
    assert 0.2 < float(Path("mine.toml").read_text().partition("nerve = ")[2].split()[0]) < 1.8


def test_experiments_of_the_game(reef):
    text = 'game = "toy"\ngames = 4\nsetup.weather = "all"\nrulesets = ["short", "long"]\n'
    cells = parse_experiment(text).cells
    assert [dict(cell.setup)["weather"] for cell in cells] == ["sun", "rain", "fog"] * 2
    assert {cell.strategies for cell in cells} == {("equal", "equal")}
    Path("x.toml").write_text(text)
    assert reef("simulate", "x.toml", "--dry-run").code == 0
    refused = reef("simulate", "x.toml", "--game", "toycap", "--head-start", "1,2")
    assert refused.err == "reef: --game describes a cell; write it into x.toml instead\n"
