"""Differences between the cells of a run that share their deals, first cell against the others."""

from __future__ import annotations

import hashlib
import io
from contextlib import suppress
from pathlib import Path
from typing import Any

import pandas as pd

from analyzer.files import read_checked, write_checked
from analyzer.game import Game
from analyzer.playing.run import Run
from analyzer.reporting.tables import cell_labels
from analyzer.statistics import holm, paired_difference
from analyzer.tally.cell_tally import games_per_block
from analyzer.tally.runs import paired_tally
from analyzer.tally.stored import SUMS_FOLDER
from analyzer.tally.sums import VERSION
from analyzer.wording import seat_name

MAX_CELLS = 6
"""Cells up to which all are compared with the first."""


def differences(run: Run) -> pd.DataFrame:
    """Paired differences of every cell from the first; empty where cells cannot be compared.

    Columns of the figure `ruleset_differences`, with Holm's correction over all of them.
    """
    if not _is_comparable(run):
        return pd.DataFrame()
    path = _path(run)
    if (stored := read_checked(path)) is not None:
        return pd.read_csv(io.BytesIO(stored))
    labels = cell_labels(run.cells)
    rows: list[dict[str, Any]] = []
    for other in range(1, len(run.cells)):
        comparison = f"{labels[other]} − {labels[0]}"
        rows += [{"comparison": comparison, **row} for row in _compared(run, other)]
    table = pd.DataFrame(rows)
    adjusted = holm(table["p_value"].to_numpy())
    table["p_holm"] = adjusted
    table["is_established"] = table["p_holm"] < 0.05
    _store(path, table)
    return table


def _is_comparable(run: Run) -> bool:
    cells = run.cells
    return (
        run.experiment.pairing
        and 2 <= len(cells) <= MAX_CELLS
        and len({(cell.game, cell.players, cell.rotate) for cell in cells}) == 1
        and all(run.deals(k) >= 2 for k in range(len(cells)))
    )


def _compared(run: Run, other: int) -> list[dict[str, Any]]:
    n = run.cells[0].players
    games = min(run.games(0), run.games(other))
    rows = []
    for column, what, unit, factor in (
        ("win", "share of the wins", "percentage points", 100.0),
        ("score", "mean score", "points", 1.0),
    ):
        tally = paired_tally(run, [0, other], column, "seat")
        for seat in range(n):
            row = _row(tally, seat, n + seat, factor, games)
            rows.append({"quantity": f"{what}, {seat_name(seat, n)}", "unit": unit, **row})
    for column, (what, unit) in _means(run.game_of(0)).items():
        tally = paired_tally(run, [0, other], column, None)
        rows.append({"quantity": what, "unit": unit, **_row(tally, 0, 1, 1.0, games)})
    return rows


def _means(game: Game) -> dict[str, tuple[str, str]]:
    """Columns compared as they are, with their name and unit."""
    known = {column.name for column in game.columns}
    course = {"turns": ("turns", "turns a game")}
    course["lead_changes"] = ("changes of the lead", "changes a game")
    counts = {c.name: (c.words, "number per player") for c in game.columns if c.is_headline}
    return {name: words for name, words in course.items() if name in known} | counts


def _row(tally: Any, first: int, second: int, factor: float, games: int) -> dict[str, Any]:
    paired = paired_difference(tally, first, second)
    found = paired.difference
    return {
        "difference": factor * found.value,
        "low": factor * found.low,
        "high": factor * found.high,
        "n": games,
        "p_value": paired.p_value,
        "variance_ratio": paired.variance_ratio,
        "interval": "95 % intervals of paired differences on the same deals",
    }


def _path(run: Run) -> Path:
    words = [str(VERSION)]
    for index in range(len(run.cells)):
        words += [run.origin(index), *(part.path.name for part in run.parts[index])]
        words.append(str(games_per_block(run.cells[index])))
    digest = hashlib.sha256("\n".join(words).encode()).hexdigest()[:16]
    return run.folder / SUMS_FOLDER / f"differences-{digest}.sums"


def _store(path: Path, table: pd.DataFrame) -> None:
    file = io.StringIO()
    table.to_csv(file, index=False)
    with suppress(OSError):
        path.parent.mkdir(exist_ok=True)
        for old in path.parent.glob("differences-*"):
            old.unlink()
        write_checked(path, file.getvalue().encode())
