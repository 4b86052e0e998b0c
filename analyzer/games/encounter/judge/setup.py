"""Set-up: what chance dealt, what the players chose, and the position that results."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from analyzer.games.encounter.judge.components import SEA_TILES_AT_START, components
from analyzer.games.encounter.judge.position import Position
from analyzer.games.encounter.judge.tiles import Tiles, counted, total, word
from analyzer.games.encounter.rules import ALGAE, COLOUR_NAMES, COLOURS, ONE_EACH, ROCKS, Rules
from analyzer.records.errors import IllegalAction

FEEDS_NOTHING = "-"


@dataclass(frozen=True, slots=True)
class Deal:
    """What chance decides at set-up. Words of tiles have their letters in any order."""

    rocks: str
    star_up: tuple[bool, ...]
    """Whether the star side is up, by coral tile in order of their numbers."""
    first_space: str
    open_sea: dict[str, str]
    hands: tuple[str, ...]
    alga_space: str | None = None


def deal_position(rules: Rules, deal: Deal) -> Position:
    """The position before anyone feeds or takes cubes; IllegalAction if the deal is impossible."""
    _check_rocks(rules, deal.rocks)
    position = Position(rules, deal.rocks)
    _turn_coral_tiles(position, deal.star_up)
    _lay_start_alga(position, deal.alga_space)
    _fill_open_sea(position, deal)
    _deal_hands(position, deal.hands)
    return position


def _check_rocks(rules: Rules, rocks: str) -> None:
    if len(rocks) != rules.n_players or len(set(rocks)) != len(rocks) or set(rocks) - set(ROCKS):
        raise IllegalAction(
            f"rocks must be {rules.n_players} different ones of {ROCKS}, not {rocks!a}"
        )


def _turn_coral_tiles(position: Position, star_up: Sequence[bool]) -> None:
    if len(star_up) != len(position.coral_tiles):
        raise IllegalAction(f"{len(star_up)} coral tiles were tossed instead of ten")
    if position.rules.coral_toss == "all" and len(set(star_up)) > 1:
        raise IllegalAction("one toss decides the side of all coral tiles in this ruleset")
    for tile, up in zip(position.coral_tiles.values(), star_up, strict=True):
        tile.star_up = up


def _lay_start_alga(position: Position, alga: str | None) -> None:
    if position.rules.start_alga == "none":
        if alga is not None:
            raise IllegalAction("the alga space starts empty in this ruleset")
        return
    if alga is None or alga not in tuple(ALGAE):
        raise IllegalAction(f"the alga space starts with a cylinder, one of {ALGAE}")
    position.alga_supply[alga] -= 1
    position.alga_space = alga


def _fill_open_sea(position: Position, deal: Deal) -> None:
    if deal.first_space not in tuple(COLOURS):
        raise IllegalAction(f"the first space is one of {COLOURS}, not {deal.first_space!a}")
    if set(deal.open_sea) != set(COLOURS):
        raise IllegalAction(f"the open sea has the spaces {COLOURS}")
    spaces = components().sea_order
    start = spaces.index(deal.first_space)
    for k, n_due in enumerate(SEA_TILES_AT_START):
        space = spaces[(start + k) % len(spaces)]
        tiles = deal.open_sea[space]
        if len(tiles) != n_due:
            raise IllegalAction(f"space {space} of the open sea gets {n_due} tiles, not {tiles!a}")
        position.open_sea[space].tiles = _drawn(position, tiles)


def _deal_hands(position: Position, hands: Sequence[str]) -> None:
    rules = position.rules
    if len(hands) != rules.n_players:
        raise IllegalAction(f"{len(hands)} hands were dealt to {rules.n_players} players")
    for seat, (hand, n_due) in enumerate(zip(hands, rules.start_tile_counts(), strict=True)):
        if len(hand) != n_due:
            raise IllegalAction(f"seat {seat} draws {n_due} start tiles, not {len(hand)}")
        if rules.start_tiles == ONE_EACH and counted(hand) != counted(COLOURS):
            raise IllegalAction(f"seat {seat} gets one start tile of each colour, not {hand!a}")
        position.players[seat].hand = _drawn(position, hand)


def _drawn(position: Position, letters: str) -> Tiles:
    if set(letters) - set(COLOURS):
        raise IllegalAction(f"tiles are written with the letters {COLOURS}, not {letters!a}")
    tiles = counted(letters)
    for colour, n in tiles.items():
        if position.bag[colour] < n:
            raise IllegalAction(
                f"the bag has not enough {COLOUR_NAMES[colour]} tiles for {letters}"
            )
        position.bag[colour] -= n
    return tiles


def must_feed(position: Position, seat: int) -> bool:
    """Whether the seat feeds a tile at set-up: the ruleset says so and it has a tile."""
    return position.rules.fed_tiles > 0 and total(position.players[seat].hand) > 0


def feed(position: Position, seat: int, colour: str) -> None:
    """Put one of the seat's start tiles into its parrotfish, or none (`-`) where none is due."""
    if not must_feed(position, seat):
        if colour != FEEDS_NOTHING:
            raise IllegalAction(f"seat {seat} feeds nothing at set-up, not {colour!a}")
        return
    player = position.players[seat]
    if not player.hand.get(colour):
        raise IllegalAction(f"seat {seat} feeds {colour!a} but holds {word(player.hand)}")
    player.hand[colour] -= 1
    player.parrotfish[colour] += 1


def n_start_larvae(rules: Rules) -> int:
    """How many larva cubes each seat takes at set-up."""
    return len(COLOURS) if isinstance(rules.start_larvae, str) else rules.start_larvae


def take_start_larvae(position: Position, seat: int, larvae: str) -> None:
    """Give the seat its first larva cubes from the supply."""
    n_due = n_start_larvae(position.rules)
    if len(larvae) != n_due or set(larvae) - set(COLOURS):
        raise IllegalAction(
            f"seat {seat} takes {n_due} larva cubes of the colours {COLOURS}, not {larvae!a}"
        )
    if position.rules.start_larvae == ONE_EACH and counted(larvae) != counted(COLOURS):
        raise IllegalAction(f"seat {seat} takes one larva cube of each colour, not {larvae!a}")
    for colour in larvae:
        if not position.larva_supply[colour]:
            name = COLOUR_NAMES[colour]
            raise IllegalAction(f"no {name} larva cube is left in supply for seat {seat}")
        position.larva_supply[colour] -= 1
        position.players[seat].larvae[colour] += 1


def n_coral_tiles() -> int:
    """How many coral tiles there are."""
    return len(components().star_faces)
