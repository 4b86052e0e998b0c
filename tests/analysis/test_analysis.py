"""Turns of Reef Encounter judged: what the seat knew, the same again, in legal words."""

from __future__ import annotations

import pytest

from analyzer.errors import UsageError
from analyzer.games import analysing_strategy, get_analyst
from analyzer.games.encounter.analysis import EncounterAnalyst
from kernels.encounter import state as S  # noqa: N812
from kernels.encounter.counts import one
from tests.judge.helpers import human_game

BRIEF = "search:budget=20:width=2:breadth=4:turns=8"


def test_the_value_judges_the_turn_played_as_it_judges_its_own():
    analyst = EncounterAnalyst(human_game(), "expert", 1)
    turns = [analyst.judge(turn) for turn in range(analyst.n_turns)]
    assert [t.seat for t in turns] == [k % 2 for k in range(19)]
    assert all(0 <= t.odds <= 1 and t.low == t.high == t.lost for t in turns)
    assert turns[-1].odds > 0.999  # the fourth shrimp is eaten, and the game is won
    own = [t for t in turns if not t.better]
    assert own
    assert all(t.lost == pytest.approx(0, abs=1e-6) for t in own)
    assert all(t.better[-1].startswith("drafts the ") for t in turns if t.better)


def test_a_turn_is_judged_the_same_whatever_was_judged_before():
    analyst = EncounterAnalyst(human_game(), BRIEF, 7)
    turns = [analyst.judge(turn) for turn in (15, 3)]
    again = EncounterAnalyst(human_game(), BRIEF, 7)
    again.warm_up()
    assert [again.judge(15), again.judge(3)] == turns
    assert EncounterAnalyst(human_game(), BRIEF, 8).judge(15).odds != turns[0].odds
    assert turns[0].low < turns[0].lost < turns[0].high


@pytest.mark.parametrize("spec", ["expert", BRIEF])
def test_nothing_hidden_is_seen(spec):
    """Start tiles of a rival changed with the bag make no difference to what is judged."""
    analyst = EncounterAnalyst(human_game(), spec, 1)
    before = analyst.judge(2)
    state = analyst._moments[2].state
    seat = 1
    hidden = state[S.HAND + seat] - state[S.KNOWN_HAND + seat]
    c = next(c for c in range(5) if hidden >> 12 * c & 0xFFF)
    other = (c + 1) % 5
    state[S.HAND + seat] += one(other) - one(c)
    state[S.BAG] += one(c) - one(other)
    fed = int(state[S.FED + seat])
    state[S.FISH + seat] += one(other) - one(fed)
    state[S.FED + seat] = other
    state[S.BAG] += one(fed) - one(other)
    after = analyst.judge(2)
    assert (after.odds, after.best, after.low) == (before.odds, before.best, before.low)


def test_who_cannot_judge_is_told_in_a_line():
    with pytest.raises(UsageError, match="balanced has no learned value"):
        EncounterAnalyst(human_game(), "balanced", 1)


def test_a_game_that_nothing_judges_is_told_in_a_line(monkeypatch):
    monkeypatch.setattr("analyzer.games.find_spec", lambda _: None)
    with pytest.raises(UsageError, match="games of encounter cannot be analysed"):
        analysing_strategy("encounter")


def test_the_strategy_that_judges_by_itself_is_one():
    spec = analysing_strategy("encounter")
    analyst = get_analyst("encounter", human_game(), spec, 1)
    assert analyst.n_turns == 19
