"""Games that uniform players hardly ever play: ended by locks, and by full rocks.

Chance is scripted as freely as the players are: the judge only asks whether it was possible.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

from analyzer.games.encounter.judge import Position, play_action, write_action
from analyzer.games.encounter.judge.actions import AlgaPlay, Draft
from analyzer.games.encounter.judge.refill import draft
from analyzer.games.encounter.judge.setup import Deal, deal_position, feed, take_start_larvae
from analyzer.games.encounter.judge.tiles import Tiles, word
from analyzer.games.encounter.rules import COLOURS, make_rules
from tests.judge.helpers import sketch
from tests.judge.playing import play_game
from tests.judge.uniform import UniformPlayer


class LockingPlayer(UniformPlayer):
    """Eats once, attacks for consumed tiles, and spends them on nothing but locks."""

    name = "locking"

    def action(self, position: Position, seat: int) -> str:
        player = position.players[seat]
        locks = [play for play in position.alga_plays(seat) if play[1] is not None]
        if locks:
            paying = next(c for c in COLOURS if player.consumed[c])
            return write_action(AlgaPlay(*locks[0], paying))
        candidates = [super(LockingPlayer, self).action(position, seat) for _ in range(30)]
        if player.shrimps_eaten:
            candidates = [text for text in candidates if not text.startswith("eat")]
        return max([*candidates, "draft w"], key=self._liking)

    def _liking(self, text: str) -> int:
        verb = text.split()[0]
        if verb == "grow" and "+0:" in text:
            return 2 + text.count("x")
        return {"eat": 9, "shrimp": 2, "draft": 1}.get(verb, 0)


@cache
def locked_game() -> dict[str, Any]:
    """A game of three that ends by the tenth lock; do not change it."""
    rules = make_rules("basic", 3)
    for seed in range(8, 100):  # 8 is the first that will do
        rng = Random(seed)
        record: dict[str, Any] = play_game(rules, [LockingPlayer(rng) for _ in range(3)], rng)
        meals = [turn["actions"] for turn in record["final"]]
        if record["result"]["ended_by"] == "locks" and any(meals):
            return record
    raise AssertionError("no game ended by locks with a meal in the final round")


@cache
def full_game() -> dict[str, Any]:
    """A game of two that ends because both rocks are full; do not change it.

    White fills rock B and yellow rock D; on the star sides each takes the two weaker start corals
    and leaves the two stronger ones, which are single tiles and cannot attack.
    """
    rules = make_rules("basic", 2, {"start_tiles": [12, 12], "grow_limit": 12})
    deal = Deal(
        rocks="BD",
        star_up=(True,) * 10,
        first_space="w",
        open_sea={"w": "www", "y": "yyy", "o": "wwy", "p": "yw", "g": "y"},
        hands=("w" * 12, "y" * 12),
    )
    position = deal_position(rules, deal)
    for seat, colour in enumerate("wy"):
        feed(position, seat, colour)
        take_start_larvae(position, seat, colour * 2)
    turns: list[dict[str, Any]] = []
    while position.ended_by is None:
        turns.append({"seat": position.seat, "actions": list(_filling_turn(position))})
    return {
        "format": "reef-encounter/1",
        "ruleset": "basic",
        "overrides": {"start_tiles": [12, 12], "grow_limit": 12},
        "players": ["white", "yellow"],
        "setup": {
            "rocks": "BD",
            "star_up": True,
            "first_space": "w",
            "open_sea": deal.open_sea,
            "hands": list(deal.hands),
            "fed": "wy",
            "larvae": ["ww", "yy"],
        },
        "turns": turns,
        "result": position.result(),
    }


def _filling_turn(position: Position) -> Iterator[str]:
    seat = position.seat
    colour, rock = "wy"[seat], "BD"[seat]
    n_tiles = min(12, position.players[seat].hand[colour])
    steps: list[str] = []
    trial = position.copy()
    for _ in range(n_tiles):
        cells = sorted(c for c in trial.legal_placements(colour) if c[0] == rock)
        if not cells:
            break
        # Attacks first, so that no weaker tile is left.
        cell = next((c for c in cells if c in trial.tiles), cells[0])
        step = f"{cell}x{trial.tiles[cell]}" if cell in trial.tiles else cell
        steps.append(_with_extra(trial, colour, cell, step))
    if steps:
        text = f"grow {colour} {len(steps)}+0: {' '.join(steps)}"
        play_action(position, seat, text)
        yield text
    yield _filling_draft(position, seat, colour)


def _with_extra(trial: Position, colour: str, cell: str, step: str) -> str:
    trial.put_tile(cell, colour)
    growth_cell = f"{cell[0]}d4"
    if growth_cell in trial.neighbours[cell] and growth_cell not in trial.tiles:
        trial.put_tile(growth_cell, colour)
        step += f" +{growth_cell}"
    return step


def _filling_draft(position: Position, seat: int, colour: str) -> str:
    space = max(COLOURS, key=lambda c: (position.open_sea[c].tiles[colour], c == colour))
    if not position.players[seat].larvae[colour]:
        space = colour
    tiles, laid = word(position.open_sea[space].tiles), []

    def source(due: str, bag: Tiles) -> str:
        wanted = {"w": "w", "y": "y", "o": "y", "p": "w", "g": "o"}[due]
        tile = wanted if bag[wanted] else max(bag, key=lambda c: bag[c])
        laid.append((due, tile))
        return tile

    draft(position, seat, space, source)
    return write_action(Draft(space, tiles, tuple(laid)))


def worked_turn() -> tuple[Position, str, str, tuple[str, ...]]:
    """Red's turn in the rulebook: yellow attacks orange, a purple lock, then white attacks.

    The position, and the actions before, at and after the lock. Tiles, cubes, strengths and the
    outcome are the rulebook's; the cells are in a picture only, so the rock is drawn to fit.
    """
    position = sketch(
        drawn={
            "D": """
                 .  #  #  #  #  #  .
                 y0 y  #  o  .  #  #
                 #  #  .  o  o  #  p1
                 #  #  #  g  o  p  p
                 .  #  #  #  #  #  .
                 .  #  #  .  #  #  .
                 """
        },
        hands=["yyywwww"],
        larvae=["yw"],
        consumed=["w"],
        eaten=[1],
        parrotfish=["gg"],
    )
    after = ("grow w 4+1: De5 Df5 De4xo De3xo Df4xp", "shrimp De5")
    return position, "grow y 3+0: Dc2 Dd2xo Dd3xo", "alga u lock 4 paying o", after
