"""`reef info`: everything about a run but its games."""

from __future__ import annotations

import json
from argparse import Namespace
from typing import TYPE_CHECKING, Any

from analyzer.cli.parsing import SubParsers
from analyzer.cli.run_progress import working
from analyzer.cli.stored import opened_run
from analyzer.cli.text import size_text, text_table
from analyzer.wording import counted

if TYPE_CHECKING:
    from analyzer.playing.run import Run


def add_parser(subparsers: SubParsers) -> None:
    """Registers the command."""
    parser = subparsers.add(
        "info",
        summary="what a run is: settings, versions, times, files, columns",
        description=(
            "Describes a run by its manifest: what was asked for, what made it, where and when,\n"
            "and what is there. --check also compares the checksums of parts and records.\n"
            "\n"
            "exit code: 0; 1 if --check finds a damaged file; 2 if there is no such run"
        ),
        examples="reef info first\nreef info runs/first --columns\nreef info first --check --json",
    )
    parser.add_argument("run", metavar="RUN", help="name or folder of a run")
    parser.add_argument("--columns", action="store_true", help="also explain the columns")
    parser.add_argument("--check", action="store_true", help="also check every stored file")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of text")


def run(args: Namespace) -> int:
    """Prints the description; 1 if a file is damaged."""
    from analyzer.playing.parts import damage
    from analyzer.playing.records import damaged_records

    opened = opened_run(args.run)
    damaged = []
    if args.check:
        with working(lambda: f"checking {size_text(opened.n_bytes())}"):
            for part in (part for parts in opened.parts for part in parts):
                if trouble := damage(part):
                    damaged.append(f"{part.path} {trouble}")
        for path in damaged_records(opened.folder, opened.manifest.records):
            damaged.append(f"{path} is damaged: its checksum differs")
    if args.json:
        told = info_object(opened)
        if args.check:
            told["damaged"] = damaged
        if args.columns:
            told["columns"] = {name: text for name, _, text in column_rows(opened)}
        print(json.dumps(told))
    else:
        print(info_text(opened))
        if args.columns:
            table = text_table(("column", "type", "what it is"), column_rows(opened), left=3)
            print(f"\n{table}")
        if args.check:
            print("\n" + ("\n".join(damaged) or "all files are whole"))
    return 1 if damaged else 0


def info_object(opened: Run) -> dict[str, Any]:
    """The manifest, and what is there."""
    return {
        "run": str(opened.folder),
        **opened.manifest.as_json(),
        "games": [opened.games(cell) for cell in range(len(opened.cells))],
        "parts": sum(map(len, opened.parts)),
        "bytes": opened.n_bytes(),
    }


def info_text(opened: Run) -> str:
    """The same for reading."""
    from analyzer.experiment import cell_text

    manifest, experiment = opened.manifest, opened.experiment
    games, rows = opened.total_games(), _total_rows(opened)
    parts = counted(sum(map(len, opened.parts)), "part")
    each = f" ({opened.n_bytes() / rows:.1f} bytes a game and seat)" if rows else ""
    most = "at most " if experiment.precision is not None else ""
    deals = "all cells on the same deals" if experiment.pairing else "every cell on its own deals"
    lines = [
        ("run", str(opened.folder)),
        ("state", "finished" if opened.is_finished else "not finished"),
        (
            "games",
            f"{games:,} of {most}{experiment.total_games():,}"
            f" in {counted(len(opened.cells), 'cell')}",
        ),
        ("disk", f"{size_text(opened.n_bytes())} in {parts}{each}"),
        ("seed", f"{experiment.seed}, {deals}"),
        ("settings", experiment.digest()),
        ("rules", f"version {manifest.rules_version}"),
        ("kernel", manifest.fingerprint),
        ("versions", ", ".join(f"{name} {v}" for name, v in manifest.versions.items())),
        ("created", manifest.created),
        ("finished", manifest.finished or "-"),
    ]
    if experiment.precision is not None:
        lines.insert(3, ("precision", f"± {experiment.precision:g} for every win share"))
    if experiment.records:
        lines.append(("records", f"{counted(experiment.records, 'game')} in records.jsonl"))
    for session in manifest.sessions:
        where = f"{session.machine['host']}, {session.machine['processor']}"
        what = f"{session.outcome or 'killed or running'}, {counted(session.games, 'game')}"
        jobs = f"{session.backend}, {counted(session.jobs, 'job')}"
        lines.append(("session", f"{session.started}, {what}, {jobs}, {where}"))
    head = "\n".join(f"{name:<10}{text}" for name, text in lines)
    cells = [
        (str(k), cell_text(cell), f"{opened.games(k):,}") for k, cell in enumerate(opened.cells)
    ]
    return f"{head}\n\n{text_table(('cell', 'what', 'games'), cells, left=2)}"


def column_rows(opened: Run) -> list[tuple[str, str, str]]:
    """Name, type and meaning of every column of a run's table."""
    from analyzer.playing.load import CELL_COLUMNS

    rows = [(name, "cell", text) for name, text in CELL_COLUMNS.items()]
    for column in opened.game_of(0).columns:
        kind = "category" if column.categories else column.dtype
        rows.append((column.name, kind, column.description))
    return rows


def _total_rows(opened: Run) -> int:
    return sum(opened.games(k) * cell.players for k, cell in enumerate(opened.cells))
