"""Commands around the games: open, remove, completion, doctor."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tomllib
import webbrowser
from pathlib import Path

import pytest

from analyzer.cli.commands import completion, doctor
from analyzer.cli.commands import open as opening
from analyzer.cli.main import COMMANDS
from analyzer.playing.lock import locked
from analyzer.records.verdict import Verdict
from tests.cli.transcripts import ROOT


@pytest.fixture
def runs(monkeypatch, tmp_path):
    """A folder with the runs `first` and `second`, a study, and something else."""
    monkeypatch.chdir(tmp_path)
    for name in ("first/manifest.json", "second/manifest.json", "study/study.json", "notes/x"):
        path = Path("runs") / name
        path.parent.mkdir(parents=True)
        path.write_text("{}")
    return Path("runs")


def left(runs: Path) -> set[str]:
    return {path.name for path in runs.iterdir()}


def test_remove_deletes_runs_and_studies(reef, runs):
    answer = reef("remove", "first", "runs/study", "--yes")
    assert (answer.code, answer.err) == (0, "")
    assert left(runs) == {"second", "notes"}


@pytest.mark.parametrize(
    ("target", "reason"),
    [
        ("notes", "notes is no run or study in runs"),
        ("secnd", "secnd is no run or study in runs; did you mean second?"),
        ("..", ".. is no run or study in runs"),
        ("elsewhere/second", "elsewhere/second is no run or study in runs"),
        ("link", "runs/link is a link to somewhere else"),
        ("second", "runs/second is being played"),
    ],
)
def test_what_cannot_be_removed_leaves_everything(reef, runs, target, reason):
    Path("elsewhere/second").mkdir(parents=True)
    Path("elsewhere/second/study.json").write_text("{}")
    (runs / "link").symlink_to(runs.resolve() / "first")
    before = left(runs)
    with locked(runs / "second"):
        answer = reef("remove", "first", target, "--yes")
    assert answer.code == 2
    assert reason in answer.err
    assert left(runs) == before


def test_remove_asks_and_a_no_changes_nothing(reef, runs, monkeypatch):
    assert "--yes removes without asking" in reef("remove", "first").err
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True, raising=False)
    for said, code in (("\n", 1), ("no\n", 1), ("y\n", 0)):
        monkeypatch.setattr(sys.stdin, "readline", lambda said=said: said, raising=False)
        assert reef("remove", "first").code == code
    assert "first" not in left(runs)


def test_open_writes_the_report_once_and_again_after_a_change(reef, runs, monkeypatch):
    shown: list[str] = []
    monkeypatch.setattr(webbrowser, "open", lambda uri: bool(shown.append(uri)) or True)
    page = runs / "first" / "report" / "report.html"
    written = []

    def write(folder: Path, out: Path) -> Path:
        written.append((folder, out))
        out.mkdir(exist_ok=True)
        page.write_text("page")
        return page

    monkeypatch.setattr(opening, "write_report_of", write)
    answer = reef("open", "first")
    assert (answer.code, answer.out, answer.err) == (0, f"{page}\n", "")
    assert shown == [page.resolve().as_uri()]
    reef("open", "first")
    assert written == [(runs / "first", page.parent)]
    later = page.stat().st_mtime + 1
    os.utime(runs / "first" / "manifest.json", (later, later))
    reef("open", "first")
    assert len(written) == 2


def test_open_without_a_browser_tells_the_path(reef, runs, monkeypatch):
    monkeypatch.setattr(webbrowser, "open", lambda _: False)
    (runs / "first" / "report").mkdir()
    (runs / "first" / "report" / "report.html").write_text("page")
    answer = reef("open", "first")
    assert answer.out == "runs/first/report/report.html\n"
    assert "no browser" in answer.err
    assert "did you mean first?" in reef("open", "frst").err


def completed(script: str, *words: str) -> list[str]:
    """What bash offers for the last of some words."""
    line = " ".join(f"'{word}'" for word in words)
    test = (
        f"COMP_WORDS=({line}); COMP_CWORD={len(words) - 1}; _reef; printf '%s ' ${{COMPREPLY[@]}}"
    )
    done = subprocess.run(
        ["bash", "-c", f"{script}\n{test}"], capture_output=True, text=True, check=True
    )
    assert done.stderr == ""
    return done.stdout.split()


def test_bash_completes_commands_options_values_and_runs(reef, tmp_path, monkeypatch):
    (tmp_path / "runs" / "first").mkdir(parents=True)
    monkeypatch.chdir(tmp_path)
    script = reef("completion", "bash").out
    assert completed(script, "reef", "") == list(COMMANDS)
    assert completed(script, "reef", "simulate", "--play") == ["--players"]
    assert completed(script, "reef", "simulate", "--start") == ["--start-tiles", "--start-points"]
    assert completed(script, "reef", "simulate", "--backend", "th") == ["threads"]
    assert completed(script, "reef", "simulate", "--game", "r") == ["reef"]
    assert completed(script, "reef", "simulate", "--games", "") == []
    assert completed(script, "reef", "summary", "f") == ["first"]
    assert completed(script, "reef", "help", "dui") == []
    assert completed(script, "reef", "help", "due") == ["duel"]


def test_other_shells_know_the_same(reef):
    assert reef("completion", "zsh").out.endswith(reef("completion", "bash").out)
    script = reef("completion", "fish").out
    for name, command in completion.commands().items():
        assert f"-a {name} -d" in script
        for option in command.options:
            assert f"'__fish_seen_subcommand_from {name}' -l {option[2:]} " in script


@pytest.fixture
def one_game(monkeypatch):
    monkeypatch.setattr(doctor, "game_names", lambda: ("encounter",))
    return doctor.get_game("encounter")


@pytest.mark.usefixtures("one_game")
def test_doctor_finds_nothing_wrong(reef):
    answer = reef("doctor")
    assert answer.code == 0, answer.out
    assert answer.out.endswith("all is well\n")
    assert json.loads(reef("doctor", "--json").out)["trouble"] == []


def test_doctor_names_what_is_wrong(reef, one_game, monkeypatch):
    monkeypatch.setattr(type(one_game), "judge", lambda *_: Verdict(False, "no such move"))
    monkeypatch.setattr(doctor, "_packages", lambda: [doctor.Package("numpy", "1.9.9", "1.26", "")])
    answer = reef("doctor")
    assert answer.code == 1
    assert "TROUBLE: numpy 1.9.9 is older than 1.26" in answer.out
    assert "no such move" in answer.out


def test_a_package_with_modules_of_the_same_name_is_trouble(monkeypatch):
    owners = {"analyzer": ["reef-analyzer", "other"], "kernels": ["reef-analyzer"]}
    monkeypatch.setattr("importlib.metadata.packages_distributions", lambda: owners)
    (told,) = doctor._namesakes()
    assert told.startswith("other also installs a package analyzer")


def test_the_wheel_takes_every_kind_of_file():
    told = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    patterns = [*told["tool"]["setuptools"]["package-data"]["*"], "*.py"]
    for package in told["tool"]["setuptools"]["packages"]["find"]["include"]:
        folder = ROOT / package.rstrip("*")
        files = [p for p in folder.rglob("*") if p.is_file() and "__pycache__" not in p.parts]
        assert files
        left_out = [p for p in files if not any(map(p.match, patterns))]
        assert left_out == []


def test_a_missing_package_is_trouble_unless_it_is_optional():
    assert doctor.Package("numpy", "", "1.26", "").trouble == "numpy is missing"
    assert doctor.Package("cma", "", "4.0", "reef-analyzer[tune]").trouble == ""
    assert doctor.Package("numpy", "1.26.4", "1.26", "").trouble == ""


def test_only_compiled_code_is_cleared(tmp_path):
    """In a process of its own: where the caches are is decided once."""
    (tmp_path / ("0" * 16)).mkdir()
    (tmp_path / ("0" * 16) / "old.compiled").write_text("x" * 2000)
    (tmp_path / "mine").mkdir()
    command = [sys.executable, "-m", "analyzer", "doctor", "--clear-caches"]
    environment = {"REEF_CACHE_DIR": str(tmp_path), "PATH": "/usr/bin:/bin"}
    done = subprocess.run(
        command, env=environment, capture_output=True, text=True, check=True,
        cwd=ROOT,
    )  # fmt: skip
    assert done.stdout == "removed 2.0 kB of compiled code\n"
    assert [path.name for path in tmp_path.iterdir()] == ["mine"]
