"""From the judge's positions to the kernel's states and back to names, for comparing the two.

Written from the layout in `kernels.encounter.state` alone: no kernel function is called here, so
that a state made here is a second opinion on what the kernel's own functions make.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from analyzer.cells import Cell
from analyzer.games.encounter.judge import Position
from analyzer.games.encounter.judge.components import COLUMNS, ROWS, components
from analyzer.games.encounter.judge.tiles import Tiles
from analyzer.games.encounter.rules import ALGAE, COLOURS, ROCKS, Rules
from analyzer.games.encounter.settings import rules_vector
from kernels.encounter import state as S  # noqa: N812
from kernels.encounter.parameters import RULES_SIZE

# All fields of a position in their order; the sizes are the distances between them. A field that
# is added to the kernel must be added here too (test_convert.py says so).
FIELDS = (
    "N_PLAYERS", "ROCK_ID", "ROCK", "GROWTH_CELL", "COLOUR_TILES", "OCCUPIED", "LINK_RIGHT",
    "LINK_DOWN", "SHRIMPS", "GUARDED", "OWN_SHRIMPS", "BAG", "BONUS", "BONUS_OPEN", "CUBE_SUPPLY",
    "SEA", "STAR_UP", "LOCKED", "WEAKER", "ALGA_SPACE", "ALGA_SUPPLY", "HAND", "KNOWN_HAND",
    "CONSUMED", "CUBES", "FISH", "FED", "BEHIND", "EATEN", "SEAT", "TURN", "GROWTHS", "GROWING",
    "FROM_BEHIND", "INTRODUCED", "LOCKS_MADE", "OWED", "ENDED_BY", "ENDER", "RULES",
)  # fmt: skip
HISTORY = {"KNOWN_HAND", "FED", "RULES"}
"""Fields that tell how a position came about: the judge's position does not know them."""
ONLY_WHILE_GROWING = {"GROWING", "FROM_BEHIND"}
ONLY_WHILE_RUNNING = {"SEAT", "TURN"}
"""The kernel counts an unfinished last turn and passes the turn on; the judge stops."""

LANE_BITS = 12


def field_sizes() -> dict[str, tuple[int, int]]:
    """Offset and size of every field of a position."""
    offsets = [getattr(S, name) for name in FIELDS] + [S.RULES + RULES_SIZE]
    return {
        name: (at, end - at)
        for name, at, end in zip(FIELDS, offsets[:-1], offsets[1:], strict=True)
    }


def bit(cell: str) -> int:
    """The one-bit mask of a cell such as `Bd4` within its rock."""
    return 1 << (8 * ROWS.index(cell[2]) + COLUMNS.index(cell[1]))


def mask(cells: Iterable[str]) -> int:
    """The mask of cells of one rock."""
    return sum(bit(cell) for cell in set(cells))


def cells(rock: str, word: int) -> set[str]:
    """The cells of a mask; bits beyond the drawn board are named too, so that they show."""
    found = set()
    for index in range(64):
        if int(word) >> index & 1:
            row, column = divmod(index, 8)
            inside = row < len(ROWS) and column < len(COLUMNS)
            found.add(f"{rock}{COLUMNS[column]}{ROWS[row]}" if inside else f"{rock}?{index}")
    return found


def packed(tiles: Tiles) -> int:
    """Counts by colour as the kernel packs them."""
    return sum(n << LANE_BITS * COLOURS.index(c) for c, n in tiles.items())


def unpacked(word: int) -> Tiles:
    """Counts by colour from the kernel's packed number."""
    return {c: int(word) >> LANE_BITS * k & 0xFFF for k, c in enumerate(COLOURS)}


def cell_of(rules: Rules, strategies: tuple[str, ...] | None = None) -> Cell:
    """The cell of an experiment with these rules."""
    overrides = tuple(
        (name, tuple(value) if isinstance(value, list) else value)
        for name, value in sorted(rules.overrides().items())
    )
    names = strategies or ("random",) * rules.n_players
    return Cell("encounter", rules.n_players, rules.ruleset, names, overrides)


def slot_of(position: Position, cell: str) -> int:
    """The slot of a cell's rock."""
    return position.rocks.index(cell[0])


def guarded_cells(position: Position, rock: str) -> set[str]:
    """All tiles of a rock in corals that hold a shrimp."""
    found: set[str] = set()
    for coral in position.corals(rock):
        if position.shrimp_on(coral) is not None:
            found |= coral.cells
    return found


def state_of(position: Position, max_events: int = 0) -> np.ndarray:
    """The kernel's state for a judge's position; nothing in it is known of hands taken openly."""
    s = S.new_state(max_events)
    rules = position.rules
    s[S.RULES : S.RULES + RULES_SIZE] = rules_vector(cell_of(rules))
    s[S.N_PLAYERS] = rules.n_players
    s[S.LEADER] = -1
    for slot, rock in enumerate(position.rocks):
        _fill_rock(s, position, slot, rock)
    _fill_stocks(s, position)
    _fill_coral_tiles(s, position)
    _fill_players(s, position)
    _fill_turn(s, position)
    return s


def _fill_rock(s: np.ndarray, position: Position, slot: int, rock: str) -> None:
    parts = components().rocks[rock]
    tiles = {c: colour for c, colour in position.tiles.items() if c[0] == rock}
    s[S.ROCK_ID + slot] = ROCKS.index(rock)
    s[S.ROCK + slot] = mask(parts.cells)
    s[S.GROWTH_CELL + slot] = bit(parts.growth_cell)
    for k, colour in enumerate(COLOURS):
        s[S.COLOUR_TILES + 4 * k + slot] = mask(c for c, d in tiles.items() if d == colour)
    s[S.OCCUPIED + slot] = mask(tiles)
    for cell, colour in tiles.items():
        right = f"{rock}{chr(ord(cell[1]) + 1)}{cell[2]}"
        below = f"{rock}{cell[1]}{int(cell[2]) + 1}"
        s[S.LINK_RIGHT + slot] |= bit(cell) * (tiles.get(right) == colour)
        s[S.LINK_DOWN + slot] |= bit(cell) * (tiles.get(below) == colour)
    s[S.GUARDED + slot] = -1
    for cell, owner in position.shrimps.items():
        if cell[0] == rock:
            s[S.SHRIMPS + slot] |= bit(cell)
            s[S.OWN_SHRIMPS + 4 * owner + slot] |= bit(cell)


def _fill_stocks(s: np.ndarray, position: Position) -> None:
    s[S.BAG] = packed(position.bag)
    s[S.BONUS] = packed(position.bonus)
    s[S.BONUS_OPEN] = position.bonus_in_play
    s[S.CUBE_SUPPLY] = packed(position.larva_supply)
    for k, space in enumerate(COLOURS):
        s[S.SEA + k] = packed(position.open_sea[space].tiles)


def _fill_coral_tiles(s: np.ndarray, position: Position) -> None:
    for number, tile in position.coral_tiles.items():
        s[S.STAR_UP] |= tile.star_up << (number - 1)
        s[S.LOCKED] |= (tile.locked is not None) << (number - 1)
    for k, colour in enumerate(COLOURS):
        weaker = [d for d in COLOURS if d != colour and position.is_stronger(colour, d)]
        s[S.WEAKER + k] = sum(1 << COLOURS.index(d) for d in weaker)
    s[S.ALGA_SPACE] = -1 if position.alga_space is None else ALGAE.index(position.alga_space)
    for k, alga in enumerate(ALGAE):
        s[S.ALGA_SUPPLY + k] = position.alga_supply[alga]


def _fill_players(s: np.ndarray, position: Position) -> None:
    for seat, player in enumerate(position.players):
        s[S.HAND + seat] = packed(player.hand)
        s[S.CONSUMED + seat] = packed(player.consumed)
        s[S.CUBES + seat] = packed(player.larvae)
        s[S.FISH + seat] = packed(player.parrotfish)
        s[S.FED + seat] = -1
        s[S.BEHIND + seat] = player.shrimps_behind
        s[S.EATEN + seat] = player.shrimps_eaten


def _fill_turn(s: np.ndarray, position: Position) -> None:
    use, growth = position.use, position.growth
    s[S.SEAT] = position.seat
    s[S.TURN] = position.turn
    s[S.GROWTHS] = use.n_growths
    s[S.GROWING] = -1 if growth is None else COLOURS.index(growth.colour)
    s[S.FROM_BEHIND] = 0 if growth is None else growth.n_behind
    s[S.INTRODUCED] = use.has_introduced
    s[S.LOCKS_MADE] = use.has_locked
    s[S.OWED] = packed(use.owed)
    if position.ended_by is not None:
        s[S.ENDED_BY] = S.ENDINGS.index(position.ended_by)
        s[S.ENDER] = -1 if position.ender is None else position.ender


def differences(state: np.ndarray, position: Position) -> list[str]:
    """Where a kernel's state and a judge's position differ; empty if they are the same."""
    expected = state_of(position)
    skipped = set(HISTORY)
    if position.growth is None:
        skipped |= ONLY_WHILE_GROWING
    if position.ended_by is not None:
        skipped |= ONLY_WHILE_RUNNING
    found = []
    for name, (at, size) in field_sizes().items():
        for k in range(size):
            kernel, judge = int(state[at + k]), int(expected[at + k])
            if name == "GUARDED" and k < len(position.rocks) and kernel != -1:
                # the kernel keeps this until something changes on the rock
                judge = mask(guarded_cells(position, position.rocks[k]))
            if name not in skipped and kernel != judge:
                found.append(f"{name}+{k}: kernel {kernel:#x}, judge {judge:#x}")
    return found
