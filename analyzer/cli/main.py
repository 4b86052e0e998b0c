"""The entry point of `reef`: finds the command, runs it, and turns trouble into one line.

Exit codes: 0 done; 1 done, and the answer is no (see each command), or a bot failed; 2 input
that cannot be used; 130 interrupted; 141 the reader of the output went away; 143 terminated.
"""

from __future__ import annotations

import importlib
import sys
from argparse import Namespace
from collections.abc import Iterable, Sequence
from types import ModuleType

import analyzer
from analyzer.cli.parsing import MainParser, SubParsers
from analyzer.cli.stopping import exit_code, outcome
from analyzer.cli.streams import is_output_full, is_reader_gone, silence_output
from analyzer.cli.text import say
from analyzer.errors import Mistakes, StrategyFailure, UsageError, nearest
from analyzer.games import about, game_names

GROUPS = {
    "to play": ("simulate", "record", "verify", "replay", "analyse"),
    "to ask": ("balance", "compare", "setups", "sensitivity", "tournament", "duel"),
    "to look at what was played": ("runs", "info", "summary", "report", "open", "remove"),
    "to improve who plays": ("strategies", "tune", "learn", "exploit"),
    "to know more": ("rulesets", "help", "completion", "doctor", "bench"),
}
"""The commands by what one wants."""

COMMANDS = tuple(name for names in GROUPS.values() for name in names)
"""Modules of `analyzer.cli.commands`, each with `add_parser(subparsers)` and `run(args) -> int`."""

READER_GONE = 141

DESCRIPTION = """\
Plays very many legal games of a board game and says what they show.
Games: {games}.
Commands play the first unless --game NAME says otherwise.
Every command has its own help, with examples: reef help COMMAND."""

EXAMPLES = {
    "balance": "are the seats equal, and what would be fair?",
    "simulate --games 100k": "who wins, and by how much",
    "simulate --game {other} --games 100k": "the same of another game",
    "rulesets --game {other}": "its rulesets and every rule parameter",
    "record --games 20 --out games.jsonl": "games with everything that happened in them",
    "replay games.jsonl": "watch one of them",
}


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one command line (without the program's name), by default that of this process, and
    returns the exit code."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    try:
        code = _answer(arguments)
        sys.stdout.flush()
        return code
    except Mistakes as error:
        return _complain(2, *error.mistakes)
    except UsageError as error:
        return _complain(2, str(error))
    except StrategyFailure as error:
        return _complain(1, str(error))
    except KeyboardInterrupt as interrupt:
        word, code = outcome(interrupt)
        return _complain(code, word)
    except BrokenPipeError:
        if not is_reader_gone():
            raise
        silence_output()
        return READER_GONE
    except OSError as error:
        if is_output_full(error):
            silence_output()
            return _complain(2, "cannot write the answer: no room where standard output goes")
        if error.filename is None:
            raise
        return _complain(2, f"{error.filename}: {error.strerror or error}")


def _answer(arguments: list[str]) -> int:
    if not arguments:
        build_parser(COMMANDS).print_help(sys.stderr)
        return 2
    try:
        args = parse(arguments)
    except SystemExit:  # argparse has printed the help or the version
        return 0
    return exit_code(int(command_module(args.command).run(args)))


def parse(arguments: Sequence[str]) -> Namespace:
    """The parsed command line; only the module of the command that it names is imported."""
    first = arguments[0]
    if not first.startswith("-") and first not in COMMANDS:
        raise UsageError(f"unknown command {first!r}{nearest(first, COMMANDS)}")
    parser = build_parser((first,) if first in COMMANDS else COMMANDS, arguments)
    args, unknown = parser.parse_known_args(arguments)
    where = f"reef {args.command}" if args.command else "reef"
    if unknown:
        asked = parser.commands.choices[args.command] if args.command else parser
        known = [action.option_strings[0] for action in asked.options()]
        help_of = f" ({where} --help shows what is possible)"
        meant = nearest(unknown[0].partition("=")[0], known, otherwise=help_of)
        raise UsageError(f"unknown argument {unknown[0]!r}{meant}")
    if args.command is None:
        raise UsageError("no command given (reef --help lists them)")
    args.words = list(arguments)
    return args


def build_parser(commands: Iterable[str], arguments: Sequence[str] = ()) -> MainParser:
    """The parser of `reef` with the named commands in it, as a command line needs them."""
    games = ", ".join(f"{about(name).title} ({name})" for name in game_names())
    pairs = [(k.format(other=game_names()[-1]), meaning) for k, meaning in EXAMPLES.items()]
    examples = "\n".join(f"  reef {command:<37} {meaning}" for command, meaning in pairs)
    parser = MainParser(
        GROUPS,
        prog="reef",
        description=DESCRIPTION.format(games=games),
        epilog=f"examples:\n{examples}",
    )
    parser.add_argument("--version", action="version", version=f"reef {analyzer.__version__}")
    subparsers = SubParsers(parser, arguments)
    for name in commands:
        command_module(name).add_parser(subparsers)
    return parser


def command_module(name: str) -> ModuleType:
    """The module that implements a command."""
    return importlib.import_module(f"analyzer.cli.commands.{name}")


def _complain(code: int, *reasons: str) -> int:
    """One line on stderr for every reason, whatever it contains."""
    for reason in reasons:
        say(reason)
    return code
