"""`reef sensitivity`: what moves when a rule parameter moves?"""

from __future__ import annotations

from argparse import Namespace

from analyzer.cli.game_options import (
    add_rules_options,
    add_strategies_option,
    add_study_game_options,
    line_up_of,
    settings_of,
)
from analyzer.cli.parsing import SubParsers
from analyzer.cli.study_command import add_study_options, run_study


def add_parser(subparsers: SubParsers) -> None:
    """Registers the command."""
    told = subparsers.game
    parser = subparsers.add(
        "sensitivity",
        summary="what moves, and by how much, when a rule parameter moves?",
        description=(
            "Plays a ruleset and every value of the parameters named, one changed at a time, all\n"
            "on the same deals. Says for each quantity how it moves for one more of the parameter\n"
            "and how every value differs from the ruleset, corrected for the number of questions.\n"
            "reef rulesets lists the parameters.\n"
            "\n"
            "Whatever stops the study, the same command continues it.\n"
            "Exit code: 0 done; 2 unusable input; 130 interrupted; 143 terminated."
        ),
        examples=(
            "reef sensitivity PARAMETER=4..7\n"
            "reef sensitivity PARAMETER=3,4,5 OTHER=3..6 --budget 10m"
        ),
        told=told,
    )
    parser.add_argument(
        "sweeps", nargs="+", metavar="PARAMETER=VALUES", help="4,5,6 or, of whole numbers, 4..6"
    )
    add_study_game_options(parser, told)
    add_rules_options(parser, told)
    add_strategies_option(
        parser, told, "one for all seats, or one for each seat (then rotated over the seats)"
    )
    add_study_options(
        parser,
        precision="half width of the differences of seats' shares (default: 0.01)",
        games="games of every value",
    )


def run(args: Namespace) -> int:
    """Plays the study and prints the answer."""
    from analyzer.studies.sensitivity import SensitivitySettings, parse_sweep, sensitivity

    settings = SensitivitySettings(
        game=args.game,
        players=args.players,
        ruleset=args.ruleset,
        sweeps=tuple(parse_sweep(text) for text in args.sweeps),
        strategies=line_up_of(args.strategies, args.players),
        overrides=settings_of(args.set),
    )
    words = [f"{args.players}p", args.ruleset, *args.sweeps, args.strategies, *args.set]
    return run_study(args, words, lambda amount, context: sensitivity(settings, amount, context))
