"""`reef sensitivity`: what moves when a rule parameter moves?"""

from __future__ import annotations

from argparse import Namespace

from analyzer.cli.game_options import change_words
from analyzer.cli.parsing import SubParsers
from analyzer.cli.study_command import (
    MARGIN_HELP,
    add_study,
    asked,
    played_by,
    players_of,
    run_study,
)


def add_parser(subparsers: SubParsers) -> None:
    """Registers the command."""
    parser = add_study(
        subparsers,
        "sensitivity",
        summary="what moves, and by how much, when a rule parameter moves?",
        description=(
            "Plays a ruleset and every value of the parameters named, one changed at a time, all\n"
            "on the same deals. Says for each quantity how it moves for one more of the parameter\n"
            "and how every value differs from the ruleset, corrected for the number of questions.\n"
            "reef rulesets lists the parameters.\n"
        ),
        examples=(
            "reef sensitivity PARAMETER=4..7\n"
            "reef sensitivity PARAMETER=3,4,5 OTHER=3..6 --budget 10m"
        ),
        precision="half width of the differences of seats' shares (default: 0.01)",
        games="games of every value",
        margin=MARGIN_HELP,
        line_up="one for all seats, or one for each seat (then rotated over the seats)",
        levels=("--levels",),
    )
    parser.add_argument(
        "sweeps", nargs="+", metavar="PARAMETER=VALUES", help="4,5,6 or, of whole numbers, 4..6"
    )


def run(args: Namespace) -> int:
    """Plays the study and prints the answer."""
    from analyzer.studies.sensitivity import SensitivitySettings, parse_sweep, sensitivity

    levels, line_up, who = players_of(args)
    settings = SensitivitySettings(
        **asked(args), sweeps=tuple(parse_sweep(text) for text in args.sweeps), strategies=line_up
    )
    words = [f"{args.players}p", args.ruleset, *args.sweeps, who, *change_words(args)]
    return run_study(args, words, played_by(sensitivity, settings, levels))
