"""Runs: the same rows however they are played, what is stored, and how it is read back."""

from __future__ import annotations

import json
import subprocess
import sys

import numpy as np
import pytest

import analyzer
from analyzer.errors import UsageError
from analyzer.games import game_names, get_game, rules_version
from analyzer.games.encounter.game import Encounter
from analyzer.games.encounter.rules import RULES_VERSION
from analyzer.playing.cell_state import CellState
from analyzer.playing.load import all_columns
from analyzer.playing.pace import _CELL_BYTES, Pace, part_size, room
from analyzer.playing.parts import Part, encode_rows, missing_ranges, stored_parts
from analyzer.playing.pool import Pool
from analyzer.playing.run import Run, list_runs, open_run
from analyzer.playing.runner import run_experiment
from analyzer.playing.stored_tally import TALLY_NAME
from analyzer.playing.worker import Piece
from analyzer.tally.blocks import blocks_of, columns_of_quantities
from analyzer.tally.cell_tally import games_per_block, layout, tally_rows
from analyzer.tally.quantities import column_quantities
from analyzer.tally.runs import paired_tally, pieces
from kernels.jit import fingerprint
from tests.batch.helpers import ROOT, cell, experiment, part_names, played, rows_digest


@pytest.fixture(scope="module")
def reference(tmp_path_factory) -> Run:
    cells = (cell(3, rotate=True), cell(2, ruleset="advanced"))
    return played(tmp_path_factory.mktemp("reference") / "run", 900, *cells)


@pytest.mark.parametrize(("jobs", "backend"), [(1, "threads"), (2, "threads"), (2, "processes")])
def test_jobs_and_backends_give_the_same_files(reference, tmp_path, monkeypatch, jobs, backend):
    monkeypatch.setattr("analyzer.playing.runner._PARALLEL_FROM", 0.0)
    monkeypatch.setattr("analyzer.playing.runner._PROCESSES_FROM", 0.0)
    run_experiment(reference.experiment, tmp_path, Pool(backend, jobs), part_games=100)
    assert part_names(tmp_path) == part_names(reference.folder)


def test_the_size_of_parts_changes_no_row(reference, tmp_path):
    run = run_experiment(reference.experiment, tmp_path, part_games=260)
    assert part_names(tmp_path) != part_names(reference.folder)
    assert rows_digest(run) == rows_digest(reference)


def test_rows_are_those_that_the_game_plays(reference):
    game = get_game("encounter")
    for index, settings in enumerate(reference.cells):
        expected = game.play(settings, 1, 0, 900)
        parts = list(reference.rows(index))
        assert len(parts) == 9
        for name, values in expected.items():
            stored = np.concatenate([rows[name] for rows in parts])
            assert stored.dtype == values.dtype
            np.testing.assert_array_equal(stored, values)


def test_paired_cells_share_their_deals_and_others_do_not(tmp_path):
    cells = (cell(), cell(overrides=(("min_edible", 6),)))
    paired = played(tmp_path / "paired", 200, *cells)
    apart = played(tmp_path / "apart", 200, *cells, pairing=False)

    def chance(run, index):
        return [rows["first_space"].tolist() for rows in run.rows(index)]

    assert chance(paired, 0) == chance(paired, 1)
    assert chance(apart, 0) != chance(apart, 1)


def test_a_part_of_the_same_rows_is_the_same_bytes():
    game = get_game("encounter")
    rows = game.play(cell(), 1, 0, 50)
    assert encode_rows(game, rows, "x") == encode_rows(game, rows, "x")
    assert encode_rows(game, rows, "x") != encode_rows(game, rows, "y")


def test_a_worker_need_not_wait_for_pandas():
    """It takes as long to load as numba, in every worker of every run."""
    program = """
import sys
from analyzer.cells import Cell
from analyzer.playing.worker import FILE, Task, play_task
cell = Cell("encounter", 2, "basic", ("random", "random"))
assert play_task(Task(0, cell, 1, 0, 10, FILE)).data
print("pandas" in sys.modules)
"""
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("False\n", "")


def test_manifest_tells_everything(reference):
    values = json.loads((reference.folder / "manifest.json").read_text())
    assert values["settings"] == reference.experiment.as_json()
    assert values["settings_hash"] == reference.experiment.digest()
    assert values["fingerprint"] == fingerprint("encounter")
    assert values["rules_version"] == RULES_VERSION
    assert {"python", "numpy", "numba", "pandas", "pyarrow", "joblib"} <= values["versions"].keys()
    assert values["created"] <= values["finished"]
    (session,) = values["sessions"]
    assert session["outcome"] == "finished"
    assert session["games"] == 1800
    assert session["machine"]["cores"] >= 1
    assert "finished: 1800 games" in (reference.folder / "run.log").read_text()


def test_every_game_has_a_version_of_its_rules():
    assert all(rules_version(name) >= 1 for name in game_names())
    with pytest.raises(UsageError, match="unknown game 'chess'; known are encounter"):
        rules_version("chess")


def test_load_gives_a_row_for_every_game_and_seat(reference):
    table = analyzer.load(reference.folder)
    assert list(table.columns) == all_columns(reference)
    assert len(table) == 900 * 3 + 900 * 2
    assert table.groupby("cell").size().tolist() == [2700, 1800]
    assert table.groupby(["cell", "game"])["win"].sum().round(5).eq(1).all()
    assert set(table["strategy"]) == {"random"}
    assert set(table["ruleset"]) == {"basic", "advanced"}
    assert set(table["rocks"].str.len()) == {2, 3}


def test_load_reads_only_what_is_wanted(reference):
    table = analyzer.load(reference.folder, columns=["score", "players"], cells=[1])
    assert list(table.columns) == ["score", "players"]
    assert set(table["players"]) == {2}
    with pytest.raises(UsageError, match="unknown column 'points'"):
        analyzer.load(reference.folder, columns=["points"])


def test_storage_takes_less_than_120_bytes_a_game_and_seat(reference):
    rows = 900 * 3 + 900 * 2
    assert reference.n_bytes() / rows < 120


def test_tally_of_a_cell_is_that_of_its_rows(reference):
    settings = reference.cells[0]
    rows = get_game("encounter").play(settings, 1, 0, 900)
    assert reference.tally(0) == tally_rows(settings, rows)


def block_means(run, cell, column="win", by="seat"):
    """Means over each deal of a column, read in pieces that are not those of the run's parts."""
    made = column_quantities(column, run.cells[cell].players, by)
    read = pieces(run, [cell], columns_of_quantities(made), piece=50)
    size = games_per_block(run.cells[cell])
    return np.concatenate([blocks_of(rows, made, size) for (rows,) in read])


def test_block_means_are_means_over_the_rotations_of_a_deal(reference):
    rows = get_game("encounter").play(reference.cells[0], 1, 0, 900)
    by_seat = rows["score"].reshape(-1, 3, 3).mean(axis=1)
    np.testing.assert_allclose(block_means(reference, 0, "score", "seat"), by_seat)
    whole = block_means(reference, 0, "score", None)
    np.testing.assert_allclose(whole[:, 0], by_seat.mean(axis=1))
    own = np.take_along_axis(
        rows["score"].reshape(-1, 3), np.argsort(rows["strategy"].reshape(-1, 3), axis=1), axis=1
    )
    by_strategy = own.reshape(-1, 3, 3).mean(axis=1)
    np.testing.assert_allclose(block_means(reference, 0, "score", "strategy"), by_strategy)
    with pytest.raises(UsageError, match="allowed: seat, strategy"):
        block_means(reference, 0, "score", "round")


def test_paired_tally_puts_cells_side_by_side(tmp_path):
    run = played(tmp_path, 300, cell(), cell(overrides=(("min_edible", 7),)))
    tally = paired_tally(run, [0, 1], "win", "seat")
    at = layout(run.cells[0])["win"]
    for index in (0, 1):
        alone = run.tally(index).subset(range(at.start, at.stop))
        np.testing.assert_allclose(tally.mean[2 * index : 2 * index + 2], alone.mean)
    first, second = (block_means(run, k) for k in (0, 1))
    expected = np.cov(np.hstack([first, second]), rowvar=False)
    np.testing.assert_allclose(tally.covariance, expected, atol=1e-12)


def test_paired_tally_needs_pairing(tmp_path):
    cells = (cell(), cell(overrides=(("min_edible", 7),)))
    run = played(tmp_path, 100, *cells, pairing=False)
    with pytest.raises(UsageError, match="without pairing"):
        paired_tally(run, [0, 1])


def test_extend_adds_games_and_changes_none(tmp_path):
    played(tmp_path / "a", 250)
    run = run_experiment(experiment(700), tmp_path / "a", extend=True)
    whole = played(tmp_path / "b", 700)
    assert run.games(0) == 700
    assert rows_digest(run) == rows_digest(whole)
    assert [s.games for s in run.manifest.sessions] == [250, 450]


def test_a_finished_run_is_not_played_again(tmp_path):
    before = part_names(played(tmp_path, 250).folder)
    manifest = (tmp_path / "manifest.json").read_bytes()
    run = run_experiment(experiment(250), tmp_path)
    assert run.total_games() == 250
    assert part_names(tmp_path) == before
    assert (tmp_path / "manifest.json").read_bytes() == manifest


def test_runs_are_listed_by_name(tmp_path):
    for name in ("b", "a"):
        played(tmp_path / name, 10)
    (tmp_path / "no-run").mkdir()
    assert [path.name for path in list_runs(tmp_path)] == ["a", "b"]
    assert list_runs(tmp_path / "nothing") == []


def test_a_run_is_found_by_its_name(tmp_path, monkeypatch):
    played(tmp_path / "runs" / "mine", 10)
    monkeypatch.chdir(tmp_path)
    assert open_run("mine").total_games() == 10
    with pytest.raises(UsageError, match="there is no run or study yours"):
        open_run("yours")


def test_missing_ranges_fill_gaps_along_the_grid(tmp_path):
    for name in ("000000000100-000000000150", "000000000200-000000000230"):
        (tmp_path / f"games-{name}-{'0' * 16}.parquet").touch()
    parts = stored_parts(tmp_path)
    expected = [(0, 100), (150, 200), (230, 300), (300, 350)]
    assert list(missing_ranges(parts, 350, 100)) == expected


def test_small_parts_are_put_together_at_the_end(tmp_path, monkeypatch):
    monkeypatch.setattr("analyzer.playing.pace.MAX_PART_GAMES", 90)
    monkeypatch.setattr("analyzer.playing.pace.MERGED_GAMES", 300)
    settings = experiment(700, cell(3, rotate=True))
    run = run_experiment(settings, tmp_path / "auto")
    assert run.manifest.part_games == [60]
    assert [(part.first, part.last) for part in run.parts[0]] == [(0, 300), (300, 600), (600, 702)]
    assert len(part_names(tmp_path / "auto")) == 3
    assert rows_digest(run) == rows_digest(run_experiment(settings, tmp_path / "whole"))
    more = run_experiment(experiment(1000, cell(3, rotate=True)), tmp_path / "auto", extend=True)
    assert [part.last for part in more.parts[0]] == [300, 600, 900, 1002]


def test_a_merger_that_was_interrupted_does_no_harm(tmp_path, monkeypatch):
    monkeypatch.setattr("analyzer.playing.pace.MAX_PART_GAMES", 100)
    run = run_experiment(experiment(500), tmp_path / "a")
    monkeypatch.setattr("analyzer.playing.pace.MERGED_GAMES", 100)
    small = run_experiment(experiment(500), tmp_path / "b")
    assert (len(run.parts[0]), len(small.parts[0])) == (1, 5)
    for part in small.parts[0]:
        part.path.rename(run.parts[0][0].path.parent / part.path.name)
    assert rows_digest(open_run(tmp_path / "a")) == rows_digest(run)
    again = run_experiment(experiment(500), tmp_path / "a")
    assert len(again.manifest.sessions) == 1
    assert len(part_names(tmp_path / "a")) == 1


def test_part_sizes_are_round_bounded_and_whole_deals():
    settings = cell(3, rotate=True)
    assert part_size(settings, Pace(1e-6, 30), 10**9) == 3 * 10_000
    assert part_size(settings, Pace(1e-3, 30), 10**9) == 3 * 200
    assert part_size(settings, Pace(5.0, 30), 10**9) == 3
    assert part_size(cell(), Pace(1e-4, 30), 8_000) == 1_000


def test_a_strategy_file_that_changed_is_another_setting(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "mine.toml"
    path.write_text('name = "mine"\nbase = "balanced"\n')
    settings = cell(2, strategies=("mine.toml", "random"))
    played(tmp_path / "run", 10, settings)
    path.write_text('name = "mine"\nkind = "uniform"\n')
    with pytest.raises(UsageError, match=r"other settings: cell 0 is .*mine\.toml"):
        run_experiment(experiment(10, settings), tmp_path / "run")


def test_a_program_that_plays_other_games_does_not_add_to_a_run(tmp_path, monkeypatch):
    played(tmp_path, 100)
    play = Encounter.play

    def changed(self, cell, seed, first, last):
        rows = play(self, cell, seed, first, last)
        return {**rows, "score": rows["score"] + 1}

    monkeypatch.setattr(Encounter, "play", changed)
    with pytest.raises(UsageError, match="has other games than this program plays"):
        run_experiment(experiment(200), tmp_path, extend=True)


# --- the tally that is kept ----------------------------------------------------------------------


def test_the_tally_of_a_run_is_kept_and_not_counted_again(tmp_path, monkeypatch):
    run = played(tmp_path, 600, cell(), cell(3, rotate=True))
    counted = [run.recounted_tally(index) for index in range(2)]
    monkeypatch.setattr(Run, "rows", None)
    assert [open_run(tmp_path).tally(index) for index in range(2)] == counted


def test_the_tally_of_a_continued_run_has_all_games(tmp_path):
    run = played(tmp_path, 300)
    run = run_experiment(experiment(600), run.folder, extend=True)
    assert run.tally(0).count == 600
    assert run.tally(0) == run.recounted_tally(0)


@pytest.mark.parametrize("text", ["", "[]", "{}", "[" * 10_000, '{"of": 1}'])
def test_a_damaged_tally_is_counted_again_and_restored(tmp_path, text):
    run = played(tmp_path, 300)
    path = tmp_path / "cells" / "00000" / TALLY_NAME
    whole = path.read_bytes()
    path.write_text(text, encoding="utf-8")
    assert open_run(tmp_path).tally(0) == run.recounted_tally(0)
    told = []
    run_experiment(run.experiment, tmp_path, warn=told.append)
    assert told == [f"{path} is damaged; it is made again from the games"]
    assert path.read_bytes() == whole


def test_a_tally_of_other_parts_does_not_count(tmp_path):
    run = played(tmp_path, 300)
    run.parts[0][-1].path.unlink()
    manifest = run.manifest
    manifest.played = manifest.finished = None
    shorter = Run(tmp_path, manifest)
    assert shorter.tally(0).count == 200
    assert shorter.tally(0) == shorter.recounted_tally(0)


def test_a_part_that_another_process_removes_is_one_line(tmp_path):
    run = played(tmp_path, 300)
    run.parts[0][1].path.unlink()
    assert run.n_bytes() > 0
    with pytest.raises(UsageError, match="is gone: another process is changing the run; repeat"):
        list(run.rows(0))


def test_a_billion_games_in_small_parts_begin_at_once(tmp_path):
    first = next(CellState(0, cell(), 1, tmp_path, 10**9, 2, None, []).tasks())
    assert (first.first, first.last) == (0, 2)


def test_storing_a_part_costs_the_same_however_many_there_are(tmp_path):
    """Steps of Python per part, after few parts and after many."""
    steps = [_steps_per_part(tmp_path, n) for n in (100, 5000)]
    assert steps[1] < 1.5 * steps[0]


def _steps_per_part(folder, n_parts):
    parts = [Part(folder / f"{k}", 2 * k, 2 * k + 2, "") for k in range(n_parts)]
    state = CellState(0, cell(), 1, folder, 10**6, 2, 0.001, parts)
    state.seen = 2 * n_parts
    piece = Piece(2 * n_parts + 2, state.blocks)
    count = 0

    def trace(frame, event, argument):  # noqa: ARG001
        nonlocal count
        count += 1
        return trace

    sys.settrace(trace)
    try:
        state.see([piece])
        state.add_part(Part(folder / "new", 2 * n_parts, 2 * n_parts + 2, ""))
        state.next_part()
        state.cuts(2 * n_parts + 2, 2 * n_parts + 4)
    finally:
        sys.settrace(None)
    return count


def test_room_counts_parts_and_cells():
    pace = Pace(1e-3, 30, part_bytes=10_000)
    whole = room(cell(), pace, 20_000)
    assert whole == 20_000 * 30 + 10 * 10_000 + _CELL_BYTES
    assert room(cell(), pace, 20_000, pieces=40) == 20_000 * 30 + 40 * (10_000 + _CELL_BYTES)
