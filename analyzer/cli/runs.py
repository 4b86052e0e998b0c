"""`reef runs`: which runs there are."""

from __future__ import annotations

import json
from argparse import Namespace
from pathlib import Path
from typing import Any

from analyzer.cli.parsing import SubParsers
from analyzer.cli.stored import size_text
from analyzer.cli.table import text_table
from analyzer.errors import UsageError


def add_parser(subparsers: SubParsers) -> None:
    """Registers the command."""
    parser = subparsers.add(
        "runs",
        summary="list the runs that are kept",
        description="Lists the runs of a folder: what they are, how far they are, their size.",
        examples="reef runs\nreef runs --runs elsewhere --json",
    )
    parser.add_argument("--runs", default="runs", metavar="FOLDER", help="where runs are kept")
    parser.add_argument("--json", action="store_true", help="a JSON list instead of a table")


def run(args: Namespace) -> int:
    """Prints the list."""
    from analyzer.runs.run import list_runs

    if not Path(args.runs).is_dir() and args.runs != "runs":
        raise UsageError(f"there is no folder {args.runs}")
    entries = [run_entry(folder) for folder in list_runs(args.runs)]
    if args.json:
        print(json.dumps(entries))
    elif not entries:
        print(f"no runs in {args.runs} (reef simulate --run NAME makes one)")
    else:
        header = ("run", "state", "cells", "games", "of", "size", "started")
        print(text_table(header, [_row(entry) for entry in entries], left=2))
    return 0


def run_entry(folder: Path) -> dict[str, Any]:
    """What the list says about a run; one that cannot be read is told with its reason."""
    from analyzer.runs.lock import is_locked
    from analyzer.runs.run import open_run

    try:
        opened = open_run(folder)
    except UsageError as error:
        return {"run": str(folder), "state": "damaged", "reason": str(error)}
    state = "finished" if opened.is_finished else "running" if is_locked(folder) else "stopped"
    return {
        "run": str(folder),
        "state": state,
        "cells": len(opened.cells),
        "games": opened.total_games(),
        "asked": opened.experiment.total_games(),
        "precision": opened.experiment.precision,
        "bytes": opened.n_bytes(),
        "started": opened.manifest.created,
    }


def _row(entry: dict[str, Any]) -> tuple[str, ...]:
    name = Path(entry["run"]).name
    if entry["state"] == "damaged":
        return (name, "damaged", "", "", "", "", entry["reason"])
    most = "at most " if entry["precision"] is not None else ""
    return (
        name,
        entry["state"],
        f"{entry['cells']:,}",
        f"{entry['games']:,}",
        f"{most}{entry['asked']:,}",
        size_text(entry["bytes"]),
        entry["started"][:16].replace("T", " "),
    )
