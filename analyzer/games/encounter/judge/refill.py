"""The bag, the bonus stock, and the draft with its refill (action 10)."""

from __future__ import annotations

from collections.abc import Callable

from analyzer.games.encounter.judge.components import LEAST_IN_BAG, SEA_SPACE_LIMIT, components
from analyzer.games.encounter.judge.placement import is_nowhere_left
from analyzer.games.encounter.judge.position import Position, TurnUse
from analyzer.games.encounter.judge.tiles import Tiles, no_tiles, total
from analyzer.games.encounter.rules import COLOURS

TileSource = Callable[[str, Tiles], str]
"""Answers which tile is drawn for a space from a bag that is not empty: (space, bag) -> colour."""


def return_to_bag(position: Position, colour: str, n_tiles: int = 1) -> None:
    """Put tiles into the bag; a missing bonus tile of that colour is topped up at once."""
    position.bag[colour] += n_tiles
    top_up_bonus(position, colour)


def top_up_bonus(position: Position, colour: str) -> None:
    """Take a missing bonus tile from the bag if the bag has the colour."""
    if position.bonus_in_play and not position.bonus[colour] and position.bag[colour]:
        position.bag[colour] -= 1
        position.bonus[colour] += 1


def take_from_stock(position: Position, colour: str) -> None:
    """Take a tile from the bag, or else the bonus tile, out of the stock (action 8)."""
    stock = position.bag if position.bag[colour] else position.bonus
    stock[colour] -= 1


def take_bonus_tile(position: Position, colour: str) -> None:
    """Take the bonus tile of a colour (extra growth) and top the stock up."""
    position.bonus[colour] -= 1
    top_up_bonus(position, colour)


def put_bonus_into_bag(position: Position) -> None:
    """Put what is left of the bonus stock into the bag, for good."""
    position.bonus_in_play = False
    for colour in COLOURS:
        position.bag[colour] += position.bonus[colour]
        position.bonus[colour] = 0


def take_space(position: Position, seat: int, space: str) -> None:
    """Give the seat the cube and all tiles of an open-sea space."""
    player, taken = position.players[seat], position.open_sea[space]
    player.larvae[space] += 1
    taken.has_cube = False
    for colour, n in taken.tiles.items():
        player.hand[colour] += n
    taken.tiles = no_tiles()


def refill_due(position: Position, taken: str) -> list[str]:
    """The spaces that get a tile after a draft, in order, one entry a tile."""
    if position.rules.refill == "taken_to_three":
        return [taken] * (SEA_SPACE_LIMIT - position.open_sea[taken].n_tiles)
    spaces = components().sea_order
    return [c for c in spaces if position.open_sea[c].n_tiles < SEA_SPACE_LIMIT]


def refill(position: Position, taken: str, source: TileSource) -> bool:
    """Replace the cube, then lay the tiles due; False if the refill could not be completed."""
    if not position.larva_supply[taken]:
        return False
    position.larva_supply[taken] -= 1
    position.open_sea[taken].has_cube = True
    for space in refill_due(position, taken):
        if not total(position.bag) and position.bonus_in_play:
            put_bonus_into_bag(position)
        if not total(position.bag):
            return False
        colour = source(space, dict(position.bag))
        position.bag[colour] -= 1
        position.open_sea[space].tiles[colour] += 1
    return True


def is_bag_spent(position: Position) -> bool:
    """Whether too few tiles are left after a refill; the bonus tiles are put into the bag first."""
    if position.rules.end_bag != "fewer_than_three" or total(position.bag) >= LEAST_IN_BAG:
        return False
    if position.bonus_in_play:
        put_bonus_into_bag(position)
    return total(position.bag) < LEAST_IN_BAG


def draft(position: Position, seat: int, space: str, source: TileSource) -> None:
    """Take a space, refill, and pass the turn on unless the game ends here."""
    take_space(position, seat, space)
    if not refill(position, space, source) or is_bag_spent(position):
        position.end("refill", seat)
    elif is_nowhere_left(position):
        position.end("no_placement", seat)
    else:
        position.turn += 1
        position.seat = (seat + 1) % position.rules.n_players
        position.use = TurnUse()
