"""`reef balance`: are the seats equal, and which handicap would be fair?"""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING

from analyzer.cli.game_options import change_words
from analyzer.cli.parsing import Parser, SubParsers, whole_number
from analyzer.cli.study_command import add_study, asked, levels_of, run_study

if TYPE_CHECKING:
    from analyzer.game import About


def add_parser(subparsers: SubParsers) -> None:
    """Registers the command."""
    told = subparsers.game
    parser = add_study(
        subparsers,
        "balance",
        summary="are the seats equal, and which handicap by seat would be fair?",
        description=(
            "Measures win share, score and place of every seat as the rules are printed. Where a\n"
            f"game has a handicap by seat ({_handicap(told)}), it then maps the\n"
            "scales around the printed one by a model of all of them, with games where they tell\n"
            "most. The fairest is confirmed with fresh games against the printed one. Each skill\n"
            f"level is played by all seats, the strongest first.\n{_own_option(told)}"
            "The games are stored like those of any run.\n"
        ),
        examples=(
            "reef balance\n"
            f"reef balance --levels {told.defaults.strategy},{told.defaults.baseline}"
            " --budget 10m\n"
            "reef balance --precision 0.01 --name first"
        ),
        precision="half width of every seat's share (default: 0.01)",
        games="games with the printed rules; the map as a whole gets twice as many",
        margin="seats within this of their fair share are fair (default: 0.02)",
        levels=("--levels", "--strategies"),
    )
    _add_map_options(parser, told)


def _handicap(told: About) -> str:
    return f"{told.title}: {told.handicap.many}" if told.handicap else f"{told.title} has none"


def _own_option(told: About) -> str:
    """What it means to give the handicap."""
    if told.handicap is None:
        return ""
    return f"{told.handicap.option} asks about another scale in the place of the printed one.\n"


def _add_map_options(parser: Parser, told: About) -> None:
    """Adds which handicaps are mapped; nothing means anything where the game has none."""
    handicap = told.handicap
    most, many = (handicap.most - handicap.least, handicap.many) if handicap else (0, "it")
    parser.add_argument(
        "--range",
        type=whole_number(0, most),
        metavar="R",
        help=f"map up to R more or fewer {many} in every seat, 0 for no map (default: 3, 2"
        " and 1 steps for 2, 3 and 4 players)",
    )
    parser.add_argument(
        "--step",
        type=whole_number(1, max(most, 1)),
        default=1,
        metavar="K",
        help="map every K-th number",
    )
    parser.add_argument(
        "--any-order",
        action="store_true",
        help=f"also scales in which a later seat gets fewer {many} than an earlier one",
    )


def run(args: Namespace) -> int:
    """Plays the study and prints the answer."""
    from analyzer.studies.balance import BalanceSettings, balance

    levels = levels_of(args)
    settings = BalanceSettings(
        **asked(args), strategies=levels, reach=args.range, step=args.step, any_order=args.any_order
    )
    words = [f"{args.players}p", args.ruleset, "-".join(levels), *change_words(args)]
    words += [f"range{args.range}"] if args.range is not None else []
    words += [f"step{args.step}"] if args.step > 1 else []
    words += ["any-order"] if args.any_order else []
    return run_study(args, words, lambda amount, context: balance(settings, amount, context))
