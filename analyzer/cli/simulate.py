"""`reef simulate`: many games, and what they show."""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from typing import TYPE_CHECKING

from analyzer.cli.cell_options import (
    add_cell_options,
    add_games_option,
    add_seed_option,
    cell_of,
    cores,
)
from analyzer.cli.parsing import SubParsers, whole_number
from analyzer.cli.progress import Progress

if TYPE_CHECKING:
    from analyzer.cell import Cell

INTERRUPTED = 130
DEFAULT_GAMES = 10_000


def add_parser(subparsers: SubParsers) -> None:
    """Registers the command."""
    parser = subparsers.add(
        "simulate",
        summary="play very many games and show who wins, with intervals",
        description=(
            "Plays games and prints win shares, scores and what happened, each with an interval.\n"
            "The result depends on the settings, the seed and the number of games, never on\n"
            "--jobs or --chunk. With --rotate every deal is played once in each rotation of the\n"
            "line-up, which compares strategies fairly and adds a table by strategy; the games of\n"
            "one deal then count as one observation. Ctrl-C shows what was finished until then.\n"
            "\n"
            "exit code: 0 all games played; 2 unusable input; 130 interrupted"
        ),
        examples=(
            "reef simulate --players 4 --games 100000 --seed 7\n"
            "reef simulate --players 3 --ruleset advanced --start-tiles 6,8,9 --games 50000\n"
            "reef simulate --strategies random,random --set eat_return=5 --rotate --json"
        ),
    )
    add_cell_options(parser)
    add_games_option(parser, DEFAULT_GAMES)
    add_seed_option(parser)
    parser.add_argument(
        "--jobs", type=whole_number(1, 1024), metavar="J", help="workers (default: all cores)"
    )
    parser.add_argument(
        "--chunk",
        type=whole_number(1),
        metavar="N",
        help="games a worker plays at a time (default: about a second's worth)",
    )
    parser.add_argument(
        "--backend",
        choices=("processes", "threads"),
        default="processes",
        help="what a worker is",
    )
    parser.add_argument("--json", action="store_true", help="one JSON object instead of tables")


def run(args: Namespace) -> int:
    """Plays and prints; 130 if interrupted."""
    from analyzer.chunks import simulate, warm_up
    from analyzer.cli.summary_text import summary_object, summary_text
    from analyzer.simulation import summarise

    _, cell = cell_of(args)
    games = _whole_deals(cell, args.games)
    first_game = warm_up(cell)
    progress = Progress(games)
    jobs = args.jobs or cores()
    try:
        played = simulate(cell, args.seed, games, jobs, args.chunk, args.backend, progress.show)
    finally:
        progress.clear()
    if not played.games:
        raise KeyboardInterrupt
    summary = summarise(cell, played.blocks)
    start_tiles = [int(n) for n in first_game["start_tiles"]] if "start_tiles" in first_game else []
    if args.json:
        told = summary_object(cell, args.seed, played, summary, start_tiles)
        print(json.dumps(told, allow_nan=False))
    else:
        print(summary_text(cell, args.seed, played, summary, start_tiles))
    if played.is_interrupted:
        print(f"reef: interrupted after {played.games:,} of {games:,} games", file=sys.stderr)
        return INTERRUPTED
    return 0


def _whole_deals(cell: Cell, games: int) -> int:
    """The games to play; with --rotate whole deals, and the user is told if that means more."""
    from analyzer.simulation import whole_blocks

    whole = whole_blocks(cell, games)
    if whole != games:
        print(
            f"reef: {games:,} games are not whole deals of {cell.players} rotations;"
            f" playing {whole:,}",
            file=sys.stderr,
        )
    return whole
