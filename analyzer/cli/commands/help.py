"""`reef help`: what the commands are, and what one of them does."""

from __future__ import annotations

from argparse import Namespace

from analyzer.cli.parsing import SubParsers


def add_parser(subparsers: SubParsers) -> None:
    """Registers the command."""
    parser = subparsers.add(
        "help",
        summary="this list, or the help of one command",
        description="The same as reef --help, or reef COMMAND --help.",
        examples="reef help\nreef help balance",
    )
    parser.add_argument("topic", nargs="?", metavar="COMMAND", help="one of reef help")


def run(args: Namespace) -> int:
    """Prints the help."""
    from analyzer.cli.main import main

    return main([*([args.topic] if args.topic else []), "--help"])
