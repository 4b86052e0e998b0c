"""The columns of Reef's result table, and what else is measured on its games."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from operator import itemgetter

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
from analyzer.games.reef.about import ABOUT
from analyzer.games.reef.rules import COLOUR_NAMES, COLOURS
from kernels.reef import cards as C  # noqa: N812
from kernels.reef.rows import GAME_COLUMNS, SEAT_COLUMNS
from kernels.reef.state import MAX_DISPLAY

PATTERNS = "kinds_of_cards"
TOPS = "tops"
STOCK = "stock"
ACTIVITY = "activity"
GROUPS = (
    ColumnGroup(PATTERNS, "Where points come from", WINNERS, "kind of card", "points per player"),
    ColumnGroup(TOPS, "Top pieces at the end", WINNERS, "colour", "pieces on top per player"),
    ColumnGroup(STOCK, "Supplies at the end", DISTRIBUTION, "colour", "pieces left in the supply"),
    ColumnGroup(ACTIVITY, "Cards taken and played", WINNERS, "action", "number per player"),
)

FAMILY_WORDS = {
    "colour": "a colour",
    "height": "a colour at a height",
    "wild": "any colour at a height",
    "pair": "two colours side by side",
    "level_pair": "two level stacks",
    "diagonal_pair": "two colours diagonally",
    "line": "line of three",
    "diagonal": "diagonal of three",
    "corner": "corner of three",
    "square": "square of four",
    "special": "around the highest stack",
}
"""What the kernel's families of cards are called."""

SORTS = {
    "singles": ("colour", "height", "wild"),
    "pairs": ("pair", "level_pair", "diagonal_pair"),
    "shapes": ("line", "diagonal", "corner", "square"),
    "specials": ("special",),
}
"""Families of cards by how many pieces their patterns ask for."""
_UP_TO = 3
_FEW = ("0", "1", "2", "3 or more")
"""How the cards of a sort are counted on the first display."""

_TIE_BREAKS = {
    "tie_covered": "covered cells at the end",
    "tie_fours": "stacks of four pieces at the end",
}

# name: (description, label, key of its total in summaries, whether winners are compared by it)
_ACTIONS: dict[str, tuple[str, str, str, bool]] = {
    "cards_played": ("cards played", "cards played", "plays", True),
    "blank_plays": ("cards played that scored nothing", "plays without points", "", True),
    "takes": ("cards taken from the display", "cards from the display", "takes", True),
    "deck_takes": ("cards taken from the deck", "cards from the deck", "deck_takes", True),
    "passes": ("turns without an action", "passes", "", False),
    "points_gained": ("points taken from the display", "points from the display", "", True),
    "final_cards": ("cards left in hand at the end", "cards left in hand", "", True),
}

# name: (description, label, unit)
_RESULTS: dict[str, tuple[str, str, str]] = {
    "deck_left": ("cards left in the deck at the end", "cards left in the deck", "cards"),
    "display_points": (
        "points left on the display at the end", "points left on the display", "points",
    ),
    "pattern_points": ("points of all cards played", "points of cards played", "points"),
    "points_paid": ("points laid on the display", "points paid", "points"),
    "best_play": ("most points with one card", "best play", "points"),
    "final_points": ("points of cards left in hand", "points of cards in hand", "points"),
    "stacks_2": ("stacks of two pieces at the end", "stacks of two", "stacks"),
    "stacks_3": ("stacks of three pieces at the end", "stacks of three", "stacks"),
}  # fmt: skip


def _column(name: str, common: Mapping[str, Column]) -> Column:
    """A column of the kernel's rows."""
    kind = "game" if name in GAME_COLUMNS else "seat"
    if name in common:
        return common[name]
    if name in _TIE_BREAKS:
        return Column(name, "int16", kind, _TIE_BREAKS[name], TIE_BREAK)
    if name in _ACTIONS:
        description, label, total, is_compared = _ACTIONS[name]
        return Column(
            name, "int16", kind, description, COUNT, label=label, unit="number",
            group=ACTIVITY if is_compared else "", member=label, total=total,
        )  # fmt: skip
    if name in _RESULTS:
        description, label, unit = _RESULTS[name]
        return Column(name, "int16", kind, description, RESULT, label=label, unit=unit)
    return _numbered_column(name, kind)


def _numbered_column(name: str, kind: str) -> Column:
    """A column of a family, a round, a colour or a card."""
    stem, _, tail = name.partition("_")
    if stem == "points":
        words = FAMILY_WORDS[tail]
        return Column(
            name, "int16", kind, f"points of cards of this kind: {words}", RESULT,
            label=f"points for {words}", unit="points", group=PATTERNS, member=words,
        )  # fmt: skip
    if stem == "score":
        after = tail.removeprefix("r")
        text = f"points after round {after}, -1 if the game was over by then"
        return Column(name, "int16", kind, text, CHECKPOINT, unit="points", member=after)
    if stem in ("display", "start"):
        where = "first on display" if stem == "display" else "dealt to the seat, in order"
        number = tail.removeprefix("card_")
        text = f"card number {number} of those {where}; 0 if there is none"
        return Column(name, "int8", kind, text, RESULT)
    colour = COLOUR_NAMES[tail]
    text, label, group = {
        "supply": ("pieces of this colour left at the end", f"{colour} supply", STOCK),
        "tops": ("top pieces of this colour at the end", f"{colour} top pieces", TOPS),
        "pieces": ("pieces of this colour placed", f"{colour} pieces placed", ""),
    }[stem]
    return Column(
        name, "int8", kind, text, RESULT, label=label, unit="pieces", group=group, member=tail
    )


def _derived_columns() -> Iterator[Column]:
    """What the cards say that chance laid out and dealt."""
    for sort in SORTS:
        yield Column(
            f"display_{sort}", "int8", "game", f"cards for {sort} first on display", SETUP, _FEW,
            f"cards for {sort} on display",
        )  # fmt: skip
    for sort in SORTS:
        yield Column(
            f"start_{sort}", "int8", "seat", f"cards for {sort} dealt to the seat", DEALT,
            label=f"start cards for {sort}", unit="cards", member=sort,
        )  # fmt: skip
    for colour in COLOURS:
        name = COLOUR_NAMES[colour]
        yield Column(
            f"start_{colour}", "int8", "seat", f"{name} pieces that the cards dealt build", DEALT,
            label=f"{name} pieces on start cards", unit="pieces", member=colour,
        )  # fmt: skip


def reef_columns() -> tuple[Column, ...]:
    """All columns, in the order in which they are stored."""
    common = common_columns(ABOUT.endings)
    points = Column(
        "start_points", "int8", "seat", "points of the seat at the start", DEALT, unit="points"
    )
    head = [common[name] for name in ("game", "deal", "seat", "strategy")]
    kernel = [_column(name, common) for name in (*GAME_COLUMNS, *SEAT_COLUMNS)]
    return (*head, points, common["win"], *kernel, *_derived_columns())


def _of_sort(sort: str) -> np.ndarray:
    """By card number, 0 for no card: whether it is of that sort."""
    numbers = [C.FAMILIES.index(family) for family in SORTS[sort]]
    is_of_sort = np.isin(C.CARDS[:, C.FAMILY], numbers)
    is_of_sort[0] = False
    return is_of_sort.astype(np.int8)


def _built(colour: int) -> np.ndarray:
    """By card number, 0 for no card: how many pieces of the colour it builds."""
    pieces = C.CARDS[:, [C.PIECE_1, C.PIECE_2]] == colour
    pieces[0] = False
    return pieces.sum(axis=1, dtype=np.int8)


_BY_CARD = {sort: _of_sort(sort) for sort in SORTS} | {
    colour: _built(c) for c, colour in enumerate(COLOURS)
}
_SHOWN = [GAME_COLUMNS.index(f"display_{k}") for k in range(1, MAX_DISPLAY + 1)]
_DEALT = [SEAT_COLUMNS.index(f"start_card_{k}") for k in (1, 2)]


def derived_values(games: np.ndarray, seats: np.ndarray) -> dict[str, np.ndarray]:
    """The columns of `_derived_columns` from the kernel's rows, one row for every game and seat."""
    n = seats.shape[1]
    made = {}
    shown, dealt = games[:, _SHOWN], seats[:, :, _DEALT].reshape(-1, len(_DEALT))
    for sort in SORTS:
        count = np.minimum(_BY_CARD[sort][shown].sum(axis=1, dtype=np.int8), _UP_TO)
        made[f"display_{sort}"] = np.repeat(count, n)
    for what, by_card in _BY_CARD.items():
        made[f"start_{what}"] = by_card[dealt].sum(axis=1, dtype=np.int8)
    return made


def _pattern_points(rows: Mapping[str, np.ndarray]) -> np.ndarray:
    return np.asarray(rows["pattern_points"].sum(axis=1, dtype=np.float64))


def _final_points(rows: Mapping[str, np.ndarray]) -> np.ndarray:
    return np.asarray(rows["final_points"].sum(axis=1, dtype=np.float64))


QUANTITIES = (
    Quantity("points of cards played", "per game", ("pattern_points",), _pattern_points),
    Quantity("points of cards in hand", "per game", ("final_points",), _final_points),
)
RATIOS = (Ratio("points for a card played", "points", "points of cards played", "cards played"),)


def _high_stacks(rows: Mapping[str, np.ndarray]) -> np.ndarray:
    return np.asarray(rows["stacks_3"] + rows["tie_fours"])


TRAITS = (
    Trait(
        "points_a_play", "points for a card played", itemgetter("pattern_points"), "cards_played"
    ),
    Trait("best_play", "points of the best play", itemgetter("best_play")),
    Trait("high_stacks", "stacks of three or four", _high_stacks),
)
