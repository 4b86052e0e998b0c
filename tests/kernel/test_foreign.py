"""Games that people, scripts and the judge's own players played, played again on the kernel."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

from analyzer.games.encounter.judge import replay
from analyzer.games.encounter.rules import RULESETS, make_rules
from kernels.encounter import state as S  # noqa: N812
from kernels.encounter.rows import GAME_COLUMNS, SEAT_COLUMNS, fill_rows
from tests.judge.helpers import human_game
from tests.judge.scripted import full_game, locked_game, worked_turn
from tests.judge.uniform import play_uniform_game
from tests.kernel.board import Board
from tests.kernel.forced import ForcedDuel
from tests.kernel.legal import disagreements


def played(record: dict[str, Any]) -> tuple[ForcedDuel, dict[str, list[int]]]:
    """A record played on the kernel beside the judge; the duel and the seat columns at the end."""
    steps = replay(record)
    duel = ForcedDuel(next(steps).position)
    for k, step in enumerate(steps):
        while duel.position.final_seats and duel.position.final_seats[0] != step.seat:
            duel.decline(duel.position.final_seats[0])
        if step.action.startswith("draft "):
            duel.force(step.action, step.seat)
        duel.play(step.action, seat=step.seat)
        if k % 7 == 0:
            assert disagreements(duel.state, duel.position) == []
    n = len(record["players"])
    game = np.zeros(len(GAME_COLUMNS), dtype=np.int32)
    seats = np.zeros((n, len(SEAT_COLUMNS)), dtype=np.int32)
    fill_rows(duel.state, 0, game, seats)
    columns = {name: seats[:, k].tolist() for k, name in enumerate(SEAT_COLUMNS)}
    result = record["result"]
    assert S.ENDINGS[duel.state[S.ENDED_BY]] == result["ended_by"]
    assert duel.state[S.ENDER] == result["ender"]
    assert columns["score"] == result["scores"]
    assert columns["rank"] == result["ranks"]
    ties = ("tie_consumed", "tie_larvae", "tie_hand", "tie_guarded")
    assert [[columns[t][seat] for t in ties] for seat in range(n)] == result["tiebreaks"]
    return duel, columns


def test_the_game_two_people_played_on_line():
    _, columns = played(human_game())
    assert sorted(columns["score"]) == [21, 34]


def test_the_worked_turn_of_the_rulebook():
    position, before, lock, after = worked_turn()
    assert all(position.is_stronger(*pair) for pair in ("wo", "yo", "pw", "yp"))
    board = Board.of(position).play(before, lock)
    assert board.state[S.LOCKED] == 1 << 3
    assert not board.state[S.STAR_UP] >> 6 & 1  # pink over white is turned
    assert all(board.position.is_stronger(*pair) for pair in ("wp", "yp"))
    board.play(*after)
    assert board.heap(S.CONSUMED) == "ooop"


def test_a_game_that_ends_by_the_tenth_lock():
    duel, columns = played(locked_game())
    assert duel.state[S.LOCKED] == 1023
    assert sum(columns["locks"]) == 10


def test_a_game_that_ends_because_the_rocks_are_full():
    duel, _ = played(full_game())
    assert duel.state[S.ENDED_BY] == S.ENDED_BY_NO_PLACEMENT


@pytest.mark.parametrize("ruleset", RULESETS)
def test_games_of_the_judges_uniform_players(ruleset):
    n_players = 2 + list(RULESETS).index(ruleset) % 3
    played(play_uniform_game(make_rules(ruleset, n_players), Random(ruleset)))
