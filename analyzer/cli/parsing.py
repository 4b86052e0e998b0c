"""argparse as this program wants it: help that teaches, errors of one line."""

from __future__ import annotations

import argparse
import copy
import math
import re
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, NoReturn

from analyzer.errors import UsageError
from analyzer.games import about, default_game

if TYPE_CHECKING:
    from analyzer.game import About

MAX_SEED = 2**64 - 1
MAX_GAMES = 2**53


class Parser(argparse.ArgumentParser):
    """A parser that raises UsageError instead of printing its usage, and takes no abbreviations."""

    def __init__(self, **options: Any) -> None:
        options.setdefault("allow_abbrev", False)
        options.setdefault("formatter_class", HelpFormatter)
        super().__init__(**options)

    def error(self, message: str) -> NoReturn:
        """Called by argparse with its reason."""
        raise UsageError(f"{message} ({self.prog} --help shows what is possible)")

    def options(self) -> list[argparse.Action]:
        """Its options; the first name of each is the one to show, others still read."""
        return [action for action in self._actions if action.option_strings]


class HelpFormatter(argparse.RawDescriptionHelpFormatter):
    """Keeps the lines of descriptions and examples, and shows the default of every option.

    Of an option with several names it shows the first.
    """

    def _format_action_invocation(self, action: argparse.Action) -> str:
        if action.option_strings and action.option_strings[0].startswith("--"):
            action = copy.copy(action)
            action.option_strings = action.option_strings[:1]
        return super()._format_action_invocation(action)

    def _get_help_string(self, action: argparse.Action) -> str | None:
        if action.default in (None, False, [], argparse.SUPPRESS) or not action.option_strings:
            return action.help
        return f"{action.help} (default: %(default)s)"


class MainParser(Parser):
    """The parser of the program, whose help lists the commands by what one wants."""

    def __init__(self, groups: Mapping[str, Sequence[str]], **options: Any) -> None:
        """groups: what one may want, and the commands for it."""
        super().__init__(**options)
        self._groups = groups
        self.commands = self.add_subparsers(dest="command", metavar="COMMAND", parser_class=Parser)

    def format_help(self) -> str:
        """Usage, description, commands, options and examples."""
        formatter = self._get_formatter()
        formatter.add_usage(self.usage, self._actions, self._mutually_exclusive_groups)
        formatter.add_text(self.description)
        listed = {action.dest: action for action in self.commands._choices_actions}
        for wanted, names in self._groups.items():
            formatter.start_section(wanted)
            formatter.add_arguments([listed[name] for name in names if name in listed])
            formatter.end_section()
        formatter.start_section("options")
        formatter.add_arguments(self.options())
        formatter.end_section()
        formatter.add_text(self.epilog)
        return formatter.format_help()


class SubParsers:
    """Where commands register themselves: argparse's sub-parsers with this program's defaults."""

    def __init__(self, parser: MainParser, arguments: Sequence[str] = ()) -> None:
        """arguments: the command line, for the options that decide which others there are."""
        self._arguments = arguments
        self._subparsers = parser.commands

    @cached_property
    def game(self) -> About:
        """The game that `--game` names, the first one without; UsageError if there is none."""
        named = default_game()
        for word, following in zip(self._arguments, [*self._arguments[1:], ""], strict=False):
            option, is_joined, value = word.partition("=")
            if option == "--game":
                named = value if is_joined else following
        return about(named)

    def add(
        self, name: str, summary: str, description: str, examples: str, told: About | None = None
    ) -> Parser:
        """A parser for one command: a line for `reef --help`, and its own help page.

        told: a game with examples of its own.
        """
        own = told.examples.get(name, ()) if told is not None else ()
        epilog = f"examples:\n{_indented(chr(10).join([examples.strip(), *own]))}"
        return self._subparsers.add_parser(
            name, help=summary, description=description, epilog=epilog
        )


def _indented(text: str) -> str:
    return "\n".join(f"  {line}" for line in text.strip().splitlines())


def whole(text: str) -> int | None:
    """A whole number as people write it: 100000, 100,000, 100_000, 100k, 1.5M, 1e5; else None."""
    match = _WHOLE.fullmatch(text.strip())
    if match is None:
        return None
    digits, fraction, power, unit = match.groups(default="")
    zeros = int(power or 0) + _UNITS[unit]
    fraction = fraction.rstrip("0")
    if len(fraction) > zeros:
        return None
    return int(re.sub("[,_]", "", digits) + fraction) * 10 ** (zeros - len(fraction))


_WHOLE = re.compile(
    r"(-?\d{1,3}(?:,\d{3})+|-?\d{1,30}(?:_\d{1,30})*)(?:\.(\d{1,30}))?(?:[eE]\+?(\d{1,2}))?([kKM]?)",
    re.ASCII,
)
_UNITS = {"": 0, "k": 3, "K": 3, "M": 6}


def whole_number(low: int, high: int | None = None) -> Any:
    """A converter for `type=`: a whole number within bounds, with a readable complaint."""
    bounds = f"of at least {low}" if high is None else f"from {low} to {high}"

    def convert(text: str) -> int:
        value = whole(text)
        if value is None or value < low or (high is not None and value > high):
            ways = ", such as 2000, 100k, 1e5 or 1M" if high is None or high > 10**6 else ""
            shown = repr(text) if value is None else text
            raise argparse.ArgumentTypeError(f"{shown} is not a whole number {bounds}{ways}")
        return value

    return convert


def finite_number(low: float, is_low_allowed: bool) -> Any:
    """A converter for `type=`: a finite number of at least, or of more than, `low`."""
    bound = f"of at least {low:g}" if is_low_allowed else f"greater than {low:g}"

    def convert(text: str) -> float:
        try:
            value = float(text)
        except ValueError:
            value = math.nan
        if not math.isfinite(value) or value < low or (value == low and not is_low_allowed):
            raise argparse.ArgumentTypeError(f"{text!r} is not a finite number {bound}")
        return value

    return convert


def fraction(text: str) -> float:
    """A converter for `type=`: a number strictly between 0 and 1."""
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number between 0 and 1")
    return value


def seconds(text: str) -> float:
    """A converter for `type=`: a duration such as 90s, 10m, 2h."""
    match = re.fullmatch(r"(\d+(?:\.\d+)?)(s|m|h)", text)
    if not match or not float(match[1]):
        raise argparse.ArgumentTypeError(f"{text!r} is no duration such as 90s, 10m or 2h")
    return float(match[1]) * {"s": 1, "m": 60, "h": 3600}[match[2]]
