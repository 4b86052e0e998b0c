"""The judge answers every JSON value with a verdict, never with an exception."""

from __future__ import annotations

from contextlib import suppress
from functools import partial

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
from tests.reef.judge.helpers import example_game, sketch, uniform_game
from tests.spoiled import action_texts, hostile_records, json_values, soundly_judged, spoiled

KEYS = """format players setup turns final result overrides seat actions hands display deck start
ended_by ender boards scores tiebreaks ranks supply start_points"""
ANY = json_values(KEYS, "rygpabcd1234,./ -", 62)
BASES = [
    example_game(),
    uniform_game(2, supply=5, display=1, hand_limit=2),
    uniform_game(4, supply=6, start_placement="free", start_points=[0, 1, 2, 3]),
]
mutated_texts = action_texts(BASES, "takedcplyos 0123456789:,-")
judged = partial(soundly_judged, judge_game)


@given(ANY)
def test_arbitrary_json(value):
    assert not judged(value).accepted


@settings(max_examples=500)
@given(st.data(), st.sampled_from(BASES))
def test_mutated_records(data, base):
    judged(spoiled(data.draw, base, ANY, mutated_texts, "rygpabcd0123456789 ,:-\ud800é"))


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
    paths = (
        *(("overrides", name) for name in ("start_points", "supply")),
        *(("setup", name) for name in ("hands", "deck", "start")),
        *(("turns", 3), ("turns", 3, "seat"), ("final", 0), ("setup", "deck", 3)),
        *(("result", name) for name in ("scores", "boards")),
    )
    for record in hostile_records(example_game, paths):
        assert not judged(record).accepted
