"""`reef record`: games with everything that happened in them."""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from contextlib import nullcontext
from pathlib import Path

from analyzer.cli.game_options import add_cell_options, add_games_option, add_seed_option, cell_of
from analyzer.cli.parsing import MAX_GAMES, SubParsers, whole_number
from analyzer.cli.run_progress import working


def add_parser(subparsers: SubParsers) -> None:
    """Registers the command."""
    parser = subparsers.add(
        "record",
        summary="play games and write down everything that happened in them",
        description=(
            "Plays games and writes one record a line: set-up, every action, all that chance\n"
            "gave, and the result. reef verify replays and judges such a file. The games are\n"
            "those that reef simulate plays under the same settings and seed. --out has all of\n"
            "the games or is left as it was.\n"
            "\n"
            "exit code: 0 done; 1 a bot failed or was refused; 2 unusable input; 130 interrupted"
        ),
        examples=(
            "reef record --games 20 --seed 7 --out games.jsonl\n"
            "reef record --seed 7 --first 1234 --games 1      that one game, printed"
        ),
        told=subparsers.game,
    )
    add_cell_options(parser, subparsers.game)
    add_games_option(parser, default=1)
    add_seed_option(parser)
    parser.add_argument(
        "--first",
        type=whole_number(0, MAX_GAMES),
        default=0,
        metavar="I",
        help="index of the first game (default: 0)",
    )
    parser.add_argument("--out", metavar="FILE", help="where to (default: standard output)")


def run(args: Namespace) -> int:
    """Writes the records; a file is there only when it has all of them."""
    from analyzer.files import completed
    from analyzer.playing.memory import warm_up

    game, cell = cell_of(args)
    with nullcontext(sys.stdout) if args.out is None else completed(Path(args.out)) as out:
        warm_up(cell)
        index = args.first
        with working(lambda: f"{index - args.first:,} of {args.games:,} games recorded"):
            for index in range(args.first, args.first + args.games):
                record = game.record(cell, args.seed, index)
                out.write(json.dumps(record, separators=(",", ":")) + "\n")
    return 0
