"""Analyses: odds of everybody, marked turns, sentences, and going on where one was stopped."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest

from analyzer.analysis.course import (
    Analysis,
    Settings,
    known_turns,
    record_hash,
    shares_of_win,
    turn_words,
    write_analysis,
)
from analyzer.analysis.judged import JudgedTurn, judged_turn
from analyzer.errors import UsageError

SETTINGS = Settings("some", "0123", "judge:budget=9", "4567", 1, "kernel")


def judged(turn: int, seat: int, odds: float, lost: float, half: float = 0.01) -> JudgedTurn:
    words = ("does something else",)
    return JudgedTurn(turn, seat, odds, odds + lost, lost - half, lost + half, words)


def analysis(*turns: JudgedTurn, players: int = 2, n_turns: int | None = None) -> Analysis:
    names = tuple(f"p{k}" for k in range(players))
    result = (1.0, *(0.0,) * (players - 1))
    return Analysis(SETTINGS, names, result, n_turns or len(turns), list(turns))


def test_two_players_share_what_the_mover_is_judged_to_have():
    told = analysis(judged(0, 0, 0.6, 0.1), judged(1, 1, 0.7, 0.0)).shares()
    assert told == [pytest.approx([0.6, 0.4]), pytest.approx([0.3, 0.7])]


def test_of_more_players_the_others_share_the_rest_by_their_own_last_turns():
    told = analysis(
        judged(0, 0, 0.4, 0), judged(1, 1, 0.2, 0), judged(2, 2, 0.5, 0), players=3
    ).shares()
    assert told[0] == pytest.approx([0.4, 0.3, 0.3])
    assert told[1] == pytest.approx([0.8 * 0.4 / (0.4 + 1 / 3), 0.2, 0.8 / 3 / (0.4 + 1 / 3)])
    assert told[2] == pytest.approx([0.5 * 2 / 3, 0.5 / 3, 0.5])
    assert [sum(shares) for shares in told] == pytest.approx([1, 1, 1])


def test_who_has_lost_everything_leaves_all_to_the_others():
    told = analysis(judged(0, 0, 0.0, 0), judged(1, 1, 0.0, 0)).shares()
    assert told == [[0.0, 1.0], [1.0, 0.0]]


def test_marked_is_what_was_certainly_lost_and_not_little_the_worst_of_it_only():
    turns = [judged(k, k % 2, 0.5, 0.1 + 0.01 * k) for k in range(8)]
    turns += [judged(8, 0, 0.5, 0.04), judged(9, 1, 0.5, 0.3, half=0.31), judged(10, 0, 0.5, -0.4)]
    assert [t.turn for t in analysis(*turns).marked()] == [3, 4, 5, 6, 7]
    assert analysis(*turns[8:]).marked() == []


def test_what_a_seat_lost_a_turn_has_the_interval_of_a_mean():
    told = analysis(
        judged(0, 0, 0.5, 0.1, 0.04), judged(1, 1, 0.5, 0.2), judged(2, 0, 0.5, 0.3, 0.03)
    )
    (lost, half, turns), other = told.lost_by_seat()
    assert (lost, half, turns) == (pytest.approx(0.2), pytest.approx(0.025), 2)
    assert other == (pytest.approx(0.2), pytest.approx(0.01), 1)


def test_a_turn_is_judged_by_the_worlds_in_which_both_were_tried():
    played, best = np.array([0.1, 0.5, 0.3]), np.array([0.3, 0.6, 0.6])
    told = judged_turn(4, 1, played, best, ("x",))
    assert (told.odds, told.best, told.lost) == pytest.approx((0.3, 0.5, 0.2))
    error = 0.1 / np.sqrt(3)
    assert (told.low, told.high) == pytest.approx((0.2 - 1.96 * error, 0.2 + 1.96 * error))
    alone = judged_turn(4, 1, played[:1], best[:1], ("x",))
    assert (alone.low, alone.high) == pytest.approx((0.2, 0.2))


@pytest.mark.parametrize(
    ("turn", "words"),
    [
        (
            judged(0, 0, 0.31, 0.2),
            "31 % to win after this turn, 20 points lost (19 to 21). After deep's choice 51 %:",
        ),
        (
            judged(0, 0, 0.31, 0.2, half=0),
            "31 % to win after this turn, 20 points lost. After deep's choice 51 %:",
        ),
        (
            judged(0, 0, 0.31, -0.2),
            "31 % to win after this turn, 20 points won (19 to 21). After deep's choice 11 %:",
        ),
        (
            judged(0, 0, 0.31, 0.01),
            "31 % to win after this turn, about as good. After deep's choice 32 %:",
        ),
        (
            replace(judged(0, 0, 0.998, 0), better=()),
            "above 99 % to win after this turn, which is deep's choice too.",
        ),
    ],
)
def test_a_turn_in_words(turn, words):
    assert turn_words(turn, "deep") == words


def test_a_shared_win_is_shared():
    assert shares_of_win([1, 3, 1]) == (0.5, 0, 0.5)


def test_the_hash_of_a_record_is_that_of_what_it_says():
    assert record_hash({"a": 1, "b": "\ud800"}) == record_hash({"b": "\ud800", "a": 1})
    assert record_hash({"a": 1}) != record_hash({"a": 2})


# --- files ---------------------------------------------------------------------------------------


def test_what_was_judged_is_found_again_with_the_same_settings_only(tmp_path):
    path = tmp_path / "a.json"
    begun = analysis(judged(0, 0, 1 / 3, 0.1), judged(1, 1, 0.7, 0.0), n_turns=5)
    assert known_turns(path, SETTINGS) == []
    write_analysis(path, begun)
    assert known_turns(path, SETTINGS) == begun.turns
    assert known_turns(path, replace(SETTINGS, seed=2)) == []
    told = json.loads(path.read_text())
    assert (told["is_complete"], told["n_turns"], len(told["turns"])) == (False, 5, 2)


@pytest.mark.parametrize("content", ["[]", "{}", "no JSON", '{"format": "reef-replay/1"}'])
def test_another_file_is_not_overwritten(tmp_path, content):
    path = tmp_path / "a.json"
    path.write_text(content)
    with pytest.raises(UsageError, match=r"a\.json"):
        known_turns(path, SETTINGS)
