"""`reef rulesets`."""

from __future__ import annotations

import json

from analyzer.games.encounter.rules import PARAMETERS, RULESETS, make_rules


def test_table_names_every_ruleset_and_parameter(reef):
    answer = reef("rulesets")
    assert answer.code == 0
    first_words = [line.split()[0].rstrip(",:") for line in answer.out.splitlines() if line]
    for ruleset in RULESETS:
        assert ruleset in first_words
    for parameter in PARAMETERS.values():
        assert first_words.count(parameter.name) >= 2  # its values, and what it means
        assert parameter.description in answer.out
        assert f"allowed: {parameter.allowed}" in answer.out


def test_table_shows_what_differs(reef):
    rows = {line.split("  ")[0]: line.split()[-4:] for line in reef("rulesets").out.splitlines()}
    assert rows["eat_return"] == ["4", "5", "4", "4"]
    assert rows["extra_growth"] == ["true", "false", "true", "true"]
    assert rows["start_tiles, 3 players"] == ["6,7,9", "6,7,9", "6,7,9", "one_each"]


def test_json_values_make_the_same_rules_again(reef):
    told = json.loads(reef("rulesets", "--json").out)
    assert set(told["parameters"]) == set(PARAMETERS)
    for name, ruleset in told["rulesets"].items():
        for n_players in (2, 3, 4):
            values = {
                parameter: value[str(n_players)] if isinstance(value, dict) else value
                for parameter, value in ruleset["parameters"].items()
            }
            assert make_rules(name, n_players, values) == make_rules(name, n_players)


def test_every_value_shown_can_be_set(reef):
    rows = [line.split() for line in reef("rulesets").out.splitlines()]
    table = [row for row in rows if len(row) == 5 and row[0] in PARAMETERS]
    assert len(table) == len(PARAMETERS) - 1  # all but start_tiles, which is shown by players
    for parameter, *values in table:
        for ruleset, value in zip(RULESETS, values, strict=True):
            assert make_rules(ruleset, 2, {parameter: value}) == make_rules(ruleset, 2)
