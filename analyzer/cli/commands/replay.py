"""`reef replay`: watch a recorded game."""

from __future__ import annotations

import os
from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from analyzer.cli.parsing import SubParsers, whole_number
from analyzer.cli.recorded import (
    DEFAULT_NAME,
    add_record_options,
    out_path,
    recorded_game,
    rejected,
    write_file,
)
from analyzer.errors import UsageError

if TYPE_CHECKING:
    from reports.replay.scenes import Scene


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
            "reef replay games.jsonl --index 3 --turn 12    one position\n"
            "reef replay games.jsonl --index 3 --html       a page to keep or to send\n"
            "reef replay games.jsonl --turn 12 --png a.png  a picture of one position"
        ),
    )
    add_record_options(parser)
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
        for option in ("index", "turn", "html", "png"):
            if getattr(args, option) is not None:
                raise UsageError(f"--list lists all games; it cannot be used with --{option}")
        return _list_games(args.file)
    if args.index is None:
        args.index = 0
    from analyzer.records.errors import RecordViolation
    from analyzer.records.files import game_of_record

    record = recorded_game(args.file, args.index)
    try:
        document = game_of_record(record).replay(record)
    except (RecordViolation, RecursionError):
        return rejected(record, args.index)
    scene = _scene_index(document, args.turn, args.index)
    if args.html is None and args.png is None:
        return _show(document, scene, only=args.turn is not None)
    if args.html is not None:
        from reports.replay.html import viewer_page

        path = out_path(args.html, f"{_stem(args)}.html")
        page = viewer_page(document, f"{Path(args.file).stem}, game {args.index}", args.turn)
        write_file(path, page.encode("utf-8"))
    if args.png is not None:
        from reports.replay.picture import position_png

        at = "" if args.turn is None else f"-turn{args.turn}"
        path = out_path(args.png, f"{_stem(args)}{at}.png")
        write_file(path, position_png(document, scene if args.turn is not None else -1))
    return 0


def _stem(args: Namespace) -> str:
    return f"{Path(args.file).stem}-game{args.index}"


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
    header = ["game", "ruleset", "points in order of play (* winner)", "ended by", "turns"]
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
