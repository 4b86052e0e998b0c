"""The report of a folder: of a stored run, or of a study with its results and tables."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pandas as pd

from analyzer.errors import UsageError
from analyzer.files import read_json
from analyzer.games import default_game
from analyzer.play.manifest import has_manifest
from analyzer.play.run import open_run
from analyzer.reporting.differences import differences
from analyzer.reporting.facts import is_open, run_facts
from analyzer.reporting.handicap import handicap_table
from analyzer.reporting.tables import cell_labels, run_tables
from analyzer.tally.stored import Tell, run_sums
from reports.page import Report
from reports.run_page import run_report
from reports.study_page import study_report, with_games

RESULTS_NAME = "results.json"
STUDY_NAME = "study.json"
_MAIN_RUNS = ("printed", "variants", "line-ups", "games", "values")
"""Runs of a study whose games are shown, the first of them that there is."""
_STUDY_CELLS = 4
"""Cells of such a run that are shown: every level that people ask for."""
_NUMERIC = ("low", "high")
"""How the names of columns end that hold numbers in every table."""


def report_of(folder: Path, tell: Tell | None = None) -> Report:
    """The report of a run or a study; UsageError if there is nothing to report.

    tell: told the games summed up so far, and how many there are.
    """
    if (folder / RESULTS_NAME).is_file():
        return _study(folder, tell)
    if (folder / STUDY_NAME).is_file():
        raise UsageError(f"the study {folder} has no results yet: its command continues it")
    return _run(folder, tell)


def _run(folder: Path, tell: Tell | None) -> Report:
    opened = open_run(folder)
    sums = run_sums(opened, tell)
    tables = run_tables(sums, is_open(opened), opened.experiment.precision)
    further = {
        "handicap": handicap_table(opened, sums),
        "differences": differences(opened),
    }
    tables |= {name: table for name, table in further.items() if len(table)}
    return run_report(tables, run_facts(opened), opened.cells[0].game)


def _study(folder: Path, tell: Tell | None) -> Report:
    results = _results(folder / RESULTS_NAME)
    game = str(results.get("settings", {}).get("game", default_game()))
    report = study_report(results, _tables(folder), folder.name, game)
    games = next((folder / name for name in _MAIN_RUNS if has_manifest(folder / name)), None)
    return report if games is None else with_games(report, *_games(games, tell), game)


def _games(folder: Path, tell: Tell | None) -> tuple[dict[str, pd.DataFrame], list[str]]:
    """Tables about the games of a study's main run, and the labels of the cells in them."""
    opened = open_run(folder)
    cells = range(min(len(opened.cells), _STUDY_CELLS))
    sums = run_sums(opened, tell, cells)
    tables = run_tables(sums, is_open(opened), opened.experiment.precision)
    return tables, cell_labels([opened.cells[k] for k in cells])


def _results(path: Path) -> dict[str, Any]:
    results = read_json(path)
    if not isinstance(results.get("settings", {}), dict):
        raise UsageError(f"{path} is damaged: it has no settings")
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
            if str(name).endswith(_NUMERIC) and column.dtype == object and column.notna().any():
                raise UsageError(f"{path} is damaged: the column {name} holds text")
    return tables
