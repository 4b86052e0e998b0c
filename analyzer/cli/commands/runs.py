"""`reef runs`: which runs and studies there are."""

from __future__ import annotations

import json
from argparse import Namespace
from pathlib import Path
from typing import Any

from analyzer.cli.parsing import SubParsers
from analyzer.cli.text import size_text, text_table
from analyzer.errors import UsageError


def add_parser(subparsers: SubParsers) -> None:
    """Registers the command."""
    parser = subparsers.add(
        "runs",
        summary="list the runs and studies that are kept",
        description=(
            "Lists the runs and studies of a folder: what they are, how far they are, their size.\n"
            "A study is one line: all its runs together. reef runs --runs FOLDER/STUDY lists them."
        ),
        examples="reef runs\nreef runs --runs elsewhere --json",
    )
    parser.add_argument(
        "--runs", default="runs", metavar="FOLDER", help="where runs and studies are kept"
    )
    parser.add_argument("--json", action="store_true", help="a JSON list instead of a table")


def run(args: Namespace) -> int:
    """Prints the list."""
    from analyzer.playing.run import list_runs
    from analyzer.studies.common import list_studies

    if not Path(args.runs).is_dir() and args.runs != "runs":
        raise UsageError(f"there is no folder {args.runs}")
    found = dict.fromkeys(list_runs(args.runs), run_entry)
    found |= dict.fromkeys(list_studies(args.runs), study_entry)
    entries = [found[folder](folder) for folder in sorted(found)]
    if args.json:
        print(json.dumps(entries))
    elif not entries:
        print(f"no runs in {args.runs} (reef simulate --name NAME makes one)")
    else:
        header = ("name", "kind", "state", "cells", "games", "of", "size", "started")
        print(text_table(header, [_row(entry) for entry in entries], left=3))
        for reason in [entry["reason"] for entry in entries if entry["state"] == "damaged"]:
            print(f"\n{reason}")
    return 0


def run_entry(folder: Path) -> dict[str, Any]:
    """What the list says about a run; one that cannot be read is told with its reason."""
    from analyzer.playing.run import open_run

    try:
        opened = open_run(folder)
    except UsageError as error:
        return _damaged(folder, None, error)
    return {
        "run": str(folder),
        "study": None,
        "state": _state(folder, opened.is_finished),
        "cells": len(opened.cells),
        "games": opened.total_games(),
        "asked": opened.experiment.total_games(),
        "precision": opened.experiment.precision,
        "bytes": opened.n_bytes(),
        "started": opened.manifest.created,
    }


def study_entry(folder: Path) -> dict[str, Any]:
    """The same about a study, its runs added up.

    How many games it will have is known in the end only: `asked` is then what was played, and
    null before. `started` is null before the first run.
    """
    from analyzer.playing.run import list_runs, open_run
    from analyzer.studies.common import is_finished, study_kind

    kind = "unknown"
    try:
        kind = study_kind(folder)
        runs = [open_run(path) for path in list_runs(folder)]
    except UsageError as error:
        return _damaged(folder, kind, error)
    games = sum(opened.total_games() for opened in runs)
    return {
        "run": str(folder),
        "study": kind,
        "state": _state(folder, is_finished(folder)),
        "cells": sum(len(opened.cells) for opened in runs),
        "games": games,
        "asked": games if is_finished(folder) else None,
        "precision": None,
        "bytes": sum(opened.n_bytes() for opened in runs),
        "started": min((opened.manifest.created for opened in runs), default=None),
    }


def _state(folder: Path, is_finished: bool) -> str:
    from analyzer.playing.lock import is_locked

    return "finished" if is_finished else "running" if is_locked(folder) else "stopped"


def _damaged(folder: Path, study: str | None, error: UsageError) -> dict[str, Any]:
    return {"run": str(folder), "study": study, "state": "damaged", "reason": str(error)}


def _row(entry: dict[str, Any]) -> tuple[str, ...]:
    head = (Path(entry["run"]).name, entry["study"] or "run", entry["state"])
    if entry["state"] == "damaged":
        return (*head, *("-" * 5))
    most = "at most " if entry["precision"] is not None else ""
    return (
        *head,
        f"{entry['cells']:,}",
        f"{entry['games']:,}",
        f"{most}{entry['asked']:,}" if entry["asked"] is not None else "-",
        size_text(entry["bytes"]),
        entry["started"][:16].replace("T", " ") if entry["started"] else "-",
    )
