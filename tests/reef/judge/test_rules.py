"""Rule parameters: what they can be, and what is said about anything else."""

from __future__ import annotations

import pytest

from analyzer.errors import UsageError
from analyzer.games.reef.rules import (
    PARAMETERS,
    PLAYER_COUNTS,
    RULESET_DESCRIPTIONS,
    RULESETS,
    make_rules,
)
from analyzer.rule_parameters import parse_parameter


def test_the_printed_game():
    for n, supply in ((2, 18), (3, 24), (4, 28)):
        assert make_rules("printed", n).values() == {
            "start_points": (3,) * n,
            "supply": supply,
            "hand_limit": 4,
            "display": 3,
            "start_placement": "centre",
            "orientation": "any",
            "deck_end": "at_once",
            "final_special": "one",
        }


def test_rulesets_are_described_and_differ_as_named():
    assert set(RULESETS) == set(RULESET_DESCRIPTIONS) == {"printed", "free"}
    assert make_rules("printed", 3).overrides() == {}
    assert make_rules("free", 3).overrides() == {"start_placement": "free"}


def test_overrides_in_json_form_make_the_same_rules():
    changes = {"start_points": [0, 50, 4], "supply": 4, "final_special": "all"}
    changed = make_rules("free", 3, changes)
    assert changed.overrides() == {**changes, "start_placement": "free"}
    assert make_rules("printed", 3, changed.overrides()).values() == changed.values()


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("start_points", "3,4", (3, 4)),
        ("start_points", [0, 50], (0, 50)),
        ("supply", "60", 60),
        ("hand_limit", 12, 12),
        ("display", "1", 1),
        ("start_placement", "free", "free"),
        ("orientation", "printed", "printed"),
        ("deck_end", "finish_round", "finish_round"),
        ("final_special", "all", "all"),
    ],
)
def test_values_as_typed_and_as_json(name, text, value):
    assert parse_parameter(PARAMETERS, name, text) == value


@pytest.mark.parametrize(
    ("name", "value", "allowed"),
    [
        ("start_points", "3,51", "one number from 0 to 50 a seat"),
        ("start_points", "3,-1", "one number from 0 to 50 a seat"),
        ("start_points", 3, "one number from 0 to 50 a seat"),
        ("start_points", "3,,3", "one number from 0 to 50 a seat"),
        ("supply", 61, "3 to 60"),
        ("supply", 18.0, "3 to 60"),
        ("supply", "9" * 5000, "3 to 60"),
        ("hand_limit", 1, "2 to 12"),
        ("hand_limit", "²", "2 to 12"),
        ("display", 7, "1 to 6"),
        ("display", True, "1 to 6"),
        ("start_placement", "center", "centre or free"),
        ("orientation", None, "any or printed"),
        ("deck_end", ["at_once"], "at_once or finish_round"),
        ("final_special", "", "one or all"),
    ],
)
def test_impossible_values_get_one_line_with_what_is_allowed(name, value, allowed):
    with pytest.raises(UsageError) as error:
        parse_parameter(PARAMETERS, name, value)
    assert str(error.value).startswith(f"{name} = ")
    assert str(error.value).endswith(f"allowed: {allowed}")
    assert "\n" not in str(error.value)


def test_what_depends_on_the_players():
    assert make_rules("printed", 2, {"supply": 3}).supply == 3
    with pytest.raises(UsageError, match=r"supply = 3 is not possible with 3 .* allowed: 4 to 60"):
        make_rules("printed", 3, {"supply": 3})
    with pytest.raises(UsageError, match="start_points names 1 seat, but there are 2 players"):
        make_rules("printed", 2, {"start_points": [3]})


def test_unknown_names():
    with pytest.raises(UsageError, match="unknown rule parameter 'hand'; known are start_points,"):
        parse_parameter(PARAMETERS, "hand", 4)
    with pytest.raises(UsageError, match="unknown ruleset 'basic'; known are printed, free"):
        make_rules("basic", 2)
    with pytest.raises(UsageError, match="5 players are not possible"):
        make_rules("printed", 5)


def test_every_default_is_a_value_it_allows():
    for ruleset in RULESETS:
        for n in PLAYER_COUNTS:
            for name, value in make_rules(ruleset, n).values().items():
                assert PARAMETERS[name].values.parse(value) == value
