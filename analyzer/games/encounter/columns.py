"""The columns of Reef Encounter's result table, and what else is measured on its games."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from analyzer.game import (
    CHECKPOINT,
    COUNT,
    DEALT,
    DISTRIBUTION,
    RESULT,
    SETUP,
    TIE_BREAK,
    WINNERS,
    Column,
    ColumnGroup,
    Quantity,
    Ratio,
    Trait,
    common_columns,
)
from analyzer.games.encounter.about import ABOUT
from analyzer.games.encounter.rules import COLOUR_NAMES, COLOURS, ROCKS
from kernels.encounter.rows import GAME_COLUMNS, SEAT_COLUMNS

ACTIVITY = "activity"
FISH = "eaten"
VALUES = "values"
GROUPS = (
    ColumnGroup(VALUES, "Coral values", DISTRIBUTION, "colour", "points of one tile at the end"),
    ColumnGroup(FISH, "What was eaten", WINNERS, "colour", "tiles in the parrotfish"),
    ColumnGroup(
        ACTIVITY, "Attacks, locks and other actions", WINNERS, "action", "number per player"
    ),
)

_ROCK_SETS = tuple(
    "".join(rock for k, rock in enumerate(ROCKS) if mask >> k & 1) for mask in range(16)
)
_SETUP = {
    "rocks": ("rocks in play", "rocks", _ROCK_SETS),
    "side": (
        "coral tiles at the start: all star, all plain, or mixed",
        "coral tiles",
        ("plain", "star", "mixed"),
    ),
    "first_space": ("colour of the open-sea space filled first", "first space", tuple(COLOURS)),
}
"""Description, label and categories of the choices of the set-up."""

_TIE_BREAKS = {
    "tie_consumed": "consumed tiles in front of the screen at the end",
    "tie_larvae": "larva cubes at the end",
    "tie_hand": "tiles behind the screen at the end",
    "tie_guarded": "tiles on the rocks in corals with own shrimps at the end",
}

# name: (description, label, key of its total in summaries, whether winners are compared by it)
_ACTIONS: dict[str, tuple[str, str, str, bool]] = {
    "growths": ("growths", "growths", "", True),
    "placements": (
        "polyp tiles placed, extra growths not counted", "polyp tiles placed", "placements", False,
    ),
    "attacks_made": ("polyp tiles consumed by attacks", "attacks made", "attacks", True),
    "attacks_suffered": (
        "attacks on corals that held an own shrimp, own attacks included",
        "attacks suffered on guarded corals", "", True,
    ),
    "extra_growths": ("extra growths", "extra growths", "extra_growths", True),
    "shrimps_introduced": ("shrimps introduced", "shrimps introduced", "", False),
    "shrimps_moved": ("shrimps moved or taken back", "shrimps moved or taken back", "", False),
    "larva_exchanges": (
        "consumed tiles exchanged for larva cubes", "tiles given for larva cubes", "", True,
    ),
    "tile_exchanges": (
        "larva cubes exchanged for tiles", "larva cubes given for tiles", "", True,
    ),
    "space_algas": (
        "alga cylinders played onto the alga space", "algae onto the alga space", "space_algas",
        True,
    ),
    "flips": ("coral tiles turned over", "coral tiles turned over", "", True),
    "locks": ("coral tiles locked", "coral tiles locked", "locks", True),
    "corals_eaten": ("corals eaten", "corals eaten", "eats", True),
}  # fmt: skip
_HEADLINES = ("attacks_made", "locks", "corals_eaten")
_BY_DEFINITION = {"extra_growths": ("extra_growth",)}


def _game_column(name: str, common: Mapping[str, Column]) -> Column:
    if name in common:
        return common[name]
    if name in _SETUP:
        description, label, categories = _SETUP[name]
        return Column(name, "int8", "game", description, SETUP, categories, label)
    colour = name.removeprefix("value_")
    return Column(
        name, "int8", "game", "points of one tile of this colour at the end", RESULT,
        label=f"value of {COLOUR_NAMES[colour]}", unit="points", group=VALUES, member=colour,
    )  # fmt: skip


def _seat_column(name: str, common: Mapping[str, Column]) -> Column:
    if name in common:
        return common[name]
    if name in _TIE_BREAKS:
        text = _TIE_BREAKS[name]
        return Column(name, "int16", "seat", text, TIE_BREAK, label=text)
    if name in _ACTIONS:
        description, label, total, is_compared = _ACTIONS[name]
        group = ACTIVITY if is_compared else ""
        return Column(
            name, "int16", "seat", description, COUNT, label=label, unit="number",
            group=group, member=label, total=total, is_headline=name in _HEADLINES,
            by_definition=_BY_DEFINITION.get(name, ()),
        )  # fmt: skip
    return _numbered_column(name)


def _numbered_column(name: str) -> Column:
    """A column of a colour, of a round, or of one of the corals eaten."""
    stem, _, tail = name.rpartition("_")
    colour = COLOUR_NAMES.get(tail, "")
    if stem == "score":
        after = tail.removeprefix("r")
        text = f"points after round {after}, -1 if the game was over by then"
        return Column(name, "int16", "seat", text, CHECKPOINT, unit="points", member=after)
    if stem == "start":
        return Column(
            name, "int16", "seat", "start tiles of this colour, before one was fed", DEALT,
            label=f"{colour} start tiles", unit="tiles", member=colour,
        )  # fmt: skip
    if stem == "fish":
        return Column(
            name, "int16", "seat", "tiles of this colour in the parrotfish at the end", RESULT,
            label=f"{colour} tiles eaten", unit="tiles", group=FISH, member=tail,
        )  # fmt: skip
    if stem == "drafts":
        text = "drafts of this open-sea space"
        return Column(name, "int16", "seat", text, RESULT, label=f"drafts of {colour}")
    text = f"tiles of coral number {tail} this seat ate, 0 if there was none"
    return Column(name, "int16", "seat", text, RESULT, label=f"size of coral {tail}", unit="tiles")


def encounter_columns() -> tuple[Column, ...]:
    """All columns, in the order in which they are stored."""
    common = common_columns(ABOUT.endings)
    dealt = Column(
        "start_tiles", "int8", "seat", "start tiles dealt to the seat", DEALT, unit="tiles"
    )
    head = [common[name] for name in ("game", "deal", "seat", "strategy")]
    games = [_game_column(name, common) for name in GAME_COLUMNS]
    seats = [_seat_column(name, common) for name in SEAT_COLUMNS]
    return (*head, dealt, common["win"], *games, *seats)


_VALUE_NAMES = tuple(f"value_{colour}" for colour in COLOURS)
_EATEN_SIZES = tuple(name for name in SEAT_COLUMNS if name.startswith("eaten_size_"))


def _spread_of_values(rows: Mapping[str, np.ndarray]) -> np.ndarray:
    return np.ptp(np.column_stack([rows[name][:, 0] for name in _VALUE_NAMES]), axis=1)


def _consumed_left(rows: Mapping[str, np.ndarray]) -> np.ndarray:
    return np.asarray(rows["tie_consumed"].sum(axis=1, dtype=np.float64))


def _tiles_in_eaten_corals(rows: Mapping[str, np.ndarray]) -> np.ndarray:
    return np.asarray(np.sum([rows[name].sum(axis=1) for name in _EATEN_SIZES], axis=0))


QUANTITIES = (
    Quantity("spread of the final values", "points", _VALUE_NAMES, _spread_of_values),
    Quantity("consumed tiles left at the end", "per game", ("tie_consumed",), _consumed_left),
    Quantity("tiles in eaten corals", "per game", _EATEN_SIZES, _tiles_in_eaten_corals),
)
RATIOS = (Ratio("tiles in an eaten coral", "tiles", "tiles in eaten corals", "corals eaten"),)


def _suffered_by_others(rows: Mapping[str, np.ndarray]) -> np.ndarray:
    own = rows["attacks_suffered"].astype(np.int64)
    return np.asarray(own.sum(axis=1, keepdims=True) - own)


def _tiles_eaten(rows: Mapping[str, np.ndarray]) -> np.ndarray:
    return np.asarray(np.sum([rows[name] for name in _EATEN_SIZES], axis=0))


TRAITS = (
    Trait("rivals_suffered", "attacks on guarded corals of others", _suffered_by_others),
    Trait("eaten_size", "tiles of a coral eaten", _tiles_eaten, per="corals_eaten"),
)
