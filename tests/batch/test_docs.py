"""docs/batch.md: its examples are valid, and no key or column is missing."""

from __future__ import annotations

import re

import pytest

from analyzer.experiment_file import COMBINATIONS, KEYS, parse_experiment
from analyzer.games import get_game
from analyzer.playing.load import CELL_COLUMNS
from tests.batch.helpers import ROOT

TEXT = (ROOT / "docs" / "batch.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("block", re.findall(r"```toml\n(.*?)```", TEXT, re.DOTALL))
def test_examples_are_valid(block):
    assert parse_experiment(block).cells


def test_all_keys_are_explained():
    assert {key for key in KEYS if f"| `{key}` |" not in TEXT} == set()
    assert {how for how in COMBINATIONS if f"`{how}`" not in TEXT} == set()


def test_all_columns_are_explained():
    for column in get_game("encounter").columns:
        kind = "category" if column.categories else column.dtype
        assert f"| `{column.name}` | {kind} | {column.description}" in TEXT
    assert {name for name in CELL_COLUMNS if f"| `{name}` |" not in TEXT} == set()
