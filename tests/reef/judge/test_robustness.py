"""The judge answers every JSON value with a verdict, never with an exception."""

from __future__ import annotations

import copy
from contextlib import suppress
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from analyzer.errors import UsageError
from analyzer.games.reef.judge import (
    IllegalAction,
    MalformedAction,
    Position,
    judge_game,
    parse_action,
    write_action,
)
from analyzer.records.verdict import Verdict
from tests.reef.judge.helpers import example_game, sketch, uniform_game

scalars = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.integers(-3, 62)
    | st.floats()
    | st.text(max_size=8)
    | st.text("rygpabcd1234,./ -", max_size=12)
)
KEYS = """format players setup turns final result overrides seat actions hands display deck start
ended_by ender boards scores tiebreaks ranks supply start_points"""
words = st.sampled_from(KEYS.split())
json_values = st.recursive(
    scalars,
    lambda inner: (
        st.lists(inner, max_size=5)
        | st.dictionaries(words | st.text(max_size=5), inner, max_size=6)
    ),
    max_leaves=12,
)


def judged(value: object) -> Verdict:
    verdict = judge_game(value)
    assert verdict.accepted or verdict.reason
    assert "\n" not in str(verdict)
    str(verdict).encode("ascii")
    return verdict


@given(json_values)
def test_arbitrary_json(value):
    assert not judged(value).accepted


def paths(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The paths of everything inside a JSON value."""
    found = [path] if path else []
    if isinstance(value, dict | list):
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            found += paths(inner, (*path, key))
    return found


BASES = [
    example_game(),
    uniform_game(2, supply=5, display=1, hand_limit=2),
    uniform_game(4, supply=6, start_placement="free", start_points=[0, 1, 2, 3]),
]
PATHS = [paths(base) for base in BASES]
ACTION_TEXTS = sorted(
    {text for base in BASES for turn in base["turns"] for text in turn["actions"]}
)
mutated_texts = st.sampled_from(ACTION_TEXTS) | st.text("takedcplyos 0123456789:,-", max_size=20)


@settings(max_examples=500)
@given(st.data())
def test_mutated_records(data):
    k = data.draw(st.integers(0, len(BASES) - 1))
    record = copy.deepcopy(BASES[k])
    path = data.draw(st.sampled_from(PATHS[k]))
    target: Any = record
    for key in path[:-1]:
        target = target[key]
    kind = data.draw(st.sampled_from(["replace", "remove", "repeat", "action", "letter"]))
    if kind == "remove":
        del target[path[-1]]
    elif kind == "repeat" and isinstance(target, list):
        target.insert(path[-1], copy.deepcopy(target[path[-1]]))
    elif kind == "action":
        turn = data.draw(st.sampled_from(record["turns"]))
        turn["actions"] = [data.draw(mutated_texts)]
    elif kind == "letter" and isinstance(target[path[-1]], str) and target[path[-1]]:
        text = target[path[-1]]
        at = data.draw(st.integers(0, len(text) - 1))
        letter = data.draw(st.sampled_from("rygpabcd0123456789 ,:-\ud800é"))
        target[path[-1]] = text[:at] + letter + text[at + 1 :]
    else:
        target[path[-1]] = data.draw(json_values)
    judged(record)


@given(st.text() | mutated_texts)
def test_arbitrary_action_texts_are_parsed_or_malformed(text):
    with suppress(MalformedAction):
        assert write_action(parse_action(text)) == text


@settings(max_examples=300)
@given(mutated_texts)
def test_an_action_is_played_soundly_or_refused_without_a_trace(text):
    position = sketch(start=[[22, 16], [1, 2]], taken=[[38], [9, 35]])
    before = position.copy()
    is_legal = False
    with suppress(IllegalAction):
        position.apply(text)
        is_legal = True
    assert is_legal or position == before
    assert position.defects() == []


@settings(max_examples=300)
@given(st.data())
def test_mutated_texts_of_positions_are_read_or_refused_in_one_line(data):
    text = sketch(start=[[22, 16], [1, 2]]).text()
    at = data.draw(st.integers(0, len(text) - 1))
    spoiled = text[:at] + data.draw(st.text(max_size=3)) + text[at + 1 :]
    refusal = ""
    try:
        Position.from_text(spoiled)
    except UsageError as error:
        refusal = str(error)
    assert "\n" not in refusal
    refusal.encode("ascii")


def test_hostile_values():
    deep: Any = []
    for _ in range(100_000):
        deep = [deep]
    huge = 10**6000
    for key in ("format", "players", "overrides", "setup", "turns", "final", "result"):
        for value in (deep, huge, "\ud800", float("nan"), float("inf"), {"": deep}):
            assert not judged({**example_game(), key: value}).accepted
    for value in (deep, huge, [huge, huge], "\ud800", float("nan"), [deep, deep]):
        for path in (
            ("overrides", "start_points"),
            ("overrides", "supply"),
            ("setup", "hands"),
            ("setup", "deck"),
            ("setup", "start"),
            ("turns", 3),
            ("final", 0),
            ("result", "scores"),
            ("result", "boards"),
        ):
            record = example_game()
            record[path[0]][path[1]] = value
            assert not judged(record).accepted
        record = example_game()
        record["turns"][3]["seat"] = value
        assert not judged(record).accepted
        record = example_game()
        record["setup"]["deck"][3] = value
        assert not judged(record).accepted
    assert not judged({**example_game(), "overrides": {"\ud800": 1}}).accepted
