"""`reef simulate` into folders, `reef runs`, `reef info` and `reef summary`."""

from __future__ import annotations

import csv
import io
import json
import re

import pytest

from analyzer.cli.run_progress import RunProgress, progress_object, progress_text
from analyzer.cli.text import size_text
from analyzer.files import write_sealed
from analyzer.playing.run import open_run
from analyzer.playing.runner import run_experiment
from tests.batch.helpers import cell, experiment, part_names


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    """Every test is in an empty folder."""
    monkeypatch.chdir(tmp_path)


GRID = """
players = [2, 3]
rotate = true
games = 60
[vary]
min_edible = [5, 6]
"""


def test_a_single_cell_from_flags(reef, tmp_path):
    code, out, err = reef("simulate", "--name", "first", "--games", 300, "--seed", 7)
    assert (code, err) == (0, "")
    assert "300 games in runs/first" in out
    alone = reef("simulate", "--games", 300, "--seed", 7)[1]
    assert out.splitlines()[3:] == alone.splitlines()[3:]
    assert open_run(tmp_path / "runs" / "first").experiment.seed == 7


def test_json_of_a_single_cell_is_that_of_a_simulation_without_a_folder(reef):
    stored = json.loads(reef("simulate", "--name", "x", "--games", 300, "--json")[1])
    alone = json.loads(reef("simulate", "--games", 300, "--json")[1])
    assert stored.pop("run") == "runs/x"
    for told in (stored, alone):
        del told["seconds"], told["games_per_s"]
    assert stored == alone


def test_an_experiment_file(reef, tmp_path):
    (tmp_path / "grid.toml").write_text(GRID)
    code, out, err = reef("simulate", "grid.toml", "--json")
    assert (code, err) == (0, "")
    told = json.loads(out)
    assert told["run"] == "runs/grid"
    assert told["games"] == 240
    assert [c["players"] for c in told["cells"]] == [2, 2, 3, 3]
    assert all(c["games"] == 60 for c in told["cells"])
    assert "by_strategy" in told["cells"][0]
    code, out, _ = reef("simulate", "grid.toml")
    assert code == 0
    assert "3 players, basic, balanced,balanced,balanced, min_edible=6, rotated" in out


def test_mistakes_of_a_file_are_one_line_each(reef, tmp_path):
    (tmp_path / "grid.toml").write_text("players = 7\ngames = 0\n")
    code, out, err = reef("simulate", "grid.toml")
    assert (code, out) == (2, "")
    assert [line.split(": ")[1] for line in err.splitlines()] == ["grid.toml:1", "grid.toml:2"]
    assert not (tmp_path / "runs").exists()


def test_dry_run_plays_nothing(reef, tmp_path):
    (tmp_path / "grid.toml").write_text(GRID)
    code, out, err = reef("simulate", "grid.toml", "--dry-run", "--jobs", 2)
    assert (code, err) == (0, "")
    assert "4 cells, 240 games: about 0 s on 2 cores" in out
    assert "on disk" in out
    assert not (tmp_path / "runs").exists()
    plan = json.loads(reef("simulate", "grid.toml", "--dry-run", "--json", "--games", 6000)[1])
    assert plan["games"] == 24_000
    assert plan["seconds"] > 0
    assert 24_000 * 2 * 5 < plan["bytes"] < 24_000 * 3 * 120
    assert plan["free_bytes"] > 0
    reef("simulate", "grid.toml")
    assert "runs/grid has 240 of them already" in reef("simulate", "grid.toml", "--dry-run")[1]


def test_dry_run_counts_what_small_parts_cost(reef):
    words = ("simulate", "--strategies", "random", "--games", 20_000, "--dry-run", "--json")
    usual, small = (
        sum(cell["bytes"] for cell in json.loads(reef(*words, *more)[1])["cells"])
        for more in ((), ("--chunk", 10))
    )
    assert small > 10 * usual


def test_dry_run_expects_as_many_games_as_a_precision_needs(reef):
    told = [
        json.loads(reef("simulate", "--precision", h, "--dry-run", "--json")[1])["games"]
        for h in (0.05, 0.025)
    ]
    assert 3 < told[1] / told[0] < 5


def test_extend(reef, tmp_path):
    reef("simulate", "--name", "x", "--games", 100)
    code, _, err = reef("simulate", "--name", "x", "--games", 150)
    assert code == 2
    assert err == (
        "reef: runs/x was made with other settings: games 100 there, 150 asked for;"
        " --extend adds to it\n"
    )
    code, out, _ = reef("simulate", "--name", "x", "--games", 150, "--extend")
    assert code == 0
    assert "150 games in runs/x (50 of them now" in out
    assert open_run(tmp_path / "runs" / "x").total_games() == 150


@pytest.mark.parametrize("more", [(), ("--dry-run",)])
def test_there_must_be_something_to_extend(reef, tmp_path, more):
    (tmp_path / "grid.toml").write_text(GRID)
    for what in (("--name", "grid"), ("grid.toml",)):
        line = reef("simulate", *what, "--extend", *more).refusal()
        assert line == "reef: there is no run runs/grid to extend; without --extend it is begun\n"
    assert not (tmp_path / "runs").exists()


@pytest.mark.parametrize("command", ["info", "summary"])
@pytest.mark.parametrize("name", ["fair", "runs/fair"])
def test_a_study_is_called_a_study(reef, tmp_path, command, name):
    (tmp_path / "runs" / "fair").mkdir(parents=True)
    write_sealed(tmp_path / "runs" / "fair" / "study.json", {"study": "balance"})
    assert reef(command, name).refusal() == (
        "reef: runs/fair is a study (balance), not a run: reef report runs/fair shows what it"
        " found, reef runs --runs runs/fair lists its runs\n"
    )


def test_games_that_do_not_suffice_for_a_precision_are_told(reef):
    command = ("simulate", "--name", "x", "--precision", "0.05", "--max-games")
    _, out, _ = reef(*command, 300)
    missed = "The games did not suffice for ± 0.05 in cell 0; a larger --max-games with --extend"
    assert missed in out
    assert json.loads(reef(*command, 300, "--json")[1])["is_precise"] is False
    assert "300 of at most 300 in 1 cell\n" in reef("info", "x")[1]
    assert "suffice" not in reef(*command, 5000, "--extend")[1]


def test_precision_without_a_folder(reef, tmp_path):
    code, out, err = reef("simulate", "--precision", "0.1", "--max-games", 5000, "--json")
    assert (code, err) == (0, "")
    told = json.loads(out)
    assert (told["precision"], told["is_precise"]) == (0.1, True)
    assert all(high - low <= 0.2 for low, high in told["win_share_intervals"])
    assert "run" not in told
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("--extend",), "--extend needs --name NAME"),
        (("--records", 5), "--records needs --name NAME"),
        (("--max-games", 5), "--max-games needs --precision"),
        (("--precision", 0.1, "--games", 5), "--games means nothing with --precision"),
        (("--precision", 2), "'2' is not a number between 0 and 1"),
        (("--scheduler", "tcp://x:1"), "a scheduler is only used by the backend dask"),
        (("--name", "x", "--scheduler", "tcp://x:1"), "a scheduler is only used by the backend"),
        (("--name", "../x"), "'../x' is no name for a run"),
        (("nothing.toml",), "cannot read the experiment nothing.toml: No such file"),
        (("x.toml", "--players", 2), "--players describes a cell; write it into x.toml"),
        (("x.toml", "--rotate"), "--rotate describes a cell; write it into x.toml"),
    ],
)
def test_what_cannot_be_done(reef, arguments, complaint):
    assert complaint in reef("simulate", *arguments).refusal()


def test_runs_are_listed(reef, tmp_path):
    assert reef("runs")[1] == "no runs in runs (reef simulate --name NAME makes one)\n"
    reef("simulate", "--name", "b", "--games", 20)
    reef("simulate", "--name", "a", "--games", 10)
    out = reef("runs")[1]
    assert [line.split()[:3] for line in out.splitlines()[2:]] == [
        ["a", "run", "finished"],
        ["b", "run", "finished"],
    ]
    (tmp_path / "runs" / "b" / "manifest.json").write_text("{}")
    listed = json.loads(reef("runs", "--json")[1])
    assert [entry["state"] for entry in listed] == ["finished", "damaged"]
    assert [entry["study"] for entry in listed] == [None, None]
    assert listed[0]["games"] == 10
    lines = reef("runs")[1].splitlines()
    assert lines[3].split() == ["b", "run", "damaged", *"-----"]
    assert lines[-1].startswith("runs/b/manifest.json is not of the format reef-run/1")
    for odd in ("[" * 100_000, '{"a":' * 100_000, "[]", "3", '"run"', "\udcff"):
        (tmp_path / "runs" / "b" / "manifest.json").write_text(odd, errors="surrogateescape")
        (tmp_path / "runs" / "c").mkdir(exist_ok=True)
        (tmp_path / "runs" / "c" / "study.json").write_text(odd, errors="surrogateescape")
        listed = json.loads(reef("runs", "--json")[1])
        assert [entry["state"] for entry in listed] == ["finished", "damaged", "damaged"]
        assert all("is damaged" in entry["reason"] for entry in listed[1:])
    assert reef("runs", "--runs", "nowhere")[0] == 2


def test_info_describes_a_run(reef, tmp_path):
    reef("simulate", "--name", "x", "--games", 40, "--records", 2, "--jobs", 2, "--backend", "auto")
    out = reef("info", "x", "--columns", "--check")[1]
    for text in (
        "40 of 40",
        "seed",
        "numba",
        "threads, 2 jobs",
        "records",
        "larva cubes at the end",
    ):
        assert text in out
    assert out.endswith("all files are whole\n")
    told = json.loads(reef("info", "runs/x", "--json", "--columns")[1])
    assert told["games"] == [40]
    assert told["settings"]["records"] == 2
    assert told["columns"]["score"] == "points"
    next((tmp_path / "runs" / "x").rglob("*.parquet")).write_bytes(b"")
    code, out, _ = reef("info", "x", "--check")
    assert code == 1
    assert "its checksum differs" in out
    code, _, err = reef("info", "y")
    assert (code, err) == (2, "reef: there is no run or study y (reef runs lists them)\n")


def test_summary_in_all_its_forms(reef, tmp_path):
    (tmp_path / "grid.toml").write_text(GRID)
    reef("simulate", "grid.toml")
    text = reef("summary", "grid")[1]
    assert text.splitlines()[0].split()[:3] == ["cell", "seat", "games"]
    arguments = ("summary", "grid", "--by", "players,seat")
    rows = list(csv.DictReader(io.StringIO(reef(*arguments, "--csv")[1])))
    objects = json.loads(reef(*arguments, "--json")[1])
    assert [(r["players"], r["seat"]) for r in rows] == [
        ("2", "0"), ("2", "1"), ("3", "0"), ("3", "1"), ("3", "2"),
    ]  # fmt: skip
    assert [float(r["win_share"]) for r in rows] == [o["win_share"] for o in objects]
    markdown = reef(*arguments, "--markdown")[1].splitlines()
    assert markdown[0].startswith("| players | seat | games |")
    assert len(markdown) == 2 + 5
    assert reef(*arguments, "--csv", "--out", "t.csv")[1] == ""
    assert (tmp_path / "t.csv").read_text() == reef(*arguments, "--csv")[1]
    endings = json.loads(reef("summary", "grid", "--of", "ended_by", "--by", "", "--json")[1])
    assert sum(o["share"] for o in endings) == pytest.approx(1)
    means = json.loads(reef(*arguments, "--means", "flips", "--json")[1])
    assert {"flips", "flips_low", "flips_high"} <= means[0].keys()


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("nothing",), "there is no run or study nothing"),
        (("x", "--by", "seats"), "cannot group by 'seats'"),
        (("x", "--means", "rocks"), "no mean of 'rocks'"),
        (("x", "--of", "foo"), "no distribution of 'foo'; known are game, deal, seat, strategy,"),
        (("x", "--of", "seat", "--by", "seat"), "no distribution of seat by seat itself"),
        (("x", "--of", "turns", "--means", "score"), "--means goes with a summary"),
        (("x", "--out", "no/where.csv"), "cannot write no/where.csv"),
    ],
)
def test_summaries_that_cannot_be_had(reef, arguments, complaint):
    reef("simulate", "--name", "x", "--games", 10)
    assert complaint in reef("summary", *arguments).refusal()


def test_one_game_is_no_games(reef):
    out = reef("simulate", "--name", "x", "--games", 1, "--records", 1)[1]
    out += reef("info", "x")[1] + reef("simulate", "--games", 1, "--dry-run")[1]
    code, told, err = reef("simulate", "--players", 3, "--rotate", "--games", 1)
    assert (code, err) == (0, "reef: 1 game is not whole deals of 3 rotations; playing 3\n")
    assert "The 3 games of the deal are one observation." in told
    assert "1 game in runs/x" in out
    assert "1 cell, 1 game: about" in out
    assert not re.search(r"(?<![\d,.])1 (games|cells|parts|deals)", out + told)


def test_summary_says_when_a_run_is_not_finished(reef, tmp_path):
    class Stop(KeyboardInterrupt):
        pass

    def stop(_):
        raise Stop

    with pytest.raises(Stop):
        run_experiment(experiment(300), tmp_path / "runs" / "x", part_games=100, report=stop)
    code, out, err = reef("summary", "x")
    assert (code, err) == (0, "reef: runs/x is not finished: 100 of 300 games\n")
    assert len(out.splitlines()) == 7
    assert part_names(tmp_path / "runs" / "x")
    assert "stopped" in reef("runs")[1]


def test_stopped_before_anything_is_there(reef, tmp_path, monkeypatch):
    def stop(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr("analyzer.playing.runner.run_experiment", stop)
    code, out, err = reef("simulate", "--name", "x", "--runs", tmp_path / "nowhere")
    assert (code, out) == (130, "")
    assert err == "reef: interrupted: nothing was stored yet; the same command starts again\n"


class Terminal(io.StringIO):
    def isatty(self):
        return True


def moments(tmp_path):
    """What a run of two cells reports."""
    seen = []
    cells = (cell(), cell(3))
    run_experiment(experiment(300, *cells), tmp_path, part_games=100, report=seen.append)
    return seen


def test_progress(tmp_path):
    seen = moments(tmp_path / "x")
    assert [p.games for p in seen] == [100, 200, 300, 400, 500, 600]
    assert [p.cell_index for p in seen] == [0, 0, 0, 1, 1, 1]
    text = progress_text(seen[1])
    assert text.startswith("cell 1/2, 200/600 games, ")
    assert "/s, " in text
    assert " left, seats win " in text
    told = progress_object(seen[-1])
    assert told["games"] == told["total"] == 600
    assert told["seconds_left"] == 0
    assert len(told["win_share"]) == 3


def test_progress_is_live_on_a_terminal_and_quiet_elsewhere(tmp_path):
    seen = moments(tmp_path / "x")
    terminal, pipe, objects = Terminal(), io.StringIO(), io.StringIO()
    for kind, stream in (
        ("auto", terminal),
        ("auto", pipe),
        ("json", objects),
        ("off", Terminal()),
    ):
        show = RunProgress(kind, stream)
        for progress in seen:
            show(progress)
        show.clear()
    assert terminal.getvalue().startswith("\rcell 1/2, 100/600 games")
    assert terminal.getvalue().endswith("\r\x1b[K")
    assert pipe.getvalue() == ""
    lines = [json.loads(line) for line in objects.getvalue().splitlines()]
    assert lines[0]["games"] == 100
    assert lines[-1]["games"] == 600


def test_sizes_are_readable():
    assert [size_text(n) for n in (12, 1234, 45_678, 7_800_000, 5e9, 3e13)] == [
        "12 B", "1.2 kB", "46 kB", "7.8 MB", "5.0 GB", "30.0 TB",
    ]  # fmt: skip
