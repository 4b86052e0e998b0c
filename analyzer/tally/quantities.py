"""What is measured on every game, made from whatever columns a game has."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from analyzer.cell import Cell
from analyzer.game import Game
from analyzer.tally.blocks import Quantity, Rows, exact_wins
from analyzer.tally.cell_tally import UNFINISHED

SHARE = "share"
_Values = Callable[[Rows], np.ndarray]
_NOT_COUNTS = ("start_", "tie_", "fish_", "eaten_size_", "drafts_", "score", "rank", "value_")
_NAMES = ("game", "deal", "seat", "strategy", "win")


def win_of_seat(seat: int) -> Quantity:
    """Whether a seat won; a shared win counts its fraction."""
    return Quantity(
        f"seat {seat} wins", SHARE, ("win",), lambda rows: exact_wins(rows["win"][:, seat])
    )


def seat_wins(players: int) -> list[Quantity]:
    """The wins of all seats."""
    return [win_of_seat(seat) for seat in range(players)]


def of_seat(column: str, seat: int, unit: str) -> Quantity:
    """A column's value at a seat."""
    return Quantity(f"{column} of seat {seat}", unit, (column,), lambda rows: rows[column][:, seat])


def win_of_strategy(cell: Cell, spec: str) -> Quantity:
    """Mean win of the seats that a strategy holds."""
    places = [k for k, other in enumerate(cell.strategies) if other == spec]

    def values(rows: Rows) -> np.ndarray:
        is_held = np.isin(rows["strategy"], places)
        return np.asarray((exact_wins(rows["win"]) * is_held).sum(axis=1) / len(places))

    return Quantity(f"{spec} wins", SHARE, ("win", "strategy"), values)


def strategy_wins(cell: Cell) -> list[Quantity]:
    """The wins of every strategy of the line-up, per seat it holds; none if all are the same."""
    specs = list(dict.fromkeys(cell.strategies))
    return [win_of_strategy(cell, spec) for spec in specs] if len(specs) > 1 else []


def _mean(name: str, unit: str, column: str) -> Quantity:
    return Quantity(name, unit, (column,), lambda rows: rows[column].mean(axis=1))


def _total(name: str, unit: str, column: str) -> Quantity:
    return Quantity(name, unit, (column,), lambda rows: rows[column].sum(axis=1, dtype=np.float64))


def _of_game(name: str, unit: str, column: str) -> Quantity:
    return Quantity(name, unit, (column,), lambda rows: rows[column][:, 0])


def _margin(rows: Rows) -> np.ndarray:
    ordered = np.sort(rows["score"], axis=1)
    return np.asarray(ordered[:, -1] - ordered[:, -2])


def _decided(rows: Rows) -> np.ndarray:
    return np.asarray(rows["decided_turn"][:, 0] / np.maximum(rows["turns"][:, 0], 1))


def _endings(game: Game) -> list[Quantity]:
    categories = next((c.categories for c in game.columns if c.name == "ended_by"), ())
    return [
        Quantity(
            f"games ended by {name.replace('_', ' ')}",
            SHARE,
            ("ended_by",),
            lambda rows, code=code: rows["ended_by"][:, 0] == code,  # type: ignore[misc]
        )
        for code, name in enumerate(categories)
        if name != UNFINISHED
    ]


def game_quantities(game: Game) -> list[Quantity]:
    """What describes how a game went as a whole, from the columns that the game has."""
    columns = {column.name: column for column in game.columns}
    found = [
        _mean("mean score", "points", "score"),
        Quantity("winning margin", "points", ("score",), _margin),
    ]
    if "turns" in columns:
        found.append(_of_game("turns", "turns", "turns"))
    if "decided_turn" in columns:
        needed = ("decided_turn", "turns")
        name = "part of the game after which the winner leads for good"
        found.append(Quantity(name, SHARE, needed, _decided))
    if "lead_changes" in columns:
        found.append(_of_game("lead changes", "per game", "lead_changes"))
    if "winners" in columns:
        shared = Quantity(
            "games with a shared first place",
            SHARE,
            ("winners",),
            lambda rows: rows["winners"][:, 0] > 1,
        )
        found.append(shared)
    found += _endings(game)
    values = tuple(name for name in columns if name.startswith("value_"))
    if len(values) > 1:
        found.append(Quantity("spread of the final values", "points", values, _spread(values)))
    if "tie_consumed" in columns:
        found.append(_total("consumed tiles left at the end", "per game", "tie_consumed"))
    sizes = tuple(name for name in columns if name.startswith("eaten_size_"))
    if sizes:
        found.append(Quantity("tiles in eaten corals", "per game", sizes, _sum_of(sizes)))
    return found + _counts(game)


def _spread(values: Sequence[str]) -> _Values:
    """The largest minus the smallest of some columns of the game."""
    return lambda rows: np.ptp(np.column_stack([rows[name][:, 0] for name in values]), axis=1)


def _sum_of(columns: Sequence[str]) -> _Values:
    """The sum of some columns over all seats."""
    return lambda rows: np.sum([rows[name].sum(axis=1) for name in columns], axis=0)


def _counts(game: Game) -> list[Quantity]:
    """Columns that count what seats did, added over the seats."""
    return [
        _total(column.description.split(",")[0], "per game", column.name)
        for column in game.columns
        if column.kind == "seat"
        and not column.categories
        and column.name not in _NAMES
        and not column.name.startswith(_NOT_COUNTS)
    ]


def setup_factors(game: Game) -> dict[str, tuple[str, ...]]:
    """Columns that name a choice of the set-up, with the names of their values."""
    return {
        column.name: column.categories
        for column in game.columns
        if column.kind == "game" and column.categories and column.name != "ended_by"
    }


@dataclass(frozen=True, slots=True)
class Ratio:
    """A quantity that is one total divided by another, such as tiles by corals."""

    name: str
    unit: str
    above: str
    below: str


_RATIOS = (Ratio("tiles in an eaten coral", "tiles", "tiles in eaten corals", "corals eaten"),)


def game_ratios(quantities: Sequence[Quantity]) -> list[Ratio]:
    """The ratios whose totals are among the quantities."""
    names = {quantity.name for quantity in quantities}
    return [ratio for ratio in _RATIOS if {ratio.above, ratio.below} <= names]
