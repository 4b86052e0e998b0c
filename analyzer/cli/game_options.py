"""The options that say what is played, made from what the game declares."""

from __future__ import annotations

import argparse
from argparse import Namespace
from collections.abc import Callable
from typing import TYPE_CHECKING

from analyzer.cells import Cell
from analyzer.cli.parsing import MAX_GAMES, MAX_SEED, Parser, whole_number
from analyzer.errors import UsageError
from analyzer.game import check_players
from analyzer.games import about, default_game, game_names, get_game

if TYPE_CHECKING:
    from analyzer.game import About, Game

    Options = Parser | argparse._ArgumentGroup


def add_game_option(options: Options, told: About) -> None:
    """Adds `--game`, whose value `SubParsers.game` has read already."""
    options.add_argument(
        "--game",
        default=told.name,
        help=f"one of {', '.join(game_names())}; others may have other options than those below",
    )


def add_rules_options(options: Options, told: About) -> None:
    """Adds one ruleset with changes: what `changes_of` reads."""
    options.add_argument("--ruleset", default=told.defaults.ruleset, help="see reef rulesets")
    options.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="PARAMETER=VALUE",
        help="any rule parameter of reef rulesets; may be given several times",
    )
    if told.handicap is not None:
        options.add_argument(
            told.handicap.option,
            metavar="N,N,...",
            help=f"{told.handicap.many} by seat, instead of the ruleset's",
        )


def add_cell_options(parser: Parser, told: About) -> None:
    """Adds what `cell_of` reads."""
    group = parser.add_argument_group("what is played")
    add_game_option(group, told)
    group.add_argument(
        "--players",
        type=_players(told),
        metavar="N",
        help="how many play (default: as many as strategies are named, or"
        f" {told.defaults.players})",
    )
    add_rules_options(group, told)
    group.add_argument(
        "--strategies",
        default=told.defaults.strategy,
        metavar="A,B,...",
        help="who plays (see reef strategies): one for all seats, or one for each, the start"
        f" player's first; {told.defaults.baseline} is the simplest and the fastest",
    )
    for choice in told.choices(told.defaults.players):
        group.add_argument(choice.option, metavar=choice.form, help=choice.allowed)
    group.add_argument(
        "--rotate",
        action="store_true",
        help="play every deal once in each rotation of the line-up over the seats",
    )


def add_study_game_options(parser: Parser, told: About) -> None:
    """Adds the game and its number of players, of which there is always one."""
    group = parser.add_argument_group("what is played")
    add_game_option(group, told)
    group.add_argument(
        "--players",
        type=_players(told),
        default=told.defaults.players,
        metavar="N",
        help="how many play",
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


def _players(told: About) -> Callable[[str], int]:
    """A converter for `type=`: a number of players of the game."""
    whole = whole_number(1)

    def convert(text: str) -> int:
        players: int = whole(text)
        check_players(told, players)
        return players

    return convert


def cell_of(args: Namespace) -> tuple[Game, Cell]:
    """The game and the checked cell that the options describe; UsageError if impossible."""
    game = get_game(args.game)
    named = strategies_of(args.strategies)
    players = args.players or (len(named) if len(named) > 1 else game.defaults.players)
    cell = Cell(
        game=args.game,
        players=players,
        ruleset=args.ruleset,
        strategies=line_up_of(args.strategies, players),
        overrides=changes_of(args),
        setup=tuple(_fixed_choices(args, game).items()),
        rotate=args.rotate,
    )
    return game, game.check(cell)


def cell_options_given(args: Namespace) -> list[str]:
    """The options of a cell that the command line has."""
    told = about(args.game)
    given = {
        "--game": args.game != default_game(),
        "--players": args.players is not None,
        "--ruleset": args.ruleset != told.defaults.ruleset,
        "--strategies": args.strategies != told.defaults.strategy,
        "--set": bool(args.set),
        "--rotate": args.rotate,
    }
    if told.handicap is not None:
        given[told.handicap.option] = bool(_handicap(args, told))
    fixed = _fixed_choices(args, told)
    given |= {c.option: c.name in fixed for c in told.choices(told.defaults.players)}
    return [option for option, is_given in given.items() if is_given]


def _handicap(args: Namespace, told: About) -> dict[str, object]:
    """The rule parameter that the handicap's own option sets, if it is given."""
    if told.handicap is None or getattr(args, told.handicap.parameter) is None:
        return {}
    return {told.handicap.parameter: getattr(args, told.handicap.parameter)}


def _fixed_choices(args: Namespace, told: About) -> dict[str, str]:
    values = {c.name: getattr(args, c.name) for c in told.choices(told.defaults.players)}
    return {name: value for name, value in values.items() if value is not None}


def changes_of(args: Namespace) -> tuple[tuple[str, object], ...]:
    """The rule parameters that the handicap's own option and `--set` change, as pairs."""
    found = _handicap(args, about(args.game))
    for text in args.set:
        name, is_setting, value = text.partition("=")
        if not is_setting:
            raise UsageError(f"--set {text!r} is not of the form PARAMETER=VALUE")
        if name in found:
            raise UsageError(f"{name} is given twice")
        found[name] = value
    return tuple(found.items())


def change_words(args: Namespace) -> list[str]:
    """The same as words, for the name of a study."""
    return [f"{name}={value}" for name, value in changes_of(args)]


def strategies_of(text: str, option: str = "--strategies") -> tuple[str, ...]:
    """Strategies separated by commas; UsageError, with the option's name, if one has no name."""
    specs = tuple(text.split(","))
    if not all(specs):
        raise UsageError(f"{option} {text!r} has an empty name")
    return specs


def line_up_of(text: str, players: int) -> tuple[str, ...]:
    """One strategy a seat; a single one is played by all seats."""
    specs = strategies_of(text)
    if len(specs) == 1:
        return specs * players
    if len(specs) != players:
        raise UsageError(
            f"{len(specs)} strategies named for {players} players; name one, or one for each seat"
        )
    return specs


def player_counts_of(text: str, told: About) -> tuple[int, ...]:
    """Numbers of players separated by commas; UsageError for one that the game does not have."""
    for word in text.split(","):
        if not word.isdecimal() or len(word) > 9:
            raise UsageError(f"--players: {word!r} is not a number of players")
        check_players(told, int(word))
    return tuple(int(word) for word in text.split(","))
