"""A position of the game: everything on the table, and questions about it.

A position changes through the functions of `play` and `refill` only; the methods here answer.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from analyzer.games.encounter.judge import algae, defects, drawing, placement, scoring, shrimps
from analyzer.games.encounter.judge.components import (
    CUBES_PER_COLOUR,
    CYLINDERS_PER_COLOUR,
    SHRIMPS_PER_PLAYER,
    TILES_PER_COLOUR,
    Face,
    components,
)
from analyzer.games.encounter.judge.tiles import Tiles, no_tiles, word
from analyzer.games.encounter.rules import ALGAE, COLOURS, Rules

OPENING_ENDS = ("locks", "shrimps")
"""The ends after which the other players may eat once more."""


@dataclass(frozen=True, slots=True)
class Coral:
    """Connected tiles of one colour on one rock."""

    colour: str
    cells: frozenset[str]


@dataclass(slots=True)
class CoralTile:
    """A coral tile on the open-sea board: which side is up, and the cylinder that locks it."""

    number: int
    star: Face
    star_up: bool
    locked: str | None = None

    @property
    def face(self) -> Face:
        """The side that is up."""
        return self.star if self.star_up else self.star.turned()


@dataclass(slots=True)
class SeaSpace:
    """One open-sea space: its tiles, and whether its larva cube is there."""

    tiles: Tiles
    has_cube: bool = True

    @property
    def n_tiles(self) -> int:
        return sum(self.tiles.values())


@dataclass(slots=True)
class PlayerState:
    """What one player has: behind the screen, in front of it, and in the parrotfish."""

    hand: Tiles = field(default_factory=no_tiles)
    consumed: Tiles = field(default_factory=no_tiles)
    larvae: Tiles = field(default_factory=no_tiles)
    parrotfish: Tiles = field(default_factory=no_tiles)
    shrimps_behind: int = SHRIMPS_PER_PLAYER
    shrimps_eaten: int = 0


@dataclass(slots=True)
class TurnUse:
    """What the active player has used up of this turn's limits."""

    n_actions: int = 0
    has_eaten: bool = False
    n_growths: int = 0
    has_introduced: bool = False
    has_locked: bool = False
    owed: Tiles = field(default_factory=no_tiles)
    """Larva cubes from action 6 that must still pay for a growth (`larva_use = same_turn`)."""


@dataclass(slots=True)
class Growth:
    """A growth under way: its colour and the tiles placed so far."""

    colour: str
    free: bool
    n_behind: int = 0
    n_consumed: int = 0


class Position:
    """The whole state of a game. Turns are counted from 0, seats from the start player."""

    def __init__(self, rules: Rules, rocks: str) -> None:
        """The table before anything is drawn: start corals on the rocks, all else in supply."""
        parts = components()
        self.rules = rules
        self.rocks = "".join(sorted(rocks))
        self.rock_cells = tuple(cell for rock in self.rocks for cell in parts.rocks[rock].cells)
        self.neighbours = {cell: parts.neighbours[cell] for cell in self.rock_cells}
        self.tiles: dict[str, str] = {}
        self.shrimps: dict[str, int] = {}
        for rock in self.rocks:
            self.tiles.update(parts.rocks[rock].start_corals)
        self.bonus_in_play = True
        self.bonus: Tiles = dict.fromkeys(COLOURS, 1)
        on_rocks = [*self.tiles.values()]
        self.bag: Tiles = {c: TILES_PER_COLOUR - 1 - on_rocks.count(c) for c in COLOURS}
        self.open_sea = {c: SeaSpace(no_tiles()) for c in COLOURS}
        self.larva_supply: Tiles = dict.fromkeys(COLOURS, CUBES_PER_COLOUR - 1)
        self.alga_supply: dict[str, int] = dict.fromkeys(ALGAE, CYLINDERS_PER_COLOUR)
        self.alga_space: str | None = None
        self.coral_tiles = {i: CoralTile(i, face, True) for i, face in parts.star_faces.items()}
        self.players = [PlayerState() for _ in range(rules.n_players)]
        self.turn = 0
        self.seat = 0
        self.use = TurnUse()
        self.growth: Growth | None = None
        self.ended_by: str | None = None
        self.ender: int | None = None
        self.final_seats: list[int] = []
        self._corals: dict[str, dict[str, Coral]] = {}

    def copy(self) -> Position:
        """An independent copy."""
        twin = object.__new__(Position)
        twin.restore(self)
        return twin

    def restore(self, other: Position) -> None:
        """Become an independent copy of another position."""
        self.__dict__.update(other.__dict__)
        self.tiles = dict(other.tiles)
        self.shrimps = dict(other.shrimps)
        self.bonus = dict(other.bonus)
        self.bag = dict(other.bag)
        self.open_sea = {c: SeaSpace(dict(s.tiles), s.has_cube) for c, s in other.open_sea.items()}
        self.larva_supply = dict(other.larva_supply)
        self.alga_supply = dict(other.alga_supply)
        self.coral_tiles = {
            i: CoralTile(i, t.star, t.star_up, t.locked) for i, t in other.coral_tiles.items()
        }
        self.players = [
            PlayerState(
                dict(p.hand),
                dict(p.consumed),
                dict(p.larvae),
                dict(p.parrotfish),
                p.shrimps_behind,
                p.shrimps_eaten,
            )
            for p in other.players
        ]
        u = other.use
        self.use = TurnUse(
            u.n_actions, u.has_eaten, u.n_growths, u.has_introduced, u.has_locked, dict(u.owed)
        )
        g = other.growth
        self.growth = g and Growth(g.colour, g.free, g.n_behind, g.n_consumed)
        self.final_seats = list(other.final_seats)
        self._corals = dict(other._corals)

    # --- the rocks -------------------------------------------------------------------------

    def is_rock_cell(self, cell: str) -> bool:
        """Whether the cell is playable and its rock takes part in this game."""
        return cell in self.neighbours

    def put_tile(self, cell: str, colour: str) -> None:
        """Put a tile on a cell (it replaces what was there), without any rule."""
        self.tiles[cell] = colour
        self._corals.pop(cell[0], None)

    def clear_tile(self, cell: str) -> str:
        """Take the tile off a cell, without any rule; its colour."""
        self._corals.pop(cell[0], None)
        return self.tiles.pop(cell)

    def coral_at(self, cell: str) -> Coral | None:
        """The coral that the cell's tile belongs to, or None for a cell without a tile."""
        if cell not in self.tiles:
            return None
        rock = cell[0]
        if rock not in self._corals:
            self._corals[rock] = self._find_corals(rock)
        return self._corals[rock][cell]

    def corals(self, rock: str) -> list[Coral]:
        """The corals on a rock, in reading order of their first cells."""
        found: dict[Coral, None] = {}
        for cell in components().rocks[rock].cells:
            coral = self.coral_at(cell)
            if coral is not None:
                found[coral] = None
        return list(found)

    def _find_corals(self, rock: str) -> dict[str, Coral]:
        corals: dict[str, Coral] = {}
        for start, colour in self.tiles.items():
            if start[0] != rock or start in corals:
                continue
            cells = {start}
            edge = [start]
            while edge:
                for cell in self.neighbours[edge.pop()]:
                    if cell not in cells and self.tiles.get(cell) == colour:
                        cells.add(cell)
                        edge.append(cell)
            coral = Coral(colour, frozenset(cells))
            corals.update(dict.fromkeys(cells, coral))
        return corals

    def shrimp_on(self, coral: Coral) -> str | None:
        """The cell of the shrimp on a coral, or None."""
        return next((cell for cell in self.shrimps if cell in coral.cells), None)

    def is_protected(self, cell: str) -> bool:
        """Whether a shrimp protects the cell's tile: it stands there, or beside it on its coral."""
        coral = self.coral_at(cell)
        if coral is None:
            return False
        beside = (c for c in self.neighbours[cell] if c in coral.cells)
        return cell in self.shrimps or any(c in self.shrimps for c in beside)

    def protected_cells(self) -> set[str]:
        """All cells whose tiles are protected."""
        return {cell for cell in self.tiles if self.is_protected(cell)}

    # --- what may be done (the turn's limits included, for the active seat) ------------------

    def is_stronger(self, colour: str, other: str) -> bool:
        """Whether a colour is stronger than another on the coral tile of the two."""
        number = components().tile_of_pair[frozenset((colour, other))]
        return self.coral_tiles[number].face.stronger == colour

    def legal_placements(self, colour: str) -> set[str]:
        """All cells where a tile of the colour may be placed: empty cells and attacks."""
        return placement.legal_placements(self, colour)

    def has_placement(self, colour: str) -> bool:
        """Whether a tile of the colour may be placed anywhere."""
        return placement.has_placement(self, colour)

    def introduce_targets(self, seat: int) -> set[str]:
        """Tiles onto which the seat may introduce a shrimp now."""
        return shrimps.introduce_targets(self, seat)

    def move_targets(self, seat: int, start: str) -> set[str]:
        """Cells to which the seat may move its shrimp from `start`, bare rock included.

        Behind the screen is always possible besides these.
        """
        return shrimps.move_targets(self, seat, start)

    def shrimps_of(self, seat: int) -> list[str]:
        """Cells of the seat's shrimps on the rocks, in reading order."""
        return sorted(cell for cell, owner in self.shrimps.items() if owner == seat)

    def edible_corals(self, seat: int, final: bool = False) -> dict[str, Coral]:
        """Corals the seat's parrotfish may eat, by the cell of the own shrimp on them."""
        return shrimps.edible_corals(self, seat, final)

    def alga_plays(self, seat: int) -> list[tuple[str, int | None]]:
        """Legal (alga colour, coral tile number to lock or None for the alga space) plays."""
        return algae.alga_plays(self, seat)

    def larva_exchanges(self, seat: int) -> list[str]:
        """Colours for which the seat may give a consumed tile for a larva cube (action 6)."""
        player = self.players[seat]
        return [c for c in COLOURS if player.consumed[c] and self.larva_supply[c]]

    def tile_exchanges(self, seat: int) -> list[str]:
        """Colours for which the seat may give a larva cube for a tile (action 8)."""
        larvae, owed = self.players[seat].larvae, self.use.owed
        return [c for c in COLOURS if larvae[c] > owed[c] and (self.bag[c] or self.bonus[c])]

    # --- the end -----------------------------------------------------------------------------

    @property
    def is_over(self) -> bool:
        """Whether nobody has anything left to do, the final round included."""
        return self.ended_by is not None and not self.final_seats

    def end(self, ended_by: str, ender: int | None) -> None:
        """End the game; after locks and shrimps the other players get their last chance to eat."""
        self.ended_by = ended_by
        self.ender = ender
        if ended_by in OPENING_ENDS and ender is not None:
            n = self.rules.n_players
            self.final_seats = [(ender + k) % n for k in range(1, n)]

    def values(self) -> dict[str, int]:
        """Points for a tile of each colour."""
        return scoring.values(self)

    def scores(self) -> list[int]:
        """Points by seat."""
        return scoring.scores(self)

    def tiebreaks(self) -> list[list[int]]:
        """The four tiebreak numbers by seat."""
        return scoring.tiebreaks(self)

    def ranks(self) -> list[int]:
        """Places by seat; equal places are shared (1, 1, 3)."""
        return scoring.ranks(self)

    def result(self) -> dict[str, object]:
        """The result of a finished game as records have it."""
        return {
            "ended_by": self.ended_by,
            "ender": self.ender,
            "values": self.values(),
            "parrotfish": self.parrotfish_words(),
            "scores": self.scores(),
            "tiebreaks": self.tiebreaks(),
            "ranks": self.ranks(),
        }

    # --- looking at it -----------------------------------------------------------------------

    def defects(self) -> list[defects.Defect]:
        """What is wrong with the position by counting; empty for every sound position."""
        return defects.inventory_defects(self)

    def snapshot(self) -> dict[str, object]:
        """The position as JSON-able data for viewers."""
        return drawing.snapshot(self)

    def __str__(self) -> str:
        return drawing.text(self)

    def parrotfish_words(self) -> list[str]:
        """The tiles in the parrotfishes by seat, as words such as `wwyg`."""
        return [word(p.parrotfish) for p in self.players]
