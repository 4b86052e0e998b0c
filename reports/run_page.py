"""The report of a run: which tables become which sections, in which order."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import pandas as pd

from analyzer.games import get_game
from analyzer.reporting.tables import shown_tables
from analyzer.tables import Shown
from reports.figures import told_of
from reports.figures.told import Told
from reports.page import Report, Section
from reports.sections import sections_of, with_common_names

MAX_DETAILED = 6
"""Cells that get sections of their own; the tables have all of them."""
_MANY_BARS = ("endings", "game_length")
"""Figures of all cells that cannot show more of them than that."""

Tables = Mapping[str, pd.DataFrame]


def run_report(tables: Tables, facts: Mapping[str, Any], game: str) -> Report:
    """The report of a run.

    `tables` by name, as `analyzer.reporting.tables` describes them. `facts` holds `title`,
    `meta`, `labels` (of the cells), `players`, `settings`, `method`, `reproduce`,
    `notices` and `summary` as `Report` has them.
    """
    labels = list(facts["labels"])
    tables = with_common_names(tables, told_of(game))
    sections = list(game_sections(tables, labels, game))
    notices = list(facts["notices"])
    if len(labels) > MAX_DETAILED:
        notices.append(
            f"The run has {len(labels)} cells; sections on single cells and some figures show the"
            f" first {MAX_DETAILED}, the tables have all of them."
        )
    finding = sections[0].finding if sections else "No games have been played yet"
    return Report(
        title=facts["title"],
        finding=finding,
        meta=facts["meta"],
        players=list(facts["players"]),
        sections=sections,
        tables=dict(tables),
        settings=list(facts["settings"]),
        method=list(facts["method"]),
        reproduce=list(facts["reproduce"]),
        notices=notices,
        summary=dict(facts["summary"]),
    )


def game_sections(
    tables: Tables, labels: Sequence[str], game: str, fold: str = ""
) -> Iterator[Section]:
    """The sections of all tables: those about all cells, then those about single cells.

    fold: where they are, the single cells in folds of their own.
    """
    told = told_of(game)
    known = shown_tables(get_game(game))
    shown = {name: how for name, how in known.items() if name in tables}
    played = [k for k in range(len(labels)) if _has_games(tables, k)]
    for name, how in shown.items():
        if not how.is_by_cell:
            table = tables[name]
            most = MAX_DETAILED if how.figure in _MANY_BARS else len(played)
            drawn = table[table["cell"].isin(played[:most])] if "cell" in table.columns else table
            for section in sections_of(name, drawn, how, told):
                yield replace(section, fold=fold)
    for cell in played[:MAX_DETAILED]:
        label = labels[cell] if len(labels) > 1 else ""
        where = ": ".join(filter(None, (fold or (label and "One by one"), label)))
        for section in _cell_sections(tables, shown, cell, labels, told):
            yield replace(section, fold=where)


def _has_games(tables: Tables, cell: int) -> bool:
    return "game_length" in tables and bool((tables["game_length"]["cell"] == cell).any())


def _cell_sections(
    tables: Tables, shown: Mapping[str, Shown], cell: int, labels: Sequence[str], told: Told
) -> Iterator[Section]:
    """The sections on one cell."""
    is_many = len(labels) > 1
    where = f" ({labels[cell]})" if is_many and labels[cell] else ""
    for name, how in shown.items():
        if how.is_by_cell:
            part = tables[name][tables[name]["cell"] == cell]
            part = part.drop(columns=["label"], errors="ignore")
            yield from sections_of(name, part, how, told, where, f"-{cell}" if is_many else "")
