"""Stopping a run at any moment, and going on: the same files as without."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from analyzer.files import TEMPORARY
from analyzer.playing.pool import Pool
from analyzer.playing.run import open_run
from analyzer.playing.runner import run_experiment
from tests.batch.helpers import (
    ROOT,
    cell,
    experiment,
    kill_group,
    part_names,
    played,
    reef,
    rows_digest,
    start_reef,
    workers_of,
)

CHUNK = 250
GAMES = 40_000
MANY = 10_000_000  # so long that worker processes are started
STRATEGIES = ("balanced", "balanced")
COMMAND = (
    *("simulate", "--name", "x", "--strategies", ",".join(STRATEGIES)),
    *("--games", GAMES, "--chunk", CHUNK, "--records", 3),
)


@pytest.fixture(scope="module")
def whole(tmp_path_factory) -> Path:
    """The folder of the run that nothing interrupted."""
    folder = tmp_path_factory.mktemp("whole") / "x"
    settings = experiment(GAMES, cell(strategies=STRATEGIES), records=3)
    run_experiment(settings, folder, part_games=CHUNK)
    return folder


def wait_for_parts(folder: Path, more_than: int, process: subprocess.Popen[str]) -> None:
    """Until the run has more parts than that, the first one among them, or is over."""
    until = time.monotonic() + 120
    while process.poll() is None:
        names = part_names(folder)
        if len(names) > more_than and "/games-000000000000-" in names[0]:
            return
        assert time.monotonic() < until, "nothing is played"
        time.sleep(0.01)


def test_kill_9_at_ten_random_moments(whole, tmp_path):
    folder = tmp_path / "runs" / "x"
    moments = random.Random(4)
    for attempt in range(10):
        process = start_reef(*COMMAND, "--jobs", 2 if attempt in (1, 2, 4) else 1, cwd=tmp_path)
        if attempt % 3 == 0:  # any moment, that of starting up included
            time.sleep(moments.uniform(0.0, 1.5))
        else:
            wait_for_parts(folder, len(part_names(folder)), process)
            time.sleep(moments.uniform(0.0, 0.3))
        kill_group(process)
        process.communicate()
    stored = [name for name in part_names(folder) if TEMPORARY not in name]
    assert 0 < len(stored) < GAMES // CHUNK
    assert reef(*COMMAND, cwd=tmp_path).returncode == 0
    assert set(stored) <= set(part_names(folder))
    assert part_names(folder) == part_names(whole)
    assert rows_digest(folder) == rows_digest(whole)
    assert (folder / "records.jsonl").read_bytes() == (whole / "records.jsonl").read_bytes()
    tables = [reef("summary", path, "--csv", cwd=tmp_path).stdout for path in (folder, whole)]
    assert tables[0] == tables[1]
    assert not list(folder.rglob(".unfinished-*"))


@pytest.mark.parametrize(
    ("number", "code", "word"),
    [(signal.SIGINT, 130, "interrupted"), (signal.SIGTERM, 143, "terminated")],
)
@pytest.mark.parametrize(("games", "backend"), [(GAMES, "threads"), (MANY, "processes")])
def test_ctrl_c_and_sigterm_keep_what_was_finished(
    whole, tmp_path, number, code, word, games, backend
):
    folder = tmp_path / "runs" / "x"
    process = start_reef(*COMMAND, "--games", games, "--jobs", 2, "--backend", "auto", cwd=tmp_path)
    wait_for_parts(folder, 3, process)
    if number == signal.SIGINT:
        kill_group(process, number)  # a terminal sends it to the workers too
    else:
        process.send_signal(number)
    out, err = process.communicate(timeout=60)
    assert process.returncode == code
    assert out == ""
    run = open_run(folder)
    assert err == (
        f"reef: {word}: {run.total_games():,} games are stored in runs/x; the same command"
        " continues\n"
    )
    assert 0 < run.total_games() < GAMES
    assert not run.is_finished
    assert run.manifest.sessions[-1].outcome == "interrupted"
    assert run.manifest.sessions[-1].backend == backend
    assert set(part_names(folder)) < set(part_names(whole))


SOON = 5.0  # seconds from the first signal to the end of the program
STUCK = """
import atexit, ctypes, sys, time
from analyzer.__main__ import start
import analyzer.cli.main

def wait_for_ever():  # in one step of the main thread, which no handler of Python's can end
    lock = ctypes.create_string_buffer(64)
    ctypes.CDLL(None).pthread_mutex_lock(lock)
    print("stuck", flush=True)
    ctypes.CDLL(None).pthread_mutex_lock(lock)

def play_slowly():
    print("stuck", flush=True)
    time.sleep(60)

def load_something():  # that calls whatever happens to it by another name
    print("stuck", flush=True)
    try:
        time.sleep(60)
    except KeyboardInterrupt:
        raise ImportError

atexit.register(time.sleep, 60)
analyzer.cli.main.main = WHAT
start()
"""


@pytest.mark.parametrize("what", ["wait_for_ever", "play_slowly", "load_something"])
@pytest.mark.parametrize(
    ("numbers", "code", "word"),
    [
        ((signal.SIGINT,), 130, "interrupted"),
        ((signal.SIGTERM,), 143, "terminated"),
        ((signal.SIGINT, signal.SIGTERM, signal.SIGINT), 130, "interrupted"),
    ],
)
def test_signals_end_whatever_the_program_is_in(what, numbers, code, word):
    """One long step of compiled code, and slow last words of libraries, are not waited for."""
    process = subprocess.Popen(
        [sys.executable, "-c", STUCK.replace("WHAT", what)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        assert process.stdout.readline() == "stuck\n"
        first = time.monotonic()
        for number in numbers:
            process.send_signal(number)
            time.sleep(0.1)
        _, err = process.communicate(timeout=30)
        assert time.monotonic() - first < SOON
    finally:
        process.kill()
    assert (process.returncode, err) == (code, f"reef: {word}\n")


def test_ctrl_c_while_a_long_part_is_played_in_the_main_thread(tmp_path):
    """A part of minutes is one step of the main thread."""
    command = ("simulate", "--name", "x", "--strategies", "planner", "--jobs", 1)
    process = start_reef(*command, "--games", 1_000_000, "--chunk", 200_000, cwd=tmp_path)
    log = tmp_path / "runs" / "x" / "run.log"
    until = time.monotonic() + 120
    while not log.exists():
        assert time.monotonic() < until
        assert process.poll() is None
        time.sleep(0.05)
    first = time.monotonic()
    kill_group(process, signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert time.monotonic() - first < SOON
    assert (process.returncode, err) == (130, "reef: interrupted\n")


@pytest.mark.skipif(not os.path.isdir("/proc/self/task"), reason="needs a list of children")
def test_workers_do_not_outlive_a_killed_parent(tmp_path):
    process = start_reef(*COMMAND, "--games", MANY, "--jobs", 2, cwd=tmp_path)
    wait_for_parts(tmp_path / "runs" / "x", 0, process)
    assert workers_of(process.pid)
    process.kill()
    process.communicate(timeout=60)
    until = time.monotonic() + 20
    while True:
        try:
            os.killpg(process.pid, 0)
        except ProcessLookupError:
            break
        assert time.monotonic() < until, "workers are still there"
        time.sleep(0.1)


def test_a_worker_whose_parent_is_gone_before_it_begins_ends_too():
    program = """
import os
from analyzer.playing.serve import serve
calls_end, calls = os.pipe()
results, results_end = os.pipe()
serve(-1, calls_end, results_end)  # no process has that number
"""
    worker = subprocess.run([sys.executable, "-c", program], cwd=ROOT, timeout=50, check=False)
    assert worker.returncode == 1


def test_an_unfinished_run_is_read_up_to_its_first_gap(tmp_path):
    folder = played(tmp_path / "x", 600).folder
    stopped = _stopped_run(tmp_path / "y", 600, after=4)
    assert open_run(stopped).total_games() == 400
    next(stopped.rglob("games-000000000100-*")).unlink()
    assert open_run(stopped).total_games() == 100
    run = run_experiment(experiment(600), stopped)
    assert part_names(run.folder) == part_names(folder)


def test_the_last_cell_of_a_stopped_grid_is_worth_workers_too(tmp_path, monkeypatch):
    """What counts is what is missing, not what the finished cells have."""
    monkeypatch.setattr("analyzer.playing.runner._PROCESSES_FROM", 1e-6)
    monkeypatch.setattr("analyzer.playing.runner._PARALLEL_FROM", 1e-6)
    cells = (cell(), cell(3), cell(4))
    run = played(tmp_path, 200, *cells)
    for part in run.parts[2]:
        part.path.unlink()
    run = run_experiment(run.experiment, tmp_path, Pool(jobs=2))
    assert [(s.backend, s.jobs) for s in run.manifest.sessions][-1] == ("processes", 2)


def _stopped_run(folder: Path, games: int, after: int) -> Path:
    """A run that was interrupted after some parts."""

    class Stop(KeyboardInterrupt):
        pass

    def stop(progress):
        if progress.games >= 100 * after:
            raise Stop

    with pytest.raises(Stop):
        run_experiment(experiment(games), folder, part_games=100, report=stop)
    return folder


def test_a_stop_between_storing_and_cutting_does_no_harm(tmp_path):
    """With a precision the last part is cut; a kill may leave the uncut one."""
    settings = experiment(4000, cell(2, rotate=True), precision=0.06)
    whole = run_experiment(settings, tmp_path / "a", part_games=50)
    run_experiment(experiment(4000, cell(2, rotate=True)), tmp_path / "longer", part_games=500)
    other = run_experiment(settings, tmp_path / "b", part_games=500)
    stop = other.games(0)
    assert 0 < stop < 4000
    assert stop % 500
    last = other.parts[0][-1].path
    last.unlink()
    for path in (tmp_path / "longer").rglob("*.parquet"):
        path.rename(last.parent / path.name)
    again = run_experiment(settings, tmp_path / "b")
    assert again.games(0) == stop
    assert rows_digest(again) == rows_digest(whole)
    assert max(int(path.name.split("-")[2]) for path in last.parent.glob("games-*")) == stop
