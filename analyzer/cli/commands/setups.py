"""`reef setups`: does it matter what chance gives at the set-up?"""

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
    choices = ", ".join(c.label for c in told.choices(told.defaults.players)) or "nothing"
    parser = subparsers.add(
        "setups",
        summary="does it matter what chance gives at the set-up?",
        description=(
            "Plays games with the set-up left to chance and compares them by what chance gave:\n"
            f"{choices}, and what every seat was dealt.\n"
            "Tells effects of each on the wins of seats and of strategies, on scores and turns,\n"
            "and interactions of two choices (not of what was dealt), screened with control of\n"
            "false discoveries.\n"
            "\n"
            "Whatever stops the study, the same command continues it.\n"
            "Exit code: 0 done; 2 unusable input; 130 interrupted; 143 terminated."
        ),
        examples=(f"reef setups\nreef setups --players {told.player_counts[-1]} --games 60000"),
        told=told,
    )
    add_study_game_options(parser, told)
    add_rules_options(parser, told)
    add_line_up_option(
        parser, "one for all seats, or one for each seat (then rotated over the seats)"
    )
    add_levels_option(parser, told)
    add_study_options(
        parser,
        precision="half width of a seat's share with one value of a choice (default: 0.01)",
        games="games of all set-ups together",
        margin=MARGIN_HELP,
    )


def run(args: Namespace) -> int:
    """Plays the study and prints the answer."""
    from analyzer.studies.setups import SetupSettings, setups

    levels = levels_of(args)
    settings = SetupSettings(
        game=args.game,
        players=args.players,
        ruleset=args.ruleset,
        strategies=line_up_of(args.strategies, args.players) if not levels else (),
        overrides=changes_of(args),
    )
    words = [
        f"{args.players}p",
        args.ruleset,
        args.strategies or "-".join(levels),
        *change_words(args),
    ]
    return run_study(args, words, played_by(setups, settings, levels))
