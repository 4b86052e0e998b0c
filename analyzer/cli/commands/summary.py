"""`reef summary`: what a run shows, by any columns."""

from __future__ import annotations

import json
import math
from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from analyzer.cli.parsing import SubParsers
from analyzer.cli.run_progress import working
from analyzer.cli.stored import opened_run
from analyzer.cli.text import fitted, say
from analyzer.errors import UsageError
from analyzer.wording import counted

if TYPE_CHECKING:
    import pandas as pd

    from analyzer.playing.run import Run


def add_parser(subparsers: SubParsers) -> None:
    """Registers the command."""
    parser = subparsers.add(
        "summary",
        summary="tables of a run by any columns: wins, scores, endings",
        description=(
            "Prints a table with a row for every combination of the columns given by --by: win\n"
            "share, mean score and rank, length of the games, with intervals that take the games\n"
            "of one deal as one observation. --of COLUMN prints instead how often each value of a\n"
            "column occurs, such as ended_by or turns. Any number of games fits: parts are read\n"
            "one at a time. A run that is not finished is summarised as far as it is.\n"
            "\n"
            "Columns: those of reef info RUN --columns, and rule parameters that cells override."
        ),
        examples=(
            "reef summary first\n"
            "reef summary first --by seat,strategy --csv > table.csv\n"
            "reef summary first --by ruleset,seat --markdown\n"
            "reef summary first --of ended_by --by players\n"
            "reef summary first --by seat --means score,turns"
        ),
    )
    parser.add_argument("run", metavar="RUN", help="name or folder of a run")
    parser.add_argument(
        "--by",
        metavar="A,B,...",
        help="columns to group by (default: cell if there are several, and seat; with --of: cell)",
    )
    parser.add_argument("--of", metavar="COLUMN", help="the distribution of this column")
    parser.add_argument("--means", metavar="A,B,...", help="other columns whose means are wanted")
    kinds = parser.add_mutually_exclusive_group()
    kinds.add_argument("--csv", action="store_true", help="comma-separated values, all digits")
    kinds.add_argument("--json", action="store_true", help="a JSON list of objects, all digits")
    kinds.add_argument("--markdown", action="store_true", help="a Markdown table")
    parser.add_argument("--out", metavar="FILE", help="write there instead of to the terminal")


def run(args: Namespace) -> int:
    """Prints the table."""
    from analyzer.tally.summary import MEANS, distribution, summarise_run

    opened = opened_run(args.run)
    if not opened.is_finished and (done := opened.total_games()):
        asked = opened.experiment.total_games()
        say(f"{opened.folder} is not finished: {done:,} of {counted(asked, 'game')}")
    by = _names(args.by) if args.by is not None else _default_by(opened, args.of)
    if args.of is not None and args.means is not None:
        raise UsageError("--means goes with a summary, --of asks for a distribution")
    with working(lambda: f"summing up {counted(opened.total_games(), 'game')}"):
        if args.of is not None:
            table = distribution(opened, args.of, by)
        else:
            means = _names(args.means) if args.means is not None else MEANS
            table = summarise_run(opened, by, means)
    _put(_formatted(args, opened, table, len(by)), args.out)
    return 0


def _names(text: str) -> list[str]:
    return [name.strip() for name in text.split(",") if name.strip()]


def _default_by(opened: Run, of: str | None) -> list[str]:
    by = ["cell"] if len(opened.cells) > 1 else []
    return by if of is not None else [*by, "seat"]


def _formatted(args: Namespace, opened: Run, table: pd.DataFrame, n_keys: int) -> str:
    from analyzer.cli.run_text import intervals_note, markdown_text, table_text

    if args.csv:
        return table.to_csv(index=False)
    if args.json:
        return json.dumps(table_objects(table)) + "\n"
    if args.markdown:
        return markdown_text(opened, table) + "\n"
    return f"{table_text(opened, table, n_keys)}\n\n{fitted(intervals_note(opened))}\n"


def table_objects(table: pd.DataFrame) -> list[dict[str, Any]]:
    """The rows as JSON objects; a number that is not finite is null."""

    def plain(value: Any) -> Any:
        value = value.item() if hasattr(value, "item") else value
        return None if isinstance(value, float) and not math.isfinite(value) else value

    rows = table.astype(object).to_dict(orient="records")
    return [{str(k): plain(v) for k, v in row.items()} for row in rows]


def _put(text: str, out: str | None) -> None:
    if out is None:
        print(text, end="")
        return
    try:
        Path(out).write_text(text, encoding="utf-8")
    except OSError as error:
        raise UsageError(f"cannot write {out}: {error.strerror}") from None
