"""`reef balance`: are the seats equal with the printed start tiles, and what would be fair?"""

from __future__ import annotations

from argparse import Namespace

from analyzer.cli.parsing import SubParsers, whole_number
from analyzer.cli.study_options import (
    add_game_options,
    add_rules_options,
    add_strategies_option,
    add_study_options,
    run_study,
    settings_of,
    strategies_of,
)


def add_parser(subparsers: SubParsers) -> None:
    """Registers the command."""
    parser = subparsers.add(
        "balance",
        summary="are the seats equal with the printed start tiles, and what would be fair?",
        description=(
            "Measures win share, score and place of every seat with the printed start tiles, then\n"
            "maps the vectors of start tiles around them: same deals for all, hopeless ones leave\n"
            "the race early. The fairest vector is confirmed with fresh games against the printed\n"
            "one. Several strategies are several skill levels, each played by all seats.\n"
            "\n"
            "The games are stored like those of any run; whatever stops the study, the same\n"
            "command continues it.\n"
            "Exit code: 0 done; 2 unusable input; 130 interrupted; 143 terminated."
        ),
        examples=(
            "reef balance --players 4\n"
            "reef balance --players 3 --strategies random,balanced --budget 10m\n"
            "reef balance --players 2 --range 2 --any-order --precision 0.01 --name first"
        ),
    )
    add_game_options(parser, players=4)
    add_rules_options(parser)
    add_strategies_option(parser, "skill levels, each played by all seats")
    parser.add_argument(
        "--range",
        type=whole_number(0, 12),
        metavar="R",
        help="map start tiles up to R more or fewer in every seat, 0 for no map (default: 3, 2"
        " and 1 steps for 2, 3 and 4 players)",
    )
    parser.add_argument(
        "--step", type=whole_number(1, 12), default=1, metavar="K", help="map every K-th number"
    )
    parser.add_argument(
        "--any-order",
        action="store_true",
        help="also vectors in which a later seat gets fewer tiles than an earlier one",
    )
    add_study_options(
        parser,
        precision="half width of every seat's share (default: 0.005)",
        games="games with the printed start tiles; the map gets up to a quarter of them a vector",
    )


def run(args: Namespace) -> int:
    """Plays the study and prints the answer."""
    from analyzer.studies.balance import BalanceSettings, balance

    settings = BalanceSettings(
        game=args.game,
        players=args.players,
        ruleset=args.ruleset,
        strategies=strategies_of(args.strategies),
        overrides=settings_of(args.set),
        reach=args.range,
        step=args.step,
        any_order=args.any_order,
    )
    words = [f"{args.players}p", args.ruleset, args.strategies, *args.set]
    words += [f"range{args.range}"] if args.range is not None else []
    words += [f"step{args.step}"] if args.step > 1 else []
    words += ["any-order"] if args.any_order else []
    return run_study(args, words, lambda amount, context: balance(settings, amount, context))
