"""`search` and `rollouts` deal only worlds that fit what was seen, and all of those alike."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from scipy.stats import chisquare

from kernels.encounter import state as S  # noqa: N812
from kernels.encounter.planner.view import deal_world
from kernels.encounter.streams import new_streams, seed_streams
from tests.strategies.reshuffle import letters
from tests.strategies.test_hidden import Table

ALPHA = 1e-4


def deal(state: np.ndarray, me: int, seed: int) -> np.ndarray:
    """A world dealt for a seat."""
    world, rng = state.copy(), new_streams()
    with np.errstate(over="ignore"):
        seed_streams(rng, np.uint64(seed), 0, 0)
        deal_world(state, me, world, rng)
    return world


def positions(name: str, players: int, ruleset: str, seed: int) -> list[np.ndarray]:
    """Every position of a game at the beginning of a turn."""
    table, found = Table(name, players, ruleset, seed), []
    while table.state[S.ENDED_BY] == S.RUNNING:
        found.append(table.state.copy())
        table.go_on()
    return found


def counts(state: np.ndarray, *places: int) -> Counter[int]:
    """Tiles by colour in some places that hold packed counts."""
    return Counter(c for at in places for c in letters(int(state[at])))


def hideaways(state: np.ndarray) -> list[int]:
    """All places of tiles that are not on the rocks or in front of a screen."""
    seats = range(int(state[S.N_PLAYERS]))
    return [S.BAG, S.BONUS, *(field + seat for field in (S.HAND, S.FISH) for seat in seats)]


@pytest.mark.parametrize("ruleset", ["basic", "online", "manual"])
@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("name", ["random", "balanced"])
def test_a_world_differs_only_in_what_is_hidden(name, players, ruleset):
    for k, state in enumerate(positions(name, players, ruleset, 4)):
        me = int(state[S.SEAT])
        world = deal(state, me, k)
        rivals = [seat for seat in range(players) if seat != me]
        hidden = {S.BAG, *(field + seat for field in (S.HAND, S.FISH, S.FED) for seat in rivals)}
        differs = world[: S.POSITION_SIZE] != state[: S.POSITION_SIZE]
        assert set(np.flatnonzero(differs).tolist()) <= hidden
        assert counts(world, *hideaways(world)) == counts(state, *hideaways(state))
        for seat in rivals:
            held = counts(world, S.HAND + seat)
            assert held.total() == counts(state, S.HAND + seat).total()
            assert held >= counts(state, S.KNOWN_HAND + seat)
            assert (world[S.FED + seat] >= 0) == (state[S.FED + seat] >= 0)


def test_the_bag_of_a_world_has_no_colour_that_the_bonus_stock_lacks():
    """While it is open, the bonus stock is filled from the bag at once."""
    seen = 0
    for seed in range(12):
        for k, state in enumerate(positions("random", 2, "basic", seed)):
            if state[S.BONUS_OPEN]:
                world = deal(state, int(state[S.SEAT]), k)
                missing = set(range(5)) - set(counts(state, S.BONUS))
                seen += len(missing)
                assert not missing & set(counts(world, S.BAG))
    assert seen > 0


def test_every_hidden_tile_is_equally_likely_to_be_in_a_rivals_hand():
    state = positions("random", 2, "basic", 9)[0]
    held: Counter[int] = Counter()
    for seed in range(3000):
        held += counts(deal(state, 0, seed), S.HAND + 1)
    unseen = counts(state, S.BAG, S.HAND + 1)
    unseen[int(state[S.FED + 1])] += 1
    expected = np.array([unseen[c] for c in range(5)]) / unseen.total() * held.total()
    assert chisquare([held[c] for c in range(5)], expected).pvalue > ALPHA
