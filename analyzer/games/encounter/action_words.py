"""Actions and endings of a game in words, for people who watch a replay."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from analyzer.games.encounter.judge.actions import (
    Action,
    AlgaPlay,
    Draft,
    Eat,
    ExtraGrowth,
    Grow,
    GrowthStep,
    Introduce,
    LarvaExchange,
    Move,
    Placement,
    TileExchange,
)
from analyzer.games.encounter.rules import ALGA_NAMES, COLOUR_NAMES, COLOURS
from analyzer.wording import listed

Snapshot = Mapping[str, Any]
"""What `Position.snapshot()` gives."""

ENDINGS = {
    "locks": "all ten coral tiles are locked",
    "shrimps": "a fourth shrimp was eaten",
    "no_placement": "no polyp tile can be placed anywhere",
    "refill": "the open sea could not be refilled",
    "turn_limit": "the simulator's turn limit cut it off",
}


def action_words(action: Action, seat: int, before: Snapshot, after: Snapshot) -> str:
    """What a seat did, in words; the positions around the action say what it led to."""
    match action:
        case Eat(cell):
            return _eat(cell, seat, before, after)
        case Grow():
            return _grow(action)
        case Introduce(cell):
            colour = after["rocks"][cell[0]]["cells"][cell[1:]]
            return f"introduces a shrimp at {cell} ({COLOUR_NAMES[colour]})"
        case Move():
            return _move(action)
        case LarvaExchange(colour):
            name = COLOUR_NAMES[colour]
            return f"exchanges a consumed {name} tile for {_a(name)} larva cube"
        case AlgaPlay():
            return _alga(action, before, after)
        case TileExchange(colour):
            name = COLOUR_NAMES[colour]
            return f"exchanges {_a(name)} larva cube for {_a(name)} tile"
        case Draft():
            return _draft(action)


def tiles_words(letters: str) -> str:
    """Tiles such as `yyg` in words: `2 yellow and 1 grey`."""
    counts = [(letters.count(c), COLOUR_NAMES[c]) for c in COLOURS if c in letters]
    return listed(f"{n} {name}" for n, name in counts) or "nothing"


def _eat(cell: str, seat: int, before: Snapshot, after: Snapshot) -> str:
    rock = cell[0]
    gone = before["rocks"][rock]["cells"].keys() - after["rocks"][rock]["cells"].keys()
    colour = COLOUR_NAMES[before["rocks"][rock]["cells"][cell[1:]]]
    fish = [s["players"][seat]["parrotfish"] for s in (before, after)]
    gained = len(fish[1]) - len(fish[0])
    return (
        f"eats the {colour} coral of {_tiles(len(gone))} at {cell}: {gained} into the parrotfish,"
        f" {len(gone) - gained} back to the bag"
    )


def _grow(grow: Grow) -> str:
    parts = []
    if grow.n_behind:
        parts.append(f"{_tiles(grow.n_behind)} from behind the screen")
    if grow.n_consumed:
        parts.append(f"{grow.n_consumed} consumed {'tile' if grow.n_consumed == 1 else 'tiles'}")
    cube = ", without a cube," if grow.free else ""
    steps = ", ".join(_growth_step(step) for step in grow.steps)
    return f"grows {COLOUR_NAMES[grow.colour]}{cube} with {listed(parts)}: {steps}"


def _growth_step(step: GrowthStep) -> str:
    match step:
        case Placement(cell, consumed):
            return f"{cell} consuming {COLOUR_NAMES[consumed]}" if consumed else cell
        case ExtraGrowth(cell):
            return f"extra growth on {cell}"
        case Move():
            return f"({_move(step)})"


def _move(move: Move) -> str:
    if move.target is None:
        return f"takes the shrimp at {move.start} back behind the screen"
    return f"moves a shrimp from {move.start} to {move.target}"


def _alga(play: AlgaPlay, before: Snapshot, after: Snapshot) -> str:
    sides = zip(before["coral_tiles"], after["coral_tiles"], strict=True)
    turned = [f"{b['stronger']}>{b['weaker']}" for a, b in sides if a["star_up"] != b["star_up"]]
    if play.lock is None:
        where = "onto the alga space"
    else:
        tile = after["coral_tiles"][play.lock - 1]
        where = (
            f"onto coral tile {play.lock}, locking {COLOUR_NAMES[tile['stronger']]} over"
            f" {COLOUR_NAMES[tile['weaker']]},"
        )
    effect = f"turning to {listed(turned)}" if turned else "turning nothing"
    paid = f"(paid with a consumed {COLOUR_NAMES[play.paying]} tile)"
    return f"plays {ALGA_NAMES[play.alga]} alga {where} {effect} {paid}"


def draft_words(space: str, tiles: str) -> str:
    """A draft as far as it is the player's: what the bag then gives is left open."""
    name = COLOUR_NAMES[space]
    return f"drafts the {name} space: {_a(name)} cube, tiles {tiles_words(tiles)}"


def _draft(draft: Draft) -> str:
    laid = "".join(colour for _, colour in draft.refill)
    refill = f"refilled with {tiles_words(laid)}" if laid else "nothing is refilled"
    return f"{draft_words(draft.space, draft.tiles)}; {refill}"


def _a(name: str) -> str:
    return f"{'an' if name[0] in 'aeiou' else 'a'} {name}"


def _tiles(n: int) -> str:
    return "1 tile" if n == 1 else f"{n} tiles"
