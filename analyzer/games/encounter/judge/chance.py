"""Chance in plain Python: the deal of a set-up and the tiles of a refill, from a generator."""

from __future__ import annotations

from random import Random

from analyzer.games.encounter.judge.components import SEA_TILES_AT_START, components
from analyzer.games.encounter.judge.position import Position
from analyzer.games.encounter.judge.refill import TileSource
from analyzer.games.encounter.judge.setup import Deal, n_coral_tiles
from analyzer.games.encounter.judge.tiles import Tiles, total
from analyzer.games.encounter.rules import ALGAE, COLOURS, ONE_EACH, ROCKS, Rules


def random_tile(tiles: Tiles, rng: Random) -> str:
    """The colour of a tile drawn from a heap that is not empty, every tile equally likely."""
    k = rng.randrange(total(tiles))
    for colour, n in tiles.items():
        if k < n:
            return colour
        k -= n
    raise AssertionError("a drawn tile is one of the heap")


def random_deal(rules: Rules, rng: Random) -> Deal:
    """All that chance decides at set-up, drawn in the order of the rules."""
    rocks = "".join(sorted(rng.sample(ROCKS, rules.n_players)))
    bag = dict(Position(rules, rocks).bag)

    def drawn(n_tiles: int) -> str:
        letters = ""
        for _ in range(n_tiles):
            letters += random_tile(bag, rng)
            bag[letters[-1]] -= 1
        return letters

    star_up = _tosses(rules, rng)
    first_space = random_tile(bag, rng)
    order = components().sea_order
    start = order.index(first_space)
    spaces = [order[(start + k) % len(order)] for k in range(len(order))]
    open_sea = {space: drawn(n) for space, n in zip(spaces, SEA_TILES_AT_START, strict=True)}
    if rules.start_tiles == ONE_EACH:
        hands = (COLOURS,) * rules.n_players
    else:
        hands = tuple(drawn(n) for n in rules.start_tile_counts())
    alga = rng.choice(ALGAE) if rules.start_alga == "random" else None
    return Deal(rocks, star_up, first_space, open_sea, hands, alga)


def _tosses(rules: Rules, rng: Random) -> tuple[bool, ...]:
    if rules.coral_toss == "each":
        return tuple(rng.random() < 0.5 for _ in range(n_coral_tiles()))
    return (rng.random() < 0.5,) * n_coral_tiles()


def random_refill(rng: Random, laid: list[tuple[str, str]]) -> TileSource:
    """A source of refill tiles that notes what it lays, space and colour, in `laid`."""

    def source(space: str, bag: Tiles) -> str:
        colour = random_tile(bag, rng)
        laid.append((space, colour))
        return colour

    return source
