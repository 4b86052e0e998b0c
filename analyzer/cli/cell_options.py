"""The options that describe one cell, the same for every command that plays."""

from __future__ import annotations

from argparse import Namespace

from analyzer.cell import Cell
from analyzer.cli.parsing import Parser, whole_number
from analyzer.errors import UsageError
from analyzer.game import Game
from analyzer.games import game_names, get_game

MAX_SEED = 2**64 - 1
MAX_GAMES = 2**53
DEFAULT_PLAYERS = 2


def add_cell_options(parser: Parser) -> None:
    """Adds what `cell_of` reads."""
    group = parser.add_argument_group("what is played")
    group.add_argument("--game", default="encounter", help=f"one of {', '.join(game_names())}")
    group.add_argument(
        "--players",
        type=whole_number(1),
        metavar="N",
        help="how many play (default: as many as strategies are named, otherwise 2)",
    )
    group.add_argument("--ruleset", default="basic", help="see reef rulesets")
    group.add_argument(
        "--strategies",
        metavar="A,B,...",
        help="one for each seat, the start player's first (default: random for all)",
    )
    group.add_argument(
        "--start-tiles",
        metavar="6,9",
        help="start tiles by seat, instead of the ruleset's",
    )
    group.add_argument("--rocks", metavar="ABD", help="fixed rocks instead of random")
    group.add_argument(
        "--side", metavar="star|plain|random", help="the side all coral tiles start with"
    )
    group.add_argument("--first-space", metavar="w|y|o|p|g|random", help="the space filled first")
    group.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="PARAMETER=VALUE",
        help="any rule parameter of reef rulesets; may be given several times",
    )
    group.add_argument(
        "--rotate",
        action="store_true",
        help="play every deal once in each rotation of the line-up over the seats",
    )


def add_seed_option(parser: Parser) -> None:
    """Adds `--seed`."""
    parser.add_argument(
        "--seed",
        type=whole_number(0, MAX_SEED),
        default=1,
        metavar="S",
        help="a game depends on its settings, the seed and its index, and on nothing else",
    )


def add_games_option(parser: Parser, default: int) -> None:
    """Adds `--games`."""
    parser.add_argument(
        "--games", type=whole_number(1, MAX_GAMES), default=default, metavar="N", help="how many"
    )


def cell_of(args: Namespace) -> tuple[Game, Cell]:
    """The game and the checked cell that the options describe; UsageError if impossible."""
    game = get_game(args.game)
    named = args.strategies.split(",") if args.strategies is not None else None
    players = args.players or (len(named) if named is not None else DEFAULT_PLAYERS)
    cell = Cell(
        game=args.game,
        players=players,
        ruleset=args.ruleset,
        strategies=tuple(named) if named is not None else ("random",) * players,
        overrides=tuple(_overrides(args).items()),
        setup=_setup(args),
        rotate=args.rotate,
    )
    return game, game.check(cell)


def _overrides(args: Namespace) -> dict[str, object]:
    overrides: dict[str, object] = {}
    if args.start_tiles is not None:
        overrides["start_tiles"] = args.start_tiles
    for setting in args.set:
        name, is_setting, value = setting.partition("=")
        if not is_setting:
            raise UsageError(f"--set {setting!r} is not of the form PARAMETER=VALUE")
        if name in overrides:
            raise UsageError(f"{name} is given twice")
        overrides[name] = value
    return overrides


def _setup(args: Namespace) -> tuple[tuple[str, str], ...]:
    choices = {"rocks": args.rocks, "side": args.side, "first_space": args.first_space}
    return tuple((name, value) for name, value in choices.items() if value is not None)
