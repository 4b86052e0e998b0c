"""What commands share that keep every step beside --out, go on with --resume and draw the run."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from analyzer.cli.parsing import whole_number
from analyzer.cli.stopping import INTERRUPTED
from analyzer.cli.text import say
from analyzer.errors import UsageError
from analyzer.wording import counted

if TYPE_CHECKING:
    from analyzer.cli.game_options import Options

PICTURES = (".svg", ".png", ".pdf")

Number = tuple[str, int, int, int | None, str, str]
"""An option for a whole number: its name, lowest, highest, default, metavar and help."""


def add_numbers(options: Options, numbers: Iterable[Number]) -> None:
    """Adds options for whole numbers."""
    for name, low, high, default, metavar, words in numbers:
        options.add_argument(
            name, type=whole_number(low, high), default=default, metavar=metavar, help=words
        )


def add_long_run_options(options: Options) -> None:
    """Adds --resume and --plot."""
    options.add_argument("--resume", action="store_true", help="go on where the run stopped")
    options.add_argument(
        "--plot",
        metavar="FILE",
        help="picture of the run: .svg, .png or .pdf (default: --out with .svg)",
    )


def picture_path(args: Namespace) -> Path:
    """Where the run is drawn."""
    return Path(args.plot) if args.plot is not None else Path(args.out).with_suffix(".svg")


def check_anew(args: Namespace, kept: Path) -> None:
    """UsageError where a run would begin anew over what another has kept."""
    if kept.exists() and not args.resume:
        raise UsageError(f"{kept} exists: --resume continues that run; remove it to start anew")


@contextmanager
def alone(path: Path) -> Iterator[None]:
    """As long as this process alone may write what `path` names; UsageError if another one does."""
    from analyzer.playing.lock import locked_file

    with locked_file(path.with_name(f".{path.name}.lock"), path):
        yield


def say_interrupted(done: int, what: str, kept: Path) -> int:
    """Says how far a run came; the exit code."""
    where = f"; {kept} keeps what was done: add --resume to go on" if done else ""
    say(f"interrupted after {counted(done, what)}{where}")
    return INTERRUPTED


def draw_run(args: Namespace, draw: Callable[[Path], None]) -> None:
    """Draws the run; UsageError if the picture cannot be written."""
    path = picture_path(args)
    try:
        draw(path)
    except OSError as error:
        raise UsageError(f"cannot write {path}: {error.strerror or error}") from None
