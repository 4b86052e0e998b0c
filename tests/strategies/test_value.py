"""What a network is told of a position, and ends that are judged exactly."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from analyzer.games.encounter.rules import RULESETS
from kernels.encounter import state as S  # noqa: N812
from kernels.encounter.counts import amount, one
from kernels.encounter.family.turn import eat_at_the_end
from kernels.encounter.rows import GAME_COLUMNS, SEAT_COLUMNS, fill_rows
from kernels.encounter.value.features import BOUND, fill_features, n_features
from kernels.encounter.value.judge import end_logit, make_counted_view
from kernels.encounter.value.tables import WORK_SIZE
from kernels.network import as_probability
from tests.strategies.reshuffle import reshuffled
from tests.strategies.test_hidden import Table


def features(state: np.ndarray, me: int) -> np.ndarray:
    work = np.full(WORK_SIZE, 7.0, dtype=np.float32)  # whatever was there before
    fill_features(state, me, work)
    return work[: n_features(int(state[S.N_PLAYERS]))]


def positions(name: str, players: int, ruleset: str, seed: int) -> list[np.ndarray]:
    """The states before every turn of a game, and the last one."""
    table = Table(name, players, ruleset, seed)
    found = [table.state.copy()]
    while table.state[S.ENDED_BY] == S.RUNNING:
        table.go_on()
        found.append(table.state.copy())
    return found


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("ruleset", RULESETS)
def test_features_are_bounded_and_tell_positions_apart(ruleset, players):
    states = positions("balanced", players, ruleset, 8)
    told = np.array([features(state, 0) for state in states])
    assert np.isfinite(told).all()
    assert (np.abs(told) <= BOUND).all()
    assert len(np.unique(told, axis=0)) == len(states)
    assert (np.abs(told) == BOUND).mean() < 0.01


@pytest.mark.parametrize("players", [2, 3, 4])
def test_features_tell_nothing_that_is_hidden(players):
    rng = np.random.default_rng(4)
    compared = 0
    for state in positions("balanced", players, "basic", 5):
        for me in range(players):
            twin = reshuffled(state, me, rng)
            if twin is not None and (twin != state).any():
                assert (features(twin, me) == features(state, me)).all()
                compared += 1
    assert compared > 20


@pytest.mark.parametrize("players", [2, 4])
def test_a_view_has_the_features_of_the_position(players):
    for state in positions("balanced", players, "basic", 6):
        view = np.zeros_like(state)
        make_counted_view(state, 1, view)
        assert (features(view, 1) == features(state, 1)).all()


def share_of_win(state: np.ndarray, me: int) -> float:
    """What the rows of the finished game say, last meals included."""
    s = state.copy()
    n = int(s[S.N_PLAYERS])
    for step in range(1, n):
        eat_at_the_end(s, (s[S.ENDER] + step) % n)
    game = np.zeros(len(GAME_COLUMNS), dtype=np.int32)
    seats = np.zeros((n, len(SEAT_COLUMNS)), dtype=np.int32)
    fill_rows(s, 0, game, seats)
    return (seats[me, 0] == 1) / game[GAME_COLUMNS.index("winners")]


def with_fed(state: np.ndarray, seat: int, colour: int) -> np.ndarray:
    """The state as it would be had the seat fed another colour."""
    s = state.copy()
    s[S.FISH + seat] += one(colour) - one(int(s[S.FED + seat]))
    s[S.FED + seat] = colour
    return s


@pytest.mark.parametrize("ruleset", ["basic", "manual"])
def test_the_odds_at_an_end_count_tie_breaks_last_meals_and_fed_tiles(ruleset):
    """The rival's fed tile is as likely of a colour as there are unseen tiles of it."""
    open_cases = 0
    for seed in itertools.count(1):
        state = positions("balanced", 2, ruleset, seed)[-1]
        if state[S.ENDED_BY] not in (S.ENDED_BY_LOCKS, S.ENDED_BY_SHRIMPS):
            continue
        me = int(state[S.ENDER])
        view = np.zeros_like(state)
        make_counted_view(state, me, view)
        found = as_probability(end_logit(view, me, True))
        if state[S.FED + 1 - me] < 0:
            expected = share_of_win(state, me)
        else:
            chances = [amount(int(view[S.BAG]), c) for c in range(5)]
            shares = [share_of_win(with_fed(state, 1 - me, c), me) for c in range(5)]
            expected = np.dot(chances, shares) / sum(chances)
            open_cases += 0 < expected < 1
        assert found == pytest.approx(expected, abs=1e-4)
        if seed >= 60:
            break
    if ruleset == "basic":
        assert open_cases > 0
