"""`reef tournament`: all strategies against each other."""

from __future__ import annotations

from argparse import Namespace

from analyzer.cli.game_options import (
    add_rules_options,
    add_study_game_options,
    change_words,
    changes_of,
    strategies_of,
)
from analyzer.cli.parsing import SubParsers
from analyzer.cli.study_command import add_study_options, run_study


def add_parser(subparsers: SubParsers) -> None:
    """Registers the command."""
    told = subparsers.game
    names = ",".join(dict.fromkeys((told.defaults.baseline, *told.defaults.levels)))
    parser = subparsers.add(
        "tournament",
        summary="all strategies against each other: ratings, who beats whom",
        description=(
            "Plays every line-up of the strategies in every rotation over the seats, all on the\n"
            "same deals. Says how strong each is (ratings from finishing orders), who beats whom,\n"
            "in which seats and with which set-up, and points out cycles. With fewer strategies\n"
            "than seats a strategy sits several times.\n"
            "\n"
            "Whatever stops the study, the same command continues it.\n"
            "Exit code: 0 done; 2 unusable input; 130 interrupted; 143 terminated."
        ),
        examples=(
            f"reef tournament {names},mine.toml\n"
            f"reef tournament {names} --players {told.player_counts[-1]} --games 4000\n"
            f"reef tournament {names} --one-order --budget 10m"
        ),
        told=told,
    )
    parser.add_argument("strategies", metavar="A,B,...", help="at least two")
    add_study_game_options(parser, told)
    add_rules_options(parser, told)
    parser.add_argument(
        "--one-order",
        action="store_true",
        help="only the rotations of one order around the table, not all orders",
    )
    add_study_options(
        parser,
        precision="half width of every pair's score (default: 0.01)",
        games="games of every line-up",
    )


def run(args: Namespace) -> int:
    """Plays the study and prints the answer."""
    from analyzer.studies.tournament import TournamentSettings, tournament

    settings = TournamentSettings(
        game=args.game,
        players=args.players,
        ruleset=args.ruleset,
        strategies=strategies_of(args.strategies),
        overrides=changes_of(args),
        every_order=not args.one_order,
    )
    words = [f"{args.players}p", args.ruleset, args.strategies, *change_words(args)]
    words += ["one-order"] if args.one_order else []
    return run_study(args, words, lambda amount, context: tournament(settings, amount, context))
