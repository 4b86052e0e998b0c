"""`reef simulate` into a folder: plays an experiment, goes on with one, or only plans it."""

from __future__ import annotations

import json
from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from analyzer.cli.run_progress import RunProgress
from analyzer.cli.stopping import outcome, terminable
from analyzer.cli.text import duration, fitted, say, size_text, text_table
from analyzer.cli.worker_options import pool_of
from analyzer.errors import UsageError
from analyzer.records.errors import shown
from analyzer.wording import counted

MAX_NAME_BYTES = 200
"""Of a run's name: file systems take 255, and files in the making have longer names."""

if TYPE_CHECKING:
    from analyzer.experiment import Experiment
    from analyzer.playing.run import Run


def play_stored(
    args: Namespace, experiment: Experiment, folder: Path, is_grid: bool, is_kept: bool = True
) -> int:
    """Plays what the folder does not have, and prints the summary.

    is_grid: tell about all cells instead of the only one. is_kept: the folder outlives this.
    """
    from analyzer.playing.runner import run_experiment

    check_extend(args, folder)
    progress = RunProgress(args.progress)
    try:
        with terminable(), pool_of(args) as pool:
            run = run_experiment(
                experiment,
                folder,
                pool,
                extend=args.extend,
                part_games=args.chunk,
                report=progress,
                warn=say,
            )
    except KeyboardInterrupt as interrupt:
        progress.clear()
        return _interrupted(folder, interrupt, is_kept)
    finally:
        progress.clear()
    _print_result(args, run, is_grid, is_kept)
    return 0


def check_extend(args: Namespace, folder: Path | None) -> None:
    """UsageError if there is nothing to extend: a mistyped name must not begin another run."""
    from analyzer.playing.manifest import has_manifest

    if not args.extend:
        return
    if folder is None:
        raise UsageError("--extend needs --name NAME: without, nothing is kept")
    if not has_manifest(folder):
        raise UsageError(f"there is no run {folder} to extend; without --extend it is begun")


def opened_run(name: str) -> Run:
    """A run by its name or folder; UsageError if there is none, also if that is a study."""
    from analyzer.playing.manifest import has_manifest
    from analyzer.playing.run import open_run, run_folder
    from analyzer.studies.common import STUDY_NAME, study_kind

    folder = run_folder(name)
    if (folder / STUDY_NAME).is_file() and not has_manifest(folder):
        raise UsageError(
            f"{folder} is a study ({study_kind(folder)}), not a run: reef report {folder} shows"
            f" what it found, reef runs --runs {folder} lists its runs"
        )
    return open_run(folder)


def _interrupted(folder: Path, interrupt: KeyboardInterrupt, is_kept: bool) -> int:
    from analyzer.playing.manifest import has_manifest
    from analyzer.playing.run import open_run

    word, code = outcome(interrupt)
    kept = ""
    if is_kept and has_manifest(folder):
        stored = open_run(folder).total_games()
        are = "is" if stored == 1 else "are"
        kept = f": {counted(stored, 'game')} {are} stored in {folder}; the same command continues"
    elif is_kept:
        kept = ": nothing was stored yet; the same command starts again"
    say(f"{word}{kept}")
    return code


def _print_result(args: Namespace, run: Run, is_grid: bool, is_kept: bool) -> None:
    from analyzer.cli.run_text import grid_object, grid_text, single_object, single_text

    if args.json:
        told = grid_object(run) if is_grid else single_object(run)
        if not is_kept:
            del told["run"]
        print(json.dumps(told, allow_nan=False))
    else:
        place = f" in {run.folder}" if is_kept else ""
        print(fitted(grid_text(run, place) if is_grid else single_text(run, place)))


def print_plan(args: Namespace, experiment: Experiment, folder: Path | None) -> int:
    """What would be played, how long it would take and how much room on this machine."""
    from analyzer.playing.plan import make_plan

    check_extend(args, folder)
    with pool_of(args) as pool:
        jobs = pool.n_workers
    plan = make_plan(experiment, folder, jobs, args.extend, args.chunk)
    if args.json:
        print(json.dumps(plan.as_json()))
        return 0
    header = ("cell", "what", "games", "time", "disk")
    rows = [
        (
            str(cell.index),
            cell.text,
            f"{cell.games:,}",
            duration(cell.seconds / jobs),
            size_text(cell.bytes),
        )
        for cell in plan.cells
    ]
    print(text_table(header, rows, left=2))
    most = "at most " if experiment.precision is not None else ""
    total = (
        f"\n{counted(len(rows), 'cell')}, {most}{counted(plan.games, 'game')}: about"
        f" {duration(plan.seconds / jobs)} on {counted(jobs, 'core')}, {size_text(plan.bytes)}"
        f" on disk ({size_text(plan.free)} free)"
    )
    print(fitted(total))
    if folder is not None and plan.stored:
        print(f"{folder} has {plan.stored:,} of them already")
    return 0


def checked_name(name: str) -> str:
    """The name of a run: a plain file name."""
    is_plain = name not in ("", ".", "..") and "/" not in name and not name.startswith("-")
    if not is_plain or not name.isprintable() or len(name.encode()) > MAX_NAME_BYTES:
        raise UsageError(
            f"{shown(name)} is no name for a run; use letters, digits, - and _, at most"
            f" {MAX_NAME_BYTES}"
        )
    return name
