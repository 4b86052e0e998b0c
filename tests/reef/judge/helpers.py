"""Positions made by hand and records to edit, for the tests of the judge of Reef."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from analyzer.games.reef.cards import cards
from analyzer.games.reef.judge import IllegalAction, Phase, Player, Position
from analyzer.games.reef.judge.board import pieces_on, read_board
from analyzer.games.reef.rules import COLOURS, Rules, make_rules
from tests.reef.judge.uniform import play_uniform_game

EXAMPLE_GAME = Path(__file__).resolve().parents[2] / "data" / "reef_game.jsonl"
START = ". . . ./. r y ./. g p ./. . . ."


def rules(n_players: int = 2, **overrides: object) -> Rules:
    return make_rules("printed", n_players, overrides)


def sketch(
    *,
    boards: Sequence[str] = (),
    points: Sequence[int] = (),
    start: Sequence[Sequence[int]] = (),
    taken: Sequence[Sequence[int]] = (),
    display: dict[int, int] | None = None,
    deck: Sequence[int] = (),
    n_deck: int | None = None,
    supply: dict[str, int] | None = None,
    turn: int = 0,
    n_players: int = 2,
    **overrides: object,
) -> Position:
    """A position in the middle of a game, made from what matters to a test.

    Boards that are not given hold the four start pieces, hands are empty, and cards that are
    nowhere else follow in the deck; with `n_deck` what is too much has been played by seat 0.
    `supply` sets what is left of some colours, whatever the boards hold.
    """
    in_force = rules(n_players, **overrides)

    def given(values: Sequence[Any], seat: int, otherwise: Any) -> Any:
        return values[seat] if seat < len(values) else otherwise

    players = [
        Player(
            read_board(given(boards, seat, START)),
            given(points, seat, 3),
            list(given(start, seat, ())),
            list(given(taken, seat, ())),
        )
        for seat in range(n_players)
    ]
    gone = {card for player in players for card in player.hand} | set(deck)
    if display is None:
        unused = [card for card in cards() if card not in gone]
        display = dict.fromkeys(unused[: in_force.display], 0)
    rest = [card for card in cards() if card not in gone and card not in display]
    whole = [*deck, *rest]
    if n_deck is not None:
        whole, played = whole[:n_deck], whole[n_deck:]
        players[0].played = played
    left = dict.fromkeys(COLOURS, in_force.supply)
    for player in players:
        for colour, n in pieces_on(player.board).items():
            left[colour] -= n
    return Position(
        rules=in_force,
        players=players,
        supply={**left, **(supply or {})},
        display=dict(display),
        deck=list(whole),
        phase=Phase.TURNS,
        turn=turn,
        to_play=turn % n_players,
    )


def play(position: Position, *actions: str) -> Position:
    for action in actions:
        position.apply(action)
    return position


def refuse(position: Position, action: str, reason: str) -> None:
    """The action is refused for that reason, and nothing changes."""
    before = position.copy()
    with pytest.raises(IllegalAction) as error:
        position.apply(action)
    assert reason in error.value.reason
    assert position == before


def example_game() -> dict[str, Any]:
    record: dict[str, Any] = json.loads(EXAMPLE_GAME.read_text(encoding="utf-8"))
    return record


@cache
def _uniform_game(n_players: int, seed: int, overrides: str) -> str:
    in_force = rules(n_players, **json.loads(overrides))
    return json.dumps(play_uniform_game(in_force, Random(seed)))


def uniform_game(n_players: int = 2, seed: int = 1, **overrides: object) -> dict[str, Any]:
    """A recorded game of uniform players, as read from a file."""
    record: dict[str, Any] = json.loads(
        _uniform_game(n_players, seed, json.dumps(overrides, sort_keys=True))
    )
    return record


def deck_game() -> dict[str, Any]:
    """A game that the deck ends in the middle of a round."""
    for seed in range(100):
        record = uniform_game(4, seed, supply=60)
        if record["result"]["ended_by"] == "deck" and len(record["turns"]) % 4:
            return record
    raise AssertionError("no such game")


def otherwise_hidden(position: Position, seat: int, rng: Random) -> Position:
    """The same position for the seat, with what it cannot see exchanged at random."""
    other = position.copy()
    first = 0 if not other.display else 1
    rivals = [p for k, p in enumerate(other.players) if k != seat]
    pool = other.deck[first:] + [card for p in rivals for card in p.start_cards]
    rng.shuffle(pool)
    for player in rivals:
        player.start_cards = [pool.pop() for _ in player.start_cards]
    other.deck[first:] = pool
    return other
