"""What is measured on every game, made from what a game declares."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from analyzer.cells import Cell
from analyzer.errors import UsageError
from analyzer.game import COUNT, Game, Quantity, Ratio, Trait, columns_of, decisive_codes
from analyzer.tally.blocks import Rows, exact_wins
from analyzer.wording import spoken

SHARE = "share"


def _values(rows: Rows, column: str) -> np.ndarray:
    """A column; shares of wins in double precision."""
    return exact_wins(rows[column]) if column == "win" else rows[column]


def column_quantities(column: str, players: int, by: str | None) -> list[Quantity]:
    """A column's value at every seat, of every place of the line-up (by strategy), or its mean."""
    if by == "seat":
        return [of_seat(column, seat, "", players) for seat in range(players)]
    if by == "strategy":
        return [of_place(column, place) for place in range(players)]
    if by is None:
        return [Quantity(column, "", (column,), lambda rows: _values(rows, column).mean(axis=1))]
    raise UsageError(f"blocks by {by!r} are not possible; allowed: seat, strategy or None")


def of_seat(column: str, seat: int, unit: str, players: int) -> Quantity:
    """A column's value at a seat."""
    name = f"{column} of seat {seat}"
    return Quantity(
        name,
        unit,
        (column,),
        lambda rows: _values(rows, column)[:, seat],
        label=spoken(name, players),
    )


def of_place(column: str, place: int) -> Quantity:
    """A column's value at the seat that a place of the line-up holds."""
    return Quantity(
        f"{column} of strategy {place}",
        "",
        (column, "strategy"),
        lambda rows: _at_place(rows, _values(rows, column), place),
    )


def _over_seats(values: np.ndarray) -> np.ndarray:
    """Added over the seats; numpy takes ten times as long along so short an axis."""
    total = values[:, 0].astype(np.float64)
    for seat in range(1, values.shape[1]):
        total += values[:, seat]
    return total


def trait_of_place(trait: Trait, place: int) -> Quantity:
    """A trait of the seat that a place of the line-up holds; from rows with all columns."""
    return Quantity(trait.name, "", (), lambda rows: _at_place(rows, trait.values(rows), place))


def _at_place(rows: Rows, values: np.ndarray, place: int) -> np.ndarray:
    return _over_seats(values * (rows["strategy"] == place))


def win_of_seat(seat: int, players: int) -> Quantity:
    """Whether a seat won; a shared win counts its fraction."""
    name = f"seat {seat} wins"
    return Quantity(
        name,
        SHARE,
        ("win",),
        lambda rows: exact_wins(rows["win"][:, seat]),
        label=spoken(name, players),
    )


def is_win_of_seat(name: str) -> bool:
    """Whether a quantity is the wins of a seat."""
    return name.startswith("seat ") and name.endswith(" wins")


def seat_wins(players: int) -> list[Quantity]:
    """The wins of all seats."""
    return [win_of_seat(seat, players) for seat in range(players)]


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


def total(name: str, unit: str, column: str) -> Quantity:
    """A column added over the seats of a game."""
    return Quantity(name, unit, (column,), lambda rows: _over_seats(rows[column]))


def of_game(name: str, unit: str, column: str) -> Quantity:
    """A column that all seats of a game share."""
    return Quantity(name, unit, (column,), lambda rows: rows[column][:, 0])


def is_code(name: str, column: str, code: int, label: str = "") -> Quantity:
    """Whether a column of the game has that value."""
    return Quantity(name, SHARE, (column,), lambda rows: rows[column][:, 0] == code, label=label)


def is_decisive(game: Game) -> Quantity:
    """Whether the players ended a game, and not a limit."""
    codes = decisive_codes(game)
    return Quantity(
        "decisive", SHARE, ("ended_by",), lambda rows: np.isin(rows["ended_by"][:, 0], codes)
    )


IS_SHARED = Quantity(
    "games with a shared first place", SHARE, ("winners",), lambda rows: rows["winners"][:, 0] > 1
)


def _margin(rows: Rows) -> np.ndarray:
    ordered = np.sort(rows["score"], axis=1)
    return np.asarray(ordered[:, -1] - ordered[:, -2])


def _decided(rows: Rows) -> np.ndarray:
    return np.asarray(rows["decided_turn"][:, 0] / np.maximum(rows["turns"][:, 0], 1))


def game_quantities(game: Game) -> list[Quantity]:
    """What describes how a game went as a whole, from the columns that the game has."""
    names = {column.name for column in game.columns}
    endings = [
        is_code(
            f"games ended by {ending.name.replace('_', ' ')}",
            "ended_by",
            code,
            f"games ended by {ending.words}",
        )
        for code, ending in enumerate(game.endings, 1)
    ]
    found = [
        Quantity("mean score", "points", ("score",), lambda rows: rows["score"].mean(axis=1)),
        Quantity("winning margin", "points", ("score",), _margin),
        of_game("turns", "turns", "turns"),
        Quantity(
            "part of the game after which the winner leads for good",
            SHARE,
            ("decided_turn", "turns"),
            _decided,
        ),
        of_game("lead changes", "per game", "lead_changes"),
        IS_SHARED,
        *endings,
        *game.quantities,
        *(
            replace(
                total(column.description.split(",")[0], "per game", column.name),
                by_definition=column.by_definition,
                label=column.words,
                is_headline=column.is_headline,
            )
            for column in columns_of(game, COUNT)
        ),
    ]
    return [quantity for quantity in found if names.issuperset(quantity.columns)]


def game_ratios(game: Game, quantities: Sequence[Quantity]) -> list[Ratio]:
    """The game's ratios whose totals are among the quantities."""
    names = {quantity.name for quantity in quantities}
    return [ratio for ratio in game.ratios if {ratio.above, ratio.below} <= names]
