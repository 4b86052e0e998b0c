"""`reef report`: a run or a study as one page, with figures, tables and a summary beside it."""

from __future__ import annotations

import sys
from argparse import Namespace
from pathlib import Path

from analyzer.cli.parsing import SubParsers
from analyzer.errors import UsageError

REPORT_FOLDER = "report"
PAGE = "report.html"


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
    from analyzer.playing.run import run_folder

    for target in args.targets:
        folder = run_folder(target)
        out = Path(args.out) if args.out is not None else folder / REPORT_FOLDER
        print(write_report_of(folder, out))
    return 0


def write_report_of(folder: Path, out: Path) -> Path:
    """Writes the report of a run or a study; the path of its page."""
    from reports.page import write_report
    from reports.studies import report_of_folder

    try:
        made = report_of_folder(folder, _tell)
    finally:
        _tell(0, 0)
    try:
        return write_report(made, out)
    except OSError as error:
        raise UsageError(f"cannot write {out}: {error.strerror or error}") from None


def _tell(done: int, todo: int) -> None:
    """A line on the terminal that says how far the summing is; gone when there is nothing to do."""
    if sys.stderr.isatty():
        text = f"summing up {done:,} of {todo:,} games" if todo else ""
        print(f"\r{text}\x1b[K", end="", file=sys.stderr, flush=True)
