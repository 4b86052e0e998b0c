"""Full disks, damaged files, changed settings, two processes: one clear line, nothing lost."""

from __future__ import annotations

import errno
import json
import os
import shutil

import pytest

from analyzer.cli.main import main
from analyzer.errors import UsageError
from analyzer.files import sealed
from analyzer.games import get_game
from analyzer.games.encounter.rules import RULES_VERSION
from analyzer.playing.lock import is_locked, locked
from analyzer.playing.run import open_run
from analyzer.playing.runner import run_experiment
from analyzer.playing.worker import FILE, Task, play_task
from analyzer.tally.summary import summarise_run
from tests.batch.helpers import cell, experiment, part_names, played, reef, rows_digest, start_reef


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    return played(tmp_path_factory.mktemp("whole") / "x", 600, records=2)


@pytest.fixture
def copy(whole, tmp_path):
    """A copy of the finished run, to be damaged."""
    return shutil.copytree(whole.folder, tmp_path / "copy")


def one_part(folder, first=200):
    return next(folder.rglob(f"games-{first:012}-*.parquet"))


class FullDisk:
    """A disk on which only so many more files can be written."""

    def __init__(self, monkeypatch, files):
        self.left = files
        self._fsync = os.fsync
        monkeypatch.setattr(os, "fsync", self.fsync)

    def fsync(self, descriptor):
        if self.left <= 0:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        self.left -= 1
        self._fsync(descriptor)


@pytest.mark.parametrize("files", [0, 1, 4, 5, 6, 12, 17])
def test_full_disk(whole, tmp_path, monkeypatch, files):
    """Whatever file is the first that does not fit: a part, the records, the manifest."""
    folder = tmp_path / "x"
    with monkeypatch.context() as patch:
        FullDisk(patch, files)
        with pytest.raises(UsageError, match=r"the disk is full: .*repeat the command") as caught:
            run_experiment(whole.experiment, folder, part_games=100)
    assert "\n" not in str(caught.value)
    assert not list(folder.rglob(".unfinished-*"))
    assert set(part_names(folder)) <= set(part_names(whole.folder))
    run = run_experiment(whole.experiment, folder, part_games=100)
    assert part_names(folder) == part_names(whole.folder)
    assert (folder / "records.jsonl").read_bytes() == (whole.folder / "records.jsonl").read_bytes()
    assert run.is_finished


@pytest.mark.skipif(not os.path.isdir("/proc/self"), reason="needs a folder nobody may write to")
def test_read_only_folder():
    with pytest.raises(UsageError, match=r"^cannot write /proc/reef: "):
        run_experiment(experiment(10), "/proc/reef")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_read_only_run(copy):
    copy.chmod(0o555)
    try:
        with pytest.raises(UsageError, match=r"^cannot write .*Permission denied"):
            run_experiment(experiment(700, records=2), copy, extend=True)
        assert summarise_run(open_run(copy)).shape[0] == 2
    finally:
        copy.chmod(0o755)


def flip_a_byte(path):
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)


def truncate(path):
    path.write_bytes(path.read_bytes()[:-100])


def empty(path):
    path.write_bytes(b"")


@pytest.mark.parametrize("harm", [flip_a_byte, truncate, empty])
def test_a_damaged_part_is_named_and_played_again(whole, copy, harm):
    harm(one_part(copy))
    with pytest.raises(UsageError, match=r"games-0+200-.* is damaged: its checksum differs"):
        summarise_run(open_run(copy))
    warnings: list[str] = []
    run = run_experiment(whole.experiment, copy, warn=warnings.append)
    assert len(warnings) == 1
    assert "is damaged" in warnings[0]
    assert "it is played again" in warnings[0]
    assert rows_digest(run) == rows_digest(whole)
    assert part_names(copy) == part_names(whole.folder)


def test_a_missing_part_is_noticed_and_played_again(whole, copy):
    one_part(copy).unlink()
    with pytest.raises(UsageError, match="incomplete: cell 0 has 200 of 600 games"):
        open_run(copy)
    assert rows_digest(run_experiment(whole.experiment, copy)) == rows_digest(whole)


def test_a_part_of_another_run_is_refused(copy, tmp_path):
    stranger = played(tmp_path / "other", 600, seed=2)
    one_part(copy).unlink()
    shutil.copy(one_part(stranger.folder), one_part(copy, 100).parent)
    with pytest.raises(UsageError, match="is of another run"):
        list(open_run(copy).rows(0))


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (lambda text: text.replace('"seed": 1', '"seed": 2'), "was changed after it was written"),
        (lambda text: text.replace("games", "gmaes"), "was changed after it was written"),
        (lambda text: text[:-30], "is damaged: it is not JSON"),
        (lambda _: "[]", "is damaged: it is no JSON object"),
        (lambda text: text.replace("reef-run/1", "reef-run/9"), "is not of the format reef-run/1"),
    ],
)
def test_an_edited_manifest_is_refused(whole, copy, change, complaint):
    path = copy / "manifest.json"
    path.write_text(change(path.read_text()))
    before = part_names(copy)
    for use in (open_run, lambda folder: run_experiment(whole.experiment, folder)):
        with pytest.raises(UsageError, match=complaint):
            use(copy)
    assert part_names(copy) == before


@pytest.mark.parametrize(
    ("asked", "difference"),
    [
        (experiment(600, seed=2, records=2), "seed 1 there, 2 asked for"),
        (experiment(500, records=2), "games 600 there, 500 asked for"),
        (experiment(800, records=2), "games 600 there, 800 asked for; --extend adds to it"),
        (experiment(600, cell(), cell(3), records=2), "1 cells there, 2 asked for"),
        (experiment(600, cell(3), records=2), "cell 0 is 2 players, basic, .* there, 3 players"),
        (experiment(600, pairing=False, records=2), "pairing True there, False asked for"),
        (experiment(600, precision=0.1, records=2), "precision None there, 0.1 asked for"),
    ],
)
def test_other_settings_are_refused_with_the_difference(copy, asked, difference):
    before = part_names(copy)
    with pytest.raises(UsageError, match=f"made with other settings: .*{difference}"):
        run_experiment(asked, copy)
    if "--extend" not in difference:
        with pytest.raises(UsageError, match="--extend can only add"):
            run_experiment(asked, copy, extend=True)
    assert part_names(copy) == before


def test_another_kernel_does_not_add_to_a_run(copy, monkeypatch):
    monkeypatch.setattr(get_game("encounter"), "kernel", "0123456789abcdef")
    with pytest.raises(UsageError, match=r"made by kernel .* this is kernel 0123456789abcdef"):
        run_experiment(experiment(700, records=2), copy, extend=True)
    assert run_experiment(experiment(600, records=2), copy).total_games() == 600
    part = one_part(copy)
    flip_a_byte(part)
    with pytest.raises(UsageError, match="made by kernel"):
        run_experiment(experiment(600, records=2), copy)
    assert part.exists()


def test_other_rules_do_not_add_to_a_run(copy, monkeypatch):
    monkeypatch.setattr("analyzer.games.encounter.about.ABOUT.rules_version", 9)
    complaint = (
        rf"^.*copy was played by version {RULES_VERSION} of the rules, this program plays by"
        r" version 9: .*"
    )
    with pytest.raises(UsageError, match=complaint):
        run_experiment(experiment(700, records=2), copy, extend=True)
    assert run_experiment(experiment(600, records=2), copy).total_games() == 600
    assert summarise_run(open_run(copy)).shape[0] == 2
    one_part(copy).unlink()
    with pytest.raises(UsageError, match=complaint):
        run_experiment(experiment(600, records=2), copy)


def test_an_unfinished_run_of_other_rules_is_not_continued(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)

    def stop(_):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_experiment(experiment(300), tmp_path / "runs" / "x", part_games=100, report=stop)
    other = RULES_VERSION + 1
    monkeypatch.setattr("analyzer.games.encounter.about.EncounterAbout.rules_version", other)
    for options in ((), ("--dry-run",)):
        assert (
            main(["simulate", "--name", "x", "--strategies", "random", "--games", "300", *options])
            == 2
        )
        (line,) = capsys.readouterr().err.splitlines()
        assert line.startswith(
            f"reef: runs/x was played by version {RULES_VERSION} of the rules, this program"
        )
    assert main(["summary", "x"]) == 0
    assert main(["info", "x"]) == 0
    assert f"rules     version {RULES_VERSION}\n" in capsys.readouterr().out


def test_a_run_from_before_the_rules_version_was_stored_has_version_1(copy):
    path = copy / "manifest.json"
    values = json.loads(path.read_text())
    del values["rules_version"], values["checksum"]
    path.write_text(json.dumps(sealed(values)))
    assert open_run(copy).manifest.rules_version == 1


def test_a_worker_with_another_kernel_is_refused(tmp_path):
    task = Task(0, cell(), 1, 0, 10, FILE, run=tmp_path, kernel="0123456789abcdef")
    with pytest.raises(UsageError, match="install the same versions everywhere"):
        play_task(task)
    assert part_names(tmp_path) == []


def test_a_folder_of_something_else_is_left_alone(tmp_path):
    (tmp_path / "letter.txt").write_text("dear")
    with pytest.raises(UsageError, match=r"is not a run .* and not empty"):
        run_experiment(experiment(10), tmp_path)
    assert not (tmp_path / "manifest.json").exists()


def test_two_processes_on_one_run(tmp_path):
    folder = tmp_path / "runs" / "x"
    games = ("--games", 2_000_000, "--chunk", 2000, "--jobs", 1)
    command = ("simulate", "--name", "x", "--strategies", "random", *games)
    first = start_reef(*command, cwd=tmp_path)
    try:
        while not (folder / "manifest.json").exists():
            assert first.poll() is None
        second = reef(*command, cwd=tmp_path)
    finally:
        first.kill()
        first.communicate()
    assert second.returncode == 2
    assert second.stdout == ""
    (line,) = second.stderr.splitlines()
    assert line.startswith(f"reef: runs/x is being written by another process (process {first.pid}")


def test_the_lock_is_free_once_its_owner_is_gone(tmp_path):
    with locked(tmp_path):
        assert is_locked(tmp_path)
        with pytest.raises(UsageError, match="another process"), locked(tmp_path):
            pass
    assert not is_locked(tmp_path)
    with locked(tmp_path):
        pass


def test_no_settings_no_folder(tmp_path):
    with pytest.raises(UsageError, match="unknown strategy"):
        run_experiment(experiment(10, cell(strategies=("x", "y"))), tmp_path / "x")
    assert not (tmp_path / "x").exists()
