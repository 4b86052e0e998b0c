"""Strategies from files have brief names in sentences, unless these would mislead."""

from __future__ import annotations

import pandas as pd

from analyzer.studies.brief_names import with_brief_names
from analyzer.studies.common import Results

MINE = "players/mine.toml#0123abcd"


def briefly(text: str) -> str:
    table = pd.DataFrame({"strategy": [text], "games": [3]})
    told = Results("duel", "", text, [text], [], {"game": "encounter"}, "", {"games": table}, 1)
    brief = with_brief_names(told)
    assert brief.verdicts == [brief.finding]
    assert brief.tables["games"].to_dict("list") == {"strategy": [brief.finding], "games": [3]}
    return brief.finding


def test_a_file_is_named_by_its_stem():
    assert briefly(f"Among {MINE} players: (2,000 games).") == "Among mine players: (2,000 games)."


def test_numbers_that_were_set_stay():
    assert briefly("a/mine.toml:whim=0.5#0123abcd wins") == "mine:whim=0.5 wins"


def test_a_class_is_named_by_itself():
    assert briefly("bots/greedy.py:Greedy#0123abcd, then expert") == "Greedy, then expert"


def test_two_files_of_one_stem_keep_their_names():
    text = f"{MINE} beats other/mine.toml#89abcdef"
    assert briefly(text) == text


def test_a_file_named_like_a_shipped_strategy_keeps_its_name():
    text = "mine/expert.toml#0123abcd is no expert"
    assert briefly(text) == text
