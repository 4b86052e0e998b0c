"""The part of a hand that was taken in the open: what opponents may know, and nothing more."""

from __future__ import annotations

import pytest

from analyzer.games import get_game
from analyzer.games.encounter.judge import actions as A  # noqa: N812
from analyzer.games.encounter.judge import parse_action
from analyzer.games.encounter.rules import COLOURS
from kernels.encounter import state as S  # noqa: N812
from tests.kernel.board import Board
from tests.kernel.convert import unpacked
from tests.kernel.duel import Deal
from tests.kernel.test_lockstep import final_state
from tests.kernel.test_records import GROUPS, named_cell, odd_cell

GAME = get_game("encounter")


def test_start_tiles_are_not_known_and_drafted_tiles_are():
    board = Board(hands=["wwg"])
    assert board.heap(S.KNOWN_HAND) == ""
    board.play("draft g")
    assert (board.heap(S.HAND), board.heap(S.KNOWN_HAND)) == ("wwgg", "g")


def test_a_tile_got_for_a_cube_is_known():
    board = Board(hands=["w"], larvae=["w"]).play("tile w")
    assert (board.heap(S.HAND), board.heap(S.KNOWN_HAND)) == ("ww", "w")


def test_known_tiles_are_played_before_start_tiles():
    board = Board(hands=["ww"], larvae=["ww"])
    board.play("tile w", "grow w 1+0: Ba2")
    assert (board.heap(S.HAND), board.heap(S.KNOWN_HAND)) == ("ww", "")
    board.play("draft w")
    assert (board.heap(S.HAND), board.heap(S.KNOWN_HAND)) == ("www", "w")
    assert (board.heap(S.HAND, 1), board.heap(S.KNOWN_HAND, 1)) == ("", "")


def test_a_start_tile_that_is_played_is_simply_gone():
    board = Board(hands=["ww"], larvae=["w"]).play("grow w 2+0: Ba2 Bb2")
    assert (board.heap(S.HAND), board.heap(S.KNOWN_HAND)) == ("", "")


def test_consumed_tiles_do_not_touch_the_hand():
    board = Board(hands=["w"], consumed=["w"], larvae=["ww"])
    board.play("tile w", "grow w 0+1: Ba2")
    assert (board.heap(S.HAND), board.heap(S.KNOWN_HAND)) == ("ww", "w")


class Onlooker:
    """Counts, from the record alone, what a hand shows to everybody else."""

    def __init__(self, n_players: int) -> None:
        self.shown = [dict.fromkeys(COLOURS, 0) for _ in range(n_players)]

    def look(self, seat: int, text: str) -> None:
        """Follow one action."""
        shown = self.shown[seat]
        match parse_action(text):
            case A.Draft(_, tiles):
                for colour in tiles:
                    shown[colour] += 1
            case A.TileExchange(colour):
                shown[colour] += 1
            case A.Grow(colour, n_behind):
                shown[colour] = max(0, shown[colour] - n_behind)


@pytest.mark.parametrize(("ruleset", "n_players"), GROUPS)
def test_through_whole_games_the_kernel_knows_what_an_onlooker_knows(ruleset, n_players):
    for k, cell in enumerate(
        (named_cell(ruleset, n_players, 0), odd_cell(ruleset, n_players, 3000))
    ):
        record = GAME.record(cell, 3, k)
        onlooker = Onlooker(n_players)
        for turn in record["turns"]:
            for text in turn["actions"]:
                onlooker.look(turn["seat"], text)
        state = final_state(Deal.of_game(cell, 3, k))
        for seat in range(n_players):
            known = unpacked(state[S.KNOWN_HAND + seat])
            hand = unpacked(state[S.HAND + seat])
            assert known == onlooker.shown[seat]
            assert all(known[c] <= hand[c] for c in COLOURS)
