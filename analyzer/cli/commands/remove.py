"""`reef remove`: deletes runs and studies that are no longer wanted."""

from __future__ import annotations

import shutil
import sys
import tempfile
from argparse import Namespace
from pathlib import Path

from analyzer.cli.parsing import SubParsers
from analyzer.cli.text import fitted, size_text
from analyzer.errors import UsageError, nearest


def add_parser(subparsers: SubParsers) -> None:
    """Registers the command."""
    parser = subparsers.add(
        "remove",
        summary="delete runs and studies",
        description=(
            "Deletes runs and studies with their games, results and reports, after asking. What\n"
            "is no run or study of the runs folder is left alone, so is what is being played:\n"
            "then nothing is removed.\n"
            "\n"
            "exit code: 0 removed; 1 the answer was no; 2 something named cannot be removed"
        ),
        examples="reef remove first\nreef remove first second --yes",
    )
    parser.add_argument("targets", nargs="+", metavar="RUN", help="names of runs or studies")
    parser.add_argument("--runs", default="runs", metavar="FOLDER", help="where they are kept")
    parser.add_argument("--yes", action="store_true", help="do not ask")


def run(args: Namespace) -> int:
    """Asks and removes."""
    folders = [_folder(target, Path(args.runs)) for target in dict.fromkeys(args.targets)]
    if not args.yes:
        if not sys.stdin.isatty():
            raise UsageError("nobody can be asked here; --yes removes without asking")
        sizes = ", ".join(f"{folder} ({size_text(_size(folder))})" for folder in folders)
        print(fitted(f"remove {sizes}? [y/N] ", sys.stderr), end="", file=sys.stderr, flush=True)
        if sys.stdin.readline().strip().lower() not in ("y", "yes"):
            return 1
    for folder in folders:
        # Half a run must not look like one, whatever stops this.
        doomed = Path(tempfile.mkdtemp(prefix=".removed-", dir=folder.parent))
        folder.rename(doomed / folder.name)
        shutil.rmtree(doomed)
        print(f"removed {folder}")
    return 0


def _folder(target: str, runs: Path) -> Path:
    """The folder of a run or study directly below `runs`; UsageError if it is none."""
    from analyzer.playing.lock import is_locked
    from analyzer.playing.run import list_runs
    from analyzer.studies.common import list_studies

    there = {path.name: path for path in (*list_runs(runs), *list_studies(runs))}
    name = target if target in there else Path(target).name
    if name not in there or (target != name and Path(target).resolve() != there[name].resolve()):
        meant = nearest(target, there, otherwise=f" (reef runs --runs {runs} lists them)")
        raise UsageError(f"{target} is no run or study in {runs}{meant}")
    folder = there[name]
    if folder.is_symlink():
        raise UsageError(f"{folder} is a link to somewhere else; remove it yourself")
    if is_locked(folder):
        raise UsageError(f"{folder} is being played; it is not removed")
    return folder


def _size(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
