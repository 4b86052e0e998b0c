"""`reef simulate`: many games, and what they show."""

from __future__ import annotations

import json
import tempfile
from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from analyzer.cli.game_options import add_cell_options, cell_of, cell_options_given
from analyzer.cli.parsing import MAX_GAMES, MAX_SEED, Parser, SubParsers, fraction, whole_number
from analyzer.cli.run_progress import RunProgress
from analyzer.cli.stopping import INTERRUPTED
from analyzer.cli.stored import checked_name, play_stored, print_plan
from analyzer.cli.text import fitted, say
from analyzer.cli.worker_options import add_worker_options, pool_of
from analyzer.errors import UsageError
from analyzer.experiment import DEFAULT_MAX_GAMES
from analyzer.wording import counted

if TYPE_CHECKING:
    from analyzer.cells import Cell
    from analyzer.experiment import Experiment

DEFAULT_GAMES = 10_000
DEFAULT_SEED = 1
RUNS_FOLDER = "runs"


def add_parser(subparsers: SubParsers) -> None:
    """Registers the command."""
    parser = subparsers.add(
        "simulate",
        summary="very many games, and who wins; keeps them if asked to",
        description=(
            "Plays games and prints win shares, scores and what happened, each with an interval.\n"
            "The result depends on the settings, the seed and the number of games, never on\n"
            "--jobs, --chunk or --backend. With --rotate every deal is played once in each\n"
            "rotation of the line-up, which compares strategies fairly and adds a table by\n"
            "strategy; the games of one deal then count as one observation.\n"
            "\n"
            "With --name NAME, or with an experiment file that describes many cells at once, all\n"
            "games are kept in the folder runs/NAME. Whatever stops such a run, the same command\n"
            "continues it and ends with the same games. Without, Ctrl-C shows what was finished.\n"
            "\n"
            "exit code: 0 all games played; 1 a bot failed or was refused; 2 unusable input;\n"
            "130 interrupted; 143 terminated"
        ),
        examples=(
            "reef simulate --games 100000 --seed 7\n"
            "reef simulate --name first --games 1000000\n"
            "reef simulate --name first --games 2000000 --extend\n"
            "reef simulate experiment.toml --dry-run"
        ),
        told=subparsers.game,
    )
    parser.add_argument(
        "experiment", nargs="?", metavar="EXPERIMENT.toml", help="a file that describes the cells"
    )
    add_cell_options(parser, subparsers.game)
    _add_amount(parser)
    _add_storage(parser)
    add_worker_options(parser)
    parser.add_argument("--json", action="store_true", help="one JSON object instead of tables")


def _add_amount(parser: Parser) -> None:
    group = parser.add_argument_group("how much (changes what an experiment file says)")
    group.add_argument(
        "--games",
        type=whole_number(1, MAX_GAMES),
        metavar="N",
        help=f"how many, in every cell (default: {DEFAULT_GAMES})",
    )
    group.add_argument(
        "--seed",
        type=whole_number(0, MAX_SEED),
        metavar="S",
        help="a game depends on its settings, the seed and its index, and on nothing else"
        f" (default: {DEFAULT_SEED})",
    )
    group.add_argument(
        "--precision",
        type=fraction,
        metavar="H",
        help="play until every win share is known to within ± H, by intervals that may be looked"
        " at all the time",
    )
    group.add_argument(
        "--max-games",
        type=whole_number(1, MAX_GAMES),
        metavar="N",
        help=f"with --precision: at most so many in every cell (default: {DEFAULT_MAX_GAMES})",
    )


def _add_storage(parser: Parser) -> None:
    group = parser.add_argument_group("what is kept")
    group.add_argument(
        "--name", "--run", metavar="NAME", help="keep all games (default: the file's name)"
    )
    group.add_argument("--runs", default=RUNS_FOLDER, metavar="FOLDER", help="where runs are kept")
    group.add_argument(
        "--extend", action="store_true", help="add games, precision or records to a run"
    )
    group.add_argument(
        "--records",
        type=whole_number(0),
        metavar="N",
        help="keep the full records of so many games, chosen at random (default: 0)",
    )
    group.add_argument(
        "--dry-run",
        action="store_true",
        help="show the cells, the games, and the time and room they take here; play nothing",
    )


def run(args: Namespace) -> int:
    """Plays and prints; 130 if interrupted."""
    if args.experiment is not None:
        return _run_file(args)
    return _run_cell(args)


def _run_file(args: Namespace) -> int:
    """An experiment file, into its folder."""
    from analyzer.experiment_file import read_experiment

    _refuse_cell_options(args)
    names = ("games", "seed", "precision", "max_games", "records")
    changes = {name: getattr(args, name) for name in names if getattr(args, name) is not None}
    experiment = read_experiment(args.experiment, **changes)
    folder = Path(args.runs) / checked_name(args.name or Path(args.experiment).stem)
    if args.dry_run:
        return print_plan(args, experiment, folder)
    return play_stored(args, experiment, folder, is_grid=True)


def _refuse_cell_options(args: Namespace) -> None:
    """UsageError if an option describes a cell although the file does."""
    for option in cell_options_given(args):
        raise UsageError(f"{option} describes a cell; write it into {args.experiment} instead")


def _run_cell(args: Namespace) -> int:
    """The cell that the options describe, kept only if asked to."""
    if args.max_games is not None and args.precision is None:
        raise UsageError("--max-games needs --precision; --games says how many otherwise")
    if args.precision is not None and args.games is not None:
        raise UsageError("--games means nothing with --precision; use --max-games")
    _, cell = cell_of(args)
    if args.name is not None or args.dry_run:
        folder = Path(args.runs) / checked_name(args.name) if args.name is not None else None
        experiment = _experiment_of(args, cell)
        if args.dry_run:
            return print_plan(args, experiment, folder)
        assert folder is not None
        return play_stored(args, experiment, folder, is_grid=False)
    for option, is_given in (("--extend", args.extend), ("--records", args.records)):
        if is_given:
            raise UsageError(f"{option} needs --name NAME: without, nothing is kept")
    if args.precision is None and args.backend != "dask":
        return _play_unstored(args, cell)
    with tempfile.TemporaryDirectory(prefix="reef-") as folder_name:
        folder = Path(folder_name) / "run"
        return play_stored(args, _experiment_of(args, cell), folder, False, is_kept=False)


def _experiment_of(args: Namespace, cell: Cell) -> Experiment:
    """The options as an experiment of one cell."""
    from analyzer.experiment import Experiment

    if args.precision is not None:
        games = args.max_games or DEFAULT_MAX_GAMES
    else:
        games = _whole_deals(cell, args.games or DEFAULT_GAMES)
    seed = DEFAULT_SEED if args.seed is None else args.seed
    return Experiment((cell,), games, seed, precision=args.precision, records=args.records or 0)


def _play_unstored(args: Namespace, cell: Cell) -> int:
    """Plays and prints, keeping nothing but sums."""
    from analyzer.cli.summary_text import summary_object, summary_text
    from analyzer.playing.memory import simulate, warm_up
    from analyzer.tally.cell_tally import summarise

    pool = pool_of(args)
    games = _whole_deals(cell, args.games or DEFAULT_GAMES)
    seed = DEFAULT_SEED if args.seed is None else args.seed
    warm_up(cell)
    progress = RunProgress(args.progress)
    try:
        played = simulate(cell, seed, games, pool, args.chunk, progress)
    finally:
        progress.clear()
    if not played.games:
        raise KeyboardInterrupt
    summary = summarise(cell, played.blocks)
    if args.json:
        print(json.dumps(summary_object(cell, seed, played, summary), allow_nan=False))
    else:
        print(fitted(summary_text(cell, seed, played, summary)))
    if played.is_interrupted:
        say(f"interrupted after {played.games:,} of {counted(games, 'game')}")
        return INTERRUPTED
    return 0


def _whole_deals(cell: Cell, games: int) -> int:
    """The games to play; with --rotate whole deals, and the user is told if that means more."""
    from analyzer.tally.cell_tally import whole_blocks

    whole = whole_blocks(cell, games)
    if whole != games:
        say(
            f"{counted(games, 'game')} {'is' if games == 1 else 'are'} not whole deals of"
            f" {cell.players} rotations; playing {whole:,}"
        )
    return whole
