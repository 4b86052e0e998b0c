"""What commands about recorded games share: the game that is meant, and files beside its own."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from analyzer.cli.parsing import Parser, whole_number
from analyzer.cli.text import say
from analyzer.errors import UsageError
from analyzer.files import write_whole

DEFAULT_NAME = ""
"""What an option for a file gets without a file name."""


def add_record_options(parser: Parser) -> None:
    """The file of records, and which of its games."""
    parser.add_argument("file", metavar="FILE", help="game records, one JSON object a line")
    parser.add_argument(
        "--index",
        "--game",
        type=whole_number(0),
        metavar="K",
        help="which game of the file, counted from 0 (default: 0)",
    )


def recorded_game(file: str, game: int) -> dict[str, object]:
    """The record of a game by its number; UsageError if the file has no such game."""
    from analyzer.records.files import read_records

    n_games = 0
    for record in read_records(file):
        if n_games == game:
            return record
        n_games += 1
    games = "1 game (number 0)" if n_games == 1 else f"{n_games} games (0 to {n_games - 1})"
    raise UsageError(f"{file} holds {games}; there is no game {game}")


def rejected(record: Mapping[str, object], game: int) -> int:
    """Says what the judge has against a record; the exit code."""
    from analyzer.records.files import game_of_record

    verdict = game_of_record(record).judge(record)
    say(f"game {game} cannot be replayed: {verdict}")
    return 1


def out_path(wanted: str, default: str) -> Path:
    """Where to write: the name that was asked for, which must end like the default one."""
    if wanted == DEFAULT_NAME:
        return Path(default)
    path, suffix = Path(wanted), Path(default).suffix
    if path.suffix.lower() != suffix:
        # A forgotten FILE would otherwise overwrite a file of records.
        raise UsageError(f"{wanted} is no name for a {suffix} file; it must end with {suffix}")
    return path


def write_file(path: Path, content: bytes) -> None:
    """A file that is there completely or, on a disk that fills, not at all; its name is told."""
    try:
        write_whole(path, content)
    except OSError as error:
        raise UsageError(f"cannot write {path}: {error.strerror or error}") from None
    print(path)
