"""The entry point of `reef`: finds the command, runs it, and turns trouble into one line.

Exit codes: 0 done; 1 done, and the answer is no (see each command), or a bot failed; 2 input
that cannot be used; 130 interrupted; 141 the reader of the output went away; 143 terminated.
"""

from __future__ import annotations

import difflib
import importlib
import sys
from argparse import Namespace
from collections.abc import Iterable, Sequence
from types import ModuleType

import analyzer
from analyzer.cli.parsing import Parser, SubParsers
from analyzer.cli.stopping import outcome, stop_promptly
from analyzer.cli.streams import (
    is_output_full,
    is_reader_gone,
    settle_streams,
    silence_output,
)
from analyzer.cli.text import one_line
from analyzer.errors import StrategyFailure, UsageError
from analyzer.games import about, game_names

COMMANDS = (
    "simulate",
    "runs",
    "info",
    "summary",
    "report",
    "balance",
    "compare",
    "tournament",
    "duel",
    "setups",
    "sensitivity",
    "record",
    "bench",
    "verify",
    "replay",
    "rulesets",
    "strategies",
    "tune",
    "learn",
    "exploit",
)
"""Modules of `analyzer.cli.commands`, each with `add_parser(subparsers)` and `run(args) -> int`."""

READER_GONE = 141

DESCRIPTION = """\
Plays very many legal games of a board game and says what they show.
Games: {games}.
Every command has its own help: reef COMMAND --help."""

EXAMPLES = """\
examples:
  reef rulesets                              what can be played, and every rule parameter
  reef simulate --games 100000               who wins, and by how much
  reef record --games 20 --out games.jsonl   games with everything that happened in them
  reef verify games.jsonl                    are these recorded games legal?
  reef replay games.jsonl                    watch one of them"""


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one command line (without the program's name) and returns the exit code."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    try:
        if argv is None:
            stop_promptly()
            if not settle_streams():
                raise UsageError("standard output is closed: the answer would be lost")
        code = _answer(arguments)
        sys.stdout.flush()
        return code
    except UsageError as error:
        return _complain(str(error), 2)
    except StrategyFailure as error:
        return _complain(str(error), 1)
    except KeyboardInterrupt as interrupt:
        return _complain(*outcome(interrupt))
    except BrokenPipeError:
        if not is_reader_gone():
            raise
        silence_output()
        return READER_GONE
    except OSError as error:
        if is_output_full(error):
            silence_output()
            return _complain("cannot write the answer: no room where standard output goes", 2)
        if error.filename is None:
            raise
        return _complain(f"{error.filename}: {error.strerror or error}", 2)


def _answer(arguments: list[str]) -> int:
    if not arguments:
        build_parser(COMMANDS).print_help(sys.stderr)
        return 2
    try:
        args = parse(arguments)
    except SystemExit:  # argparse has printed the help or the version
        return 0
    return int(command_module(args.command).run(args))


def parse(arguments: Sequence[str]) -> Namespace:
    """The parsed command line; only the module of the command that it names is imported."""
    first = arguments[0]
    if not first.startswith("-") and first not in COMMANDS:
        raise UsageError(f"unknown command {first!r}{_suggestion(first)}")
    parser = build_parser((first,) if first in COMMANDS else COMMANDS, arguments)
    args, unknown = parser.parse_known_args(arguments)
    where = f"reef {args.command}" if args.command else "reef"
    if unknown:
        raise UsageError(f"unknown argument {unknown[0]!r} ({where} --help shows what is possible)")
    if args.command is None:
        raise UsageError("no command given (reef --help lists them)")
    return args


def build_parser(commands: Iterable[str], arguments: Sequence[str] = ()) -> Parser:
    """The parser of `reef` with the named commands in it, as a command line needs them."""
    games = ", ".join(f"{about(name).title} ({name})" for name in game_names())
    parser = Parser(prog="reef", description=DESCRIPTION.format(games=games), epilog=EXAMPLES)
    parser.add_argument("--version", action="version", version=f"reef {analyzer.__version__}")
    subparsers = SubParsers(parser, arguments)
    for name in commands:
        command_module(name).add_parser(subparsers)
    return parser


def command_module(name: str) -> ModuleType:
    """The module that implements a command."""
    return importlib.import_module(f"analyzer.cli.commands.{name}")


def _suggestion(word: str) -> str:
    near = difflib.get_close_matches(word, COMMANDS, n=1)
    return f"; did you mean {near[0]}?" if near else f"; known are {', '.join(COMMANDS)}"


def _complain(reason: str, code: int) -> int:
    """One line on stderr whatever the reason contains."""
    print("reef:", one_line(reason), file=sys.stderr)
    return code
