"""Stored runs and studies become reports."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pandas as pd
from pandas.api.types import is_numeric_dtype

from analyzer.errors import UsageError
from analyzer.files import read_json
from analyzer.games import game_names
from analyzer.playing.manifest import has_manifest
from analyzer.playing.run import Run, open_run
from analyzer.reporting.differences import differences
from analyzer.reporting.facts import is_open, run_facts
from analyzer.reporting.handicap import handicap_table
from analyzer.reporting.tables import cell_labels, run_tables
from analyzer.studies.common import RESULTS_NAME, STUDY_NAME
from analyzer.tally.stored import run_sums
from reports.page import Report
from reports.run_page import run_report
from reports.study_page import study_report, with_games

_MAIN_RUNS = ("printed", "variants", "line-ups", "games", "values")
"""Runs of a study whose games are shown, the first of them that there is."""
_STUDY_CELLS = 4
"""Cells of such a run that are shown: every level that people ask for."""
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
    further = {
        "handicap": handicap_table(opened, sums),
        "differences": differences(opened),
    }
    tables |= {name: table for name, table in further.items() if len(table)}
    return run_report(tables, run_facts(opened), opened.cells[0].game)


def _study(folder: Path, tell: Tell) -> Report:
    results = _results(folder / RESULTS_NAME)
    path = next((folder / name for name in _MAIN_RUNS if has_manifest(folder / name)), None)
    opened = None if path is None else open_run(path)
    game = str(results.get("settings", {}).get("game", _game_of(opened)))
    report = study_report(results, _tables(folder), folder.name, game)
    if opened is None:
        return report
    cells = range(min(len(opened.cells), _STUDY_CELLS))
    sums = run_sums(opened, tell, cells)
    tables = run_tables(sums, is_open(opened), opened.experiment.precision)
    return with_games(report, tables, cell_labels([opened.cells[k] for k in cells]), game)


def _game_of(run: Run | None) -> str:
    """The game of a study that does not say it: of its games, or the first of the program."""
    return game_names()[0] if run is None else run.cells[0].game


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
            if str(name).endswith(_NUMERIC) and not is_numeric_dtype(column):
                raise UsageError(f"{path} is damaged: the column {name} holds text")
    return tables
