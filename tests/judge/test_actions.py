"""Written actions: parsing, writing, and what is malformed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyzer.games.encounter.judge import MalformedAction, parse_action, write_action
from analyzer.games.encounter.judge import actions as act
from analyzer.games.encounter.rules import ALGAE, COLOURS, ROCKS
from tests.judge.helpers import human_game, uniform_game

colours = st.sampled_from(COLOURS)
cells = st.builds(
    lambda rock, column, row: rock + column + row,
    st.sampled_from(ROCKS),
    st.sampled_from("abcdefg"),
    st.sampled_from("123456"),
)
moves = st.builds(act.Move, cells, st.none() | cells)
steps = st.builds(act.Placement, cells, st.none() | colours) | st.builds(act.ExtraGrowth, cells)
counts = st.integers(0, 99)
typed_actions = st.one_of(
    st.builds(act.Eat, cells),
    st.builds(
        act.Grow,
        colours,
        counts,
        counts,
        st.lists(steps | moves, min_size=1, max_size=8).map(tuple),
        st.booleans(),
    ),
    st.builds(act.Introduce, cells),
    moves,
    st.builds(act.LarvaExchange, colours),
    st.builds(act.AlgaPlay, st.sampled_from(ALGAE), st.none() | counts, colours),
    st.builds(act.TileExchange, colours),
    st.builds(
        act.Draft,
        colours,
        st.text(COLOURS, min_size=1, max_size=4),
        st.lists(st.tuples(colours, colours), max_size=6).map(tuple),
    ),
)


@given(typed_actions)
def test_every_action_reads_back_as_it_was_written(action):
    assert parse_action(write_action(action)) == action


@pytest.mark.parametrize(
    "record", [human_game(), uniform_game("manual", 4)], ids=["human", "uniform"]
)
def test_recorded_actions_are_written_back_letter_by_letter(record):
    texts = [text for turn in record["turns"] + record["final"] for text in turn["actions"]]
    assert texts
    assert [write_action(parse_action(text)) for text in texts] == texts


def test_a_growth_with_everything():
    assert parse_action("grow w 3+1: Bc4 Bd5xy +Bd4 [Be4>Bc4] [Bc4>screen] Bb4") == act.Grow(
        "w",
        3,
        1,
        (
            act.Placement("Bc4"),
            act.Placement("Bd5", "y"),
            act.ExtraGrowth("Bd4"),
            act.Move("Be4", "Bc4"),
            act.Move("Bc4", None),
            act.Placement("Bb4"),
        ),
    )
    assert parse_action("grow w 0+2 free: Bc4 Bb4") == act.Grow(
        "w", 0, 2, (act.Placement("Bc4"), act.Placement("Bb4")), free=True
    )


def test_a_draft_whose_refill_laid_nothing_is_written_with_or_without_a_semicolon():
    nothing_laid = act.Draft("g", "ypp", ())
    for text in ("draft g: ypp", "draft g: ypp;", "draft g: ypp; "):
        assert parse_action(text) == nothing_laid
    assert write_action(nothing_laid) == "draft g: ypp"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (None, "must be a text"),
        (7, "must be a text"),
        (["eat Bd5"], "must be a text"),
        ("", "unknown action ''"),
        ("Eat Bd5", "unknown action 'Eat'"),
        ("pass", "unknown action 'pass'"),
        ("eat", "malformed action 'eat'"),
        ("eat Bd7", "malformed action"),
        ("eat Bh5", "malformed action"),
        ("eat Ed5", "malformed action"),
        ("eat Bd5 ", "malformed action"),
        ("eat Bd5\n", "malformed action"),
        ("eat  Bd5", "malformed action"),
        ("shrimp Bd5 Bd6", "malformed action"),
        ("move Bd5>", "malformed action"),
        ("move Bd5>home", "malformed action"),
        ("move Bd5 > Bd6", "malformed action"),
        ("move screen>Bd5", "malformed action"),
        ("larva r", "malformed action"),
        ("tile x", "malformed action"),
        ("alga w space paying o", "malformed action"),
        ("alga u space", "malformed action"),
        ("alga u space paying r", "malformed action"),
        ("alga u lock paying o", "malformed action"),
        ("alga u lock 01 paying o", "malformed action"),
        ("alga u lock -1 paying o", "malformed action"),
        ("grow w 3: Bd5", "malformed action"),
        ("grow w 1+0:", "malformed action"),
        ("grow w 1+0: ", "malformed action"),
        ("grow w 1+0 Bd5", "malformed action"),
        ("grow w 01+0: Bd5", "malformed action"),
        ("grow w \u0661+0: Bd5", "malformed action"),
        ("grow w 1+0 Free: Bd5", "malformed action"),
        ("grow w 1+0: Bd5,Bd6", "malformed step 'Bd5,Bd6'"),
        ("grow w 1+0: Bd5  Bd6", "malformed step ''"),
        ("grow w 1+0: Bd5x", "malformed step"),
        ("grow w 1+0: Bd5xr", "malformed step"),
        ("grow w 1+0: +Bd5xy", "malformed step"),
        ("grow w 1+0: [Bd5>Bd6", "malformed step"),
        ("draft g", "malformed action"),
        ("draft g:", "malformed action"),
        ("draft g: ; g=w", "malformed action"),
        ("draft g: ypp, w=o", "malformed action"),
        ("draft g: ypp;w=o", "malformed refill"),
        ("draft g: ypp;  ", "malformed refill"),
        ("draft g: ypp; w=o  y=g", "malformed refill"),
        ("draft g: ypp; w:o", "malformed refill"),
    ],
)
def test_malformed_actions(text, reason):
    with pytest.raises(MalformedAction) as malformed:
        parse_action(text)
    assert reason in malformed.value.reason
    assert malformed.value.reason.isascii()
