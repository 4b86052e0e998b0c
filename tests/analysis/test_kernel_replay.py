"""Recorded games on the kernel's state: the same positions as the judge's, turn by turn."""

from __future__ import annotations

from functools import partial
from random import Random

import pytest

from analyzer.games.encounter.kernel_replay import NO_DRAFT, moments_of
from analyzer.games.encounter.rules import RULESETS, make_rules
from kernels.encounter import state as S  # noqa: N812
from kernels.encounter.counts import total
from tests.judge.helpers import human_game
from tests.judge.scripted import full_game, locked_game
from tests.judge.uniform import play_uniform_game
from tests.kernel.convert import differences

GAMES = {
    "people": human_game,
    "locked": locked_game,
    "full": full_game,
    **{
        ruleset: partial(play_uniform_game, make_rules(ruleset, 2 + k % 3), Random(k), 40)
        for k, ruleset in enumerate(RULESETS)
    },
}


@pytest.mark.parametrize("name", GAMES)
def test_every_turn_begins_with_the_judges_position(name):
    record = GAMES[name]()
    moments = moments_of(record)
    assert [moment.seat for moment in moments] == [turn["seat"] for turn in record["turns"]]
    for turn, moment in enumerate(moments):
        assert differences(moment.state, moment.position) == [], turn
        last = record["turns"][turn]["actions"][-1]
        assert (moment.space == NO_DRAFT) == (not last.startswith("draft "))


def test_what_was_taken_in_the_open_is_known_and_start_tiles_are_not():
    first, second, third, *_ = moments_of(human_game())
    assert total(first.state[S.KNOWN_HAND]) == 0
    assert total(second.state[S.KNOWN_HAND]) == 3
    assert total(third.state[S.KNOWN_HAND + 1]) == 3
    assert first.state[S.FED] == 0
