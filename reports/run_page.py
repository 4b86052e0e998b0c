"""The report of a run: which tables become which sections, in which order."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import pandas as pd

from reports import figures
from reports.figures.setups import RockMaps
from reports.figures.tables import TableError
from reports.page import Report, Section
from reports.style import ReportFigure

MAX_DETAILED = 4
"""Cells that get sections of their own; the tables have all of them."""

Tables = Mapping[str, pd.DataFrame]

_BY_CELL: tuple[tuple[str, str, Callable[..., ReportFigure]], ...] = (
    ("scores", "Scores", figures.scores),
    ("margins", "Winning margins", figures.margins),
    ("lead", "How the lead develops", figures.lead_development),
    ("decided", "When the lead is settled", figures.lead_decided),
    ("values", "Coral values", figures.coral_values),
    ("eaten", "What was eaten", figures.eaten),
    ("activity", "Attacks, locks and other actions", figures.activity),
)
"""Tables with a figure for each cell: name, topic, figure."""
_ALL_CELLS: tuple[tuple[str, str, Callable[..., ReportFigure], int], ...] = (
    ("strategies", "Strategies", figures.strategy_shares, 1000),
    ("seats", "Seats", figures.seat_shares, 1000),
    ("handicap", "Start tiles", figures.start_tile_map, 1000),
    ("differences", "Differences on the same deals", figures.ruleset_differences, 24),
    ("matrix", "Strategies against each other", figures.strategy_matrix, 100),
    ("endings", "Endings", figures.endings, MAX_DETAILED),
    ("game_length", "Length of the games", figures.game_length, MAX_DETAILED),
)
"""Tables with one figure for all cells, and how many cells it takes."""


_NAMES = {
    "values": {"member": "colour"},
    "eaten": {"member": "colour", "mean": "tiles"},
    "activity": {"member": "measure"},
    "handicap": {"handicap": "start_tiles"},
    "setups": {"value": "rocks"},
}
"""By table, what its figure calls the columns."""


def drawable(name: str, table: pd.DataFrame) -> pd.DataFrame:
    """A table with its columns named as its figure asks for them."""
    return table.rename(columns=_NAMES.get(name, {}))


def run_report(
    tables: Tables, facts: Mapping[str, Any], rock_maps: RockMaps | None = None
) -> Report:
    """The report of a run.

    `tables` by name, as `analyzer.reporting.tables` describes them. `facts` holds `title`,
    `meta`, `labels` (of the cells), `settings`, `method`, `reproduce`, `notices` and `summary`
    as `Report` has them.
    """
    labels = list(facts["labels"])
    sections = list(game_sections(tables, labels, rock_maps))
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
        sections=sections,
        tables=dict(tables),
        settings=list(facts["settings"]),
        method=list(facts["method"]),
        reproduce=list(facts["reproduce"]),
        notices=notices,
        summary=dict(facts["summary"]),
    )


def game_sections(
    tables: Tables, labels: Sequence[str], rock_maps: RockMaps | None = None
) -> Iterator[Section]:
    """The sections of all tables: those about all cells, then those about single cells."""
    played = [k for k in range(len(labels)) if _has_games(tables, k)]
    for name, topic, draw, most in _ALL_CELLS:
        if name in tables:
            table = tables[name]
            drawn = table[table["cell"].isin(played[:most])] if "cell" in table.columns else table
            yield from _section(name, topic, table, draw, drawn, source=name)
    for cell in played[:MAX_DETAILED]:
        yield from _cell_sections(tables, cell, labels[cell], rock_maps, len(labels) > 1)


def _has_games(tables: Tables, cell: int) -> bool:
    return "game_length" in tables and bool((tables["game_length"]["cell"] == cell).any())


def _section(
    name: str,
    topic: str,
    table: pd.DataFrame,
    draw: Callable[..., ReportFigure],
    drawn: pd.DataFrame | None = None,
    source: str = "",
    **options: Any,
) -> Iterator[Section]:
    """A section with its figure, of `drawn` or of the table; none where nothing can be drawn."""
    try:
        figure = draw(drawable(source, table if drawn is None else drawn), **options)
    except TableError:
        return
    yield Section(name, topic, figure.finding, figure, table, source=source)


def _cell_sections(
    tables: Tables, cell: int, label: str, rock_maps: RockMaps | None, is_many: bool
) -> Iterator[Section]:
    """The sections on one cell."""
    suffix = f"-{cell}" if is_many else ""
    where = f" ({label})" if is_many and label else ""
    if "setups" in tables:
        table = tables["setups"]
        for choice, part in table[table["cell"] == cell].groupby("choice", sort=False):
            maps = rock_maps if choice == "rocks" else None
            name = f"setups-{str(choice).replace(' ', '-')}{suffix}"
            topic = f"Set-up: {choice}{where}"
            yield from _section(name, topic, part, figures.setups, source="setups", rock_maps=maps)
    for name, topic, draw in _BY_CELL:
        if name in tables:
            part = tables[name][tables[name]["cell"] == cell]
            part = part.drop(columns=["label"], errors="ignore")
            yield from _section(f"{name}{suffix}", f"{topic}{where}", part, draw, source=name)
