"""Tables become sections with figures, as whoever made a table says."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

import pandas as pd

from analyzer.tables import Shown
from analyzer.wording import spoken
from reports.figures import TableError, draw
from reports.figures.told import Told
from reports.page import MORE_FIGURES, Section
from reports.style import PHONE, drawn_for

STUDY_TABLES: Mapping[str, Shown] = {
    "seats": Shown("seat_shares", "Seats"),
    "seat_means": Shown("", "Scores and places by seat"),
    "map": Shown("handicap_map", "Map of {many}"),
    "map_seats": Shown("", "Seats by {many}"),
    "worth": Shown("handicap_worth", "Worth of one {one}"),
    "confirmation": Shown("confirmation", "Confirmation with fresh games"),
    "differences": Shown("differences", "Differences on the same deals"),
    "ratings": Shown("ratings", "Ratings", split="group"),
    "matrix": Shown("matrix", "Strategies against each other", split="group"),
    "strategies": Shown("strategy_shares", "Strategies"),
    "duel": Shown("", "The match"),
    "strategies_by_seat": Shown("strength_by_seat", "Strength by seat"),
    "strategies_by_setup": Shown("strength_by_setup", "Strength by set-up", split="setup_choice"),
    "setup_effects": Shown("", "Tests of strength by set-up"),
    "setups": Shown("setups", "Set-ups", split="group"),
    "looks": Shown("duel_path", "The course of the test"),
    "values": Shown("sweep", "What moves", split="parameter"),
}
"""Headings of the tables of studies, and the figures of those stored before they named them."""


def sections_of(
    name: str, table: pd.DataFrame, shown: Shown, told: Told, where: str = "", suffix: str = ""
) -> Iterator[Section]:
    """The sections of a table, one for each of its figures; none where nothing can be drawn.

    where: what is added to the heading, suffix: to the name.
    """
    heading = heading_of(name, shown, told)
    for label, part in _parts(table, shown):
        key = f"{name}-{re.sub(r'[^a-zA-Z0-9]+', '-', label).strip('-')}" if label else name
        try:
            figure = draw(shown.figure, part, told.about(shown))
            with drawn_for(PHONE):
                phone = draw(shown.figure, part, told.about(shown))
        except TableError:
            continue
        topic = f"{heading}: {spoken(label, told.players)}{where}" if label else f"{heading}{where}"
        found = figure.finding
        is_screened = "is_picked" in part.columns and not _is_found(part)
        yield Section(
            f"{key}{suffix}",
            topic,
            found,
            figure,
            part,
            source=name,
            phone=phone,
            fold=MORE_FIGURES if is_screened else "",
        )


def heading_of(name: str, shown: Shown | None, told: Told) -> str:
    """The heading of a table's sections."""
    heading = shown.heading if shown and shown.heading else name.replace("_", " ").capitalize()
    return heading.format(one=told.one, many=told.many)


def _parts(table: pd.DataFrame, shown: Shown) -> Iterator[tuple[str, pd.DataFrame]]:
    """The rows of every figure of a table, and what they are about (empty for all)."""
    if shown.split and shown.split in table.columns and table[shown.split].nunique() > 1:
        yield from sorted(_drawn_parts(table, shown), key=lambda part: not _is_found(part[1]))
    elif len(table):
        yield "", table


def _drawn_parts(table: pd.DataFrame, shown: Shown) -> Iterator[tuple[str, pd.DataFrame]]:
    """The parts of a table that are drawn: those of which some level says so, if any does."""
    for value, rows in table.groupby(shown.split, sort=False):
        if "is_drawn" not in rows.columns or rows["is_drawn"].astype(bool).any():
            yield str(value), rows


def _is_found(rows: pd.DataFrame) -> bool:
    """Whether a part of a table holds something that was established or picked."""
    marks = [name for name in ("is_established", "is_picked") if name in rows.columns]
    return any(rows[name].astype(bool).any() for name in marks)


def with_common_names(tables: Mapping[str, pd.DataFrame], told: Told) -> dict[str, pd.DataFrame]:
    """Tables under the names that all games share, their columns too."""
    names = told.drawing.old_names
    renamed = {}
    for name, table in tables.items():
        new = {a: b for a, b in names.items() if a in table.columns and b not in table.columns}
        renamed[names.get(name, name)] = table.rename(columns=new)
    return renamed
