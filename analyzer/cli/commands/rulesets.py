"""`reef rulesets`: what can be played."""

from __future__ import annotations

import json
from argparse import Namespace

from analyzer.cli.parsing import SubParsers
from analyzer.cli.table import text_table
from analyzer.games.encounter.rules import (
    PARAMETERS,
    PLAYER_COUNTS,
    RULESET_DESCRIPTIONS,
    RULESETS,
    make_rules,
)


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
    )
    parser.add_argument("--json", action="store_true", help="one JSON object instead of tables")


def run(args: Namespace) -> int:
    """Prints the rulesets."""
    print(json.dumps(rulesets_object(), indent=2) if args.json else rulesets_text())
    return 0


def rulesets_object() -> dict[str, object]:
    """All rulesets and parameters; a value that depends on the number of players is an object."""
    return {
        "rulesets": {
            name: {
                "description": RULESET_DESCRIPTIONS[name],
                "parameters": {p: _json_value(name, p) for p in PARAMETERS},
            }
            for name in RULESETS
        },
        "parameters": {
            p.name: {"description": p.description, "allowed": p.allowed}
            for p in PARAMETERS.values()
        },
    }


def rulesets_text() -> str:
    """The same for reading: rulesets, values, and what each parameter means."""
    names = text_table(("ruleset", "what it is"), list(RULESET_DESCRIPTIONS.items()), left=2)
    rows = [row for parameter in PARAMETERS for row in _value_rows(parameter)]
    values = text_table(("parameter", *RULESETS), rows)
    meanings = "\n".join(
        f"{p.name}: {p.description}\n    allowed: {p.allowed}" for p in PARAMETERS.values()
    )
    return f"{names}\n\n{values}\n\n{meanings}"


def _values(ruleset: str, parameter: str) -> dict[int, object]:
    """A parameter's value for each number of players."""
    return {n: make_rules(ruleset, n).values()[parameter] for n in PLAYER_COUNTS}


def _json_value(ruleset: str, parameter: str) -> object:
    values = _values(ruleset, parameter)
    if len(set(values.values())) == 1:
        return values[PLAYER_COUNTS[0]]
    return {str(n): value for n, value in values.items()}


def _value_rows(parameter: str) -> list[tuple[str, ...]]:
    """One row of the table, or one for each number of players where that matters."""
    columns = [_values(ruleset, parameter) for ruleset in RULESETS]
    if all(len(set(column.values())) == 1 for column in columns):
        return [(parameter, *(_text(column[PLAYER_COUNTS[0]]) for column in columns))]
    return [
        (f"{parameter}, {n} players", *(_text(column[n]) for column in columns))
        for n in PLAYER_COUNTS
    ]


def _text(value: object) -> str:
    """A value as it is written after --set PARAMETER=."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple):
        return ",".join(map(str, value))
    return str(value)
