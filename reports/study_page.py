"""The report of a study: its results.json and its tidy tables become a page.

A study folder holds `results.json` and CSV tables (in the folder or in `tables/`). Of the JSON
object these keys are read, all optional: `study` (its kind), `title`, `verdict` (the answer in one
sentence), `findings` (sentences, a list or an object), `warnings`, `method` (a text or several),
`settings` (an object), `seed`, `games`, `versions` (an object), `fingerprint`, `command` (or
`reproduce`, several), `captions` (by table: a sentence over it). A table is drawn by the figure
whose columns it has; other tables are shown as they are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pandas as pd

from reports import figures
from reports.figures.setups import RockMaps
from reports.figures.tables import TableError
from reports.page import Report, Section
from reports.style import ReportFigure

Draw = Callable[[pd.DataFrame], ReportFigure]

SIGNATURES: tuple[tuple[frozenset[str], Draw], ...] = tuple(
    (frozenset(columns.split()), draw)
    for columns, draw in (
        ("start_tiles unfairness low high n", figures.start_tile_map),
        ("quantity unit difference low high n", figures.ruleset_differences),
        ("strategy opponent share low high n", figures.strategy_matrix),
        ("strategy rating low high n", figures.ratings),
        ("strategy share low high n fair", figures.strategy_shares),
        ("setup share low high n", figures.setups),
        ("seat share low high n", figures.seat_shares),
        ("ended_by share low high n", figures.endings),
        ("round group score low high n", figures.lead_development),
        ("colour group tiles low high n", figures.eaten),
        ("measure group mean low high n", figures.activity),
        ("colour value games", figures.coral_values),
        ("decided games", figures.lead_decided),
        ("seat score games", figures.scores),
        ("margin games", figures.margins),
        ("turns games", figures.game_length),
    )
)
"""Columns that a table must have, and the figure that draws it; the first that fits counts."""


def figure_for(table: pd.DataFrame, rock_maps: RockMaps | None = None) -> ReportFigure | None:
    """The figure of a table by its columns; None if no figure knows them or it cannot be drawn."""
    for columns, draw in SIGNATURES:
        if columns <= set(table.columns):
            try:
                if draw is figures.setups:
                    has_rocks = "rocks" in table.columns and table["rocks"].notna().all()
                    return figures.setups(table, rock_maps if has_rocks else None)
                return draw(table)
            except TableError:
                return None
    return None


def study_report(
    results: Mapping[str, Any],
    tables: Mapping[str, pd.DataFrame],
    name: str,
    rock_maps: RockMaps | None = None,
) -> Report:
    """The report of a study called `name`."""
    kind = str(results.get("study", "study"))
    sections = list(_sections(results, tables, rock_maps))
    verdict = str(results.get("verdict") or (sections[0].finding if sections else ""))
    return Report(
        title=str(results.get("title") or f"{kind}: {name}"),
        finding=verdict or "The study has no results yet",
        meta=_meta(results),
        sections=sections,
        tables=dict(tables),
        settings=_settings(results),
        method=_texts(results.get("method")) or ["Every interval says in its note what it is."],
        reproduce=_texts(results.get("reproduce") or results.get("command")),
        notices=_texts(results.get("warnings")),
        summary={"study": kind, "results": dict(results)},
    )


def _sections(
    results: Mapping[str, Any], tables: Mapping[str, pd.DataFrame], rock_maps: RockMaps | None
) -> Iterator[Section]:
    captions = results.get("captions", {})
    drawn = {name: figure_for(table, rock_maps) for name, table in tables.items()}
    findings = _texts(results.get("findings"))
    # Drawn tables first: a reader wants to see before reading numbers.
    for name in sorted(tables, key=lambda name: drawn[name] is None):
        figure = drawn[name]
        topic = name.replace("_", " ").capitalize()
        finding = str(captions.get(name) or (figure.finding if figure else topic))
        text = "  ".join(findings) if findings else ""
        yield Section(name, topic, finding, figure, tables[name], text)
        findings = []


def _texts(value: Any) -> list[str]:
    if not value:
        return []
    if isinstance(value, str):
        return [value]
    if isinstance(value, Mapping):
        return [str(item) for item in value.values()]
    return [str(item) for item in value]


def _meta(results: Mapping[str, Any]) -> str:
    games = results.get("games")
    parts = [f"{games:,} games" if isinstance(games, int) else "", str(results.get("created", ""))]
    return ", ".join(filter(None, parts))


def _settings(results: Mapping[str, Any]) -> list[tuple[str, str]]:
    rows = []
    for name in ("seed", "games", "fingerprint", "created"):
        if results.get(name) is not None:
            rows.append((name, str(results[name])))
    for name in ("settings", "versions"):
        value = results.get(name)
        if isinstance(value, Mapping):
            rows += [(str(key), _value_text(item)) for key, item in value.items()]
    return rows


def _value_text(value: Any) -> str:
    if isinstance(value, (list, tuple)):
        return ", ".join(_value_text(item) for item in value)
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {_value_text(item)}" for key, item in value.items())
    return str(value)
