"""`reef duel`: which of two strategies is better?"""

from __future__ import annotations

from argparse import Namespace

from analyzer.cli.game_options import change_words
from analyzer.cli.parsing import SubParsers
from analyzer.cli.study_command import add_study, asked, run_study


def add_parser(subparsers: SubParsers) -> None:
    """Registers the command."""
    told = subparsers.game
    strategy = told.defaults.strategy
    parser = add_study(
        subparsers,
        "duel",
        summary="which of two strategies is better?",
        description=(
            "Plays A against B, every deal once with A in each seat, until a sequential test has\n"
            "decided: A, B, or neither by as much as the margin. With more than two players A\n"
            "holds one seat and B all others. --games and --budget say when to give up.\n"
        ),
        examples=(
            f"reef duel {strategy} {told.defaults.baseline}\n"
            f"reef duel mine.toml {strategy} --margin 0.01 --budget 10m\n"
            f"reef duel {told.defaults.levels[0]} {strategy} --players"
            f" {told.player_counts[-1]} --games 20000"
        ),
        precision="an old name of --margin",
        margin="the smallest difference of the win share that matters (default: 0.02)",
        games="at most so many (default: a dozen times what a difference of the margin takes)",
    )
    parser.add_argument("a", metavar="A", help="a strategy")
    parser.add_argument("b", metavar="B", help="another one")


def run(args: Namespace) -> int:
    """Plays the study and prints the answer."""
    from analyzer.studies.duel import DuelSettings, duel

    settings = DuelSettings(**asked(args), a=args.a, b=args.b)
    words = [args.a, args.b, f"{args.players}p", args.ruleset, *change_words(args)]
    return run_study(args, words, lambda amount, context: duel(settings, amount, context))
