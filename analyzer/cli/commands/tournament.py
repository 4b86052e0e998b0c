"""`reef tournament`: all strategies against each other."""

from __future__ import annotations

from argparse import Namespace

from analyzer.cli.game_options import change_words, strategies_of
from analyzer.cli.parsing import SubParsers
from analyzer.cli.study_command import add_study, asked, run_study


def add_parser(subparsers: SubParsers) -> None:
    """Registers the command."""
    told = subparsers.game
    names = ",".join(dict.fromkeys((told.defaults.baseline, *told.defaults.levels)))
    parser = add_study(
        subparsers,
        "tournament",
        summary="all strategies against each other: ratings, who beats whom",
        description=(
            "Plays every line-up of the strategies in every rotation over the seats, all on the\n"
            "same deals. Says how strong each is (ratings from finishing orders), who beats whom,\n"
            "in which seats and with which set-up, and points out cycles. With fewer strategies\n"
            "than seats a strategy sits several times.\n"
        ),
        examples=(
            f"reef tournament {names},mine.toml\n"
            f"reef tournament {names} --players {told.player_counts[-1]} --games 4000\n"
            f"reef tournament {names} --one-order --budget 10m"
        ),
        precision="half width of every pair's score (default: 0.01)",
        games="games of every line-up",
    )
    parser.add_argument("strategies", metavar="A,B,...", help="at least two")
    parser.add_argument(
        "--one-order",
        action="store_true",
        help="only the rotations of one order around the table, not all orders",
    )


def run(args: Namespace) -> int:
    """Plays the study and prints the answer."""
    from analyzer.studies.tournament import TournamentSettings, tournament

    settings = TournamentSettings(
        **asked(args), strategies=strategies_of(args.strategies), every_order=not args.one_order
    )
    words = [f"{args.players}p", args.ruleset, args.strategies, *change_words(args)]
    words += ["one-order"] if args.one_order else []
    return run_study(args, words, lambda amount, context: tournament(settings, amount, context))
