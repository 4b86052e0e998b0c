"""One self-contained page from a report, and the files beside it.

The page needs no script and no network, follows light and dark, prints well and stays small: the
figures are drawn once, as SVG with the page's own colours.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from analyzer.wording import decimals_for, number, round_to_interval, unbroken
from analyzer.wording.digits import narrower_side
from reports.style import INLINE_TONES, LIGHT, ReportFigure, inline_svg, png_bytes, svg_text

FORMAT = "reef-report/1"
MAX_ROWS = 60
"""Rows of a table that the page shows; the CSV file has all."""
_VALUES = ("share", "unfairness", "difference", "rating", "mean", "tiles", "score")
"""Columns to which `low` and `high` belong; the first that a table has."""
_SHARES = ("share", "unfairness", "advantage", "reference")
"""Columns shown as per cent."""


@dataclass(frozen=True, slots=True)
class Section:
    """A piece of evidence: its name (for files), topic, finding, and what shows it.

    `source` names the report's table that the section's is a part of; it then has no own file.
    """

    name: str
    topic: str
    finding: str
    figure: ReportFigure | None = None
    table: pd.DataFrame | None = None
    text: str = ""
    source: str = ""


@dataclass(slots=True)
class Report:
    """Everything that a page says.

    finding: the answer in one sentence; the first section with a figure gives the picture.
    lists: sentences under a heading; settings: names and values; method: paragraphs; reproduce:
    command lines; notices: what a reader must know first; summary: more for summary.json.
    """

    title: str
    finding: str
    meta: str = ""
    sections: list[Section] = field(default_factory=list)
    tables: dict[str, pd.DataFrame] = field(default_factory=dict)
    lists: list[tuple[str, list[str]]] = field(default_factory=list)
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
    first = next((s for s in report.sections if s.figure is not None), None)
    rest = [s for s in report.sections if s is not first]
    body = [
        f"<header><h1>{_text(report.title)}</h1>",
        f'<p class="finding">{_text(report.finding)}</p>',
        f'<p class="meta">{_text(report.meta)}</p></header>',
        notices,
        _opening(first, report.finding) if first else "",
        *(_list_html(title, sentences) for title, sentences in report.lists if sentences),
        _contents(rest),
        *map(_section_html, rest),
        _closing(report),
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
    first = next((s for s in report.sections if s.figure is not None), None)
    parts = [
        f'<div style="{tones};max-width:54rem"><p><b>{_text(report.finding)}</b></p>',
        _opening(first, report.finding) if first else "",
        *(_list_html(title, sentences) for title, sentences in report.lists if sentences),
        "</div>",
    ]
    return "\n".join(filter(None, parts))


def _contents(sections: Sequence[Section]) -> str:
    if len(sections) < 3:
        return ""
    items = "".join(f'<li><a href="#{escape(s.name)}">{escape(s.topic)}</a></li>' for s in sections)
    return f'<nav aria-label="Contents"><p class="topic">Contents</p><ol>{items}</ol></nav>'


def _text(words: str) -> str:
    return escape(unbroken(words))


def _list_html(title: str, sentences: Sequence[str]) -> str:
    items = "".join(f"<li>{_text(sentence)}</li>" for sentence in sentences)
    return f'<section class="list"><h2>{_text(title)}</h2><ul>{items}</ul></section>'


def _opening(section: Section, finding: str) -> str:
    """The section under the finding of the whole report, which may be its own."""
    own = "" if section.finding == finding else f"<h2>{_text(section.finding)}</h2>"
    return f'<div id="{escape(section.name)}">{own}{_evidence(section)}</div>'


def _section_html(section: Section) -> str:
    return (
        f'<section id="{escape(section.name)}"><p class="topic">{_text(section.topic)}</p>\n'
        f"<h2>{_text(section.finding)}</h2>\n{_evidence(section)}</section>"
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
    assert section.figure is not None
    drawing = inline_svg(section.figure, section.name)
    caption = _text(section.figure.note)
    return (
        f'<figure><div class="drawing" tabindex="0">{drawing}</div>'
        f"<figcaption>{caption}</figcaption></figure>"
    )


def _closing(report: Report) -> str:
    parts = ['<section id="method"><p class="topic">Method and settings</p>']
    parts.append("<h2>How this was made, and how to make it again</h2>")
    parts += [f"<p>{_text(text)}</p>" for text in report.method]
    if report.settings:
        rows = "".join(f"<dt>{escape(k)}</dt><dd>{escape(v)}</dd>" for k, v in report.settings)
        parts.append(f"<dl>{rows}</dl>")
    if report.reproduce:
        lines = "\n".join(report.reproduce)
        parts.append(f"<p>To reproduce it:</p><pre>{escape(lines)}</pre>")
    return "\n".join(parts) + "</section>"


# --- tables --------------------------------------------------------------------------------------


def table_html(df: pd.DataFrame, file: str = "") -> str:
    """A table with no more digits than its intervals support; `file` names where all rows are."""
    shown = df.drop(columns=[c for c in ("interval", "fair") if c in df.columns])
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
