"""Stored runs and studies become reports."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pandas as pd
from pandas.api.types import is_numeric_dtype

from analyzer.errors import UsageError
from analyzer.games import game_names
from analyzer.playing.manifest import has_manifest
from analyzer.playing.run import Run, open_run
from analyzer.reporting.differences import differences
from analyzer.reporting.facts import is_open, run_facts
from analyzer.reporting.handicap import handicap_table
from analyzer.reporting.players import described_players
from analyzer.reporting.tables import cell_labels, run_tables
from analyzer.studies.common import RESULTS_NAME, STUDY_NAME, read_results
from analyzer.tally.stored import run_sums
from analyzer.tally.sums import CellSums
from reports.page import Report
from reports.run_page import run_report
from reports.study_page import study_report, with_games

_MAIN_RUNS = ("printed", "variants", "line-ups", "games", "values")
"""Runs of a study whose games are shown, the first of them that there is."""
_STUDY_CELLS = 6
"""Cells of such runs that are shown: two rulesets at every level that people ask for."""
_NUMERIC = ("low", "high")
"""How the names of columns end that hold numbers in every table."""

Tell = Callable[[int, int], None]
"""Called with the games summed up so far and all of them."""


def _silent(_done: int, _todo: int) -> None:
    """Tells nobody."""


def report_of_folder(folder: Path, tell: Tell = _silent) -> Report:
    """The report of a run or a study; UsageError if there is nothing that can be reported."""
    if (folder / RESULTS_NAME).is_file():
        return _study(folder, tell)
    if (folder / STUDY_NAME).is_file():
        raise UsageError(f"the study {folder} has no results yet: its command continues it")
    return _run(folder, tell)


def _run(folder: Path, tell: Tell) -> Report:
    opened = open_run(folder)
    sums = run_sums(opened, tell)
    tables = run_tables(sums, is_open(opened), opened.experiment.precision)
    further = {"handicap": handicap_table(opened, sums), "differences": differences(opened)}
    tables |= {name: table for name, table in further.items() if len(table)}
    return run_report(tables, run_facts(opened), opened.cells[0].game)


def _study(folder: Path, tell: Tell) -> Report:
    results = _results(folder)
    runs = _main_runs(folder)
    cells = [cell for run in runs for cell in run.cells]
    game = str(results.get("settings", {}).get("game", cells[0].game if cells else game_names()[0]))
    players = described_players(cells)
    report = study_report(results, _tables(folder), folder.name, game, players)
    if not runs:
        return report
    sums: list[CellSums] = []
    for run in runs:
        most = max(_STUDY_CELLS // len(runs), 1)
        sums += run_sums(run, tell, range(min(len(run.cells), most)))
    tables = run_tables(sums, any(map(is_open, runs)), runs[0].experiment.precision)
    return with_games(report, tables, cell_labels([each.cell for each in sums]), game)


def _main_runs(folder: Path) -> list[Run]:
    """The runs whose games are shown: one, or one of each skill level."""
    for name in _MAIN_RUNS:
        levels = sorted(folder.glob(f"level-*/{name}")) or sorted(folder.glob(f"{name}-[0-9]*"))
        found = [path for path in (folder / name, *levels) if has_manifest(path)]
        if found:
            return [open_run(path) for path in found]
    return []


def _results(folder: Path) -> dict[str, Any]:
    results = read_results(folder)
    if not isinstance(results.get("settings", {}), dict):
        raise UsageError(f"{folder / RESULTS_NAME} is damaged: it has no settings")
    return results


def _tables(folder: Path) -> dict[str, pd.DataFrame]:
    """The CSV tables of a study by name; UsageError if one cannot be read."""
    tables = {}
    for path in sorted([*folder.glob("*.csv"), *(folder / "tables").glob("*.csv")]):
        try:
            tables[path.stem] = pd.read_csv(path)
        except pd.errors.EmptyDataError:
            continue
        except (OSError, ValueError) as error:
            raise UsageError(f"{path} cannot be read as a table: {error}") from None
        for name, column in tables[path.stem].items():
            if str(name).endswith(_NUMERIC) and not is_numeric_dtype(column):
                raise UsageError(f"{path} is damaged: the column {name} holds text")
    return tables
