"""`reef replay`: watch a recorded game."""

from __future__ import annotations

import os
import sys
from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from analyzer.cli.parsing import SubParsers, whole_number
from analyzer.errors import UsageError
from analyzer.files import write_whole

if TYPE_CHECKING:
    from reports.replay.scenes import Scene

DEFAULT_NAME = ""
"""What --html and --png get without a file name."""


def add_parser(subparsers: SubParsers) -> None:
    """Registers the command."""
    parser = subparsers.add(
        "replay",
        summary="watch a recorded game: in the terminal, as a page, as a picture",
        description=(
            "Shows a game of a .jsonl file of game records turn by turn: the position, what\n"
            "everybody holds, and the turn's actions in words. In a terminal keys step through\n"
            "the game; otherwise all turns (or the one asked for) are printed. Colours are left\n"
            "out when NO_COLOR is set. Games and turns are counted from 0, as in `reef verify`.\n"
            "\n"
            "exit code: 0 done; 1 the judge rejects the record; 2 the file cannot be used"
        ),
        examples=(
            "reef replay games.jsonl                        step through the first game\n"
            "reef replay games.jsonl --list                 who plays, who wins, how it ends\n"
            "reef replay games.jsonl --game 3 --turn 12     one position\n"
            "reef replay games.jsonl --game 3 --html        a page to keep or to send\n"
            "reef replay games.jsonl --turn 12 --png a.png  a picture of one position"
        ),
    )
    parser.add_argument("file", metavar="FILE", help="game records, one JSON object a line")
    parser.add_argument(
        "--game", type=whole_number(0), metavar="K", help="which game of the file (default: 0)"
    )
    parser.add_argument(
        "--turn",
        type=whole_number(0),
        metavar="T",
        help="which turn, counted on through the final round; the position after it is shown",
    )
    parser.add_argument("--list", action="store_true", help="list the games of the file and stop")
    parser.add_argument(
        "--html",
        nargs="?",
        const=DEFAULT_NAME,
        metavar="OUT",
        help="write a viewer in one file that needs no network (without OUT: FILE-gameK.html)",
    )
    parser.add_argument(
        "--png",
        nargs="?",
        const=DEFAULT_NAME,
        metavar="OUT",
        help="write a picture of the position after --turn, or of the end (FILE-gameK[-turnT].png)",
    )


def run(args: Namespace) -> int:
    """Shows one game, or writes it to the files asked for."""
    if args.list:
        for option in ("game", "turn", "html", "png"):
            if getattr(args, option) is not None:
                raise UsageError(f"--list lists all games; it cannot be used with --{option}")
        return _list_games(args.file)
    if args.game is None:
        args.game = 0
    from analyzer.records.errors import RecordViolation
    from analyzer.records.files import game_of_record

    record = _record(args.file, args.game)
    try:
        document = game_of_record(record).replay(record)
    except (RecordViolation, RecursionError):
        return _reject(record, args.game)
    scene = _scene_index(document, args.turn, args.game)
    if args.html is None and args.png is None:
        return _show(document, scene, only=args.turn is not None)
    if args.html is not None:
        from reports.replay.html import viewer_page

        path = _out_path(args.html, args, ".html")
        page = viewer_page(document, f"{Path(args.file).stem}, game {args.game}", args.turn)
        _write(path, page.encode("utf-8"))
    if args.png is not None:
        from reports.replay.picture import position_png

        path = _out_path(args.png, args, ".png")
        _write(path, position_png(document, scene if args.turn is not None else -1))
    return 0


def _record(file: str, game: int) -> dict[str, Any]:
    from analyzer.records.files import read_records

    n_games = 0
    for record in read_records(file):
        if n_games == game:
            return record
        n_games += 1
    games = "1 game (number 0)" if n_games == 1 else f"{n_games} games (0 to {n_games - 1})"
    raise UsageError(f"{file} holds {games}; there is no game {game}")


def _reject(record: dict[str, Any], game: int) -> int:
    from analyzer.records.files import game_of_record

    verdict = game_of_record(record).judge(record)
    print(f"reef: game {game} cannot be replayed: {verdict}", file=sys.stderr)
    return 1


def _scene_index(document: dict[str, Any], turn: int | None, game: int) -> int:
    """The index of the turn's scene; the set-up where no turn is asked for."""
    n_turns = document["n_turns"]
    if turn is not None and turn >= n_turns:
        known = f"turns 0 to {n_turns - 1}" if n_turns > 1 else "turn 0 only"
        raise UsageError(f"game {game} has {known}; there is no turn {turn}")
    return 0 if turn is None else turn + 1


def _list_games(file: str) -> int:
    from analyzer.cli.text import text_table
    from analyzer.records.files import game_of_record, read_records
    from analyzer.records.names import shown_name

    rows = []
    is_any_rejected = False
    for k, record in enumerate(read_records(file)):
        verdict = game_of_record(record).judge(record)
        if not verdict.accepted:
            is_any_rejected = True
            rows.append([str(k), "-", str(verdict), "-", "-"])
            continue
        players, result = record["players"], record["result"]
        assert isinstance(players, list)
        assert isinstance(result, dict)
        marks = ("*" if rank == 1 else "" for rank in result["ranks"])
        scored = (
            f"{shown_name(name)} {score}{mark}"
            for name, score, mark in zip(players, result["scores"], marks, strict=True)
        )
        turns = record["turns"]
        assert isinstance(turns, list)
        line = [str(k), str(record.get("ruleset", "-")), ", ".join(scored), result["ended_by"]]
        rows.append([*line, str(len(turns))])
    header = ["game", "ruleset", "points by seat (* winner)", "ended by", "turns"]
    print(text_table(header, rows, left=4))
    return 1 if is_any_rejected else 0


def _show(document: dict[str, Any], start: int, only: bool) -> int:
    """Steps through the game in a terminal; prints it, or one turn of it, anywhere else."""
    from reports.replay.keys import can_step, step_through
    from reports.replay.scenes import scenes_of
    from reports.replay.terminal import draw_scene, signs_of

    scenes: list[Scene] = scenes_of(document)
    if can_step():
        return step_through(document, scenes, start, colour=not os.environ.get("NO_COLOR"))
    shown = scenes[start : start + 1] if only else scenes
    print(signs_of(document))
    for scene in shown:
        print(f"\n{draw_scene(document, scene)}")
    return 0


def _out_path(wanted: str, args: Namespace, suffix: str) -> Path:
    if wanted == DEFAULT_NAME:
        turn = f"-turn{args.turn}" if suffix == ".png" and args.turn is not None else ""
        return Path(f"{Path(args.file).stem}-game{args.game}{turn}{suffix}")
    path = Path(wanted)
    if path.suffix.lower() != suffix:
        # A forgotten FILE would otherwise overwrite a file of records.
        raise UsageError(f"{wanted} is no name for a {suffix} file; it must end with {suffix}")
    return path


def _write(path: Path, content: bytes) -> None:
    """A file that is there completely or, on a disk that fills, not at all."""
    try:
        write_whole(path, content)
    except OSError as error:
        raise UsageError(f"cannot write {path}: {error.strerror or error}") from None
    print(path)
