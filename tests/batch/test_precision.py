"""Playing until win shares are known well enough: where it stops depends on the games alone."""

from __future__ import annotations

from itertools import pairwise

import pytest

from analyzer.cells import Cell
from analyzer.games import get_game
from analyzer.playing.pool import Pool
from analyzer.playing.precision import is_precise, looks, running_shares
from analyzer.playing.run import Run
from analyzer.playing.runner import run_experiment
from analyzer.tally.cell_tally import tally_rows
from analyzer.tally.summary import summarise_run
from tests.batch.helpers import cell, experiment, rows_digest

WANTED = 0.06


def precise(folder, part_games, *cells: Cell, games=20_000, **options) -> Run:
    settings = experiment(games, *cells, precision=WANTED)
    return run_experiment(settings, folder, part_games=part_games, **options)


@pytest.fixture(scope="module")
def run(tmp_path_factory) -> Run:
    cells = (cell(3, rotate=True), cell(2))
    return precise(tmp_path_factory.mktemp("precise"), 90, *cells)


def test_it_stops_at_the_first_look_that_is_precise_enough(run):
    for index, settings in enumerate(run.cells):
        games = run.games(index)
        points = looks(settings, 0, 20_000)
        assert games in points
        assert is_precise(settings, run.tally(index), WANTED)
        earlier = points[points.index(games) - 1]
        shorter = run_experiment(
            experiment(earlier, settings), run.folder.with_name(f"shorter{index}")
        )
        assert not is_precise(settings, shorter.tally(0), WANTED)


@pytest.mark.parametrize(
    ("part_games", "jobs", "backend"),
    [(33, 1, "threads"), (5000, 1, "threads"), (60, 3, "threads")],
)
def test_parts_and_jobs_do_not_matter(run, tmp_path, part_games, jobs, backend):
    other = precise(tmp_path, part_games, *run.cells, pool=Pool(backend, jobs))
    assert rows_digest(other) == rows_digest(run)
    assert summarise_run(other).equals(summarise_run(run))


def test_interruptions_do_not_matter(run, tmp_path):
    class Stop(KeyboardInterrupt):
        pass

    def stop(progress):
        if progress.played >= 400:
            raise Stop

    stops = 0
    while True:
        try:
            again = precise(tmp_path, 90, *run.cells, report=stop)
            break
        except Stop:
            stops += 1
    assert stops >= 1
    assert rows_digest(again) == rows_digest(run)


def test_a_damaged_part_does_not_matter(run, tmp_path):
    precise(tmp_path, 90, *run.cells)
    for path in tmp_path.rglob("games-*0180-*.parquet"):
        path.write_bytes(b"")
    assert rows_digest(precise(tmp_path, 90, *run.cells)) == rows_digest(run)


def test_it_ends_at_the_most_games(tmp_path):
    run = precise(tmp_path, 100, games=150)
    assert run.games(0) == 150
    assert run.is_finished


def test_more_precision_adds_games(run, tmp_path):
    precise(tmp_path, 90, *run.cells)
    finer = experiment(20_000, *run.cells, precision=WANTED / 2)
    extended = run_experiment(finer, tmp_path, extend=True)
    whole = run_experiment(finer, tmp_path.with_name("finer"), part_games=90)
    assert extended.games(0) > run.games(0)
    assert rows_digest(extended) == rows_digest(whole)


def test_a_run_stopped_by_its_width_has_ordinary_intervals(run):
    """Stopping by the width alone does not spoil them: Chow & Robbins (1965)."""
    table = summarise_run(run, ["cell", "seat"])
    for index, settings in enumerate(run.cells):
        rows = table[table["cell"] == index]
        half = (rows["win_share_high"] - rows["win_share_low"]) / 2
        assert (half <= WANTED + 1e-9).all()
        shares = running_shares(settings, run.tally(index), WANTED)
        assert all(h < s.half_width for h, s in zip(half, shares, strict=True))
        assert rows["win_share"].tolist() == pytest.approx([s.value for s in shares])


def test_strategies_that_rotate_are_watched_too():
    settings = cell(3, strategies=("random", "balanced", "random"), rotate=True)
    tally = tally_rows(settings, get_game("encounter").play(settings, 1, 0, 600))
    shares = running_shares(settings, tally)
    assert len(shares) == 3 + 2
    assert 2 * shares[3].value + shares[4].value == pytest.approx(1)
    assert shares[4].value > shares[3].value
    seats_alone = running_shares(cell(3, rotate=True), tally)
    assert len(seats_alone) == 3
    assert seats_alone[0].half_width < shares[0].half_width


def test_looks_are_whole_deals_and_at_most_two_per_cent_apart():
    points = looks(cell(4, rotate=True), 0, 1_000_000)
    assert points[0] == 400
    assert all(point % 4 == 0 for point in points)
    assert all(b - a <= max(4, 0.02 * a) for a, b in pairwise(points))
    middle = points[len(points) // 2]
    assert [
        *looks(cell(4, rotate=True), 0, middle),
        *looks(cell(4, rotate=True), middle, 1_000_000),
    ] == points
