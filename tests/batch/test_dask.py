"""A real cluster on this machine: a scheduler and two worker processes, one of which is killed."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from analyzer.cli.main import main
from analyzer.errors import UsageError
from analyzer.playing import pool
from analyzer.playing.pool import Certificates, Pool
from analyzer.playing.run import list_runs, open_run
from analyzer.playing.runner import run_experiment
from tests.batch.helpers import ROOT, experiment, kill_group, part_names, reef, start_reef

pytest.importorskip("distributed")

GAMES = 60_000
CHUNK = 1000
COMMAND = (
    *("simulate", "--name", "x", "--games", GAMES, "--chunk", CHUNK, "--backend", "dask"),
    *("--strategies", "random"),
)


STUDY = ("balance", "--players", "2", "--strategies", "random", "--range", "1", "--games", "400")


@dataclass
class Cluster:
    """Processes of a cluster and the address of its scheduler."""

    address: str
    scheduler: subprocess.Popen[bytes]
    workers: list[subprocess.Popen[bytes]]


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    """As in docs/batch.md: `dask scheduler`, and `dask worker` twice."""
    file = tmp_path / "scheduler.json"
    options = ["--no-dashboard", "--scheduler-file", str(file)]
    scheduler = _dask("scheduler", "--host", "127.0.0.1", "--port", "0", *options)
    workers = [_dask("worker", "--no-nanny", "--nthreads", "1", *options) for _ in range(2)]
    try:
        until = time.monotonic() + 60
        while not file.exists() or not file.read_text():
            assert time.monotonic() < until, "no scheduler"
            time.sleep(0.1)
        yield Cluster(json.loads(file.read_text())["address"], scheduler, workers)
    finally:
        for process in (*workers, scheduler):
            process.kill()
            process.wait()


def _dask(*arguments: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "dask", *arguments],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


def test_a_killed_worker_changes_nothing(cluster, tmp_path):
    run_experiment(experiment(GAMES), tmp_path / "alone", part_games=CHUNK)
    folder = tmp_path / "runs" / "x"
    process = start_reef(*COMMAND, "--scheduler", cluster.address, cwd=tmp_path)
    while len(part_names(folder)) < 3:
        assert process.poll() is None
        time.sleep(0.02)
    cluster.workers[0].kill()
    n_stored = len(part_names(folder))
    _, err = process.communicate(timeout=120)
    assert process.returncode == 0, err
    assert n_stored < GAMES // CHUNK
    assert part_names(folder) == part_names(tmp_path / "alone")


def test_a_lost_scheduler_is_one_line_and_nothing_is_lost(cluster, tmp_path, monkeypatch):
    monkeypatch.setattr("analyzer.playing.pool._CONNECT_SECONDS", 2)

    def lose(_):
        cluster.scheduler.kill()

    lost = "the Dask cluster no longer answers .* keeps what was finished: repeat the command"
    with Pool("dask", scheduler=cluster.address) as pool, pytest.raises(UsageError, match=lost):
        run_experiment(experiment(GAMES), tmp_path / "x", pool, part_games=CHUNK, report=lose)
    assert 0 < len(part_names(tmp_path / "x")) < GAMES // CHUNK
    assert open_run(tmp_path / "x").manifest.sessions[-1].outcome == "failed"


def test_a_cluster_that_is_started_for_the_run(tmp_path):
    run_experiment(experiment(3000), tmp_path / "alone", part_games=CHUNK)
    command = list(COMMAND)
    command[4] = 3000
    done = reef(*command, "--jobs", 2, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert part_names(tmp_path / "runs" / "x") == part_names(tmp_path / "alone")


def test_ctrl_c_ends_a_cluster_of_this_machine_in_one_line(tmp_path):
    process = start_reef(*COMMAND, "--jobs", 2, cwd=tmp_path)
    while len(part_names(tmp_path / "runs" / "x")) < 3:
        assert process.poll() is None
        time.sleep(0.02)
    kill_group(process, signal.SIGINT)  # a terminal sends it to the workers too
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out) == (130, "")
    assert without_notice(err).startswith("reef: interrupted: ")
    assert without_notice(err).count("\n") == 1


def without_notice(err: str) -> str:
    """What is told besides that the cluster has no keys, where the package for them is missing."""
    return "".join(line for line in err.splitlines(True) if "without encryption" not in line)


def test_a_scheduler_with_keys_needs_certificates(tmp_path):
    def complaint(*certificates):
        pool = Pool("dask", 1, "tls://127.0.0.1:1", Certificates(*certificates))
        with pytest.raises(UsageError, match="certificates") as told:
            run_experiment(experiment(10), tmp_path / "x", pool)
        return str(told.value)

    file = tmp_path / "no.pem"
    file.write_text("nothing")
    assert complaint().endswith("needs certificates: --tls-ca-file FILE (none is named)")
    assert complaint(str(file), "x.pem").endswith("--tls-cert FILE (there is no file x.pem)")
    assert complaint(str(file), str(file)).endswith("--tls-key FILE (none is named)")
    assert complaint(*[str(file)] * 3).startswith("these certificates cannot be used: ")
    assert list(tmp_path.iterdir()) == [file]
    with pytest.raises(UsageError, match="only used with --scheduler tls://"):
        Pool("dask", 1, "tcp://127.0.0.1:1", Certificates(key="x.pem"))


def test_a_cluster_with_certificates_plays_for_those_who_have_them(tmp_path, monkeypatch, capsys):
    pytest.importorskip("cryptography")
    from distributed import LocalCluster
    from distributed.security import Security

    monkeypatch.chdir(tmp_path)
    made = Security.temporary()
    files = []
    for key in ("tls_ca_file", "tls_client_cert", "tls_client_key"):
        Path(f"{key}.pem").write_text(getattr(made, key))
        files += ["--" + key.replace("_client", "").replace("_", "-"), f"{key}.pem"]
    quiet = {"dashboard_address": None, "processes": False, "n_workers": 1}
    with LocalCluster(host="127.0.0.1", security=made, **quiet) as cluster:
        command = ["simulate", "--games", "40", "--strategies", "random,random", "--name", "x"]
        command += ["--backend", "dask", "--scheduler", cluster.scheduler_address]
        assert main([*command, *files]) == 0
        assert open_run("x").total_games() == 40
        assert main([*command, "--name", "y"]) == 2
    assert "needs certificates" in capsys.readouterr().err


def study_files(folder: Path) -> dict[str, bytes]:
    """What a study answers with."""
    paths = [*folder.glob("*.json"), *folder.glob("*.csv")]
    return {path.name: path.read_bytes() for path in paths}


@pytest.mark.parametrize("backend", ["dask", "threads"])
def test_a_study_answers_the_same_wherever_it_is_played(request, tmp_path, backend):
    study = (*STUDY, "--name", "x", "--json")
    alone = reef(*study, "--runs", "alone", "--jobs", 1, cwd=tmp_path)
    assert alone.returncode == 0, alone.stderr
    options = ["--backend", backend, "--jobs", 2, "--chunk", 50]
    if backend == "dask":
        options += ["--scheduler", request.getfixturevalue("cluster").address]
    other = reef(*study, "--runs", "other", *options, cwd=tmp_path)
    assert other.returncode == 0, other.stderr
    assert other.stdout == alone.stdout
    assert study_files(tmp_path / "other" / "x") == study_files(tmp_path / "alone" / "x")
    sessions = open_run(tmp_path / "other" / "x" / "printed").manifest.sessions
    assert [session.backend for session in sessions] == [backend]


def test_a_study_starts_one_cluster_for_all_its_phases(tmp_path, monkeypatch):
    clients = []

    def counted(*arguments):
        clients.append(real(*arguments))
        return clients[-1]

    real = pool._own_cluster
    monkeypatch.setattr(pool, "_own_cluster", counted)
    monkeypatch.chdir(tmp_path)
    assert main([*STUDY, "--name", "x", "--backend", "dask", "--jobs", "1"]) == 0
    assert len(list_runs("runs/x")) > 1
    assert [client.status for client in clients] == ["closed"]


def test_a_study_is_not_begun_where_no_scheduler_answers(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr("analyzer.playing.pool._CONNECT_SECONDS", 1)
    monkeypatch.chdir(tmp_path)
    assert main([*STUDY, "--backend", "dask", "--scheduler", "tcp://127.0.0.1:1"]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("reef: no Dask scheduler answers at tcp://127.0.0.1:1")
    assert list(tmp_path.iterdir()) == []


def test_no_scheduler(tmp_path, monkeypatch):
    monkeypatch.setattr("analyzer.playing.pool._CONNECT_SECONDS", 1)
    folder = tmp_path / "runs" / "x"
    with pytest.raises(UsageError, match="no Dask scheduler answers at tcp://127"):
        run_experiment(experiment(10), folder, Pool("dask", scheduler="tcp://127.0.0.1:1"))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "address", ["foo", "", "tcp://x", "tcp://x:", "tcp://x:0", "tcp://x:70000", "foo://x:1", "x:1"]
)
def test_what_is_no_address_of_a_scheduler(tmp_path, address):
    with pytest.raises(
        UsageError, match="is no address of a scheduler; write tcp://HOST:PORT or tls:"
    ):
        run_experiment(experiment(10), tmp_path / "x", Pool("dask", scheduler=address))
    assert list(tmp_path.iterdir()) == []


def test_a_refused_scheduler_is_one_line_and_leaves_nothing(tmp_path):
    done = reef(*COMMAND, "--scheduler", "foo", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        "reef: 'foo' is no address of a scheduler; write tcp://HOST:PORT or tls://HOST:PORT\n"
    )
    assert list(tmp_path.iterdir()) == []


def test_a_cluster_of_one_worker_plays_and_not_this_process():
    with Pool("dask", 1) as pool:
        (played_by,) = set(pool.map(os.getpid, [(), (), ()]))
    assert played_by != os.getpid()
