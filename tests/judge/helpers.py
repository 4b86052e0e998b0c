"""Positions made by hand and records to edit, for the tests of the judge."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from analyzer.games.encounter.judge import IllegalAction, Position, play_action
from analyzer.games.encounter.judge.components import SHRIMPS_PER_PLAYER, TILES_PER_COLOUR
from analyzer.games.encounter.judge.drawing import read_rock
from analyzer.games.encounter.judge.refill import top_up_bonus
from analyzer.games.encounter.judge.tiles import counted, no_tiles, total
from analyzer.games.encounter.rules import COLOURS, Rules, make_rules
from tests.judge.uniform import play_uniform_game

HUMAN_GAME = Path(__file__).resolve().parents[2] / "examples" / "human_game_2015.jsonl"

# The star sides, which hand-made positions start with:
# w > y o   y > o p   o > p g   p > w g   g > w y
# large alga: 1 w>y n, 2 w>o r, 3 y>o b, 4 y>p u, 5 o>p n, 6 o>g b, 7 p>w u, 8 p>g n, 9 g>w r,
# 10 g>y b


def sketch(
    tiles: str = "",
    *,
    rules: Rules | None = None,
    rocks: str = "BD",
    drawn: dict[str, str] | None = None,
    bare: dict[str, int] | None = None,
    hands: Sequence[str] = (),
    consumed: Sequence[str] = (),
    larvae: Sequence[str] = (),
    parrotfish: Sequence[str] = (),
    eaten: Sequence[int] = (),
    seat: int = 0,
) -> Position:
    """A sound position in the middle of a game, made from what matters to a test.

    `tiles` lists cell, colour and the seat of a shrimp on it: `Bd4w Bd5w0`; `drawn` draws whole
    rocks instead, `bare` puts shrimps on bare rock. All else is in the bag, the supply, or behind
    the screens; every open-sea space holds one tile of its own colour and its cube.
    """
    rules = rules or make_rules("basic", len(rocks))
    position = Position(rules, rocks)
    position.turn = rules.n_players + seat
    position.seat = seat
    for cell in list(position.tiles):
        position.clear_tile(cell)
    for entry in tiles.split():
        position.put_tile(entry[:3], entry[3])
        if entry[4:]:
            position.shrimps[entry[:3]] = int(entry[4:])
    for rock, text in (drawn or {}).items():
        rock_tiles, rock_shrimps = read_rock(rock, text)
        for cell, colour in rock_tiles.items():
            position.put_tile(cell, colour)
        position.shrimps.update(rock_shrimps)
    position.shrimps.update(bare or {})
    for space in COLOURS:
        position.open_sea[space].tiles = counted(space)
    heaps = {"hand": hands, "consumed": consumed, "larvae": larvae, "parrotfish": parrotfish}
    for heap, words in heaps.items():
        for player, letters in zip(position.players, words, strict=False):
            setattr(player, heap, counted(letters))
    for player, n_eaten in zip(position.players, eaten, strict=False):
        player.shrimps_eaten = n_eaten
    for owner, player in enumerate(position.players):
        on_rocks = len(position.shrimps_of(owner))
        player.shrimps_behind = SHRIMPS_PER_PLAYER - on_rocks - player.shrimps_eaten
        for colour, n in player.larvae.items():
            position.larva_supply[colour] -= n
    settle_bag(position)
    assert position.defects() == []
    return position


def settle_bag(position: Position) -> None:
    """Put all tiles that are nowhere else into the bag."""
    elsewhere = no_tiles()
    for colour in position.tiles.values():
        elsewhere[colour] += 1
    heaps = [position.bonus, *(space.tiles for space in position.open_sea.values())]
    for player in position.players:
        heaps += [player.hand, player.consumed, player.parrotfish]
    for heap in heaps:
        for colour, n in heap.items():
            elsewhere[colour] += n
    position.bag = {c: TILES_PER_COLOUR - n for c, n in elsewhere.items()}
    for colour in COLOURS:
        top_up_bonus(position, colour)


def hide_bag(position: Position, keep: str = "") -> None:
    """Move the whole bag, but for the letters kept, into the last seat's hand."""
    hand = position.players[-1].hand
    for colour in COLOURS:
        n = position.bag[colour] - keep.count(colour)
        hand[colour] += n
        position.bag[colour] -= n
    assert total(position.bag) == len(keep)


def hide_bonus(position: Position, letters: str = COLOURS) -> None:
    """Move bonus tiles into the last seat's hand; the bag must not have the colour."""
    for colour in letters:
        position.players[-1].hand[colour] += position.bonus[colour]
        position.bonus[colour] = 0


def play(position: Position, *texts: str, seat: int | None = None) -> Position:
    """Play actions for the active seat; the position stays sound after each."""
    for text in texts:
        play_action(position, position.seat if seat is None else seat, text)
        assert position.defects() == []
    return position


def refused(position: Position, text: str, reason: str, seat: int | None = None) -> None:
    """Assert that an action is refused for a reason, and that nothing has changed by it."""
    before = state(position.copy())
    with pytest.raises(IllegalAction) as refusal:
        play_action(position, position.seat if seat is None else seat, text)
    assert reason in refusal.value.reason
    assert state(position) == before


def state(position: Position) -> dict[str, object]:
    """Everything that a position consists of, to compare positions."""
    return {name: part for name, part in vars(position).items() if name != "_corals"}


def human_game() -> dict[str, Any]:
    """The recorded game of 2015, to be edited."""
    record: dict[str, Any] = json.loads(HUMAN_GAME.read_text(encoding="utf-8"))
    return record


@cache
def _uniform_text(ruleset: str, n_players: int, seed: int, overrides: str, limit: int) -> str:
    rules = make_rules(ruleset, n_players, json.loads(overrides))
    return json.dumps(play_uniform_game(rules, Random(seed), limit))


def uniform_game(
    ruleset: str = "basic",
    n_players: int = 3,
    seed: int = 1,
    limit: int = 2000,
    **overrides: object,
) -> dict[str, Any]:
    """A recorded game of uniform players, to be edited."""
    text = _uniform_text(ruleset, n_players, seed, json.dumps(overrides), limit)
    record: dict[str, Any] = json.loads(text)
    return record
