"""The report of a study: its results.json and its tidy tables become a page.

A study folder holds `results.json` and CSV tables (in the folder or in `tables/`). Of the JSON
object these keys are read, all optional: `study` (its kind), `title`, `finding` (the answer in one
sentence), `verdicts`, `not_established`, `outlook` (lists of sentences), `warnings`, `method` (a
text or several), `settings` (an object), `seed`, `games`, `versions` (an object),
`rules_version`, `fingerprint`, `reproduce` (a command or several), `tables` (file names in the
order of the page). A table is drawn by the figure whose columns it has, once for each `group` where
that figure takes one group only; other tables are shown as they are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import pandas as pd

from reports import figures
from reports.figures.setups import RockMaps
from reports.figures.tables import TableError
from reports.page import Report, Section
from reports.run_page import drawable, game_sections
from reports.style import ReportFigure
from reports.words import counted

LISTS = {
    "verdicts": "Established",
    "not_established": "Not established",
    "outlook": "What more games would buy",
}
NAMES = {
    "seats": "Seats",
    "seat_means": "Scores and places by seat",
    "map": "Start-tile map",
    "map_seats": "Seats by start tiles",
    "worth": "Worth of a start tile",
    "confirmation": "Confirmation with fresh games",
    "differences": "Differences on the same deals",
    "means": "Means",
    "ratings": "Ratings",
    "matrix": "Strategies against each other",
    "strategies": "Strategies",
    "strategies_by_seat": "Strength by seat",
    "strategies_by_setup": "Strength by set-up",
    "setup_effects": "Tests of strength by set-up",
    "looks": "The course of the test",
    "values": "What moves",
}
"""Headings of tables that studies write; others are named by their file."""


SWEEP = "values"
"""The table whose picture opens a page where there is one: it says more than its differences."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """When a figure draws a table: the columns it must have, and what else must hold.

    keys: columns whose values together occur once. split: by this column into several figures.
    """

    columns: frozenset[str]
    draw: Callable[..., ReportFigure]
    keys: tuple[str, ...] = ()
    split: str = ""

    def fits(self, table: pd.DataFrame) -> bool:
        """Whether the figure can draw the table."""
        if not self.columns <= set(table.columns):
            return False
        keys = [key for key in ("group", *self.keys) if key in table.columns]
        return not (self.keys and table.duplicated(keys).any())


def _drawn(columns: str, draw: Callable[..., ReportFigure], *keys: str, split: str = "") -> Drawn:
    return Drawn(frozenset(columns.split()), draw, keys, split)


FIGURES: tuple[Drawn, ...] = (
    _drawn(
        "start_tiles unfairness low high n", figures.start_tile_map, "start_tiles", split="group"
    ),
    _drawn("quantity unit difference low high n", figures.ruleset_differences),
    _drawn(
        "parameter value quantity unit mean low high n", figures.parameter_sweep, split="parameter"
    ),
    _drawn(
        "strategy opponent share low high n", figures.strategy_matrix, "strategy", "opponent",
        split="group",
    ),
    _drawn(
        "strategy seat difference_low is_established", figures.strength_by_seat, "strategy", "seat",
    ),
    _drawn(
        "strategy setup_choice value difference_low is_picked", figures.strength_by_setup,
        "strategy", "setup_choice", "value", split="setup_choice",
    ),
    _drawn("strategy rating low high n", figures.ratings, "strategy", split="group"),
    _drawn("strategy share low high n fair", figures.strategy_shares, "strategy"),
    _drawn("setup share low high n", figures.setups, "setup", split="group"),
    _drawn("seat share low high n log_odds", figures.tile_worth, "seat"),
    _drawn("seat share low high n", figures.seat_shares, "seat"),
    _drawn("ended_by share low high n", figures.endings, "ended_by"),
    _drawn("round group score low high n", figures.lead_development, "round"),
    _drawn("colour group tiles low high n", figures.eaten, "colour"),
    _drawn("measure group mean low high n", figures.activity, "measure"),
    _drawn("deals share low high n", figures.duel_path, "deals"),
    _drawn("budget share low high n rival", figures.strength_by_budget, "budget"),
    _drawn("colour value games", figures.coral_values, "colour", "value"),
    _drawn("decided games", figures.lead_decided, "decided"),
    _drawn("seat score games", figures.scores, "seat", "score"),
    _drawn("margin games", figures.margins, "margin"),
    _drawn("turns games", figures.game_length, "turns"),
)  # fmt: skip
"""The first entry whose columns a table has draws it, if what else must hold does."""


def figures_of(
    table: pd.DataFrame, rock_maps: RockMaps | None = None
) -> Iterator[tuple[str, pd.DataFrame, ReportFigure]]:
    """The figures of a table: what each is about (empty for all), its rows, and the figure."""
    if "unfairness" in table.columns:
        table = drawable("handicap", table)
    if {"setup", "column", "value"} <= set(table.columns):
        rocks = table["value"].where(table["column"] == "rocks")
        table = table.assign(rocks=rocks).drop(columns=["column", "value"])
    found = next((entry for entry in FIGURES if entry.columns <= set(table.columns)), None)
    if found is None or not found.fits(table) or not _is_sound(found, table):
        return
    for label, part in _parts(found, table):
        try:
            if found.draw is figures.setups:
                has_maps = "rocks" in part.columns and bool(part["rocks"].notna().all())
                yield label, part, figures.setups(part, rock_maps if has_maps else None)
            else:
                yield label, part, found.draw(part)
        except TableError:
            continue


def _is_sound(entry: Drawn, table: pd.DataFrame) -> bool:
    """Seats' shares are drawn against the fair share only where they add up to 1."""
    if entry.draw is not figures.seat_shares:
        return True
    groups = table["group"] if "group" in table.columns else pd.Series("", index=table.index)
    return bool((table.groupby(groups)["share"].sum().sub(1).abs() < 1e-3).all())


def _parts(entry: Drawn, table: pd.DataFrame) -> Iterator[tuple[str, pd.DataFrame]]:
    is_split = bool(entry.split) and entry.split in table.columns
    if entry.draw is figures.setups and "rocks" in table.columns and not is_split:
        is_rock = table["rocks"].notna() & (table["rocks"].astype(str) != "")
        for label, part in (("rocks", table[is_rock]), ("other choices", table[~is_rock])):
            if len(part):
                yield label if is_rock.any() and not is_rock.all() else "", part
        return
    if is_split and table[entry.split].nunique() > 1:
        for value, rows in table.groupby(entry.split, sort=False):
            yield str(value), rows
        return
    yield "", table


def study_report(
    results: Mapping[str, Any],
    tables: Mapping[str, pd.DataFrame],
    name: str,
    rock_maps: RockMaps | None = None,
) -> Report:
    """The report of a study called `name`."""
    kind = str(results.get("study", "study"))
    sections = list(_sections(results, tables, rock_maps))
    finding = str(results.get("finding") or (sections[0].finding if sections else ""))
    return Report(
        title=str(results.get("title") or f"{kind}: {name}"),
        finding=finding or "The study has no results yet",
        meta=_meta(results),
        sections=sections,
        tables=dict(tables),
        lists=[(title, _texts(results.get(key))) for key, title in LISTS.items()],
        settings=_settings(results),
        method=_texts(results.get("method")) or ["Every interval says in its note what it is."],
        reproduce=_texts(results.get("reproduce") or results.get("command")),
        notices=_texts(results.get("warnings")),
        summary={"study": kind, "results": dict(results)},
    )


def with_games(report: Report, tables: Mapping[str, pd.DataFrame], labels: Sequence[str]) -> Report:
    """The report with sections on how the study's games went, after its own.

    Tables and labels as `reports.run_page` takes them. What the study itself measures is left out.
    """
    own = ("seats", "strategies", "matrix", "differences", "handicap", "setups", "seat_scores")
    kept = {name: table for name, table in tables.items() if name not in own}
    if kept:
        further = list(game_sections(kept, labels))
        for section in further:
            report.sections.append(
                replace(section, name=f"games-{section.name}", source=f"games_{section.source}")
            )
        report.tables |= {f"games_{name}": table for name, table in kept.items()}
    return report


def _sections(
    results: Mapping[str, Any], tables: Mapping[str, pd.DataFrame], rock_maps: RockMaps | None
) -> Iterator[Section]:
    """Drawn tables first, in the study's order: a reader wants to see before reading numbers."""
    order = [str(file).removesuffix(".csv") for file in results.get("tables", ())]
    names = [name for name in order if name in tables]
    names += [name for name in tables if name not in names]
    names.sort(key=lambda name: name != SWEEP)
    plain = []
    for name in names:
        topic = NAMES.get(name, name.replace("_", " ").capitalize())
        drawn = list(figures_of(tables[name], rock_maps))
        for k, (label, part, figure) in enumerate(drawn):
            key = name if len(drawn) == 1 else f"{name}-{k}"
            heading = f"{topic} ({label})" if label else topic
            yield Section(key, heading, figure.finding, figure, part, source=name)
        if not drawn and len(tables[name]):
            plain.append(Section(name, topic, f"{topic}: the numbers", None, tables[name]))
    yield from plain


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
    parts = [
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
