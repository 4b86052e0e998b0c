"""The judge answers every JSON value with a verdict, never with an exception."""

from __future__ import annotations

import json
from contextlib import suppress
from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from analyzer.games.encounter.judge import (
    IllegalAction,
    MalformedAction,
    judge_game,
    parse_action,
    play_action,
    write_action,
)
from tests.judge.helpers import human_game, sketch, state, uniform_game
from tests.judge.scripted import full_game, locked_game
from tests.judge.test_actions import typed_actions
from tests.spoiled import action_texts, hostile_records, json_values, soundly_judged, spoiled

KEYS = """format ruleset players setup turns final result overrides seat actions rocks star_up
hands first_space open_sea fed larvae alga_space ended_by ender values parrotfish scores"""
ANY = json_values(KEYS, "wyopgABCDrnbu-", 12)
BASES = [
    human_game(),
    uniform_game("basic", 2, limit=12),
    uniform_game("manual", 4, limit=9),
    uniform_game("advanced", 3, limit=6, start_tiles=[0, 3, 12]),
]
mutated_texts = action_texts(BASES, "eatdrfwB4: +x;=")
judged = partial(soundly_judged, judge_game)


@given(ANY)
def test_arbitrary_json(value):
    assert not judged(value).accepted


@settings(max_examples=500)
@given(st.data(), st.sampled_from(BASES))
def test_mutated_records(data, base):
    judged(spoiled(data.draw, base, ANY, mutated_texts, "wyopgABCDabcdef123456 +x:;=>[]"))


@given(st.lists(mutated_texts | st.text(max_size=6), max_size=12))
def test_arbitrary_turns(texts):
    record = human_game()
    record["turns"] = [{"seat": 0, "actions": texts}]
    assert not judged(record).accepted  # one turn does not lead to that result


@given(st.text() | mutated_texts)
def test_arbitrary_action_texts_are_parsed_or_malformed(text):
    with suppress(MalformedAction):
        action = parse_action(text)
        assert parse_action(write_action(action)) == action


@settings(max_examples=300)
@given(typed_actions, st.integers(0, 1))
def test_an_action_is_played_soundly_or_refused_without_a_trace(action, seat):
    position = sketch(
        "Bc5w0 Bd5w Be5w Bd6w Be6w Bf2y1 Bd2g Dc1y1",
        hands=["wwyyoopgg", "wy"],
        larvae=["wyopg", "w"],
        consumed=["wyopg", "w"],
        eaten=[1],
        parrotfish=["wy"],
    )
    before = state(position.copy())
    is_legal = False
    with suppress(IllegalAction):
        play_action(position, seat, write_action(action))
        is_legal = True
    assert is_legal or state(position) == before
    assert position.defects() == []


@pytest.mark.parametrize("game", [locked_game, full_game])
def test_scripted_games_are_accepted_and_sound(game):
    record = json.loads(json.dumps(game()))
    assert str(judge_game(record)) == "accepted"


def test_hostile_values():
    paths = (("overrides", "start_tiles"), ("result", "scores"), ("turns", 3, "seat"))
    for record in hostile_records(human_game, paths):
        assert not judged(record).accepted
