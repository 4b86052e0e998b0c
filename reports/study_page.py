"""The report of a study: its results.json and its tidy tables become a page.

A study folder holds `results.json` and CSV tables (in the folder or in `tables/`). Of the JSON
object these keys are read, all optional: `study` (its kind), `title`, `finding` (the answer in one
sentence), `verdicts`, `screened`, `policy`, `not_established`, `outlook` (lists of sentences),
`warnings`, `method` (a text or several), `settings` (an object), `seed`, `games`, `versions` (an
object), `rules_version`, `fingerprint`, `reproduce` (a command or several), `tables` (file names in
the order of the page), `figures` (by table: what draws it, as `analyzer.tables.Shown`). Tables
that no figure draws are shown as they are.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import pandas as pd

from analyzer.games import about, game_names
from analyzer.tables import Shown
from analyzer.wording import counted
from reports.figures import told_of
from reports.page import Report, Section
from reports.run_page import game_sections
from reports.sections import STUDY_TABLES, heading_of, sections_of, with_common_names

OPENING = "sweep"
"""The figure that opens a page where there is one: it says more than its differences."""
GAMES = "How the games went (described, not tested)"
"""The fold of what is not the study's own question: nothing in it is a claim of the report."""
FEW_FIGURES = 3
"""Figures of a study below which some of its games are seen too."""
LISTS = {
    "summary": "In short",
    "verdicts": "Established",
    "screened": "Picked by a screening, to be confirmed",
    "policy": "What the skill of the players changes",
    "not_established": "Not established",
    "outlook": "What more games would buy",
}
LIST_NOTES = {
    LISTS["verdicts"]: "All of it together is wrong with a chance of at most 5 %.",
    LISTS["screened"]: "Of such picks about 5 % are false, beside the 5 % of what is established.",
}
"""How often what stands under a heading is wrong."""
_OWN = ("seats", "strategies", "matrix", "differences", "handicap", "setups", "seat_scores")
"""Tables of a run about what studies measure themselves."""


def study_report(
    results: Mapping[str, Any],
    tables: Mapping[str, pd.DataFrame],
    name: str,
    game: str,
    players: Sequence[tuple[str, str]] = (),
) -> Report:
    """The report of a study called `name`."""
    kind = str(results.get("study", "study"))
    tables = with_common_names(tables, told_of(game))
    sections = list(_sections(results, tables, game))
    finding = str(results.get("finding") or (sections[0].finding if sections else ""))
    return Report(
        title=str(results.get("title") or f"{kind}: {name}"),
        finding=finding or "The study has no results yet",
        meta=_meta(results, about(game).title if game in game_names() else ""),
        players=list(players),
        sections=sections,
        tables=dict(tables),
        lists=[(title, _texts(results.get(key))) for key, title in LISTS.items()],
        list_notes=LIST_NOTES,
        settings=_settings(results),
        method=_texts(results.get("method")) or ["Every interval says in its note what it is."],
        reproduce=_texts(results.get("reproduce") or results.get("command")),
        notices=_texts(results.get("warnings")),
        summary={"study": kind, "results": dict(results)},
    )


def with_games(
    report: Report, tables: Mapping[str, pd.DataFrame], labels: Sequence[str], game: str
) -> Report:
    """The report with sections on how the study's games went, after its own.

    Where the study has few figures those about all of its games may be seen with them.
    Tables and labels as `reports.run_page` takes them. What the study itself measures is left out.
    """
    tables = with_common_names(tables, told_of(game))
    kept = {name: table for name, table in tables.items() if name not in _OWN}
    is_short = len([s for s in report.sections if s.figure is not None]) < FEW_FIGURES
    for section in game_sections(kept, labels, game, GAMES):
        is_open = is_short and section.fold == GAMES and _tells_something(section.table)
        if is_open:
            section = replace(section, fold="", topic=f"{GAMES}: {section.topic}")
        report.sections.append(
            replace(section, name=f"games-{section.name}", source=f"games_{section.source}")
        )
    report.tables |= {f"games_{name}": table for name, table in kept.items()}
    return report


def _tells_something(table: pd.DataFrame | None) -> bool:
    """Whether a table of shares holds others than all and none."""
    return table is None or "share" not in table or not table["share"].isin((0, 1)).all()


def _sections(
    results: Mapping[str, Any], tables: Mapping[str, pd.DataFrame], game: str
) -> Iterator[Section]:
    """Drawn tables first, in the study's order: a reader wants to see before reading numbers."""
    players = results.get("settings", {}).get("players", 0)
    told = told_of(game, players if isinstance(players, int) else 0)
    order = [str(file).removesuffix(".csv") for file in results.get("tables", ())]
    names = [name for name in order if name in tables]
    names += [name for name in tables if name not in names]
    shown = {name: _shown(name, results.get("figures", {}).get(name)) for name in names}
    names.sort(key=lambda name: getattr(shown[name], "figure", "") != OPENING)
    plain = []
    for name in names:
        how = shown[name]
        drawn = list(sections_of(name, tables[name], how, told)) if how else []
        yield from drawn
        if not drawn and len(tables[name]):
            topic = heading_of(name, how, told)
            plain.append(Section(name, topic, f"{topic}: the numbers", None, tables[name]))
    yield from plain


def _shown(name: str, stored: Mapping[str, Any] | None) -> Shown | None:
    """How a table is shown: as the study says, or as tables of its name always were."""
    known = STUDY_TABLES.get(name)
    if stored is None:
        return known
    heading = known.heading if known else ""
    return Shown(**{"heading": heading, **stored})


def _texts(value: Any) -> list[str]:
    if not value:
        return []
    if isinstance(value, str):
        return [value]
    if isinstance(value, Mapping):
        return [str(item) for item in value.values()]
    return [str(item) for item in value]


def _meta(results: Mapping[str, Any], title: str) -> str:
    games = results.get("games")
    parts = [
        title,
        counted(games, "game") if isinstance(games, int) else "",
        str(results.get("created", "")),
    ]
    return ", ".join(filter(None, parts))


def _settings(results: Mapping[str, Any]) -> list[tuple[str, str]]:
    rows = []
    for name in ("seed", "games", "rules_version", "fingerprint", "created"):
        if results.get(name) is not None:
            rows.append((name, str(results[name])))
    for name in ("settings", "versions"):
        value = results.get(name)
        if isinstance(value, Mapping):
            rows += [(str(key), _value_text(item)) for key, item in value.items()]
    return [(name, text) for name, text in rows if text]


def _value_text(value: Any) -> str:
    if isinstance(value, (list, tuple)):
        return ", ".join(_value_text(item) for item in value)
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {_value_text(item)}" for key, item in value.items())
    return str(value)
