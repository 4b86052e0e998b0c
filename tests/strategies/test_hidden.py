"""No strategy reads what its player cannot know: other worlds, the same decisions."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from analyzer.cells import Cell
from analyzer.games.encounter.records import Event, events_of
from analyzer.games.encounter.rules import RULESETS
from analyzer.games.encounter.settings import rules_vector
from analyzer.games.encounter.strategies import get_strategy, line_up_of, strategy_names
from kernels.encounter import state as S  # noqa: N812
from kernels.encounter import trace
from kernels.encounter.policy import new_room, play_turn, set_up
from kernels.encounter.state import new_state
from kernels.encounter.streams import new_streams, seed_streams
from tests.strategies.reshuffle import letters, reshuffled

HURRIED = {
    "rollouts": "rollouts:budget=4:width=3:turns=3",
    "search": "search:budget=4:width=2:breadth=3:turns=3",
}
"""They deal their worlds from what their player knows, so they decide alike in all of them too."""
NAMES = [HURRIED.get(name, name) for name in strategy_names()]
ROOM = 4000
LEAST_DECISIONS = 12
SHARE_COMPARED = 0.6


class Table:
    """One game of a strategy among its like, stopped before a turn."""

    def __init__(self, name: str, players: int, ruleset: str, seed: int) -> None:
        cell = Cell("encounter", players, ruleset, (name,) * players)
        strategy = get_strategy(name)
        self.line_up = line_up_of([strategy] * players)
        self.rng = new_streams()
        self.room = new_room()
        self.state = new_state(ROOM)
        with np.errstate(over="ignore"):
            seed_streams(self.rng, np.uint64(seed), 0, 0)
            args = (rules_vector(cell), players, *self.line_up, self.rng)
            set_up(self.state, *args, self.room[-1])

    def decision(self, state: np.ndarray) -> list[Event]:
        """What the seat to play would do on a copy of a state, before the refill."""
        s, rng = state.copy(), self.rng.copy()
        seen = int(s[S.N_EVENTS])
        with np.errstate(over="ignore"):
            play_turn(s, *self.line_up, rng, *self.room)
        done = events_of(s)[seen:]
        return [event for event in done if event[0] != trace.REFILL]

    def go_on(self) -> None:
        """Play the turn."""
        with np.errstate(over="ignore"):
            play_turn(self.state, *self.line_up, self.rng, *self.room)


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("name", NAMES)
def test_a_decision_does_not_depend_on_what_is_hidden(name, players, ruleset):
    rng = np.random.default_rng(5)
    compared = 0
    for seed in itertools.count(11):
        table = Table(name, players, ruleset, seed)
        while table.state[S.ENDED_BY] == S.RUNNING:
            if rng.random() < SHARE_COMPARED:
                twin = reshuffled(table.state, int(table.state[S.SEAT]), rng)
                if twin is not None:
                    assert table.decision(twin) == table.decision(table.state)
                    compared += 1
            table.go_on()
        if compared >= LEAST_DECISIONS:
            return


def test_reshuffling_changes_what_is_hidden_and_nothing_else():
    table = Table("random", 3, "basic", seed=3)
    for _ in range(6):
        table.go_on()
    twin = reshuffled(table.state, 0, np.random.default_rng(1))
    assert twin is not None
    changed = {int(at) for at in np.flatnonzero(twin != table.state)}
    hidden = {S.BAG, *(f + k for f in (S.HAND, S.FISH, S.FED) for k in (1, 2))}
    assert changed <= hidden
    assert {S.BAG, S.HAND + 1} <= changed
    for at in (S.HAND + 1, S.HAND + 2, S.BAG):
        assert len(letters(int(twin[at]))) == len(letters(int(table.state[at])))


def test_the_comparison_can_fail():
    """A world that differs in what the seat does see leads to other decisions."""
    differ = 0
    for seed in range(30):
        table = Table("balanced", 2, "basic", seed)
        twin = table.state.copy()
        twin[S.HAND], twin[S.HAND + 1] = table.state[S.HAND + 1], table.state[S.HAND]
        differ += table.decision(twin) != table.decision(table.state)
    assert differ > 5
