"""`reef open`: the page of a run or a study in a browser."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from analyzer.cli.commands.report import PAGE, REPORT_FOLDER, write_report_of
from analyzer.cli.parsing import SubParsers
from analyzer.cli.text import say


def add_parser(subparsers: SubParsers) -> None:
    """Registers the command."""
    parser = subparsers.add(
        "open",
        summary="show the page of a run or a study in a browser",
        description=(
            "Opens report.html of a run or a study in a browser and prints its path. Where there\n"
            "is no report, or an older one than its results, it is written first, as by reef\n"
            "report.\n"
            "\n"
            "exit code: 0 opened, or there is no browser; 2 there is nothing to report"
        ),
        examples="reef open first\nreef open runs/first",
    )
    parser.add_argument("run", metavar="RUN", help="name or folder of a run or a study")


def run(args: Namespace) -> int:
    """Opens the page, and prints where it is."""
    import webbrowser

    from analyzer.playing.run import run_folder

    folder = run_folder(args.run)
    page = folder / REPORT_FOLDER / PAGE
    if not page.is_file() or page.stat().st_mtime < _changed(folder):
        page = write_report_of(folder, page.parent)
    print(page, flush=True)
    try:
        is_shown = webbrowser.open(page.resolve().as_uri())
    except webbrowser.Error:
        is_shown = False
    if not is_shown:
        say("no browser was found here; open that file in one")
    return 0


def _changed(folder: Path) -> float:
    """When what a report is made of was last written, as the clock of the files tells it."""
    return max((path.stat().st_mtime for path in folder.glob("*.json")), default=0.0)
