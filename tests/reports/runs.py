"""Small runs to report on."""

from __future__ import annotations

import atexit
import shutil
from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

from analyzer.cells import Cell
from analyzer.experiment import Experiment
from analyzer.playing.manifest import read_manifest, write_manifest
from analyzer.playing.parts import cell_folder
from analyzer.playing.run import Run, open_run
from analyzer.playing.runner import run_experiment


def cell(players: int = 2, **changes: Any) -> Cell:
    """A cell of uniform players."""
    settings = {"ruleset": "basic", "strategies": ("random",) * players} | changes
    return Cell(game="encounter", players=players, **settings)


def played(
    folder: Path, *cells: Cell, games: int = 120, part_games: int = 50, **settings: Any
) -> Run:
    """A run of these cells."""
    experiment = Experiment(cells or (cell(),), games, **settings)
    return run_experiment(experiment, folder, part_games=part_games)


@cache
def shared_run(name: str) -> Run:
    """A run that several tests read and none changes; its folder goes when the tests end."""
    settings: dict[str, tuple[Cell, ...]] = {
        "two players": (cell(),),
        "four players": (cell(4),),
        "rotated": (
            cell(2, strategies=("random", "balanced"), rotate=True),
            cell(2, strategies=("random", "balanced"), rotate=True, ruleset="advanced"),
        ),
        "start tiles": (
            cell(overrides=(("start_tiles", (5, 9)),)),
            cell(overrides=(("start_tiles", (7, 9)),)),
            cell(),
        ),
    }
    folder = Path(mkdtemp(prefix="reef-run-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return played(folder / name.replace(" ", "-"), *settings[name])


def interrupted(folder: Path) -> Run:
    """A run of which a part is missing, as if it had been killed."""
    run = played(folder)
    run.parts[0][-1].path.unlink()
    return _reopened(folder)


def empty(folder: Path) -> Run:
    """A run that was killed before its first part."""
    run = played(folder, games=10)
    for part in run.parts[0]:
        part.path.unlink()
    assert not list(cell_folder(folder, 0).glob("*.parquet"))
    return _reopened(folder)


def _reopened(folder: Path) -> Run:
    manifest = read_manifest(folder)
    manifest.finished = manifest.played = None
    write_manifest(folder, manifest)
    return open_run(folder)
