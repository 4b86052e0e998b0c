"""`reef rulesets`: what can be played."""

from __future__ import annotations

import json
from argparse import Namespace

from analyzer.cli.game_options import add_game_option
from analyzer.cli.parsing import SubParsers
from analyzer.cli.text import fitted, text_table
from analyzer.experiment import settings_text
from analyzer.game import About
from analyzer.games import about


def add_parser(subparsers: SubParsers) -> None:
    """Registers the command."""
    parser = subparsers.add(
        "rulesets",
        summary="the named rulesets and every rule parameter",
        description=(
            "Lists the named rulesets, the value of every rule parameter in each, and which\n"
            "values a parameter can take. Commands that play take a name by --ruleset and any\n"
            "change by --set PARAMETER=VALUE."
        ),
        examples="reef rulesets\nreef rulesets --json",
        told=subparsers.game,
    )
    add_game_option(parser, subparsers.game)
    parser.add_argument("--json", action="store_true", help="one JSON object instead of tables")


def run(args: Namespace) -> int:
    """Prints the rulesets."""
    told = about(args.game)
    print(json.dumps(rulesets_object(told), indent=2) if args.json else fitted(rulesets_text(told)))
    return 0


def rulesets_object(told: About) -> dict[str, object]:
    """All rulesets and parameters; a value that depends on the number of players is an object."""
    return {
        "rulesets": {
            name: {
                "description": description,
                "parameters": {p: _json_value(told, name, p) for p in told.parameters},
            }
            for name, description in told.rulesets.items()
        },
        "parameters": {
            p.name: {"description": p.description, "allowed": p.allowed}
            for p in told.parameters.values()
        },
    }


def rulesets_text(told: About) -> str:
    """The same for reading: rulesets, values, and what each parameter means."""
    names = text_table(("ruleset", "what it is"), list(told.rulesets.items()), left=2)
    rows = [row for parameter in told.parameters for row in _value_rows(told, parameter)]
    values = text_table(("parameter", *told.rulesets), rows)
    meanings = "\n".join(
        f"{p.name}: {p.description}\n    allowed: {p.allowed}" for p in told.parameters.values()
    )
    return f"{names}\n\n{values}\n\n{meanings}"


def _values(told: About, ruleset: str, parameter: str) -> dict[int, object]:
    """A parameter's value for each number of players."""
    return {n: told.ruleset(ruleset, n)[parameter] for n in told.player_counts}


def _json_value(told: About, ruleset: str, parameter: str) -> object:
    values = _values(told, ruleset, parameter)
    if len(set(values.values())) == 1:
        return values[told.player_counts[0]]
    return {str(n): value for n, value in values.items()}


def _value_rows(told: About, parameter: str) -> list[tuple[str, ...]]:
    """One row of the table, or one for each number of players where that matters."""
    columns = [_values(told, ruleset, parameter) for ruleset in told.rulesets]
    if all(len(set(column.values())) == 1 for column in columns):
        first = told.player_counts[0]
        return [(parameter, *(settings_text(column[first]) for column in columns))]
    return [
        (f"{parameter}, {n} players", *(settings_text(column[n]) for column in columns))
        for n in told.player_counts
    ]
