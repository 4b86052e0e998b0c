"""What a run would play, how long that takes and how much room, before anything is played."""

from __future__ import annotations

import shutil
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from analyzer.experiment import Experiment, cell_text
from analyzer.playing.manifest import has_manifest, read_manifest
from analyzer.playing.pace import measure_pace, room
from analyzer.playing.run import Run
from analyzer.playing.settings_match import check_continuable, check_program
from analyzer.tally.cell_tally import games_per_block


@dataclass(frozen=True, slots=True)
class CellPlan:
    """A cell: its games (as many as a precision will roughly need), seconds on one core, bytes."""

    index: int
    text: str
    games: int
    seconds: float
    bytes: float


@dataclass(frozen=True, slots=True)
class Plan:
    """A whole run. stored: games that the folder has already; free: bytes left on its disk."""

    cells: tuple[CellPlan, ...]
    jobs: int
    stored: int
    free: int

    @property
    def games(self) -> int:
        """Games of all cells."""
        return sum(cell.games for cell in self.cells)

    @property
    def seconds(self) -> float:
        """Seconds on one core."""
        return sum(cell.seconds for cell in self.cells)

    @property
    def bytes(self) -> float:
        """Bytes on disk."""
        return sum(cell.bytes for cell in self.cells)

    def as_json(self) -> dict[str, Any]:
        """The plan as a JSON object; `seconds` allow for the jobs."""
        return {
            "games": self.games,
            "seconds": self.seconds / self.jobs,
            "bytes": self.bytes,
            "free_bytes": self.free,
            "stored_games": self.stored,
            "jobs": self.jobs,
            "cells": [asdict(cell) for cell in self.cells],
        }


def make_plan(
    experiment: Experiment,
    folder: Path | None,
    jobs: int,
    extend: bool,
    part_games: int | None = None,
) -> Plan:
    """Checks everything that can be checked and estimates the rest by short trials.

    folder: where the run would be, None if nothing would be kept. part_games: games in a part, by
    default about a second's worth.
    """
    experiment = experiment.checked()
    stored = 0
    if folder is not None and has_manifest(folder):
        manifest = read_manifest(folder)
        check_continuable(folder, manifest, experiment, extend)
        if manifest.experiment != experiment or manifest.finished is None:
            check_program(folder, manifest)
        stored = Run(folder, manifest).total_games()
    cells = []
    for index, cell in enumerate(experiment.cells):
        pace = measure_pace(cell, experiment.seed_of(index))
        games = expected_games(experiment, index)
        seconds = games * pace.seconds
        n_bytes = room(cell, pace, games, part_games=part_games)
        cells.append(CellPlan(index, cell_text(cell), games, seconds, n_bytes))
    return Plan(tuple(cells), jobs, stored, free_bytes(folder or Path()))


def expected_games(experiment: Experiment, index: int) -> int:
    """Games of a cell; with a precision about as many as it needs if all seats win alike."""
    most = experiment.games_of(index)
    if experiment.precision is None:
        return most
    from analyzer.statistics import blocks_for_half_width
    from analyzer.statistics.estimates import free_shares

    cell = experiment.cells[index]
    share, n_claims = 1 / cell.players, free_shares(cell.players)
    needed = blocks_for_half_width(experiment.precision, share * (1 - share), n_claims=n_claims)
    return min(most, needed * games_per_block(cell))


def free_bytes(folder: Path) -> int:
    """Room on the disk of a folder that may not exist yet."""
    folder = folder.absolute()
    while not folder.exists():
        folder = folder.parent
    return shutil.disk_usage(folder).free
