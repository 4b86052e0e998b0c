"""One self-contained page from a report, and the files beside it.

The page needs no script and no network, follows light and dark, prints well and stays small: the
figures are SVG with the page's own colours, each drawn for desks and for phones. The answer comes
first, then a picture and a few more; the rest is in folds.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from html import escape
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from analyzer.wording import decimals_for, number, round_to_interval, unbroken
from analyzer.wording.digits import narrower_side
from reports.figures.tables import seat_names
from reports.style import INLINE_TONES, LIGHT, ReportFigure, inline_svg, png_bytes, svg_text

FORMAT = "reef-report/1"
MAX_ROWS = 60
"""Rows of a table that the page shows; the CSV file has all."""
MAX_OPEN = 5
"""Figures that are seen without opening a fold."""
MAX_OPEN_INCHES = 22.0
"""Height of them all together, as they are drawn for desks: a reader should see the end."""
MAX_SENTENCES = 5
"""Sentences of the first list that are seen without opening a fold."""
MORE_FIGURES = "More figures"
"""The fold of figures for which there is no room, or which show nothing that was found."""
_VALUES = ("share", "unfairness", "difference", "rating", "mean", "score")
"""Columns to which `low` and `high` belong; the first that a table has."""
_SHARES = ("share", "unfairness", "advantage", "reference")
"""Columns shown as per cent."""


@dataclass(frozen=True, slots=True)
class Section:
    """A piece of evidence: its name (for files), topic, finding (or nothing), and what shows it.

    phone: the figure drawn for phones. source: the report's table that the section's is a part of;
    it then has no own file. fold: the heading of the fold that it is in; without one it is in the
    open where there is room.
    """

    name: str
    topic: str
    finding: str
    figure: ReportFigure | None = None
    table: pd.DataFrame | None = None
    text: str = ""
    source: str = ""
    phone: ReportFigure | None = None
    fold: str = ""


@dataclass(slots=True)
class Report:
    """Everything that a page says.

    finding: the answer in one sentence; the first section with a figure gives the picture.
    players: who played, and what they are; lists: sentences under a heading; list_notes: by heading
    what holds for all of them; settings: names and values; method: paragraphs; reproduce: command
    lines; notices: what a reader must know first; summary: more for summary.json.
    """

    title: str
    finding: str
    meta: str = ""
    players: list[tuple[str, str]] = field(default_factory=list)
    sections: list[Section] = field(default_factory=list)
    tables: dict[str, pd.DataFrame] = field(default_factory=dict)
    lists: list[tuple[str, list[str]]] = field(default_factory=list)
    list_notes: Mapping[str, str] = field(default_factory=dict)
    settings: list[tuple[str, str]] = field(default_factory=list)
    method: list[str] = field(default_factory=list)
    reproduce: list[str] = field(default_factory=list)
    notices: list[str] = field(default_factory=list)
    summary: dict[str, Any] = field(default_factory=dict)


def write_report(report: Report, folder: Path) -> Path:
    """Writes the page, figures, tables and summary.json into a folder; the path of the page."""
    figures, tables = folder / "figures", folder / "tables"
    for path in (folder, figures, tables):
        path.mkdir(parents=True, exist_ok=True)
    for section in report.sections:
        if section.figure is not None:
            svg = svg_text(section.figure)
            (figures / f"{section.name}.svg").write_text(svg, encoding="utf-8")
            (figures / f"{section.name}.png").write_bytes(png_bytes(section.figure))
    for name, table in all_tables(report).items():
        table.to_csv(tables / f"{name}.csv", index=False)
    summary = json.dumps(summary_of(report), indent=1, ensure_ascii=False, allow_nan=False)
    (folder / "summary.json").write_text(summary + "\n", encoding="utf-8")
    page = folder / "report.html"
    page.write_text(page_html(report), encoding="utf-8")
    return page


def all_tables(report: Report) -> dict[str, pd.DataFrame]:
    """The tables of a report by name: those of its sections, and further ones."""
    own = (s for s in report.sections if s.source not in report.tables)
    tables = {s.name: s.table for s in own if s.table is not None}
    return {**report.tables, **tables}


def summary_of(report: Report) -> dict[str, Any]:
    """The report as a JSON object: what it found, and from what."""
    return {
        "format": FORMAT,
        "title": report.title,
        "finding": report.finding,
        "notices": report.notices,
        **{title: sentences for title, sentences in report.lists if sentences},
        "findings": {section.name: section.finding for section in report.sections},
        "players": dict(report.players),
        "settings": dict(report.settings),
        "reproduce": report.reproduce,
        "tables": {name: f"tables/{name}.csv" for name in all_tables(report)},
        **_plain(report.summary),
    }


def _plain(value: Any) -> Any:
    """A value as strict JSON: numbers that are not finite become null."""
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    if hasattr(value, "item"):
        value = value.item()
    return None if isinstance(value, float) and not math.isfinite(value) else value


# --- the page ------------------------------------------------------------------------------------


def page_html(report: Report) -> str:
    """The page as HTML."""
    style = resources.files("reports").joinpath("page.css").read_text("utf-8")
    notices = "".join(f'<p class="notice">{_text(text)}</p>' for text in report.notices)
    lists = [(title, sentences) for title, sentences in report.lists if sentences]
    shown = open_sections(report.sections)
    seen = {section.name for section in shown}
    body = [
        f"<header><h1>{_text(report.title)}</h1>",
        f'<p class="finding">{_text(report.finding)}</p>',
        f'<p class="meta">{_text(report.meta)}</p></header>',
        notices,
        _opening(shown[0], report.finding) if shown else "",
        _players(report.players),
        *(_list_html(title, sentences[:MAX_SENTENCES]) for title, sentences in lists[:1]),
        *map(_section_html, shown[1:]),
        '<div class="folds">',
        *_folded_lists(lists, report.list_notes),
        *_folded_sections([s for s in report.sections if s.name not in seen]),
        _closing(report),
        "</div>",
    ]
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<meta http-equiv="Content-Security-Policy" content="default-src \'none\';'
        " style-src 'unsafe-inline'; img-src data:\">"
        f'<link rel="icon" href="data:,"><title>{escape(report.title)}</title>'
        f"<style>\n{style}</style></head>\n<body>\n" + "\n".join(filter(None, body)) + "\n"
        "</body></html>\n"
    )


def opening_html(report: Report) -> str:
    """What a page opens with, for a notebook: the finding, one picture and the sentences."""
    tones = ";".join(f"--{part}:{getattr(LIGHT, part)}" for part in INLINE_TONES)
    shown = open_sections(report.sections)[:1]
    parts = [
        f'<div style="{tones};max-width:54rem"><p><b>{_text(report.finding)}</b></p>',
        *(_opening(replace(first, phone=None), report.finding) for first in shown),
        *(_list_html(title, sentences) for title, sentences in report.lists if sentences),
        "</div>",
    ]
    return "\n".join(filter(None, parts))


def open_sections(sections: Sequence[Section]) -> list[Section]:
    """The sections that are seen at once: the first figures, as far as there is room for them."""
    shown: list[Section] = []
    inches = 0.0
    for section in sections:
        if section.figure is None or section.fold:
            continue
        height = float(section.figure.get_size_inches()[1])
        if not shown or (len(shown) < MAX_OPEN and inches + height <= MAX_OPEN_INCHES):
            shown.append(section)
            inches += height
    return shown


def _players(players: Sequence[tuple[str, str]]) -> str:
    """Who played, where they are named for the first time."""
    rows = "".join(f"<dt>{_text(name)}</dt><dd>{_text(text)}</dd>" for name, text in players)
    return f'<dl class="players">{rows}</dl>' if players else ""


def _folded_lists(
    lists: Sequence[tuple[str, list[str]]], notes: Mapping[str, str]
) -> Iterator[str]:
    """What the first list has more than is seen, and the other lists."""
    for k, (title, sentences) in enumerate(lists):
        rest = sentences if k else sentences[MAX_SENTENCES:]
        if rest:
            what = title if k else f"{title}: further"
            note = f"<p>{_text(notes[title])}</p>" if title in notes else ""
            yield _fold(f"{what} ({len(rest)})", note + _items(rest))


def _folded_sections(sections: Sequence[Section]) -> Iterator[str]:
    """The other sections, those of a fold together; then the tables that nothing draws."""
    folds: dict[str, list[Section]] = {}
    for section in sections:
        where = section.fold or (MORE_FIGURES if section.figure else "Further tables")
        folds.setdefault(where, []).append(section)
    for title in sorted(folds, key=lambda title: title == "Further tables"):
        inside = "".join(map(_section_html, folds[title]))
        yield _fold(f"{title} ({len(folds[title])})", inside)


def _fold(title: str, inside: str) -> str:
    return f'<details class="fold"><summary>{_text(title)}</summary>{inside}</details>'


def _text(words: str) -> str:
    return escape(unbroken(words))


def _list_html(title: str, sentences: Sequence[str]) -> str:
    return f'<section class="list"><h2>{_text(title)}</h2>{_items(sentences)}</section>'


def _items(sentences: Sequence[str]) -> str:
    items = "".join(f"<li>{_text(sentence)}</li>" for sentence in sentences)
    return f"<ul>{items}</ul>"


def _opening(section: Section, finding: str) -> str:
    """The section under the finding of the whole report, which may be its own."""
    own = section.finding if section.finding != finding else ""
    heading = f"<h2>{_text(own)}</h2>" if own else ""
    return f'<div id="{escape(section.name)}">{heading}{_evidence(section)}</div>'


def _section_html(section: Section) -> str:
    """A section under its finding; one without a finding under its topic."""
    topic = f'<p class="topic">{_text(section.topic)}</p>\n' if section.finding else ""
    return (
        f'<section id="{escape(section.name)}">{topic}'
        f"<h2>{_text(section.finding or section.topic)}</h2>\n{_evidence(section)}</section>"
    )


def _evidence(section: Section) -> str:
    """Text, figure and table of a section."""
    parts = [
        f"<p>{_text(section.text)}</p>" if section.text else "",
        _figure_html(section) if section.figure else "",
    ]
    if section.table is not None:
        table = table_html(section.table, f"tables/{section.source or section.name}.csv")
        parts.append(f"<details><summary>The numbers</summary>{table}</details>")
    return "\n".join(filter(None, parts))


def _figure_html(section: Section) -> str:
    """The drawing for desks and that for phones; the width of the page shows one of them."""
    assert section.figure is not None
    drawings = {"desk": section.figure, "phone": section.phone}
    drawn = "".join(
        f'<div class="drawing {where if section.phone else ""}" tabindex="0">'
        f"{inline_svg(figure, f'{section.name}-{where}')}</div>"
        for where, figure in drawings.items()
        if figure is not None
    )
    return f"<figure>{drawn}<figcaption>{_text(section.figure.note)}</figcaption></figure>"


def _closing(report: Report) -> str:
    parts = [f"<p>{_text(text)}</p>" for text in report.method]
    if report.reproduce:
        lines = "\n".join(report.reproduce)
        parts.append(f"<p>To reproduce it:</p><pre>{escape(lines)}</pre>")
    if report.settings:
        rows = "".join(f"<dt>{escape(k)}</dt><dd>{escape(v)}</dd>" for k, v in report.settings)
        parts.append(f"<dl>{rows}</dl>")
    return _fold("How this was made, and how to make it again", "\n".join(parts))


# --- tables --------------------------------------------------------------------------------------


def table_html(df: pd.DataFrame, file: str = "") -> str:
    """A table with no more digits than its intervals support; `file` names where all rows are."""
    shown = df.drop(columns=[c for c in ("interval", "fair", "label") if c in df.columns])
    if {"quantity", "label"} <= set(df.columns):  # what the sentences call it
        shown["quantity"] = df["label"]
    if "seat" in shown.columns:
        shown["seat"] = seat_names(shown)
    shown = shown.drop(columns=[c for c in shown.columns if _is_blank(shown[c])]).head(MAX_ROWS)
    texts = [[_cell_text(row, c) for c in shown.columns] for _, row in shown.iterrows()]
    kinds = ["number" if pd.api.types.is_numeric_dtype(shown[c]) else "" for c in shown.columns]
    head = "".join(_cell("th", str(c).replace("_", " "), k) for c, k in _pairs(shown, kinds))
    rows = "".join(
        f"<tr>{''.join(_cell('td', text, k) for text, k in zip(line, kinds, strict=True))}</tr>"
        for line in texts
    )
    about = []
    if "interval" in df.columns and len(df):
        about.append(f"low, high: {df['interval'].iloc[0]}")
    if len(df) > MAX_ROWS:
        about.append(f"the first {MAX_ROWS} of {len(df):,} rows; all are in {file}")
    elif file:
        about.append(f"also in {file}")
    caption = f"<caption>{escape('; '.join(about))}</caption>" if about else ""
    return (
        f'<div class="scroll" tabindex="0"><table>{caption}<thead><tr>{head}</tr></thead>'
        f"<tbody>{rows}</tbody></table></div>"
    )


def _pairs(df: pd.DataFrame, kinds: Iterable[str]) -> Iterable[tuple[str, str]]:
    return zip(df.columns, kinds, strict=True)


def _is_blank(column: pd.Series) -> bool:
    return bool(column.isna().all() or (column.astype(str) == "").all())


def _cell(tag: str, text: str, kind: str) -> str:
    return (
        f'<{tag} class="number">{escape(text)}</{tag}>'
        if kind
        else f"<{tag}>{escape(text)}</{tag}>"
    )


def _cell_text(row: pd.Series, column: str) -> str:
    value = row[column]
    if isinstance(value, str):
        return value
    if isinstance(value, (bool, np.bool_)):
        return "yes" if value else "no"
    if pd.isna(value):
        return ""
    if not math.isfinite(value):
        return "unknown"
    measured = next((name for name in _VALUES if name in row.index), None)
    if measured and "low" in row.index and column in (measured, "low", "high", *_SHARES):
        factor, unit = (100.0, " %") if measured in _SHARES else (1.0, "")
        half = factor * narrower_side(row[measured], row["low"], row["high"])
        if not 0 < half < math.inf:
            return number(factor * value) + unit
        return round_to_interval(factor * value, half).replace("-", "−") + unit
    if float(value).is_integer():
        return f"{int(value):,}"
    if column.startswith("p_"):
        return "< 0.001" if value < 0.001 else f"{value:.3f}"
    return f"{value:.{max(2, decimals_for(abs(value) / 20) if value else 2)}f}"
