"""What one seat can see: the position with everything hidden taken out of it.

A view holds a position of its own in which the tiles the seat cannot know of (what rivals hide and
what they fed at set-up) lie in the bag. It is therefore a sound position, every question about it
can be asked, and nothing that is hidden is anywhere in it.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from analyzer.games.encounter.judge import IllegalAction, Position, play_action
from analyzer.games.encounter.judge.position import Coral
from analyzer.games.encounter.judge.tiles import Tiles, total
from analyzer.games.encounter.rules import COLOURS, Rules
from analyzer.games.encounter.shorthand import DRAFT, written_out
from analyzer.strategies.seat_view import SeatView


@dataclass(frozen=True, slots=True)
class Secrets:
    """What a position does not tell by itself about who knows what, by seat.

    known: tiles behind a screen that were taken in the open. fed: the colour fed at set-up, or
    None.
    """

    known: tuple[Tiles, ...]
    fed: tuple[str | None, ...]


@dataclass(frozen=True, slots=True)
class Rival:
    """What a seat knows of another.

    n_tiles: tiles behind the screen; `known` are those of them that were taken in the open.
    parrotfish: without the tile fed at set-up, of which only the number is known (`n_fed`).
    """

    seat: int
    n_tiles: int
    known: Tiles
    larvae: Tiles
    consumed: Tiles
    parrotfish: Tiles
    n_fed: int
    shrimps: tuple[str, ...]
    shrimps_behind: int
    shrimps_eaten: int


class View(SeatView[Position]):
    """The game as one seat sees it when it must decide. Tiles and cubes are counts by colour."""

    def __init__(
        self,
        position: Position,
        seat: int,
        secrets: Secrets,
        rng: Random,
        refusal: str | None = None,
    ) -> None:
        """The view of a seat on a position, which is copied."""
        super().__init__(seen_by(position, seat, secrets), seat, rng, refusal)
        self._n_tiles = tuple(total(player.hand) for player in position.players)
        self._known = secrets.known
        self._n_fed = tuple(int(colour is not None) for colour in secrets.fed)

    # --- one's own ---------------------------------------------------------------------------

    @property
    def hand(self) -> Tiles:
        """Tiles behind the own screen."""
        return self._table.players[self.seat].hand

    @property
    def larvae(self) -> Tiles:
        """Own larva cubes."""
        return self._table.players[self.seat].larvae

    @property
    def consumed(self) -> Tiles:
        """Consumed tiles in front of the own screen."""
        return self._table.players[self.seat].consumed

    @property
    def parrotfish(self) -> Tiles:
        """Tiles in the own parrotfish."""
        return self._table.players[self.seat].parrotfish

    @property
    def shrimps(self) -> list[str]:
        """Cells of the own shrimps on the rocks."""
        return self._table.shrimps_of(self.seat)

    @property
    def shrimps_behind(self) -> int:
        """Own shrimps behind the screen."""
        return self._table.players[self.seat].shrimps_behind

    @property
    def shrimps_eaten(self) -> int:
        """Own shrimps eaten; the fourth ends the game."""
        return self._table.players[self.seat].shrimps_eaten

    @property
    def growths_left(self) -> int:
        """Growths that this turn still allows."""
        return 2 - self._table.use.n_growths

    @property
    def is_turn_fresh(self) -> bool:
        """Whether nothing was done yet this turn, so that a coral may be eaten."""
        return self._table.use.n_actions == 0

    # --- the others --------------------------------------------------------------------------

    @property
    def rivals(self) -> list[Rival]:
        """The other seats, in order of play after one's own."""
        return [self._rival(seat) for seat in self._rival_seats(len(self._table.players))]

    def _rival(self, seat: int) -> Rival:
        player = self._table.players[seat]
        return Rival(
            seat=seat,
            n_tiles=self._n_tiles[seat],
            known=dict(self._known[seat]),
            larvae=dict(player.larvae),
            consumed=dict(player.consumed),
            parrotfish=dict(player.parrotfish),
            n_fed=self._n_fed[seat],
            shrimps=tuple(self._table.shrimps_of(seat)),
            shrimps_behind=player.shrimps_behind,
            shrimps_eaten=player.shrimps_eaten,
        )

    # --- the table ---------------------------------------------------------------------------

    @property
    def rules(self) -> Rules:
        """The rules of this game."""
        return self._table.rules

    @property
    def rocks(self) -> str:
        """The letters of the rocks in play."""
        return self._table.rocks

    @property
    def tiles(self) -> dict[str, str]:
        """Polyp tiles on the rocks: cell and colour."""
        return self._table.tiles

    @property
    def all_shrimps(self) -> dict[str, int]:
        """Everybody's shrimps on the rocks: cell and seat."""
        return self._table.shrimps

    @property
    def open_sea(self) -> dict[str, Tiles]:
        """The tiles of each open-sea space."""
        return {space: self._table.open_sea[space].tiles for space in COLOURS}

    @property
    def larva_supply(self) -> Tiles:
        """Larva cubes in supply."""
        return self._table.larva_supply

    @property
    def alga_supply(self) -> dict[str, int]:
        """Alga cylinders in supply, by their letter."""
        return self._table.alga_supply

    @property
    def unseen(self) -> Tiles:
        """Tiles that are in the bag, behind rivals' screens or fed, as far as the seat can tell."""
        return self._table.bag

    def values(self) -> dict[str, int]:
        """Points for a tile of each colour as the coral tiles lie."""
        return self._table.values()

    def is_stronger(self, colour: str, other: str) -> bool:
        """Whether a colour is stronger than another."""
        return self._table.is_stronger(colour, other)

    def locked_tiles(self) -> dict[int, bool]:
        """Coral tiles by number and whether they are locked."""
        return {number: t.locked is not None for number, t in self._table.coral_tiles.items()}

    def neighbours(self, cell: str) -> tuple[str, ...]:
        """The rock cells beside a cell."""
        return self._table.neighbours[cell]

    def corals(self) -> list[Coral]:
        """All corals on all rocks: each has its `colour` and its `cells`."""
        return [coral for rock in self._table.rocks for coral in self._table.corals(rock)]

    def coral_at(self, cell: str) -> Coral | None:
        """The coral of a cell's tile, None for a cell without one."""
        return self._table.coral_at(cell)

    def owner(self, coral: Coral) -> int | None:
        """The seat whose shrimp guards a coral, or None."""
        cell = self._table.shrimp_on(coral)
        return None if cell is None else self._table.shrimps[cell]

    def is_protected(self, cell: str) -> bool:
        """Whether a shrimp protects the cell's tile."""
        return self._table.is_protected(cell)

    # --- what may be done --------------------------------------------------------------------

    def legal_placements(self, colour: str) -> list[str]:
        """Cells where a tile of the colour may be placed now: empty ones and attacks."""
        return sorted(self._table.legal_placements(colour))

    def introduce_targets(self) -> list[str]:
        """Tiles onto which a shrimp may be introduced now."""
        return sorted(self._table.introduce_targets(self.seat))

    def move_targets(self, start: str) -> list[str]:
        """Cells to which the own shrimp at `start` may move, bare rock included."""
        return sorted(self._table.move_targets(self.seat, start))

    def edible_corals(self) -> dict[str, Coral]:
        """Corals that may be eaten, by the cell of the own shrimp; in the last round too."""
        return self._table.edible_corals(self.seat, self.is_last_chance)

    @property
    def is_last_chance(self) -> bool:
        """Whether the game is over but for a last coral to eat."""
        return self._table.ended_by is not None

    def alga_plays(self) -> list[tuple[str, int | None]]:
        """Possible cylinders: colour, and the coral tile to lock or None for the alga space."""
        return self._table.alga_plays(self.seat)

    def larva_exchanges(self) -> list[str]:
        """Colours in which a consumed tile can be given for a larva cube."""
        return self._table.larva_exchanges(self.seat)

    def tile_exchanges(self) -> list[str]:
        """Colours in which a larva cube can be given for a tile, as far as the seat can tell."""
        return self._table.tile_exchanges(self.seat)

    def _play(self, table: Position, action: str) -> None:
        if action.startswith(DRAFT):
            raise IllegalAction("what follows a draft is chance")
        play_action(table, self.seat, written_out(table, self.seat, action))


def seen_by(position: Position, seat: int, secrets: Secrets) -> Position:
    """A copy of the position with what the seat cannot know put into the bag."""
    table = position.copy()
    for other, player in enumerate(table.players):
        if other == seat:
            continue
        for colour in COLOURS:
            table.bag[colour] += player.hand[colour] - secrets.known[other][colour]
        player.hand = dict(secrets.known[other])
        fed = secrets.fed[other]
        if fed is not None:
            player.parrotfish[fed] -= 1
            table.bag[fed] += 1
    return table
