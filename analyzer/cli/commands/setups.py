"""`reef setups`: does it matter what chance gives at the set-up?"""

from __future__ import annotations

from argparse import Namespace

from analyzer.cli.parsing import SubParsers
from analyzer.cli.study_options import (
    add_game_options,
    add_rules_options,
    add_strategies_option,
    add_study_options,
    line_up_of,
    run_study,
    settings_of,
)


def add_parser(subparsers: SubParsers) -> None:
    """Registers the command."""
    parser = subparsers.add(
        "setups",
        summary="does it matter which rocks, side, first space and start tiles chance gives?",
        description=(
            "Plays games with the set-up left to chance and compares them by what chance gave:\n"
            "rocks, side of the coral tiles, first space, and how many start tiles of each colour\n"
            "every seat holds. Tells effects of each on the wins of seats and of strategies, on\n"
            "scores and turns, and interactions of two choices (not of start tiles), screened\n"
            "with control of false discoveries.\n"
            "\n"
            "Whatever stops the study, the same command continues it.\n"
            "Exit code: 0 done; 2 unusable input; 130 interrupted; 143 terminated."
        ),
        examples=(
            "reef setups --players 2\n"
            "reef setups --players 3 --strategies balanced,balanced,random --games 60000"
        ),
    )
    add_game_options(parser)
    add_rules_options(parser)
    add_strategies_option(
        parser, "one for all seats, or one for each seat (then rotated over the seats)"
    )
    add_study_options(
        parser,
        precision="half width of a seat's share with one value of a choice (default: 0.01)",
        games="games of all set-ups together",
    )


def run(args: Namespace) -> int:
    """Plays the study and prints the answer."""
    from analyzer.studies.setups import SetupSettings, setups

    settings = SetupSettings(
        game=args.game,
        players=args.players,
        ruleset=args.ruleset,
        strategies=line_up_of(args.strategies, args.players),
        overrides=settings_of(args.set),
    )
    words = [f"{args.players}p", args.ruleset, args.strategies, *args.set]
    return run_study(args, words, lambda amount, context: setups(settings, amount, context))
