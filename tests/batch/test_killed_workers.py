"""Worker processes that are killed: others take over, and the rows are the same."""

from __future__ import annotations

import os
import random
import signal
import threading
import time
from pathlib import Path

import pytest

from analyzer.errors import UsageError
from analyzer.playing.pool import LostWorkersError, Pool
from analyzer.playing.run import open_run
from analyzer.playing.runner import run_experiment
from tests.batch.helpers import (
    ROOT,
    cell,
    experiment,
    kill_group,
    part_names,
    rows_digest,
    start_reef,
    workers_of,
)

GAMES = 300
PART = 20  # so small that workers are often found writing
STRATEGIES = ("balanced", "balanced")
DEADLY = """
import os


class Deadly(GreedyBot):
    def action(self, view):
        if os.environ["HERE"] != str(os.getpid()):  # that is, in a worker
            os.kill(os.getpid(), 9)
        return super().action(view)
"""


class Killer(threading.Thread):
    """Kills workers of a pool at random moments, some of them stopped before.

    After each it waits for the next part: workers need longer to start than games to be played.
    """

    def __init__(self, pool: Pool, folder: Path, seed: int) -> None:
        super().__init__(daemon=True)
        self.pool = pool
        self.folder = folder
        self.kills = 0
        self.is_over = False
        self._chance = random.Random(seed)

    def run(self) -> None:
        stored = 0
        while not self.is_over:
            time.sleep(self._chance.uniform(0.0, 0.05))
            if len(part_names(self.folder)) == stored:
                continue
            stored = len(part_names(self.folder))
            workers = self.pool._workers
            live = [] if workers is None else [w.process.pid for w in list(workers._live)]
            if live:
                self._kill(self._chance.choice(live))

    def _kill(self, pid: int) -> None:
        try:
            if self._chance.random() < 0.5:
                os.kill(pid, signal.SIGSTOP)
                time.sleep(self._chance.uniform(0, 0.05))
            os.kill(pid, signal.SIGKILL)
            self.kills += 1
        except ProcessLookupError:
            pass


def test_killed_workers_are_replaced_and_change_nothing(tmp_path, monkeypatch):
    monkeypatch.setattr("analyzer.playing.runner._PARALLEL_FROM", 0.0)
    monkeypatch.setattr(
        "analyzer.playing.processes.MAX_DEATHS", 100
    )  # one may be met at each start
    settings = experiment(GAMES, cell(strategies=STRATEGIES))
    whole = run_experiment(settings, tmp_path / "whole", part_games=PART)
    with Pool(jobs=2) as pool:
        killer = Killer(pool, tmp_path / "x", seed=1)
        killer.start()
        run = run_experiment(settings, tmp_path / "x", pool, part_games=PART)
        killer.is_over = True
    assert killer.kills
    assert part_names(run.folder) == part_names(whole.folder)
    assert rows_digest(run) == rows_digest(whole)
    assert run.tally(0) == whole.tally(0) == whole.recounted_tally(0)
    assert not list(run.folder.rglob(".unfinished-*"))


def test_work_over_which_workers_die_again_and_again_is_given_up():
    with Pool(jobs=2) as pool:
        with pytest.raises(LostWorkersError, match=r"over the same piece of work \(exit code 3\)$"):
            list(pool.map(os._exit, [(3,)] * 2))
        assert list(pool.map(abs, [(-1,), (2,)])) == [1, 2]  # and the pool plays on


def test_games_over_which_workers_die_again_and_again_are_named(tmp_path, monkeypatch):
    bot = tmp_path / "deadly.py"
    bot.write_text(
        (ROOT / "examples" / "greedy_bot.py").read_text(encoding="utf-8") + DEADLY, encoding="utf-8"
    )
    monkeypatch.setenv("HERE", str(os.getpid()))
    monkeypatch.setattr("analyzer.playing.runner._PARALLEL_FROM", 0.0)
    settings = experiment(40, cell(strategies=(f"{bot}:Deadly", "random")))
    with Pool(jobs=2) as pool, pytest.raises(UsageError, match=r"games \d+ to \d+ of cell 0"):
        run_experiment(settings, tmp_path / "x", pool, part_games=20)


def test_errors_of_workers_are_raised_here():
    with Pool(jobs=2) as pool, pytest.raises(ValueError, match="invalid literal"):
        list(pool.map(int, [("1",), ("x",)]))


def test_what_cannot_be_sent_is_an_error_and_no_hang():
    with Pool(jobs=2) as pool:
        with pytest.raises(Exception, match=r"pickle|local"):
            list(pool.map(lambda: None, [(), ()]))
        with pytest.raises(RuntimeError, match="cannot pickle"):
            list(pool.map(threading.Lock, [(), ()]))


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="needs a list of descriptors")
def test_pools_leave_nothing_open():
    def numbers() -> int:
        return len(os.listdir("/proc/self/fd"))

    with Pool(jobs=2) as pool:
        list(pool.map(abs, [(1,), (2,)]))
    before = numbers()
    for _ in range(3):
        with Pool(jobs=2) as pool:
            list(pool.map(abs, [(1,), (2,)]))
    until = time.monotonic() + 20
    while numbers() > before:
        assert time.monotonic() < until
        time.sleep(0.05)


WRITE = ("1 ", "20 ", "74 ", "82 ")  # write, writev, fsync, rename: calls of x86-64
SIXTY = 60
PLAYED = ("simulate", "--games", "60000", "--chunk", "100", "--strategies", "balanced,balanced")


def is_writing(pid: int) -> bool:
    """Whether a process, which is stopped, was found inside a call that writes."""
    try:
        return Path(f"/proc/{pid}/syscall").read_text().startswith(WRITE)
    except OSError:
        return False


def killed_once(process, chance, in_write):
    """Kills a worker, inside a call that writes if asked to and one is met in time."""
    until = time.monotonic() + (3 if in_write else 0)
    while (live := workers_of(process.pid)) and process.poll() is None:
        pid = chance.choice(live)
        try:
            os.kill(pid, signal.SIGSTOP)
            was_writing = is_writing(pid)
            if was_writing or time.monotonic() >= until:
                os.kill(pid, signal.SIGKILL)
                return True, was_writing
            os.kill(pid, signal.SIGCONT)
        except ProcessLookupError:
            pass
    return False, False


@pytest.mark.proof
@pytest.mark.skipif(not Path("/proc/self/syscall").exists(), reason="needs /proc of Linux")
def test_sixty_kills_of_workers_of_the_real_program(tmp_path):
    """No hang, no line, and the rows of an undisturbed run; every other kill is inside a write."""
    chance, kills, writes, rounds = random.Random(12), 0, 0, 0
    whole = start_reef(*PLAYED, "--name", "whole", "--jobs", "1", cwd=tmp_path)
    whole.communicate(timeout=600)
    expected = rows_digest(tmp_path / "runs" / "whole")
    while kills < SIXTY:
        rounds += 1
        name = f"killed-{rounds}"
        process = start_reef(*PLAYED, "--name", name, "--jobs", "2", cwd=tmp_path)
        folder, stored = tmp_path / "runs" / name, 0
        until = time.monotonic() + 600
        while process.poll() is None:
            assert time.monotonic() < until, "a hang"
            time.sleep(chance.uniform(0.0, 0.3))
            if len(part_names(folder)) > stored and kills < SIXTY:
                stored = len(part_names(folder))
                is_killed, was_writing = killed_once(process, chance, kills % 2 == 0)
                kills, writes = kills + is_killed, writes + was_writing
        assert (process.communicate()[1], process.returncode) == ("", 0)
        assert open_run(folder).manifest.sessions[0].jobs == 2, "too short for workers"
        assert rows_digest(folder) == expected
        assert not list(folder.rglob(".unfinished-*"))
    print(f"{kills} kills, {writes} of them inside a write, in {rounds} runs")
    assert writes


@pytest.mark.proof
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_signals_end_a_grid_with_a_precision_within_five_seconds(tmp_path, number):
    (tmp_path / "grid.toml").write_text(
        'players = 2\nrulesets = ["basic", "advanced"]\nline_ups = [["balanced", "balanced"]]\n'
        "precision = 0.002\nmax_games = 2000000\n",
        encoding="utf-8",
    )
    chance, taken = random.Random(int(number)), []
    for k in range(5):
        process = start_reef(
            "simulate",
            "grid.toml",
            "--name",
            f"x{k}",
            "--jobs",
            "2",
            "--chunk",
            "100",
            cwd=tmp_path,
        )
        time.sleep(chance.uniform(1, 6))
        sent = time.monotonic()
        for _ in range(k + 1):
            kill_group(process, number)
            time.sleep(0.05)
        _, err = process.communicate(timeout=60)
        taken.append(time.monotonic() - sent)
        assert process.returncode in (128 + number, -number)
        assert "Traceback" not in err
    print(f"seconds to the end: {[round(each, 1) for each in taken]}")
    assert max(taken) < 5
