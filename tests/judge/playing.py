"""Whole games between players written in plain Python, recorded as they go.

A player sees the live position and must not change it (it works on `position.copy()`); what other
players hide is up to its honesty.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Protocol

from analyzer.games.encounter.judge.actions import Draft, Eat, write_action
from analyzer.games.encounter.judge.chance import random_deal, random_refill
from analyzer.games.encounter.judge.play import (
    apply_action,
    cut_off,
    decline_final,
    play_action,
    require_draft,
)
from analyzer.games.encounter.judge.position import Position
from analyzer.games.encounter.judge.record import FORMAT, written_setup
from analyzer.games.encounter.judge.refill import draft
from analyzer.games.encounter.judge.setup import (
    FEEDS_NOTHING,
    Deal,
    deal_position,
    feed,
    must_feed,
    n_start_larvae,
    take_start_larvae,
)
from analyzer.games.encounter.judge.tiles import word
from analyzer.games.encounter.rules import COLOURS, ONE_EACH, Rules
from analyzer.records.errors import IllegalAction

DEFAULT_TURN_LIMIT = 2000
DRAFT = "draft "


class Player(Protocol):
    """A strategy in plain Python."""

    name: str

    def fed_tile(self, position: Position, seat: int) -> str:
        """The colour of the start tile to feed."""
        ...

    def start_larvae(self, position: Position, seat: int, n_larvae: int) -> str:
        """The word of the larva cubes to take at set-up."""
        ...

    def action(self, position: Position, seat: int) -> str:
        """The next action as written in records; a draft names its space only: `draft g`."""
        ...

    def final_meal(self, position: Position, seat: int) -> str | None:
        """The cell of the own shrimp on the coral to eat in the final round, or None."""
        ...


def play_game(
    rules: Rules, players: Sequence[Player], rng: Random, turn_limit: int = DEFAULT_TURN_LIMIT
) -> dict[str, object]:
    """Play one game, chance drawn from `rng`, and record it. The record is a legal game.

    A game that has not ended after `turn_limit` turns (at least 1) is cut off there.
    """
    if turn_limit < 1:
        raise ValueError("a game has at least one turn")
    deal = random_deal(rules, rng)
    position = deal_position(rules, deal)
    setup = _set_up(position, deal, players)
    turns: list[dict[str, object]] = []
    while position.ended_by is None and len(turns) < turn_limit:
        turns.append(_turn(position, players[position.seat], rng))
    if position.ended_by is None:
        cut_off(position)
    final = [_final_turn(position, players[seat], seat) for seat in list(position.final_seats)]
    return {
        "format": FORMAT,
        "ruleset": rules.ruleset,
        "overrides": rules.overrides(),
        "players": [player.name for player in players],
        "setup": setup,
        "turns": turns,
        "final": final,
        "result": position.result(),
    }


def _set_up(position: Position, deal: Deal, players: Sequence[Player]) -> dict[str, object]:
    rules = position.rules
    fed, larvae = [], []
    for seat, player in enumerate(players):
        colour = player.fed_tile(position, seat) if must_feed(position, seat) else FEEDS_NOTHING
        feed(position, seat, colour)
        fed.append(colour)
    for seat, player in enumerate(players):
        if rules.start_larvae == ONE_EACH:
            cubes = COLOURS
        else:
            cubes = player.start_larvae(position, seat, n_start_larvae(rules))
        take_start_larvae(position, seat, cubes)
        larvae.append(cubes)
    return written_setup(rules, deal, fed, larvae)


def _turn(position: Position, player: Player, rng: Random) -> dict[str, object]:
    seat, turn, written = position.seat, position.turn, []
    while position.ended_by is None and position.turn == turn:
        text = player.action(position, seat)
        if text.startswith(DRAFT):
            text = _drafted(position, seat, text.removeprefix(DRAFT), rng)
        else:
            play_action(position, seat, text)
        written.append(text)
    return {"seat": seat, "actions": written}


def _drafted(position: Position, seat: int, space: str, rng: Random) -> str:
    require_draft(position, seat)
    if space not in position.open_sea:
        raise IllegalAction(f"a draft names one of the spaces {COLOURS}, not {space!a}")
    tiles = word(position.open_sea[space].tiles)
    laid: list[tuple[str, str]] = []
    draft(position, seat, space, random_refill(rng, laid))
    return write_action(Draft(space, tiles, tuple(laid)))


def _final_turn(position: Position, player: Player, seat: int) -> dict[str, object]:
    cell = player.final_meal(position, seat)
    if cell is None:
        decline_final(position, seat)
        return {"seat": seat, "actions": []}
    apply_action(position, seat, Eat(cell))
    return {"seat": seat, "actions": [write_action(Eat(cell))]}
