"""Turns of Reef judged: the judge's positions as states, what the seat knew, the same again."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from analyzer.errors import UsageError
from analyzer.games.reef.analysis import ReefAnalyst, moments_of
from analyzer.games.reef.bot_games import as_event
from kernels.reef import replaying
from kernels.reef import state as S  # noqa: N812
from kernels.reef.streams import new_streams, seed_streams
from tests.reports.games import reef_record

BRIEF = "search:budget=8:placements=2"


def told(state: np.ndarray) -> dict[str, Any]:
    """What a state tells that chance does not decide, slots of the display in any order."""
    seats = range(int(state[S.N_PLAYERS]))
    shown = range(int(state[S.N_DISPLAY]))
    one = ("PLAYED", "N_LEFT", "SEAT", "TURN", "LAST_ROUND", "ENDER", "N_PLAYERS")
    each = ("TOPS", "HEIGHTS", "HAND", "POINTS")
    return {
        **{name: int(state[getattr(S, name)]) for name in one},
        **{name: [int(state[getattr(S, name) + k]) for k in seats] for name in each},
        "hidden": [int(state[S.HAND + k] & state[S.START_CARDS + k]) for k in seats],
        "supply": state[S.SUPPLY : S.SUPPLY + 4].tolist(),
        "display": {int(state[S.DISPLAY + k]): int(state[S.POINTS_ON + k]) for k in shown},
    }


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_kernel_comes_from_turn_to_turn_as_the_judge_does(players):
    moments = moments_of(reef_record(players))
    rng = new_streams()
    with np.errstate(over="ignore"):
        seed_streams(rng, np.uint64(1), 0, 0, players)
        for now, then in pairwise(moments):
            replaying.take_action(now.state, rng, now.seat, *as_event(now.state, now.action))
            assert told(now.state) == told(then.state)


def test_the_value_judges_the_turn_played_as_it_judges_its_own():
    analyst = ReefAnalyst(reef_record(3), "expert", 1)
    turns = [analyst.judge(turn) for turn in range(analyst.n_turns)]
    assert all(0 <= t.odds <= 1 and t.low == t.high == t.lost for t in turns)
    assert all(t.lost >= 0 for t in turns)  # whatever was played is among what is compared
    words = [t.better[0] for t in turns if t.better]
    assert any(text.startswith("plays card ") for text in words)
    assert any(text.startswith("takes card ") for text in words)


def test_a_turn_is_judged_the_same_whatever_was_judged_before():
    analyst = ReefAnalyst(reef_record(), BRIEF, 7)
    turns = [analyst.judge(turn) for turn in (15, 3)]
    again = ReefAnalyst(reef_record(), BRIEF, 7)
    again.warm_up()
    assert [again.judge(15), again.judge(3)] == turns


@pytest.mark.parametrize("spec", ["expert", BRIEF])
def test_nothing_hidden_is_seen(spec):
    """A start card of a rival changed with a card of the deck makes no difference."""
    analyst = ReefAnalyst(reef_record(), spec, 1)
    before = analyst.judge(0)
    state = analyst._moments[0].state
    hidden = int(state[S.HAND + 1] & state[S.START_CARDS + 1])
    card = hidden.bit_length() - 1
    place = S.DECK + int(state[S.N_LEFT]) + 5
    swapped = 1 << card ^ 1 << int(state[place])
    state[S.HAND + 1] ^= swapped
    state[S.START_CARDS + 1] ^= swapped
    state[place] = card
    assert analyst.judge(0) == before


def test_who_cannot_judge_is_told_in_a_line():
    with pytest.raises(UsageError, match="balanced has no learned value"):
        ReefAnalyst(reef_record(), "balanced", 1)
