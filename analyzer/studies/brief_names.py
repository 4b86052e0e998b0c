"""Strategies from files by brief names in sentences and tables; settings keep the exact ones."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pandas as pd

from analyzer.games import get_game
from analyzer.strategies.spec import brief_name
from analyzer.studies.common import Results

_FROM_FILE = re.compile(r"[^\s,:#()]+\.(?:toml|py:\w+)(?::[^\s:=#]+=[^\s:=#]+)*#[0-9a-f]{8}")
_SENTENCES = (
    "verdicts", "not_established", "outlook", "screened", "policy", "summary",
)  # fmt: skip


def with_brief_names(results: Results) -> Results:
    """The results with `apart` for `players/apart.toml#c0df8b49` in sentences and tables.

    A name stays as it is where its brief form would also mean another strategy.
    """
    told = [results.title, results.finding]
    told += [text for part in _SENTENCES for text in getattr(results, part)]
    exact = dict.fromkeys(spec for text in told for spec in _FROM_FILE.findall(text))
    brief = {spec: brief_name(spec) for spec in exact}
    taken = Counter(brief.values())
    taken.update(get_game(results.settings["game"]).strategies.names())
    clear = {spec: name for spec, name in brief.items() if taken[name] == 1}
    if not clear:
        return results
    return _rewritten(results, lambda text: _FROM_FILE.sub(lambda m: clear.get(m[0], m[0]), text))


def _rewritten(results: Results, rewrite: Callable[[str], str]) -> Results:
    sentences: dict[str, Any] = {
        part: [rewrite(text) for text in getattr(results, part)] for part in _SENTENCES
    }
    tables = {name: _rewritten_table(table, rewrite) for name, table in results.tables.items()}
    return replace(
        results,
        title=rewrite(results.title),
        finding=rewrite(results.finding),
        tables=tables,
        **sentences,
    )


def _rewritten_table(table: pd.DataFrame, rewrite: Callable[[str], str]) -> pd.DataFrame:
    texts = table.select_dtypes(exclude=["number", "bool"]).columns
    cells = {
        column: [rewrite(cell) if isinstance(cell, str) else cell for cell in table[column]]
        for column in texts
    }
    return table.assign(**cells)
