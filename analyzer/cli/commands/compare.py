"""`reef compare`: what do other rules change?"""

from __future__ import annotations

from argparse import Namespace

from analyzer.cli.parsing import SubParsers
from analyzer.cli.study_command import MARGIN_HELP, add_study, played_by, players_of, run_study
from analyzer.games import about


def add_parser(subparsers: SubParsers) -> None:
    """Registers the command."""
    told = subparsers.game
    parser = add_study(
        subparsers,
        "compare",
        summary="what do other rules change?",
        description=(
            "Plays every variant of the rules on the same deals and compares each with the first:\n"
            "wins and scores by seat, margin, turns, endings, lead changes, what the players did\n"
            "and more, with paired intervals corrected for their number. With different\n"
            "strategies, which are then rotated over the seats, also the order of these.\n"
            "A variant is a ruleset, or a ruleset with changes: RULESET:PARAMETER=VALUE:...\n"
        ),
        examples=(
            f"reef compare {' '.join(told.rulesets)}\n"
            f"reef compare --strategies {told.defaults.strategy},{told.defaults.baseline}"
        ),
        precision="half width of the differences of seats' shares (default: 0.01)",
        games="games of every variant",
        margin=MARGIN_HELP,
        has_rules=False,
        line_up="one for all seats, or one for each seat",
        levels=("--levels",),
    )
    parser.add_argument(
        "variants",
        nargs="*",
        metavar="VARIANT",
        help="the first is what the others are compared with"
        f" (default: {' '.join(told.defaults.compared)})",
    )
    parser.add_argument(
        "--rotate",
        action="store_true",
        help="every deal once in each rotation, also where all seats play the same strategy",
    )


def run(args: Namespace) -> int:
    """Plays the study and prints the answer."""
    from analyzer.studies.compare import CompareSettings, compare, parse_variant

    variants = args.variants or about(args.game).defaults.compared
    levels, line_up, who = players_of(args)
    settings = CompareSettings(
        game=args.game,
        players=args.players,
        variants=tuple(parse_variant(text) for text in variants),
        strategies=line_up,
        rotate=args.rotate,
    )
    words = [f"{args.players}p", *variants, who, "rotated" if args.rotate else ""]
    return run_study(args, words, played_by(compare, settings, levels))
