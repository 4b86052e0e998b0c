"""`reef report`: a run or a study as one page, with figures, tables and a summary beside it."""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from analyzer.cli.parsing import SubParsers
from analyzer.errors import UsageError
from analyzer.play.manifest import has_manifest

if TYPE_CHECKING:
    import pandas as pd

    from reports.page import Report

RESULTS_NAME = "results.json"
STUDY_NAME = "study.json"
REPORT_FOLDER = "report"
_MAIN_RUNS = ("printed", "variants", "line-ups", "games", "values")
"""Runs of a study whose games are shown, the first of them that there is."""
_STUDY_CELLS = 2
"""Cells of such a run that are shown."""
_PLACES = ("", "runs", "studies")
"""Folders in which a name is looked for."""


def add_parser(subparsers: SubParsers) -> None:
    """Registers the command."""
    parser = subparsers.add(
        "report",
        summary="turn a run or a study into one page with figures and tables",
        description=(
            "Writes report.html, one file that needs no network and no scripts and prints well,\n"
            "and beside it the figures as SVG and PNG, the tables as CSV and summary.json. It\n"
            "opens with the finding in one sentence and one picture; the evidence follows, then\n"
            "method, settings, seed, versions and the commands that make it again.\n"
            "The games of a run are summed up once; a second report of it takes seconds.\n"
            "\n"
            "exit code: 0 written; 2 there is nothing that can be reported"
        ),
        examples=(
            "reef report first                  the run runs/first, into runs/first/report\n"
            "reef report runs/a runs/b          two reports\n"
            "reef report first --out to/send    somewhere else"
        ),
    )
    parser.add_argument(
        "targets", nargs="+", metavar="RUN|STUDY", help="names or folders of runs or studies"
    )
    parser.add_argument(
        "--out", metavar="FOLDER", help="where to write (default: the folder's report/)"
    )


def run(args: Namespace) -> int:
    """Writes the reports and prints the paths of their pages."""
    if args.out is not None and len(args.targets) > 1:
        raise UsageError("--out takes one run or study; several have a folder each")
    for target in args.targets:
        folder = _folder(target)
        if (folder / RESULTS_NAME).is_file():
            made = _study(folder)
        elif (folder / STUDY_NAME).is_file():
            raise UsageError(f"the study {target} has no results yet: its command continues it")
        else:
            made = _run(folder)
        out = Path(args.out) if args.out is not None else folder / REPORT_FOLDER
        print(_written(made, out))
    return 0


def _folder(target: str) -> Path:
    for place in _PLACES:
        path = Path(place) / target
        if path.is_dir():
            return path
    raise UsageError(f"there is no run or study {target} (reef runs lists them)")


def _written(report: Report, out: Path) -> Path:
    from reports.page import write_report

    try:
        return write_report(report, out)
    except OSError as error:
        raise UsageError(f"cannot write {out}: {error.strerror or error}") from None


def _run(folder: Path) -> Report:
    from analyzer.play.run import open_run
    from analyzer.reporting.differences import differences
    from analyzer.reporting.facts import is_open, run_facts
    from analyzer.reporting.start_tiles import start_tile_table
    from analyzer.reporting.tables import run_tables
    from analyzer.tally.stored import run_sums
    from reports.run_page import run_report

    opened = open_run(folder)
    try:
        sums = run_sums(opened, _tell)
    finally:
        _tell(0, 0)
    tables = run_tables(sums, is_open(opened), opened.experiment.precision)
    further = {
        "start_tiles": start_tile_table(opened, sums),
        "differences": differences(opened),
    }
    tables |= {name: table for name, table in further.items() if len(table)}
    return run_report(tables, run_facts(opened), _rock_maps(opened.cells[0].game))


def _rock_maps(game: str) -> dict[str, list[str]] | None:
    if game != "encounter":
        return None
    from analyzer.games.encounter.rock_maps import rock_maps

    return rock_maps()


def _tell(done: int, todo: int) -> None:
    """A line on the terminal that says how far the summing is; gone when there is nothing to do."""
    if sys.stderr.isatty():
        text = f"summing up {done:,} of {todo:,} games" if todo else ""
        print(f"\r{text}\x1b[K", end="", file=sys.stderr, flush=True)


def _study(folder: Path) -> Report:
    from reports.study_page import study_report, with_games

    results = _results(folder / RESULTS_NAME)
    game = str(results.get("settings", {}).get("game", "encounter"))
    report = study_report(results, _tables(folder), folder.name, _rock_maps(game))
    games = next((folder / name for name in _MAIN_RUNS if has_manifest(folder / name)), None)
    return report if games is None else with_games(report, *_games(games))


def _games(folder: Path) -> tuple[dict[str, pd.DataFrame], list[str]]:
    """Tables about the games of a study's main run, and the labels of the cells in them."""
    from analyzer.play.run import open_run
    from analyzer.reporting.facts import is_open
    from analyzer.reporting.tables import cell_labels, run_tables
    from analyzer.tally.stored import run_sums

    opened = open_run(folder)
    cells = range(min(len(opened.cells), _STUDY_CELLS))
    try:
        sums = run_sums(opened, _tell, cells)
    finally:
        _tell(0, 0)
    tables = run_tables(sums, is_open(opened), opened.experiment.precision)
    return tables, cell_labels([opened.cells[k] for k in cells])


def _results(path: Path) -> dict[str, Any]:
    try:
        results = json.loads(path.read_bytes())
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror}") from None
    except ValueError:
        raise UsageError(f"{path} is damaged: it is not JSON") from None
    if not isinstance(results, dict):
        raise UsageError(f"{path} is not a JSON object")
    return results


def _tables(folder: Path) -> dict[str, pd.DataFrame]:
    """The CSV tables of a study by name; UsageError if one cannot be read."""
    import pandas as pd

    tables = {}
    for path in sorted([*folder.glob("*.csv"), *(folder / "tables").glob("*.csv")]):
        try:
            tables[path.stem] = pd.read_csv(path)
        except pd.errors.EmptyDataError:
            continue
        except (OSError, ValueError) as error:
            raise UsageError(f"{path} cannot be read as a table: {error}") from None
    return tables
