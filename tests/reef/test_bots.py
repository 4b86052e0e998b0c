"""Strategies for Reef in plain Python: what they see, how they are refereed, the example."""

# ruff: noqa: ARG002 - bots that look at nothing

from __future__ import annotations

from pathlib import Path
from random import Random

import numpy as np
import pytest

from analyzer.cells import Cell
from analyzer.errors import StrategyFailure
from analyzer.games.reef.bot_games import BotGame
from analyzer.games.reef.bots import Bot
from analyzer.games.reef.judge import judge_game
from analyzer.games.reef.rules import make_rules
from analyzer.games.reef.settings import rules_of
from analyzer.games.reef.strategies import LINE_UP
from analyzer.games.reef.traces import write_record
from analyzer.games.reef.view import View
from analyzer.strategies.bot_table import MAX_REFUSALS
from analyzer.strategies.kinds import PYTHON
from analyzer.strategies.lineup import Strategy
from tests.reef.cells import GAME, PLAYER_COUNTS, random_cell
from tests.reef.judge.helpers import otherwise_hidden

ROOT = Path(__file__).resolve().parents[2]
PATIENT = f"{ROOT}/examples/reef_bot.py:PatientBot"


class Chancer(Bot):
    """Does anything that is legal."""

    def action(self, view: View) -> str:
        return view.rng.choice(view.legal_actions())


def as_strategy(bot: type[Bot]) -> Strategy:
    return Strategy(bot.__name__, "", PYTHON, {}, bot)


def seated(*bots: type[Bot] | str) -> list[Strategy]:
    return [LINE_UP.get(b) if isinstance(b, str) else as_strategy(b) for b in bots]


def game_of(*bots: type[Bot] | str, seed: int = 5, deal: int = 0) -> BotGame:
    return BotGame(make_rules("printed", len(bots)), seated(*bots), seed, deal, False)


# --- the game between bots and kernel ----------------------------------------------------------


@pytest.mark.parametrize("n", PLAYER_COUNTS)
def test_played_turn_by_turn_a_game_of_the_kernel_is_the_same_game(n):
    for k in range(6):
        cell = random_cell(n, k, ("random", "balanced"))
        _, _, _, players = GAME.seated(cell, k)
        game = BotGame(rules_of(cell), GAME.line_up(cell), 9, k, cell.rotate)
        rows = game.play()
        record = write_record(rules_of(cell), players, game.state, game.deck.tolist(), rows)
        assert record == GAME.record(cell, 9, k)
        whole = GAME.play_compiled(cell, 9, k, k + 1)
        assert np.array_equal(rows[0], whole[0][0])
        assert np.array_equal(rows[1], whole[1][0])


@pytest.mark.parametrize("n", PLAYER_COUNTS)
def test_games_with_bots_pass_the_judge(n):
    for k in range(4):
        cell = random_cell(n, k, ("random", "balanced", PATIENT))
        record = GAME.record(cell, 3, k)
        verdict = judge_game(record)
        assert verdict.accepted, f"{verdict}\n{cell}"


def test_a_game_can_be_repeated_and_its_deal_is_the_kernels():
    first, again, other = (game_of(Chancer, "random", deal=k) for k in (3, 3, 4))
    rows = [game.play() for game in (first, again, other)]
    assert np.array_equal(rows[0][1], rows[1][1])
    assert not np.array_equal(rows[0][1], rows[2][1])
    cell = GAME.check(Cell("reef", 2, "printed", ("random", "random")))
    setup = GAME.record(cell, 5, 3)["setup"]
    assert first.deck.tolist()[:4] == [card for hand in setup["hands"] for card in hand]
    assert first.deck.tolist()[7:] == setup["deck"]


def test_rows_of_games_with_bots():
    cell = GAME.check(Cell("reef", 2, "printed", (PATIENT, "random"), rotate=True))
    assert not GAME.is_compiled(cell)
    rows = GAME.play(cell, 1, 0, 10)
    assert rows["win"][rows["strategy"] == 0].sum() >= 7


# --- what a bot sees ---------------------------------------------------------------------------


@pytest.mark.parametrize("n", PLAYER_COUNTS)
def test_a_view_is_the_same_in_every_world_that_the_seat_cannot_tell_apart(n):
    rng = Random(n)
    compared = 0

    class Curious(Chancer):
        def action(self, view: View) -> str:
            nonlocal compared
            other = View(otherwise_hidden(game.position, view.seat, rng), view.seat, Random(1))
            assert str(other) == str(view)
            assert other.legal_actions() == view.legal_actions()
            assert other.rivals == view.rivals
            assert other._table == view._table
            compared += 1
            return super().action(view)

        def start_pieces(self, view: View) -> str:
            self.action(view)
            return super().start_pieces(view)

    game = game_of(*[Curious] * n)
    game.play()
    assert compared > 20


def test_a_view_tells_what_the_seat_may_know():
    class Knowing(Chancer):
        def action(self, view: View) -> str:
            table = game.position
            assert view.hand == table.players[view.seat].hand
            assert view.points == table.players[view.seat].points
            assert (view.deck_size, view.turn) == (len(table.deck), table.turn)
            if not view.is_start:
                assert view.deck_top == table.deck[0]
            (rival,) = view.rivals.values()
            assert all(card is None for card in rival.start_cards)
            assert view.hand_points() == [view.points_for(card) for card in view.hand]
            take = next((a for a in view.legal_actions() if a.startswith("take")), None)
            if take is not None:
                assert len(view.after(take).hand) == len(view.hand) + 1
                assert not view.can(take.replace("take", "deck"))
            return super().action(view)

    game = game_of(Knowing, "random")
    game.play()


# --- what goes wrong ---------------------------------------------------------------------------


class Stubborn(Bot):
    """Says the same whatever it is told."""

    def action(self, view: View) -> str:
        return "play 99 at a1,a1 scoring 1"


class Clumsy(Bot):
    """Fails."""

    def action(self, view: View) -> str:
        raise KeyError("where is it")


class Vague(Bot):
    """Gives no text."""

    def action(self, view: View) -> None:
        return None


class Careless(Chancer):
    """Places start pieces where they may not be."""

    def start_pieces(self, view: View) -> str:
        return "ra1,ya1,ga1,pa1"


@pytest.mark.parametrize(
    ("bot", "reason"),
    [
        (Stubborn, f"{MAX_REFUSALS} actions refused, the last one 'play 99"),
        (Clumsy, "KeyError: 'where is it'"),
        (Vague, "an action must be a text, not None"),
        (Careless, "places one start piece on each centre cell"),
    ],
)
def test_mistakes_become_one_clear_line(bot, reason):
    with pytest.raises(StrategyFailure) as failure:
        game_of(bot, "random").play()
    assert reason in str(failure.value)
    assert "\n" not in str(failure.value)
    assert "seat 0" in str(failure.value)


def test_a_refusal_is_told():
    class Learning(Chancer):
        refused: str | None = None

        def action(self, view: View) -> str:
            if view.turn < 2 and view.refusal is None:
                return "pass"
            Learning.refused = Learning.refused or view.refusal
            return super().action(view)

    game_of(Learning, "random").play()
    assert Learning.refused == "seat 0 may not pass: it can play a card"
