"""`reef setups`: does it matter what chance gives at the set-up?"""

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
    told = subparsers.game
    choices = ", ".join(c.label for c in told.choices(told.defaults.players)) or "nothing"
    add_study(
        subparsers,
        "setups",
        summary="does it matter what chance gives at the set-up?",
        description=(
            "Plays games with the set-up left to chance and compares them by what chance gave:\n"
            f"{choices}, and what every seat was dealt.\n"
            "Tells effects of each on the wins of seats and of strategies, on scores and turns,\n"
            "and interactions of two choices (not of what was dealt), screened with control of\n"
            "false discoveries.\n"
        ),
        examples=f"reef setups\nreef setups --players {told.player_counts[-1]} --games 60000",
        precision="half width of a seat's share with one value of a choice (default: 0.01)",
        games="games of all set-ups together",
        margin=MARGIN_HELP,
        line_up="one for all seats, or one for each seat (then rotated over the seats)",
        levels=("--levels",),
    )


def run(args: Namespace) -> int:
    """Plays the study and prints the answer."""
    from analyzer.studies.setups import SetupSettings, setups

    levels, line_up, who = players_of(args)
    settings = SetupSettings(**asked(args), strategies=line_up)
    words = [f"{args.players}p", args.ruleset, who, *change_words(args)]
    return run_study(args, words, played_by(setups, settings, levels))
