"""The commands of the studies: help, one-line errors, the plan, the answer."""

from __future__ import annotations

import json
import shlex
import signal
from pathlib import Path

import pytest

from analyzer.cli.study_command import _reproduce
from analyzer.playing.lock import locked

COMMANDS = {
    "balance": ["--players", "2", "--strategies", "idle", "--range", "0"],
    "compare": ["short", "long", "--strategies", "idle"],
    "tournament": ["weak,strong"],
    "duel": ["strong", "weak"],
    "setups": ["--strategies", "idle"],
    "sensitivity": ["bonus=1,2", "--strategies", "idle"],
}
SHORT = ["--game", "toycap", "--games", "120", "--jobs", "1"]


@pytest.mark.parametrize("command", COMMANDS)
def test_help_explains_the_amounts(reef, command):
    code, out, _ = reef(command, "--help")
    assert code == 0
    for word in (
        "--precision",
        "--games",
        "--budget",
        "--seed",
        "--jobs",
        "--backend",
        "--name",
        "examples:",
    ):
        assert word in out


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_shows_its_plan_plays_and_answers(reef, command):
    code, out, err = reef(command, *COMMANDS[command], *SHORT, "--name", "mine")
    assert code == 0, err
    assert "games: about" in err
    told = json.loads(Path("runs/mine/results.json").read_text())
    assert told["study"] == command
    assert told["finding"] in out
    for name in told["tables"]:
        assert Path("runs/mine", name).is_file()
    again = reef(command, *COMMANDS[command], *SHORT, "--name", "mine", "--json")
    assert again[0] == 0
    assert json.loads(again[1]) == told


def test_a_refused_study_leaves_its_name_free(reef):
    levels = ["--levels", "idle,strong", *SHORT, "--name", "mine"]
    code, _, err = reef("compare", "short", "lang", *levels)
    assert (code, err.count("\n")) == (2, 1)
    assert "unknown ruleset 'lang'" in err
    assert not Path("runs/mine").exists()
    assert reef("compare", "short", "long", *levels)[0] == 0


@pytest.mark.parametrize("command", COMMANDS)
def test_a_dry_run_plays_nothing(reef, command):
    code, out, _ = reef(command, *COMMANDS[command], *SHORT, "--dry-run")
    assert code == 0
    assert "games: about" in out
    assert not Path("runs").exists()


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--games", "10", "--budget", "1m"], "--games and --budget both say how much"),
        (["--budget", "soon"], "is no duration such as"),
        (["--precision", "2"], "is not a number between 0 and 1"),
        (["--name", "../x"], "is no name for a run"),
        (["--name", "n" * 300], "is no name for a run"),
        (["--name", "a\x1bb"], "'a\\x1bb' is no name for a run"),
        (["--name", "a\udcffb"], "'a\\udcffb' is no name for a run"),
        (["--players", "9" * 30], "players are not possible"),
        (["--backend", "magic"], "invalid choice: 'magic'"),
        (["--scheduler", "tcp://x:1"], "a scheduler is only used by the backend dask"),
        (["--game", "chess"], "unknown game 'chess'"),
        (["--game", "toycap", "--players", "9"], "not possible"),
    ],
)
def test_bad_options_are_one_line(reef, command, options, message):
    game = () if "--game" in options else ("--game", "toycap")
    assert message in reef(command, *COMMANDS[command], *game, *options).refusal()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["balance", "--set", "stride"], "PARAMETER=VALUE"),
        (["balance", "--set", "stride=1", "--set", "stride=2"], "given twice"),
        (["balance", "--strategies", "a,,b"], "empty name"),
        (["compare", "--strategies", "idle,idle,idle"], "name one, or one for each seat"),
        (["tournament", "weak"], "at least two"),
        (["duel", "weak"], "required: B"),
        (["sensitivity"], "required: PARAMETER=VALUES"),
        (["sensitivity", "wind=1,2", "--strategies", "idle"], "unknown rule parameter"),
    ],
)
def test_bad_questions_are_one_line(reef, arguments, message):
    assert message in reef(*arguments, *SHORT).refusal()


def test_a_budget_decides_the_number_of_games_once(reef):
    command = ["duel", "equal", "idle", "--game", "toycap", "--jobs", "1", "--name", "x"]
    assert reef(*command, "--budget", "1s")[0] == 0
    sizes = json.loads(Path("runs/x/study.json").read_text())["sizes"]
    assert sizes["deals"] >= 2
    assert reef(*command, "--budget", "1s")[0] == 0
    assert json.loads(Path("runs/x/study.json").read_text())["sizes"] == sizes


def test_interrupting_says_how_to_go_on(reef, monkeypatch):
    def interrupt(*_arguments, **_options):
        raise KeyboardInterrupt

    monkeypatch.setattr("analyzer.playing.runner.run_experiment", interrupt)
    code, _, err = reef("duel", "strong", "weak", *SHORT, "--name", "x")
    assert code == 130
    assert "the same command continues" in err


@pytest.mark.parametrize("command", COMMANDS)
def test_sigterm_ends_every_study_as_ctrl_c_does(reef, monkeypatch, command):
    def terminate(*_arguments, **_options):
        signal.raise_signal(signal.SIGTERM)

    before = signal.getsignal(signal.SIGTERM)
    monkeypatch.setattr("analyzer.playing.runner.run_experiment", terminate)
    code, out, err = reef(command, *COMMANDS[command], *SHORT, "--name", "x")
    assert (code, out) == (143, "")
    told = "reef: terminated: what was finished is in runs/x; the same command continues"
    assert err.splitlines()[-1] == told
    assert signal.getsignal(signal.SIGTERM) == before


def listed(reef, *arguments):
    code, out, _ = reef("runs", *arguments, "--json")
    assert code == 0
    return json.loads(out)


def test_studies_are_listed_with_the_runs(reef):
    reef("compare", *COMMANDS["compare"], *SHORT, "--name", "b")
    reef(
        "simulate", "--game", "toycap", "--strategies", "weak,strong", "--games", 30, "--name", "c"
    )
    reef("duel", "strong", "weak", *SHORT, "--name", "a")
    entries = listed(reef)
    assert [(e["run"], e["study"], e["state"]) for e in entries] == [
        ("runs/a", "duel", "finished"),
        ("runs/b", "compare", "finished"),
        ("runs/c", None, "finished"),
    ]
    assert all(entry.keys() == entries[2].keys() for entry in entries)
    assert entries[1]["games"] == json.loads(Path("runs/b/results.json").read_text())["games"]
    (inner,) = listed(reef, "--runs", "runs/b")
    for key in ("cells", "games", "bytes", "started"):
        assert entries[1][key] == inner[key]
    lines = reef("runs")[1].splitlines()[2:]
    assert [line.split()[:3] for line in lines] == [
        ["a", "duel", "finished"],
        ["b", "compare", "finished"],
        ["c", "run", "finished"],
    ]


def test_a_study_that_was_stopped_or_damaged_is_listed_as_such(reef):
    reef("duel", "strong", "weak", *SHORT, "--name", "x")
    Path("runs/x/results.json").unlink()
    (entry,) = listed(reef)
    assert (entry["state"], entry["asked"]) == ("stopped", None)
    assert entry["games"] > 0
    with locked(Path("runs/x")):
        assert listed(reef)[0]["state"] == "running"
    Path("runs/x/games/manifest.json").write_text("{}")
    (entry,) = listed(reef)
    assert (entry["study"], entry["state"]) == ("duel", "damaged")
    assert "manifest.json" in entry["reason"]
    Path("runs/x/study.json").write_text("[]")
    (entry,) = listed(reef)
    assert (entry["study"], entry["state"]) == ("unknown", "damaged")
    assert "x     unknown  damaged" in reef("runs")[1]


@pytest.mark.parametrize("command", COMMANDS)
def test_the_command_line_that_is_told_gives_the_same_results(reef, command):
    reef(command, *COMMANDS[command], *SHORT, "--seed", 7, "--name", "mine")
    told = Path("runs/mine/results.json").read_bytes()
    words = shlex.split(json.loads(told)["reproduce"])
    assert words[:2] == ["reef", command]
    code, _, err = reef(*words[1:], "--runs", "again")
    assert code == 0, err
    assert Path("again/mine/results.json").read_bytes() == told


def test_a_study_of_a_time_is_reproduced_with_its_plan(reef):
    game = ["--game", "toycap", "--jobs", "1", "--name", "mine"]
    reef("compare", "short", "long", "--levels", "weak,strong", "--budget", "1s", *game)
    told = Path("runs/mine/results.json").read_bytes()
    for plan in Path("runs/mine").glob("**/study.json"):
        copy = Path("again") / plan.relative_to("runs")
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(plan.read_bytes())
    words = shlex.split(json.loads(told)["reproduce"], comments=True)
    assert reef(*words[1:], "--runs", "again")[0] == 0
    assert Path("again/mine/results.json").read_bytes() == told


def test_the_command_line_to_repeat_has_what_matters_only():
    words = ["balance", "--jobs", "2", "--games=9", "--json", "--runs=x", "--set", "a=b c"]
    words += ["--backend", "dask", "--scheduler=tcp://x:1", "--chunk", "9"]
    assert _reproduce(words) == "reef balance --games=9 --set 'a=b c'"


@pytest.mark.parametrize(
    ("arguments", "fewest"),
    [
        (["compare", "short", "long", "--strategies", "idle"], 10),
        (["compare", "short", "long", "--strategies", "weak,strong"], 20),
        (["sensitivity", "bonus=1,2", "--strategies", "idle"], 10),
        (["setups", "--strategies", "idle"], 2),
        (["setups", "--strategies", "weak,strong"], 4),
        (["balance", "--players", "2", "--strategies", "idle", "--range", "0"], 100),
    ],
)
def test_too_few_games_are_refused_before_a_folder_is_made(reef, arguments, fewest):
    game = ["--game", "toycap", "--jobs", "1"]
    line = reef(*arguments, *game, "--games", 1).refusal()
    assert f"at least {fewest} games are needed, not 1" in line
    assert not Path("runs").exists()
    assert reef(*arguments, *game, "--games", fewest)[0] == 0


@pytest.mark.parametrize(
    ("command", "note"),
    [
        ("duel", "games: --games 1 is raised to 4, the fewest"),
        ("tournament", "line-ups: --games 1 is raised to 40, the fewest"),
    ],
)
def test_the_plan_says_that_the_number_of_games_was_raised(reef, command, note):
    options = ["--game", "toycap", "--jobs", "1", "--dry-run"]
    assert note in reef(command, *COMMANDS[command], *options, "--games", 1)[1]
    assert "raised" not in reef(command, *COMMANDS[command], *options, "--games", 40)[1]


@pytest.mark.parametrize("command", ["compare", "sensitivity"])
def test_the_answer_says_what_makes_a_difference_established(reef, command):
    out = reef(command, *COMMANDS[command], *SHORT)[1]
    assert "Established (all of it together is wrong with a chance of at most 5 %)" in out
