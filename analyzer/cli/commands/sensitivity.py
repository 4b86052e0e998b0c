"""`reef sensitivity`: what moves when a rule parameter moves?"""

from __future__ import annotations

from argparse import Namespace

from analyzer.cli.game_options import (
    add_levels_option,
    add_line_up_option,
    add_rules_options,
    add_study_game_options,
    change_words,
    changes_of,
    levels_of,
    line_up_of,
)
from analyzer.cli.parsing import SubParsers
from analyzer.cli.study_command import MARGIN_HELP, add_study_options, played_by, run_study


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
    add_line_up_option(
        parser, "one for all seats, or one for each seat (then rotated over the seats)"
    )
    add_levels_option(parser, told)
    add_study_options(
        parser,
        precision="half width of the differences of seats' shares (default: 0.01)",
        games="games of every value",
        margin=MARGIN_HELP,
    )


def run(args: Namespace) -> int:
    """Plays the study and prints the answer."""
    from analyzer.studies.sensitivity import SensitivitySettings, parse_sweep, sensitivity

    levels = levels_of(args)
    settings = SensitivitySettings(
        game=args.game,
        players=args.players,
        ruleset=args.ruleset,
        sweeps=tuple(parse_sweep(text) for text in args.sweeps),
        strategies=line_up_of(args.strategies, args.players) if not levels else (),
        overrides=changes_of(args),
    )
    words = [
        f"{args.players}p",
        args.ruleset,
        *args.sweeps,
        args.strategies or "-".join(levels),
        *change_words(args),
    ]
    return run_study(args, words, played_by(sensitivity, settings, levels))
